import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { invalid } from '../http/errors.ts'
import { refuseOthers, regionScope, userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findVehicle } from '../vehicles/queries.ts'
import { findVehicleNote, listVehicleNotes } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.vehicleNotes.list, ({ query, actor }) => listVehicleNotes(db, regionScope(actor), query))

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
