import { api } from '@ambit/contract'
import { findPhoto } from '../driver-photos/queries.ts'
import { removePhoto } from '../driver-photos/remove.ts'
import { sendPhoto } from '../driver-photos/send.ts'
import type { Module } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { refuseOthers, regionScope, userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findVehicle } from '../vehicles/queries.ts'
import { findVehicleNote, isNoteVisible, listVehicleNotes } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.vehicleNotes.list, ({ query, actor }) => listVehicleNotes(db, regionScope(actor), query))

  bind.raw(api.vehicleNotes.photo, async ({ params: { id, photo }, actor }, _request, reply) => {
    if (!(await isNoteVisible(db, regionScope(actor), id))) throw notFound()
    return sendPhoto(reply, await findPhoto(db, 'vehicle_note_id', id, photo))
  })

  bind(api.vehicleNotes.removePhoto, ({ params: { id, photo }, body: { reason }, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const note = await findVehicleNote(tx, id)
      const vehicle = note === undefined ? undefined : await findVehicle(tx, scope, note.vehicle_id)
      if (vehicle === undefined) throw notFound()
      refuseOthers(scope, 'vehicle', vehicle)
      await removePhoto(tx, 'vehicle_note_id', { id, photo, vehicle_id: vehicle.id, reason, now: clock.now() })
      return keep(tx, { data: (await findVehicleNote(tx, id))! }) // its photo was locked above
    }),
  )

  bind(api.vehicleNotes.create, ({ actor, body, keep }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const vehicle = await findVehicle(tx, scope, body.vehicle_id)
      if (vehicle === undefined) throw invalid([{ pointer: '/vehicle_id', detail: 'There is no such vehicle' }])
      refuseOthers(scope, 'vehicle', vehicle)
      const { id } = await tx
        .insertInto('vehicle_notes')
        .values({ ...body, created_by: userIdOf(actor), created_at: clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'vehicle_notes', id)
      return keep(tx, { data: (await findVehicleNote(tx, id))! }) // inserted above
    }),
  )
}
