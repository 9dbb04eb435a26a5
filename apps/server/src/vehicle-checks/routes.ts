import { api } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import type { Module } from '../http/bind.ts'
import { conflict, invalid, notFound, notPossible } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import type { DB } from '../database/schema.ts'
import type { Kysely } from 'kysely'
import { exportChecks } from './export.ts'
import { findCheck, findChecklist, listChecklists, listChecks, lockChecklist } from './queries.ts'

const requireVehicles = async (db: Kysely<DB>, ids: readonly number[] | null | undefined): Promise<void> => {
  if (ids == null) return
  const known = await db.selectFrom('vehicles').where('id', 'in', ids).select('id').execute()
  if (known.length < new Set(ids).size) throw invalid([{ pointer: '/vehicle_ids', detail: 'There is no such vehicle' }])
}

export const routes: Module = (bind, { db, clock }) => {
  bind(api.vehicleChecklists.list, ({ query }) => listChecklists(db, query))

  bind(api.vehicleChecklists.show, async ({ params }) => {
    const data = await findChecklist(db, params.id)
    if (data === undefined) throw notFound()
    return { data }
  })

  bind(api.vehicleChecklists.create, ({ body, keep }) =>
    db.transaction().execute(async (tx) => {
      await requireVehicles(tx, body.vehicle_ids)
      const now = clock.now()
      const { id } = await tx
        .insertInto('vehicle_checklists')
        .values({ ...body, items: JSON.stringify(body.items), created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'vehicle_checklists', id)
      return keep(tx, { data: (await findChecklist(tx, id))! }) // inserted above
    }),
  )

  bind(api.vehicleChecklists.update, ({ params: { id }, body: { items, ...body }, version }) =>
    db.transaction().execute(async (tx) => {
      fresh(await lockChecklist(tx, id), version)
      await requireVehicles(tx, body.vehicle_ids)
      await tx
        .updateTable('vehicle_checklists')
        .set({ ...body, ...(items === undefined ? {} : { items: JSON.stringify(items) }), updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'vehicle_checklists', id)
      return { data: (await findChecklist(tx, id))! } // locked above
    }),
  )

  bind(api.vehicleChecklists.destroy, ({ params: { id }, version }) =>
    db.transaction().execute(async (tx) => {
      fresh(await lockChecklist(tx, id), version)
      await recordChanged(tx, 'vehicle_checklists', id)
      await tx.deleteFrom('vehicle_checklists').where('id', '=', id).execute()
      return undefined
    }),
  )

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
