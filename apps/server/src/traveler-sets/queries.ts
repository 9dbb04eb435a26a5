import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api } from '@ambit/contract'
import { byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { withinScope } from '../http/scope.ts'

export type DiscountJson = { discount_amount: number; region: { id: number; name: string; time_zone: string } }

/** A set's discount in wire shape; `traveler_sets` and `regions` are joined. */
export const discountJson = sql<DiscountJson>`jsonb_build_object('discount_amount', traveler_sets.discount_amount,
  'region', jsonb_build_object('id', regions.id, 'name', regions.name, 'time_zone', regions.time_zone))`

const select = (db: Kysely<DB>) =>
  db
    .selectFrom('traveler_sets')
    .innerJoin('regions', 'regions.id', 'traveler_sets.region_id')
    .select([
      'traveler_sets.id',
      'traveler_sets.name',
      discountJson.as('traveler_set_discount'),
      'traveler_sets.created_at',
      'traveler_sets.updated_at',
      'traveler_sets.version',
    ])

export const listTravelerSets = (
  db: Kysely<DB>,
  scope: number[] | null,
  query: z.output<typeof api.travelerSets.list.query>,
) => {
  const { region, id } = query.filter ?? {}
  let found = select(db)
    .where(withinScope(scope, 'region_id'))
    .where(matches(query.search, ['traveler_sets.name', 'regions.name']))
  if (region !== undefined) found = found.where(sql<boolean>`region_id = any(${region}::int[])`)
  if (id !== undefined) found = found.where(sql<boolean>`traveler_sets.id = any(${id}::int[])`)
  const sortable = { ...byText('traveler_sets.name'), ...byValue('traveler_sets.id', 'traveler_sets.created_at') }
  return listed(found, query, sortable, sql.ref('traveler_sets.id'))
}

export const findTravelerSet = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db).where('traveler_sets.id', '=', id).where(withinScope(scope, 'region_id')).executeTakeFirst()

export const lockTravelerSet = (db: Kysely<DB>, scope: number[] | null, id: number) =>
  select(db)
    .where('traveler_sets.id', '=', id)
    .where(withinScope(scope, 'region_id'))
    .forUpdate('traveler_sets')
    .executeTakeFirst()

/** True when the region has another set of this name. */
export const setNameTaken = async (
  db: Kysely<DB>,
  regionId: number,
  name: string,
  exceptId: number | null,
): Promise<boolean> =>
  (await db
    .selectFrom('traveler_sets')
    .select('id')
    .where('region_id', '=', regionId)
    .where(sql<boolean>`lower(name) = lower(${name}) and id is distinct from ${exceptId}`)
    .executeTakeFirst()) !== undefined
