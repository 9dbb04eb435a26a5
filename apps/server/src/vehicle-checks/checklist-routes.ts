import type { Kysely } from 'kysely'
import { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findChecklist, listChecklists, lockChecklist } from './queries.ts'

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
}
