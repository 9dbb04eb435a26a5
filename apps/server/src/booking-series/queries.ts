import type { api, BookedAid } from '@ambit/contract'
import { patternOf, type SeriesDates } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { anyOf, everyWord, listed } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { ofUsable } from '../restrictions/restricted.ts'
import { canonical } from './canonical.ts'
import { NO_NOTES } from './notes.ts'

const day = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`
const optionalDay = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`
const traveler = sql<string>`p.first_name || ' ' || p.last_name`

/** The aids of each leg: its own, else those of the passenger's profile. */
const aids = sql<(BookedAid[] | null)[]>`(
  select json_agg((select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'name', a.name) order by a.id)
    from mobility_aids a where a.id = any(case when jsonb_typeof(n -> 'aids') = 'array'
      then array(select jsonb_array_elements_text(n -> 'aids')::int) else p.mobility_aids end)) order by place)
  from jsonb_array_elements(b.needs) with ordinality as each_leg(n, place))`

const select = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('booking_series as b')
    .innerJoin('travelers as p', 'p.id', 'b.traveler_id')
    .innerJoin('zones', 'zones.id', 'b.zone_id')
    .leftJoin('users as u', 'u.id', 'b.created_by')
    .leftJoin('series_groups as g', 'g.id', 'b.series_group_id')
    .where(withinScope(scope, 'zones.region_id'))
    .select(['b.id', 'b.traveler_id', 'b.zone_id', 'b.time_zone', 'b.rrule', 'b.words', 'b.ride_count'])
    .select([
      'b.left_out',
      'b.added',
      'b.pauses',
      'b.legs',
      'b.needs',
      'b.agreed',
      'b.payment_method',
      'b.comment',
      'b.notes',
      'b.told_left_out',
      'b.waits_since',
    ])
    .select(['b.series_group_id', 'g.name as group_name', 'g.seating', 'g.all_or_none'])
    .select(['b.follows_id', 'b.ended_at', 'b.created_at', 'b.updated_at', 'b.version'])
    .select([day('b.starts_on').as('starts_on'), optionalDay('b.ends_on').as('ends_on')])
    .select([day('b.last_on').as('last_on'), optionalDay('b.made_until').as('made_until')])
    .select(optionalDay('b.tried_on').as('tried_on'))
    .select([traveler.as('traveler_name'), 'zones.name as zone_name', 'zones.region_id', 'zones.payment_methods'])
    .select(['zones.status as zone_status', 'zones.series_days_ahead', 'zones.series_flex_minutes'])
    .select([aids.as('aids_of_legs'), sql<string | null>`u.first_name || ' ' || u.last_name`.as('author')])

export type SeriesRow = NonNullable<Awaited<ReturnType<typeof readSeries>>>

/** SQL: the civil date of a series' zone at the moment. */
const today = (now: Date) => sql`(${now}::timestamptz at time zone b.time_zone)::date`

/** SQL: it is paused today, for all of its legs. */
const paused = (
  now: Date,
) => sql<boolean>`exists (select from jsonb_to_recordset(b.pauses) as pause("from" date, "to" date, leg int)
  where pause.leg is null and ${today(now)} between pause."from" and pause."to")`

const state = (now: Date) =>
  sql<'active' | 'waiting' | 'paused' | 'ended'>`case when b.ended_at is not null then 'ended'
    when b.waits_since is not null then 'waiting' when ${paused(now)} then 'paused' else 'active' end`

/** SQL: bookings of a series with their dates. */
const made = sql`booking_series_occurrences o join service_requests r on r.id = o.service_request_id
  where o.booking_series_id = b.id`

const nextPickup = sql<Date | null>`(select min(r.pickup_lower_bound) from ${made}
  and r.status in ('created', 'assigned', 'unassigned', 'secured', 'on_board'))`
const nextOn = (now: Date) => sql<
  string | null
>`(select to_char(min(o.date), 'YYYY-MM-DD') from booking_series_occurrences o
  left join service_requests r on r.id = o.service_request_id
  where o.booking_series_id = b.id and o.date >= ${today(now)} and (o.state in ('planned', 'waiting')
    or o.state = 'booked' and r.status in ('created', 'assigned', 'unassigned', 'secured', 'on_board')))`
const ridesDone = sql<number>`(select count(*)::int from ${made} and r.status = 'completed')`
const ridesKept = sql<number>`(select count(*)::int from ${made} and r.status = 'completed'
  and r.boarded_at <= r.promised_pickup_upper_bound and r.dropped_off_at <= r.promised_dropoff_upper_bound)`
const followedBy = sql<number | null>`(select f.id from booking_series f where f.follows_id = b.id)`

