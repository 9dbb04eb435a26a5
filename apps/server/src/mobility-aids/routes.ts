import type { Kysely } from 'kysely'
import { counted } from '@ambit/domain'
import { api } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Module } from '../http/bind.ts'
import { inUse, invalid } from '../http/errors.ts'
import { regionScope, requireRegion } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { recordChanged } from '../live/record-changed.ts'
import {
  aidNamed,
  awaitingOf,
  countOfKind,
  findMobilityAid,
  holdersOf,
  listMobilityAids,
  lockMobilityAid,
} from './queries.ts'

/** The kinds of mobility aids of a region. What is booked keeps the times that it was booked with. */
export const routes: Module = (bind, { db, clock }) => {
  bind(api.mobilityAids.list, ({ query, actor }) => listMobilityAids(db, regionScope(actor), query))

  bind(api.mobilityAids.create, ({ body, actor, keep }) =>
    db.transaction().execute(async (tx) => {
      await requireRegion(tx, regionScope(actor), body.region_id)
      requireOnePlace(body)
      await refuseName(tx, body.region_id, body.name, null)
      const now = clock.now()
      const { id } = await tx
        .insertInto('mobility_aids')
        .values({ ...body, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordChanged(tx, 'mobility_aids', id)
      return keep(tx, { data: (await findMobilityAid(tx, id))! }) // inserted above
    }),
  )

  bind(api.mobilityAids.update, ({ params: { id }, body, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const current = fresh(await lockMobilityAid(tx, regionScope(actor), id), version)
      requireOnePlace({ ...current, ...body })
      if (body.name !== undefined) await refuseName(tx, current.region_id, body.name, id)
      await tx
        .updateTable('mobility_aids')
        .set({ ...body, updated_at: clock.now() })
        .where('id', '=', id)
        .execute()
      await recordChanged(tx, 'mobility_aids', id)
      return { data: (await findMobilityAid(tx, id))! } // locked above
    }),
  )

  bind(api.mobilityAids.destroy, ({ params: { id }, version, actor }) =>
    db.transaction().execute(async (tx) => {
      const { name, kind, region_id } = fresh(await lockMobilityAid(tx, regionScope(actor), id), version)
      // Of the last two that stand for everybody one stays, however many are removed at once.
      await tx.selectFrom('regions').select('id').where('id', '=', region_id).forUpdate().execute()
      const stands = kind === 'none' || kind === 'wheelchair'
      if (stands && (await countOfKind(tx, region_id, kind)) === 1)
        throw inUse(`${name} stands for everybody who travels without a named aid. It can be changed`)
      const holders = await holdersOf(tx, id)
      if (holders > 0) throw inUse(`${counted(holders, 'passenger has', 'passengers have')} ${name} in the profile`)
      const awaiting = await awaitingOf(tx, id)
      if (awaiting > 0)
        throw inUse(`${counted(awaiting, 'journey')} ahead ${awaiting === 1 ? 'is' : 'are'} to be booked with ${name}`)
      await recordChanged(tx, 'mobility_aids', id)
      await tx.deleteFrom('mobility_aids').where('id', '=', id).execute()
      return undefined
    }),
  )
}

const requireOnePlace = ({ seats, wheelchair_spaces }: { seats: number; wheelchair_spaces: number }): void => {
  if (seats + wheelchair_spaces <= 1) return
  throw invalid([
    { pointer: '/wheelchair_spaces', detail: 'One travels on a seat or in a wheelchair space, not in both' },
  ])
}

const refuseName = async (db: Kysely<DB>, region: number, name: string, except: number | null): Promise<void> => {
  if ((await aidNamed(db, region, name, except)) !== undefined)
    throw invalid([{ pointer: '/name', detail: 'This region has a mobility aid of that name already' }])
}
