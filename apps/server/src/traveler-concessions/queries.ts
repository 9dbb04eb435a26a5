import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { ofVisibleTraveler, withinScope } from '../http/scope.ts'
import { type DiscountJson, discountJson } from '../traveler-sets/queries.ts'

const ID = 'traveler_concessions.id'
const REGION = 'traveler_concessions.region_id'

type SetJson = { id: number; name: string; traveler_set_discount: DiscountJson }

const select = (db: Kysely<DB>, now: Date) =>
  db
    .selectFrom('traveler_concessions')
    .innerJoin('traveler_sets', 'traveler_sets.id', 'traveler_concessions.traveler_set_id')
    .innerJoin('regions', 'regions.id', REGION)
    .select([
      ID,
      'traveler_id',
      sql<SetJson>`jsonb_build_object('id', traveler_sets.id, 'name', traveler_sets.name,
        'traveler_set_discount', ${discountJson})`.as('traveler_set'),
      'expires_at',
      sql<boolean>`expires_at <= ${now}`.as('expired'),
      'traveler_concessions.created_at',
      'traveler_concessions.updated_at',
      'traveler_concessions.version',
    ])

export const listTravelerConcessions = (
  db: Kysely<DB>,
  now: Date,
  scope: number[] | null,
  query: z.output<typeof api.travelerConcessions.list.query>,
) => {
  const { traveler, region } = query.filter ?? {}
  let found = select(db, now)
    .where(withinScope(scope, REGION))
    .where(ofVisibleTraveler(scope, 'traveler_id'))
    .where(matches(query.search, ['traveler_sets.name', 'regions.name']))
  if (traveler !== undefined) found = found.where(sql<boolean>`traveler_id = any(${traveler}::int[])`)
  if (region !== undefined) found = found.where(sql<boolean>`traveler_concessions.region_id = any(${region}::int[])`)
  return listed(found, query, byValue(ID, 'traveler_concessions.created_at', 'expires_at'), sql.ref(ID))
}

export const findTravelerConcession = (db: Kysely<DB>, now: Date, id: number) =>
  select(db, now).where(ID, '=', id).executeTakeFirst()

export const lockTravelerConcession = (db: Kysely<DB>, now: Date, scope: number[] | null, id: number) =>
  select(db, now)
    .where(ID, '=', id)
    .where(withinScope(scope, REGION))
    .where(ofVisibleTraveler(scope, 'traveler_id'))
    .forUpdate('traveler_concessions')
    .executeTakeFirst()

export type HeldConcession = { region_id: number; from: Date; until: Date; discount_amount: number }

/** A passenger's active concessions. */
export const heldConcessions = (db: Kysely<DB>, travelerId: number, now: Date): Promise<HeldConcession[]> =>
  db
    .selectFrom('traveler_concessions')
    .innerJoin('traveler_sets', 'traveler_sets.id', 'traveler_concessions.traveler_set_id')
    .select([
      'traveler_concessions.region_id',
      'traveler_concessions.created_at as from',
      'expires_at as until',
      'discount_amount',
    ])
    .where('traveler_id', '=', travelerId)
    .where('expires_at', '>', now)
    .execute()
