import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { MAX_SEARCH_HITS, type SearchHits, type SearchType } from '@ambit/contract'
import { literally, matchesText } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { matchesBooking, matchesPassenger } from '../http/masked-search.ts'
import { addressOf, lastRideOf } from '../travelers/whereabouts.ts'
import { type Scope, visibleCrew, visibleTravelers, withinScope } from '../http/scope.ts'

export type Question = {
  query: string
  /** regions that the caller is limited to; null: all */
  scope: Scope
  /** what of passengers is masked for the caller */
  hidden: Hidden
  /** regions that the caller asks about */
  region: number[] | undefined
  page: number
  per_page: number
  now: Date
}

type Found<T extends SearchType> = { data: NonNullable<SearchHits[T]>; total_count: number }

/** A booking is found by its passenger: the best of those who match, so that a common name stays quick. */
const MAX_PASSENGERS = 200

/** `#1234` and `1234` may be the number of a record; null: no record has such a number. */
const numberIn = (query: string): number | null => {
  const digits = /^#?(\d{1,9})$/.exec(query)?.[1]
  return digits === undefined ? null : Number(digits)
}

const words = sql.ref('search_text')

type Source = {
  table: string
  /** the searched words, in lower case */
  text: RawBuilder<unknown>
  /** what the record is called by: typed in full, it comes first */
  names: readonly string[]
  /** other than by the words in the text */
  holding?: RawBuilder<SqlBool>
  within: RawBuilder<SqlBool>
}

/**
 * `ranked (id, rank)` for a `with`: the record with that very number or name, then those where a word begins with what
 * was typed, then those that hold it elsewhere. The limit comes before the ranking, so that three letters which stand
 * in every address cost little: with more matches than that, only the exact one is sure to be there.
 */
const ranked = (
  { table, text, names, holding, within }: Source,
  query: string,
  { limit, number }: { limit: number; number: number | null } = { limit: MAX_SEARCH_HITS, number: numberIn(query) },
): RawBuilder<unknown> => {
  const from = sql`from ${sql.table(table)} where ${within}`
  const named = sql.join(
    [sql`id = ${number}`, ...names.map((name) => sql`lower(${sql.ref(name)}) = lower(${query})`)],
    sql` or `,
  )
  const start = `${literally(query)}%`
  const begins = sql`${text} like lower(${start}) or ${text} like lower(${`% ${start}`})`
  return sql`
    exact as materialized (select id, 0 as rank ${from} and (${named}) limit ${limit}),
    holding as materialized (
      select id, case when ${begins} then 1 else 2 end as rank ${from} and ${holding ?? matchesText(query, text)} limit ${limit}),
    ranked as materialized (
      select id, min(rank) as rank from (select * from exact union all select * from holding) as found
      group by id order by 2, 1 limit ${limit})`
}

/** One page of `hits` with the count of `ranked`, in one statement: both see the same records. */
const page = async <T extends SearchType>(
  db: Kysely<DB>,
  { page: number, per_page }: Question,
  named: RawBuilder<unknown>,
  hits: RawBuilder<unknown>,
): Promise<Found<T>> => {
  const { rows } = await sql<Found<T>>`
    with ${named}
    select (select count(*) from ranked) as total_count,
      coalesce((select jsonb_agg(to_jsonb(hit)) from (
        ${hits} limit ${per_page} offset ${(number - 1) * per_page}) as hit), '[]') as data`.execute(db)
  return rows[0]! // a select without a table answers one row
}

const people = { text: words, names: ['username', 'email'] }

/** Passengers by what of them is not masked for the caller. */
const passengers = ({ scope, hidden, query }: Question): Source => {
  const within = visibleTravelers(scope)
  if (!hidden.has('name') && !hidden.has('contact')) return { table: 'travelers', ...people, within }
  return {
    table: 'travelers',
    text: hidden.has('name')
      ? sql`lower(username || ' ' || coalesce(email, ''))`
      : sql`lower(first_name || ' ' || last_name)`,
    names: hidden.has('contact') ? [] : people.names,
    holding: matchesPassenger(query, hidden),
    within,
  }
}

/** A passenger who is known by the number alone is called by it. */
const passengerNumber = ({ query, hidden }: Question): number | null =>
  numberIn(hidden.has('name') ? query.replace(/^passenger\s+/i, '') : query)

const drivers = (db: Kysely<DB>, question: Question) =>
  page<'drivers'>(
    db,
    question,
    ranked({ table: 'drivers', ...people, within: visibleCrew(question.scope, 'drivers') }, question.query),
    sql`select id, first_name || ' ' || last_name as full_name, username, email, status
      from drivers join ranked using (id) order by rank, lower(last_name), lower(first_name), id`,
  )

