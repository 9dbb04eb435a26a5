import type { api, SearchInput } from '@ambit/contract'
import { flatDistance } from '@ambit/geo'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { anyOf, byValue, listed, matches } from '../../database/lists.ts'
import type { DB } from '../../database/schema.ts'
import type { Hidden } from '../../http/mask-plans.ts'
import { type Scope, withinScope } from '../../http/scope.ts'

const traveler = sql<string>`p.first_name || ' ' || p.last_name`

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('open_returns as o')
    .innerJoin('travelers as p', 'p.id', 'o.traveler_id')
    .innerJoin('zones', 'zones.id', 'o.zone_id')
    .leftJoin('users as u', 'u.id', 'o.created_by')
    .where(withinScope(scope, 'zones.region_id'))
    .selectAll('o')
    .select([traveler.as('traveler_name'), sql<string>`to_char(o.day, 'YYYY-MM-DD')`.as('on_day')])
    .select(['zones.name as zone_name', 'zones.region_id', 'zones.time_zone', 'zones.open_return_minutes'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('author'))

export type OpenReturnRow = NonNullable<Awaited<ReturnType<typeof readOpenReturn>>>

const place = (name: string, longitude: number, latitude: number) => ({
  name,
  point: [longitude, latitude] as [number, number],
})

/** From where to where, with whom: what a search asks for besides the time. */
export const wishOf = (row: OpenReturnRow) => ({
  traveler_id: row.traveler_id,
  passengers: row.passengers,
  mobility_support: row.mobility_support,
  aids: row.aids.map((aid) => aid.id),
  own_times: row.own_times,
  origin: place(row.origin_name, row.origin_longitude, row.origin_latitude),
  destination: place(row.destination_name, row.destination_longitude, row.destination_latitude),
  zone_id: row.zone_id,
})

/** Ends that are nearer to each other are the same place: the passenger may stand at another door. */
const SAME_M = 500
const DAY_MS = 24 * 3600_000

type Asked = Pick<z.output<typeof SearchInput>, 'origin' | 'destination' | 'passengers' | 'traveling_at'>

/** From and to its places, with no more people, within a day of its time. */
export const isOfOpenReturn = (
  row: OpenReturnRow,
  { origin, destination, passengers, traveling_at }: Asked,
): boolean => {
  const kept = wishOf(row)
  return (
    flatDistance(kept.origin.point, origin.point) <= SAME_M &&
    flatDistance(kept.destination.point, destination.point) <= SAME_M &&
    passengers.length <= row.passengers.length &&
    Math.abs(Date.parse(traveling_at) - row.not_before.getTime()) <= DAY_MS
  )
}

const record = (row: OpenReturnRow) => ({
  id: row.id,
  traveler_id: row.traveler_id,
  traveler_name: row.traveler_name,
  zone_id: row.zone_id,
  zone_name: row.zone_name,
  region_id: row.region_id,
  time_zone: row.time_zone,
  journey_id: row.journey_id,
  origin: wishOf(row).origin,
  destination: wishOf(row).destination,
  passengers: row.passengers,
  passenger_count: row.passengers.length,
  mobility_support: row.mobility_support,
  aids: row.aids,
  payment_method: row.payment_method,
  day: row.on_day,
  not_before: row.not_before,
  state: row.state,
  reason: row.reason,
  called_at: row.called_at,
  waitlist_entry_id: row.waitlist_entry_id,
  service_request_id: row.service_request_id,
  ended_at: row.ended_at,
  created_by: row.author,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

export const listOpenReturns = async (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.openReturns.list.query>,
  hidden: Hidden,
) => {
  const { state, region, zone, traveler: travelers, date_range } = query.filter ?? {}
  let found = select(db, scope).where(
    matches(query.search, [
      'zones.name',
      ...(hidden.has('place') ? [] : ['o.origin_name', 'o.destination_name']),
      ...(hidden.has('name') ? [] : ['p.first_name', 'p.last_name']),
    ]),
  )
  if (state !== undefined) found = found.where('o.state', '=', anyOf(state))
  if (region !== undefined) found = found.where('zones.region_id', '=', anyOf(region))
  if (zone !== undefined) found = found.where('o.zone_id', '=', anyOf(zone))
  if (travelers !== undefined) found = found.where('o.traveler_id', '=', anyOf(travelers))
  if (date_range !== undefined)
    found = found
      .where('o.not_before', '>=', new Date(date_range[0]))
      .where('o.not_before', '<=', new Date(date_range[1]))
  const sortable = {
    ...byValue('o.id', 'o.created_at', 'o.not_before', 'o.state'),
    traveler_name: sql`lower(${traveler})`,
  }
  const { data, meta } = await listed(found, { ...query, sort: query.sort ?? 'not_before' }, sortable, sql.ref('o.id'))
  return { data: data.map(record), meta }
}

/** Those of these passengers that wait or ended since a moment, and until when the waiting list looks for a ride for them. */
export const openReturnsOf = (db: Kysely<DB>, travelers: readonly number[], since: Date) =>
  select(db, null)
    .leftJoin('waitlist_entries as w', (join) =>
      join.onRef('w.id', '=', 'o.waitlist_entry_id').on('w.state', '=', 'waiting'),
    )
    .select('w.latest_at as waits_until')
    .where('o.traveler_id', '=', sql<number>`any(${travelers}::int[])`)
    .where((e) => e.or([e('o.state', '=', 'waiting'), e('o.ended_at', '>=', since)]))
    .orderBy('o.not_before')
    .orderBy('o.id')
    .execute()

export const readOpenReturn = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('o.id', '=', id).executeTakeFirst()

/** As it is answered; undefined where there is none within the regions. */
export const findOpenReturn = async (db: Kysely<DB>, scope: Scope, id: number) => {
  const row = await readOpenReturn(db, scope, id)
  return row === undefined ? undefined : record(row)
}

/** How it is paid, which was agreed with the way there. */
export const methodOfReturn = async (db: Kysely<DB>, id: number) =>
  (await db.selectFrom('open_returns').select('payment_method').where('id', '=', id).executeTakeFirst())?.payment_method

export const lockOpenReturn = (tx: Transaction<DB>, scope: Scope, id: number) =>
  select(tx, scope).where('o.id', '=', id).forUpdate('o').executeTakeFirst()

/** The last one of a journey, as it is answered. */
export const openReturnOfJourney = async (db: Kysely<DB>, scope: Scope, journeyId: number) => {
  const row = await select(db, scope).where('o.journey_id', '=', journeyId).orderBy('o.id', 'desc').executeTakeFirst()
  return row === undefined ? null : record(row)
}
