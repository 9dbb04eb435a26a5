import { api } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import { findPhoto } from '../driver-photos/queries.ts'
import { removePhoto } from '../driver-photos/remove.ts'
import { sendPhoto } from '../driver-photos/send.ts'
import type { Module } from '../http/bind.ts'
import { conflict, notFound, notPossible } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { exportChecks } from './export.ts'
import { findCheck, listChecks } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.vehicleChecks.list, ({ query, actor }) => listChecks(db, regionScope(actor), query))
  bind.raw(api.vehicleChecks.export, async ({ query, actor }, _request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="vehicle-checks.csv"')
      .send(exportChecks(db, regionScope(actor), query)),
  )

  bind(api.vehicleChecks.show, async ({ params, actor }) => {
    const data = await findCheck(db, regionScope(actor), params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind.raw(api.vehicleChecks.photo, async ({ params: { id, photo }, actor }, _request, reply) => {
    if ((await findCheck(db, regionScope(actor), id)) === undefined) throw notFound()
    return sendPhoto(reply, await findPhoto(db, 'vehicle_check_id', id, photo))
  })

  bind(api.vehicleChecks.removePhoto, ({ params: { id, photo }, body: { reason }, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const check = await findCheck(tx, scope, id)
      if (check === undefined) throw notFound()
      const { vehicle_id } = check
      await removePhoto(tx, 'vehicle_check_id', { id, photo, vehicle_id, reason, now: clock.now() })
      return keep(tx, { data: (await findCheck(tx, scope, id))! }) // its photo was locked above
    }),
  )

  bind(api.vehicleChecks.release, ({ params: { id }, body: { reason }, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      const scope = regionScope(actor)
      const locked = await tx.selectFrom('vehicle_checks').where('id', '=', id).select('id').forUpdate().execute()
      const check = locked.length === 0 ? undefined : await findCheck(tx, scope, id)
      if (check === undefined) throw notFound()
      if (check.result !== 'not_to_be_driven') throw notPossible('Nothing critical failed: the vehicle may be driven')
      if (check.released_at !== null) throw conflict('The vehicle has been released already')
      await tx
        .updateTable('vehicle_checks')
        .set({ released_by: userIdOf(actor), released_reason: reason, released_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await noteEvent(tx, {
        kind: 'access',
        record_kind: 'vehicles',
        record_id: String(check.vehicle_id),
        told: { released: check.trip_name, check: id, reason },
        personal: ['reason'],
      })
      await recordChanged(tx, 'vehicle_checks', id)
      return keep(tx, { data: (await findCheck(tx, scope, id))! }) // locked above
    }),
  )
}
