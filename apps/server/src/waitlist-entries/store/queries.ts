import type { api } from '@ambit/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { anyOf, byValue, listed, matches } from '../../database/lists.ts'
import type { DB } from '../../database/schema.ts'
import type { Hidden } from '../../http/mask-plans.ts'
import { type Scope, withinScope } from '../../http/scope.ts'

const traveler = sql<string>`p.first_name || ' ' || p.last_name`

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('waitlist_entries as w')
    .innerJoin('service_availability_searches as s', 's.id', 'w.service_availability_search_id')
    .innerJoin('travelers as p', 'p.id', 's.traveler_id')
    .innerJoin('zones', 'zones.id', 'w.zone_id')
    .leftJoin('users as u', 'u.id', 'w.created_by')
    .where(withinScope(scope, 'zones.region_id'))
    .selectAll('w')
    .select(['s.traveler_id', traveler.as('traveler_name'), 'p.low_tech'])
    .select(['zones.name as zone_name', 'zones.region_id', 'zones.time_zone'])
    .select(['s.passengers', 's.mobility_support', 's.aids', 's.own_times', 's.traveling_at', 's.departing'])
    .select(['s.origin_name', 's.origin_longitude', 's.origin_latitude'])
    .select(['s.destination_name', 's.destination_longitude', 's.destination_latitude'])
    .select(['s.open_return_id', sql<string | null>`u.first_name || ' ' || u.last_name`.as('author')])

export type EntryRow = NonNullable<Awaited<ReturnType<typeof readEntry>>>

const place = (name: string, longitude: number, latitude: number) => ({
  name,
  point: [longitude, latitude] as [number, number],
})
export const originOf = (row: EntryRow) => place(row.origin_name, row.origin_longitude, row.origin_latitude)
export const destinationOf = (row: EntryRow) =>
  place(row.destination_name, row.destination_longitude, row.destination_latitude)

const record = (row: EntryRow) => ({
  id: row.id,
  service_availability_search_id: row.service_availability_search_id,
  traveler_id: row.traveler_id,
  traveler_name: row.traveler_name,
  zone_id: row.zone_id,
  zone_name: row.zone_name,
  region_id: row.region_id,
  time_zone: row.time_zone,
  origin: originOf(row),
  destination: destinationOf(row),
  passenger_count: row.passengers.length,
  traveling_at: row.traveling_at,
  departing: row.departing,
  earliest_at: row.earliest_at,
  latest_at: row.latest_at,
  mode: row.mode,
  payment_method: row.payment_method,
  state: row.state,
  give_up_at: row.give_up_at,
  fits_at: row.fits_at,
  service_request_id: row.service_request_id,
  ended_at: row.ended_at,
  created_by: row.author,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

export const listEntries = async (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.waitlistEntries.list.query>,
  hidden: Hidden,
) => {
  const { state, region, zone, traveler: travelers, date_range } = query.filter ?? {}
  let found = select(db, scope).where(
    matches(query.search, [
      'zones.name',
      ...(hidden.has('place') ? [] : ['s.origin_name', 's.destination_name']),
      ...(hidden.has('name') ? [] : ['p.first_name', 'p.last_name']),
    ]),
  )
  if (state !== undefined) found = found.where('w.state', '=', anyOf(state))
  if (region !== undefined) found = found.where('zones.region_id', '=', anyOf(region))
  if (zone !== undefined) found = found.where('w.zone_id', '=', anyOf(zone))
  if (travelers !== undefined) found = found.where('s.traveler_id', '=', anyOf(travelers))
  if (date_range !== undefined)
    found = found
      .where('s.traveling_at', '>=', new Date(date_range[0]))
      .where('s.traveling_at', '<=', new Date(date_range[1]))
  const sortable = {
    ...byValue('w.id', 'w.created_at', 's.traveling_at', 'w.give_up_at', 'w.state'),
    traveler_name: sql`lower(${traveler})`,
  }
  // Those that wait stand in their order, what has been the newest first.
  const usual = state?.length === 1 && state[0] === 'waiting' ? 'id' : '-id'
  const { data, meta } = await listed(found, { ...query, sort: query.sort ?? usual }, sortable, sql.ref('w.id'))
  return { data: data.map(record), meta }
}

export const readEntry = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('w.id', '=', id).executeTakeFirst()

/** As it is answered; undefined where there is none within the regions. */
export const findEntry = async (db: Kysely<DB>, scope: Scope, id: number) => {
  const row = await readEntry(db, scope, id)
  return row === undefined ? undefined : record(row)
}

/**
 * Locked until the end of the transaction, after the ride of a series that waits with it: the calls about series hold the
 * passenger, the series and its rides, in this order, before they end an entry.
 */
export const lockEntry = async (tx: Transaction<DB>, scope: Scope, id: number) => {
  await sql`select from booking_series_occurrences where waitlist_entry_id = ${id} for update`.execute(tx)
  return select(tx, scope).where('w.id', '=', id).forUpdate('w').executeTakeFirst()
}

/** Those of a passenger that wait. */
export const waitingOf = (db: Kysely<DB>, travelerId: number): Promise<EntryRow[]> =>
  select(db, null).where('s.traveler_id', '=', travelerId).where('w.state', '=', 'waiting').orderBy('w.id').execute()

/**
 * Those of a zone that wait, in their order: who called for an open return is away from home, and goes before all others.
 * What was offered to the caller, at whichever call, is left to them until it runs out.
 */
export const waitingIn = (db: Kysely<DB>, zoneId: number, now: Date): Promise<EntryRow[]> =>
  select(db, null)
    .where('w.zone_id', '=', zoneId)
    .where('w.state', '=', 'waiting')
    .where(
      sql<boolean>`not exists (select from service_offerings f where f.service_availability_search_id = s.id
        and f.expires_at > ${now})`,
    )
    .where(
      sql<boolean>`not exists (select from service_availability_searches again
        join service_offerings f on f.service_availability_search_id = again.id
        where again.open_return_id = s.open_return_id and f.expires_at > ${now})`,
    )
    .orderBy(sql`s.open_return_id is null`)
    .orderBy('w.id')
    .execute()

/** Zones in which somebody waits, with the version of their plan. */
export const zonesWaiting = (db: Kysely<DB>) =>
  db
    .selectFrom('waitlist_entries as w')
    .leftJoin('zone_plans as z', 'z.zone_id', 'w.zone_id')
    .where('w.state', '=', 'waiting')
    .select(['w.zone_id', sql<number>`coalesce(z.version, 0)`.as('version')])
    .distinct()
    .orderBy('w.zone_id')
    .execute()

export const entriesDue = (db: Kysely<DB>, now: Date): Promise<EntryRow[]> =>
  select(db, null).where('w.state', '=', 'waiting').where('w.give_up_at', '<=', now).orderBy('w.id').execute()

/** A passenger's open bookings that were made since then. */
export const bookedSince = (db: Kysely<DB>, travelerId: number, since: Date) =>
  db
    .selectFrom('service_requests')
    .where('traveler_id', '=', travelerId)
    .where('created_at', '>=', since)
    .where('status', 'in', ['created', 'assigned', 'unassigned', 'secured', 'on_board', 'completed'])
    .select([
      'id',
      'passenger_count',
      'pickup_lower_bound',
      'pickup_upper_bound',
      'dropoff_lower_bound',
      'dropoff_upper_bound',
    ])
    .select(['origin_longitude', 'origin_latitude', 'destination_longitude', 'destination_latitude'])
    .orderBy('id')
    .execute()