const travelers = (db: Kysely<DB>, question: Question) =>
  page<'travelers'>(
    db,
    question,
    ranked(passengers(question), question.query, { limit: MAX_SEARCH_HITS, number: passengerNumber(question) }),
    sql`select travelers.id, first_name || ' ' || last_name as full_name, username, email, phone_number, status,
        ${addressOf(question.scope)} as address, ${lastRideOf(question.scope, question.now)} as last_ride
      from travelers join ranked using (id)
      order by rank, ${question.hidden.has('name') ? sql`id` : sql`lower(last_name), lower(first_name), id`}`,
  )

const vehicles = (db: Kysely<DB>, question: Question) =>
  page<'vehicles'>(
    db,
    question,
    ranked(
      {
        table: 'vehicles',
        text: words,
        names: ['license_plate', 'vehicle_number'],
        within: visibleCrew(question.scope, 'vehicles'),
      },
      question.query,
    ),
    sql`select id, vehicle_number, license_plate, make, model, status
      from vehicles join ranked using (id) order by rank, lower(vehicle_number), id`,
  )

/** The column's region may be seen, and is one that was asked about. */
const inRegions = ({ scope, region }: Question, column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${withinScope(scope, column)} and ${withinScope(region ?? null, column)}`

const regions = (db: Kysely<DB>, question: Question) =>
  page<'regions'>(
    db,
    question,
    ranked(
      { table: 'regions', text: sql`lower(name)`, names: ['name'], within: inRegions(question, 'id') },
      question.query,
    ),
    sql`select id, name, status from regions join ranked using (id) order by rank, lower(name), id`,
  )

const zones = (db: Kysely<DB>, question: Question) =>
  page<'zones'>(
    db,
    question,
    ranked(
      {
        table: 'zones',
        text: sql`lower(name || ' ' || abbreviation)`,
        names: ['name', 'abbreviation'],
        within: inRegions(question, 'region_id'),
      },
      question.query,
    ),
    sql`select zones.id, zones.name, zones.abbreviation, region_id, regions.name as region_name, zones.status
      from ranked join zones using (id) join regions on regions.id = region_id
      order by rank, lower(zones.name), zones.id`,
  )

/** The booking with that number, then those of the passengers who match, then those from or to such a place; the latest first. */
const serviceRequests = (db: Kysely<DB>, question: Question) => {
  const seen = sql`join zones on zones.id = r.zone_id and ${inRegions(question, 'zones.region_id')}`
  return page<'service_requests'>(
    db,
    question,
    sql`passengers as (with ${ranked(passengers(question), question.query, { limit: MAX_PASSENGERS, number: null })} select id from ranked),
      ranked as materialized (
        select id, min(rank) as rank, max(pickup_lower_bound) as pickup from (
          select r.id, 0 as rank, r.pickup_lower_bound from service_requests r ${seen}
            where r.id = ${numberIn(question.query)}
          union all
          select r.id, 1, r.pickup_lower_bound from passengers
            join service_requests r on r.traveler_id = passengers.id ${seen}
          union all
          select * from (
            select r.id, 2, r.pickup_lower_bound from service_requests r ${seen}
              where ${question.hidden.has('place') ? sql`false` : matchesBooking(question.query, question.hidden)}
              order by r.pickup_lower_bound desc limit ${MAX_SEARCH_HITS}) as placed
        ) as found group by id order by 2, 3 desc, 1 desc limit ${MAX_SEARCH_HITS})`,
    sql`select r.id, r.traveler_id, travelers.first_name || ' ' || travelers.last_name as traveler_name, r.status,
        r.stranded_at, r.pickup_lower_bound, zones.time_zone, r.origin_name, r.destination_name, zones.region_id, r.trip_id
      from ranked join service_requests r using (id)
        join travelers on travelers.id = r.traveler_id join zones on zones.id = r.zone_id
      order by rank, pickup desc, r.id desc`,
  )
}

/** The trip with that number, then those of such a name; those that are not over first, the nearest to now of them. */
const trips = (db: Kysely<DB>, question: Question) =>
  page<'trips'>(
    db,
    question,
    ranked(
      {
        table: 'trips',
        text: sql`lower(name)`,
        names: ['name'],
        within: sql<SqlBool>`zone_id in (select id from zones where ${inRegions(question, 'region_id')})`,
      },
      question.query,
    ),
    sql`select trips.id, trips.name, current_state as status, start_datetime, zones.time_zone,
        zones.name as zone_name, vehicle_number
      from ranked join trips using (id) join zones on zones.id = trips.zone_id
        left join vehicles on vehicles.id = trips.vehicle_id
      order by rank, current_state in ('completed', 'cancelled'),
        abs(extract(epoch from start_datetime - ${question.now}::timestamptz)), trips.id`,
  )

export const finders: { [T in SearchType]: (db: Kysely<DB>, question: Question) => Promise<Found<T>> } = {
  drivers,
  vehicles,
  travelers,
  regions,
  zones,
  service_requests: serviceRequests,
  trips,
}
