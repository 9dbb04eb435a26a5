import { type Kysely, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { api, ExceptionBooking, ExceptionChange, ExceptionFix, ServiceException } from '@ambit/contract'
import { byUrgency } from '@ambit/domain'
import { anyOf, everyWord, listed } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { notFound } from '../http/errors.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { isBehind, rangeOf } from './response-times.ts'

/** The job that judges what runs. */
export const WATCH = 'exceptions.watch'
const MOST_BOOKINGS = 50

const name = (table: 'd' | 'o' | 'f' | 'r') =>
  sql<string | null>`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/** Passengers by first name and initial, in the order that they are concerned. */
const bookings = sql<ExceptionBooking[]>`coalesce((
  select json_agg(json_build_object('service_request_id', b.id, 'traveler_id', t.id,
    'traveler_name', t.first_name || ' ' || left(t.last_name, 1) || '.', 'minutes', b.minutes,
    'window_from', b.window_from, 'window_until', b.window_until) order by b.place)
  from (
    select place, (one ->> 'id')::int as id, (one ->> 'minutes')::int as minutes, one ->> 'from' as window_from,
      one ->> 'until' as window_until
    from jsonb_array_elements(e.bookings) with ordinality as listed(one, place) where place <= ${MOST_BOOKINGS}) b
  join service_requests on service_requests.id = b.id
  join travelers t on t.id = service_requests.traveler_id), '[]')`

type WaitingPassenger = NonNullable<ServiceException['waiting']>

/** The passenger of an entry of the waiting list, or of an open return. */
const waiting = sql<WaitingPassenger | null>`coalesce((
  select json_build_object('traveler_id', t.id, 'traveler_name', t.first_name || ' ' || left(t.last_name, 1) || '.',
    'phone_number', t.phone_number, 'traveling_at', s.traveling_at, 'fits_at', w.fits_at, 'ended', w.state <> 'waiting')
  from waitlist_entries w
  join service_availability_searches s on s.id = w.service_availability_search_id
  join travelers t on t.id = s.traveler_id
  where w.id = (e.facts ->> 'waitlist_entry_id')::int), (
  select json_build_object('traveler_id', t.id, 'traveler_name', t.first_name || ' ' || left(t.last_name, 1) || '.',
    'phone_number', t.phone_number, 'traveling_at', o.not_before, 'fits_at', null, 'ended', o.state <> 'waiting')
  from open_returns o join travelers t on t.id = o.traveler_id
  where o.id = (e.facts ->> 'open_return_id')::int))`

type SeriesPassenger = NonNullable<ServiceException['series']>

/** The recurring journey and its passenger. */
const series = sql<SeriesPassenger | null>`(
  select json_build_object('id', b.id, 'traveler_id', t.id,
    'traveler_name', t.first_name || ' ' || left(t.last_name, 1) || '.', 'phone_number', t.phone_number,
    'words', b.words)
  from booking_series b join travelers t on t.id = b.traveler_id
  where b.id = (e.facts ->> 'booking_series_id')::int)`

type Passenger = NonNullable<ServiceException['passenger']>

const passenger = sql<Passenger | null>`(
  select json_build_object('traveler_id', t.id, 'traveler_name', t.first_name || ' ' || left(t.last_name, 1) || '.',
    'phone_number', t.phone_number)
  from travelers t where t.id = e.traveler_id)`

/** When it was opened, or a person did something about it. */
const touched = sql<Date>`greatest(e.opened_at,
  (select max(c.at) from exception_changes c where c.exception_id = e.id and c.user_id is not null))`

/** A fix is shown for so long, and while the plan is the same. */
const FIX_SHOWN_MS = 30_000

/** SQL: the fix that was worked out for `e`, where it is fresh at this moment; null: it is not asked for. */
const freshFix = (now: Date | null) =>
  now === null
    ? sql<ExceptionFix | null>`null::jsonb`
    : sql<ExceptionFix | null>`case when e.state <> 'resolved'
        and (e.fix ->> 'worked_out_at')::timestamptz > ${new Date(now.getTime() - FIX_SHOWN_MS)}
        and (e.fix ->> 'plan_version')::int = (select version from zone_plans p where p.zone_id = e.zone_id)
        then e.fix end`

/** With the fix that was worked out, where it is said when that is. */
const select = (db: Kysely<DB>, scope: Scope, now: Date | null = null) =>
  db
    .selectFrom('exceptions as e')
    .leftJoin('zones as z', 'z.id', 'e.zone_id')
    .leftJoin('trips', 'trips.id', 'e.trip_id')
    .leftJoin('vehicles as v', 'v.id', 'trips.vehicle_id')
    .leftJoin('drivers as d', (join) => join.on('d.id', '=', sql`coalesce(e.driver_id, trips.driver_id)`))
    .leftJoin('users as o', 'o.id', 'e.owner_id')
    .leftJoin('users as f', 'f.id', 'e.offered_to')
    .leftJoin('users as r', 'r.id', 'e.resolved_by')
    // What concerns the whole installation concerns everybody's region.
    .where(sql<boolean>`(e.zone_id is null or ${withinScope(scope, 'z.region_id')})`)
    .select(['e.id', 'e.kind', 'e.severity', 'e.state', 'e.zone_id', 'z.name as zone_name', 'z.time_zone'])
    .select(['z.region_id', 'e.trip_id', 'trips.name as trip_name', 'v.vehicle_number'])
    .select(['d.phone_number as driver_phone', 'e.service_plan_id', 'e.facts', 'e.people', 'e.wheelchairs', 'e.text'])
    .select(['e.harm_at', 'e.opened_at', 'e.opened_count', 'e.unsteady', 'e.owner_id', 'e.acknowledged_at'])
    .select(['e.offered_to as offered_id', 'e.snoozed_until', 'e.snooze', 'e.parent_id', 'e.resolved_at', 'e.outcome'])
    .select(['e.note', 'e.version', 'e.interrupted_at', 'e.escalated_at'])
    .select([bookings.as('bookings'), waiting.as('waiting'), series.as('series'), passenger.as('passenger')])
    .select(['e.fix_action_id', touched.as('touched_at'), freshFix(now).as('fix')])
    .select([name('d').as('driver_name'), name('o').as('owner')])
    .select([name('f').as('offered_to'), name('r').as('resolved_by')])

/** What has not ended, the most urgent first, and what follows from others among it. */
export const listExceptions = async (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.exceptions.list.query>,
  now: Date,
) => {
  const { region, zone } = query.filter ?? {}
  let rows = select(db, scope, now).where('e.state', '<>', 'resolved')
  if (region !== undefined)
    rows = rows.where((e) => e.or([e('e.zone_id', 'is', null), e('z.region_id', '=', anyOf(region))]))
  if (zone !== undefined) rows = rows.where((e) => e.or([e('e.zone_id', 'is', null), e('e.zone_id', '=', anyOf(zone))]))
  const found = await rows.execute()
  const job = await db.selectFrom('jobs').where('name', '=', WATCH).select('last_run_at').executeTakeFirst()
  const data = found.toSorted((one, other) => byUrgency(asText(one), asText(other)))
  return { data, meta: { total: data.length, total_count: data.length, checked_at: job?.last_run_at ?? null } }
}

const asText = <T extends { opened_at: Date; harm_at: Date | null }>(row: T) => ({
  ...row,
  opened_at: row.opened_at.toISOString(),
  harm_at: row.harm_at?.toISOString() ?? null,
})

/** What the reader may not see, they may not find either: vehicle, driver, text, bookings and their passengers. */
const searchedIn = (hidden: Hidden) => sql`concat_ws(' ', v.vehicle_number, d.first_name, d.last_name,
  e.facts ->> 'service_request_id', ${hidden.has('name') ? sql`null` : sql`e.text`}, ${
    hidden.has('name')
      ? sql`null`
      : sql`(
    select w.first_name || ' ' || w.last_name from travelers w where w.id = e.traveler_id)`
  }, (
    select string_agg(concat_ws(' ', r.id::text, ${hidden.has('name') ? sql`null` : sql`t.first_name || ' ' || t.last_name`}), ' ')
    from jsonb_array_elements(e.bookings) b join service_requests r on r.id = (b ->> 'id')::int
    join travelers t on t.id = r.traveler_id))`

type Ended = Pick<z.output<typeof api.exceptions.ended.query>, 'search' | 'filter'>
type Reading = { hidden: Hidden; now: Date }

/** What has ended, of the last seven days unless dates are given. */
const endedRows = (db: Kysely<DB>, scope: Scope, { search, filter }: Ended, { hidden, now }: Reading) => {
  const { region, zone, kind, severity, date_range, figure, hour, person, owner } = filter ?? {}
  const range = rangeOf(date_range, now)
  let rows = select(db, scope)
    .where('e.state', '=', 'resolved')
    .where('e.resolved_at', '>=', range.from)
    .where('e.resolved_at', '<=', range.until)
    .where(everyWord(search, (pattern) => sql<SqlBool>`${searchedIn(hidden)} ilike ${pattern}`))
  if (region !== undefined) rows = rows.where('z.region_id', '=', anyOf(region))
  if (zone !== undefined) rows = rows.where('e.zone_id', '=', anyOf(zone))
  if (kind !== undefined) rows = rows.where('e.kind', '=', anyOf(kind))
  if (severity !== undefined) rows = rows.where('e.severity', '=', anyOf(severity))
  if (owner !== undefined) {
    const ids = owner.filter((one) => one !== 'nobody')
    const nobody = owner.includes('nobody')
    rows = rows.where(sql<boolean>`(e.owner_id = any(${ids}::int[]) or ${nobody}::boolean and e.owner_id is null)`)
  }
  if (figure !== undefined || hour !== undefined || person !== undefined)
    rows = rows.where(isBehind(range, { figures: figure, hours: hour, people: person }))
  return rows
}

export const listEnded = (
  db: Kysely<DB>,
  scope: Scope,
  query: z.output<typeof api.exceptions.ended.query>,
  reading: Reading,
) => {
  const sortable = {
    resolved_at: { neverNull: sql.ref('e.resolved_at') },
    opened_at: { neverNull: sql.ref('e.opened_at') },
  }
  const rows = endedRows(db, scope, query, reading)
  return listed(rows, { ...query, sort: query.sort ?? '-resolved_at' }, sortable, sql.ref('e.id'))
}

/** The same by id, so many after one. */
export const endedAfter = (
  db: Kysely<DB>,
  scope: Scope,
  query: Ended,
  { id, limit, ...reading }: Reading & { id: number; limit: number },
) => endedRows(db, scope, query, reading).where('e.id', '>', id).orderBy('e.id').limit(limit).execute()

export const findException = (db: Kysely<DB>, scope: Scope, id: number, now: Date | null = null) =>
  select(db, scope, now).where('e.id', '=', id).executeTakeFirst()

/** In every region: for lists of which each is known to be seen. */
export const findExceptions = (db: Kysely<DB>, ids: readonly number[]) =>
  select(db, null)
    .where('e.id', '=', sql<number>`any(${ids}::int[])`)
    .execute()

/** Throws 404 for one of another region. */
export const readException = async (db: Kysely<DB>, scope: Scope, id: number, now: Date | null = null) => {
  const found = await findException(db, scope, id, now)
  if (found === undefined) throw notFound('There is no such exception')
  return found
}

type Changed = Omit<ExceptionChange, 'at'> & { at: Date }

export const readHistory = async (db: Kysely<DB>, scope: Scope, id: number): Promise<Changed[]> => {
  await readException(db, scope, id)
  const shown = (
    standing: 'before' | 'after',
    table: 'b' | 'a',
  ) => sql`case when ${sql.ref(`c.${standing}`)} is not null then
    json_build_object('state', ${sql.ref(`c.${standing}`)} ->> 'state', 'severity', ${sql.ref(`c.${standing}`)} ->> 'severity',
      'owner', ${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}) end`
  const { rows } = await sql<Changed>`
    select c.id, c.at, c.change, c.note, u.first_name || ' ' || u.last_name as by,
      ${shown('before', 'b')} as before, ${shown('after', 'a')} as after
    from exception_changes c
    left join users u on u.id = c.user_id
    left join users b on b.id = (c.before ->> 'owner_id')::int
    left join users a on a.id = (c.after ->> 'owner_id')::int
    where c.exception_id = ${id} order by c.id`.execute(db)
  return rows
}
