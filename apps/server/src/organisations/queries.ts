import type { api } from '@ambit/contract'
import { openRequestStatuses } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { anyOf, byText, byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { consentBegins, consentEnds } from '../sessions/consents.ts'

/** SQL: the consent `c` to an organisation of the region `g` is in force. */
export const isInForce = (now: Date) => sql<boolean>`(c.ended_at is null and ${consentBegins} <= ${now}
  and (${consentEnds} is null or ${consentEnds} > ${now}))`

/** SQL: of the bookings `r` that are ahead and that the organisation `o` made for those whose consent is in force no more. */
const unconsented = (now: Date) => sql`from service_requests r where r.organisation_id = o.id
  and r.status = any(${openRequestStatuses}::text[]) and not exists (select from organisation_travelers c
    where c.organisation_id = o.id and c.traveler_id = r.traveler_id and ${isInForce(now)})`

const select = (db: Kysely<DB>, scope: Scope, now: Date) =>
  db
    .selectFrom('organisations as o')
    .innerJoin('regions as g', 'g.id', 'o.region_id')
    .leftJoin('places as p', 'p.id', 'o.place_id')
    .where(withinScope(scope, 'o.region_id'))
    .selectAll('o')
    .select(['g.name as region_name', 'g.time_zone', 'p.name as place_name'])
    .select(
      sql<[number, number] | null>`case when p.id is not null then jsonb_build_array(p.longitude, p.latitude) end`.as(
        'place_point',
      ),
    )
    .select(
      sql<{ id: number; name: string }[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name)
        order by a.id), '[]') from mobility_aids a where a.region_id = o.region_id)`.as('aids'),
    )
    .select(
      sql<number>`(select count(distinct c.traveler_id)::int from organisation_travelers c
        where c.organisation_id = o.id and ${isInForce(now)})`.as('traveler_count'),
    )
    .select(sql<number>`(select count(*)::int from users where organisation_id = o.id)`.as('user_count'))
    .select(sql<number>`(select count(*)::int ${unconsented(now)})`.as('unconsented_count'))

const sortable = {
  ...byText('o.name'),
  region_name: sql`lower(g.name)`,
  ...byValue('o.id', 'o.created_at', 'o.updated_at'),
}

export const listOrganisations = (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.organisations.list.query>,
  now: Date,
) => {
  const { region, id } = query.filter ?? {}
  let found = select(db, scope, now).where(matches(query.search, ['o.name', 'p.name']))
  if (region !== undefined) found = found.where('o.region_id', '=', anyOf(region))
  if (id !== undefined) found = found.where('o.id', '=', anyOf(id))
  return listed(found, query, sortable, sql.ref('o.id'))
}

export const readOrganisation = (db: Kysely<DB>, scope: Scope, id: number, now: Date) =>
  select(db, scope, now).where('o.id', '=', id).executeTakeFirst()

/** Only that it is there. */
export const findOrganisation = (db: Kysely<DB>, scope: Scope, id: number) =>
  db
    .selectFrom('organisations')
    .select(['id', 'region_id'])
    .where('id', '=', id)
    .where(withinScope(scope, 'region_id'))
    .executeTakeFirst()

export const lockOrganisation = (tx: Transaction<DB>, scope: Scope, id: number) =>
  tx
    .selectFrom('organisations')
    .selectAll()
    .where('id', '=', id)
    .where(withinScope(scope, 'region_id'))
    .forUpdate()
    .executeTakeFirst()

/** Whether the region has another organisation of that name, without case. */
export const isTaken = async (db: Kysely<DB>, region: number, name: string, except: number | null): Promise<boolean> =>
  (await db
    .selectFrom('organisations')
    .select('id')
    .where('region_id', '=', region)
    .where(sql<boolean>`lower(name) = lower(${name}) and id is distinct from ${except}::int`)
    .executeTakeFirst()) !== undefined

/** Bookings ahead that were made for those whose consent is in force no more, the next first. */
export const unconsentedBookings = async (db: Kysely<DB>, organisation: number, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select r.id from organisations o
    join regions g on g.id = o.region_id cross join lateral
    (select r.id, r.pickup_lower_bound ${unconsented(now)}) r where o.id = ${organisation}
    order by r.pickup_lower_bound, r.id`.execute(db)
  return rows.map(({ id }) => id)
}
