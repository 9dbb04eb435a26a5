import type { Kysely } from 'kysely'
import { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope, requireRegion } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import { findTravelerSet, listTravelerSets, lockTravelerSet, setNameTaken } from './queries.ts'

export const routes: Module = (bind, { db, clock }) => {
  bind(api.travelerSets.list, ({ actor, query }) => listTravelerSets(db, regionScope(actor), query))

  bind(api.travelerSets.show, async ({ actor, params: { id } }) => {
    const found = await findTravelerSet(db, regionScope(actor), id)
    if (found === undefined) throw notFound()
    return { data: found }
  })

  bind(api.travelerSets.create, ({ actor, body, keep }) =>
    db.transaction().execute(async (tx) => {
      await requireRegion(tx, regionScope(actor), body.region_id)
      await refuseName(tx, body.region_id, body.name, null)
      const now = clock.now()
      const { id } = await tx
        .insertInto('traveler_sets')
        .values({ ...body, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'traveler_sets', id)
      return keep(tx, { data: (await findTravelerSet(tx, null, id))! }) // inserted above
    }),
  )

  bind(api.travelerSets.update, ({ actor, params: { id }, body, version }) =>
    db.transaction().execute(async (tx) => {
      const current = fresh(await lockTravelerSet(tx, regionScope(actor), id), version)
      const region = current.traveler_set_discount.region.id
      if (body.region_id !== undefined && body.region_id !== region)
        throw invalid([{ pointer: '/region_id', detail: 'It cannot move to another region. Create a new one there' }])
      if (body.name !== undefined) await refuseName(tx, region, body.name, id)
      await tx
        .updateTable('traveler_sets')
        .set({ ...body, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'traveler_sets', id)
      return { data: (await findTravelerSet(tx, null, id))! } // locked above
    }),
  )

  bind(api.travelerSets.destroy, ({ actor, params: { id }, version }) =>
    db.transaction().execute(async (tx) => {
      fresh(await lockTravelerSet(tx, regionScope(actor), id), version)
      await recordChanged(tx, 'traveler_sets', id)
      await tx.deleteFrom('traveler_sets').where('id', '=', id).execute()
      return undefined
    }),
  )
}

const refuseName = async (db: Kysely<DB>, regionId: number, name: string, exceptId: number | null): Promise<void> => {
  if (await setNameTaken(db, regionId, name, exceptId))
    throw invalid([{ pointer: '/name', detail: 'This region already has a concession of that name' }])
}
