import { api } from '@ambit/contract'
import type { Module } from '../http/bind.ts'
import { userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findVehicleNote, listVehicleNotes } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.vehicleNotes.list, ({ query }) => listVehicleNotes(db, query))

  bind(api.vehicleNotes.create, ({ actor, body, keep }) =>
    db.transaction().execute(async (tx) => {
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