const told = (db: Kysely<DB>, scope: Scope, now: Date) =>
  select(db, scope).select([
    state(now).as('state'),
    nextPickup.as('next_pickup_at'),
    nextOn(now).as('next_on'),
    ridesDone.as('rides_done'),
    ridesKept.as('rides_kept'),
    followedBy.as('followed_by_id'),
  ])

type Told = Awaited<ReturnType<ReturnType<typeof told>['execute']>>[number]

const record = (row: Told) => ({
  id: row.id,
  traveler_id: row.traveler_id,
  traveler_name: row.traveler_name,
  zone_id: row.zone_id,
  zone_name: row.zone_name,
  region_id: row.region_id,
  time_zone: row.time_zone,
  pattern: patternIn(row),
  rrule: row.rrule,
  words: row.words,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  ride_count: row.ride_count,
  last_on: row.last_on,
  legs: row.legs.map((leg, index) => ({
    leg: index + 1,
    ...leg,
    mobility_support: row.needs[index]?.mobility_support ?? null,
    aids: row.aids_of_legs[index] ?? [],
    ...(row.notes[index] ?? NO_NOTES),
  })),
  payment_method: row.payment_method,
  comment: row.comment,
  left_out: row.left_out,
  added: row.added,
  pauses: row.pauses,
  state: row.state,
  next_on: row.next_on,
  next_pickup_at: row.next_pickup_at,
  rides_done: row.rides_done,
  rides_kept: row.rides_kept,
  follows_id: row.follows_id,
  followed_by_id: row.followed_by_id,
  group:
    row.series_group_id === null || row.group_name === null || row.seating === null || row.all_or_none === null
      ? null
      : { id: row.series_group_id, name: row.group_name, seating: row.seating, all_or_none: row.all_or_none },
  ended_at: row.ended_at,
  created_by: row.author,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

/** A rule is only ever written of a pattern. */
export const patternIn = ({ id, rrule }: { id: number; rrule: string }): SeriesDates['pattern'] => {
  const pattern = patternOf(rrule)
  if (pattern === null) throw new Error(`The rule of series ${id} is no pattern: ${rrule}`)
  return pattern
}

/** What decides on which dates it travels. */
export const datesIn = (row: SeriesRow): SeriesDates => ({ ...row, pattern: patternIn(row) })

type Narrowing = Pick<z.output<typeof api.bookingSeries.list.query>, 'search' | 'filter'>

const narrowed = (
  db: Kysely<DB>,
  scope: Scope,
  { search, filter }: Narrowing,
  { hidden, now }: { hidden: Hidden; now: Date },
) => {
  const { id, region, zone, traveler: travelers, state: states } = filter ?? {}
  const places = hidden.has('place')
    ? sql``
    : sql`, (select string_agg(concat_ws(' ', l -> 'origin' ->> 'name', l -> 'destination' ->> 'name'), ' ')
        from jsonb_array_elements(b.legs) l)`
  const names = hidden.has('name') ? sql`` : sql`, p.first_name, p.last_name`
  let found = told(db, scope, now).where(
    everyWord(search, (pattern) => sql`concat_ws(' ', zones.name, b.words ${places} ${names}) ilike ${pattern}`),
  )
  if (id !== undefined) found = found.where('b.id', '=', anyOf(id))
  if (region !== undefined) found = found.where('zones.region_id', '=', anyOf(region))
  if (zone !== undefined) found = found.where('b.zone_id', '=', anyOf(zone))
  if (travelers !== undefined) found = found.where('b.traveler_id', '=', anyOf(travelers))
  if (states !== undefined) found = found.where(sql<boolean>`${state(now)} = any(${states}::text[])`)
  return found
}

export const listSeries = async (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.bookingSeries.list.query>,
  reading: { hidden: Hidden; now: Date },
) => {
  const sortable = {
    id: sql.ref('b.id'),
    created_at: sql.ref('b.created_at'),
    starts_on: sql.ref('b.starts_on'),
    last_on: sql.ref('b.last_on'),
    next_on: nextOn(reading.now),
    traveler_name: sql`lower(${traveler})`,
    zone_name: sql`lower(zones.name)`,
  }
  const { data, meta } = await listed(narrowed(db, scope, query, reading), query, sortable, sql.ref('b.id'))
  return { data: data.map(record), meta }
}

/** Those with greater ids than `after`, in the order of their ids. */
export const seriesAfter = async (
  db: Kysely<DB>,
  scope: Scope,
  narrowing: Narrowing,
  { after, most, ...reading }: { after: number; most: number; hidden: Hidden; now: Date },
) => {
  const found = narrowed(db, scope, narrowing, reading)
    .where(ofUsable('b.traveler_id'))
    .where('b.id', '>', after)
    .orderBy('b.id')
    .limit(most)
  return (await found.execute()).map(record)
}

export const readSeries = (db: Kysely<DB>, scope: Scope, id: number) =>
  select(db, scope).where('b.id', '=', id).executeTakeFirst()

/** As it is answered; undefined where there is none within the regions. */
export const findSeries = async (db: Kysely<DB>, scope: Scope, id: number, now: Date) => {
  const row = await told(db, scope, now).where('b.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : record(row)
}

export type SeriesRecord = NonNullable<Awaited<ReturnType<typeof findSeries>>>

/** Those of a zone that have not ended, and may travel on one of the dates. */
export const runningSeriesOf = (db: Kysely<DB>, zoneId: number, dates: readonly string[]) =>
  select(db, null)
    .where('b.zone_id', '=', zoneId)
    .where('b.ended_at', 'is', null)
    .where(sql<boolean>`exists (select from unnest(${dates}::date[]) as d(date)
      where d.date between b.starts_on and b.last_on or jsonb_exists(b.added, to_char(d.date, 'YYYY-MM-DD')))`)
    .orderBy('b.id')
    .execute()

/** Those of a group that have not ended, the first first. */
export const seriesOfGroup = (db: Kysely<DB>, groupId: number) =>
  select(db, null).where('b.series_group_id', '=', groupId).where('b.ended_at', 'is', null).orderBy('b.id').execute()

/** The series that goes on from this one, where that has not ended. */
export const openFollower = (db: Kysely<DB>, id: number) =>
  select(db, null).where('b.follows_id', '=', id).where('b.ended_at', 'is', null).executeTakeFirst()

export const lockSeries = (tx: Transaction<DB>, scope: Scope, id: number) =>
  select(tx, scope).where('b.id', '=', id).forUpdate('b').executeTakeFirst()

const occurrences = (db: Kysely<DB>) =>
  db
    .selectFrom('booking_series_occurrences as o')
    .leftJoin('service_requests as r', 'r.id', 'o.service_request_id')
    .select(['o.id', 'o.booking_series_id', day('o.date').as('date'), 'o.leg', 'o.state', 'o.left_out', 'o.reasons'])
    .select(['o.service_request_id', 'o.waitlist_entry_id', 'o.detached', 'o.own', 'o.to_move', 'o.tried_at'])
    .select(['r.status as booking_status', 'r.pickup_lower_bound', 'r.pickup_upper_bound'])
    .select(['r.dropoff_lower_bound', 'r.dropoff_upper_bound'])

export type OccurrenceRow = Awaited<ReturnType<typeof occurrencesOf>>[number]

const rowsFrom = (db: Kysely<DB>, id: number, from: string | null) =>
  occurrences(db)
    .where('o.booking_series_id', '=', id)
    .$if(from !== null, (query) => query.where(sql<boolean>`o.date >= ${from}::date`))
    .orderBy('o.date')
    .orderBy('o.leg')

/** Rows of a series from a date on, in order. */
export const occurrencesOf = (db: Kysely<DB>, id: number, from: string | null = null) =>
  rowsFrom(db, id, from).execute()

/** Locked until the end of the transaction, which holds the series already. */
export const lockOccurrences = (tx: Transaction<DB>, id: number, from: string) =>
  rowsFrom(tx, id, from).forUpdate('o').execute()

/** What decides on the rides of a series. What the job notes of it does not, as what is agreed with the first ride. */
const decidesOf = (row: SeriesRow): string => {
  const { rrule, starts_on, ends_on, ride_count, left_out, added, pauses, legs, needs, payment_method, ended_at } = row
  return canonical([
    rrule,
    starts_on,
    ends_on,
    ride_count,
    left_out,
    added,
    pauses,
    legs,
    needs,
    payment_method,
    ended_at,
  ])
}

/** Whether no change of the series lies between two readings; the clock cannot tell of two quick ones. */
export const isUnchanged = (one: SeriesRow, other: SeriesRow): boolean => decidesOf(one) === decidesOf(other)

/**
 * Locked until the end of the transaction, after its series. Whoever locks several of them locks the passenger, the
 * series, its rows and their entries of the waiting list in this order, so that no two wait for each other. Undefined where
 * the series or the row was changed since they were read: what was found for the ride is not what is wanted any more, and
 * it is tried again as it is due still.
 */
export const lockOccurrence = async (tx: Transaction<DB>, series: SeriesRow, row: OccurrenceRow) => {
  const now = await lockSeries(tx, null, series.id)
  const locked = await occurrences(tx).where('o.id', '=', row.id).forUpdate('o').executeTakeFirst()
  if (now === undefined || locked === undefined || !isUnchanged(now, series)) return undefined
  return locked.booking_series_id === series.id && canonical(locked.own) === canonical(row.own) ? locked : undefined
}
