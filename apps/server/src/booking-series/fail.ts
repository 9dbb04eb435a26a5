import { WAITLIST_MOST_MINUTES } from '@ambit/contract'
import { instantOf, seriesSeverity } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { lockStanding, pass, raise } from '../exceptions/raise.ts'
import { regrade, tellMore } from '../exceptions/watch/settle.ts'
import { recordChanged } from '../live/record-changed.ts'
import { waitInstead } from '../waitlist-entries/create.ts'
import { sortedOnce } from './input.ts'
import { lockOccurrence, type OccurrenceRow, type SeriesRow } from './queries.ts'
import { setRow } from './rows.ts'
import { agreedAt, type Found, type Wish, wishedAt } from './wish.ts'

const MINUTE_MS = 60_000
/** Dates that an exception names at most. */
export const MOST_DATES = 10

type Failed = Extract<Found, { offering: null }>

/**
 * A ride could not be booked: it goes on the waiting list where the zone has one with room, and staff are told. Nothing
 * changes where it is planned no longer.
 */
export const failRide = (
  { db, clock }: Deps,
  series: SeriesRow,
  { row, wish }: { row: OccurrenceRow; wish: Wish },
  { reasons, search_id }: Failed,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if ((await lockOccurrence(tx, series, row))?.state !== 'planned') return
    const now = clock.now()
    const entry = search_id === null ? null : await waitInstead(tx, { search_id, ...frameOf(wish) }, now)
    await setRow(tx, row.id, {
      state: entry === null ? 'failed' : 'waiting',
      reasons: JSON.stringify(reasons),
      waitlist_entry_id: entry,
      tried_at: now,
    })
    await tellFailed(tx, series, now)
    await recordChanged(tx, 'booking_series', series.id)
  })

/** What the passenger accepts: what is agreed, and so much around it. */
const frameOf = (wish: Wish) => {
  const at = agreedAt(wish)
  const flex = Math.min(wish.flex_minutes, WAITLIST_MOST_MINUTES) * MINUTE_MS
  return {
    // One who has to be there at a time does not come later.
    earliest_at: new Date(at - flex),
    latest_at: new Date(wish.leg.departing ? at + flex : wishedAt(wish)),
    payment_method: wish.payment_method,
  }
}

const subjectOf = (id: number): string => `series:${id}`

/** `wished`: in ms; null: its way is not made any more */
type Failure = { booking_series_id: number; date: string; wished: number | null }

/** SQL: of a row `o` of a series `b`, that an earlier series of the same group tells of the same ride. */
export const isToldWithAnother = sql`exists (select from booking_series_occurrences x join booking_series e
  on e.id = x.booking_series_id where e.series_group_id = b.series_group_id and e.id < b.id
    and x.date = o.date and x.leg = o.leg and x.state in ('failed', 'waiting'))`

/** Rides of these series, from today on, that could not be booked. */
const failuresOf = async (db: Kysely<DB>, ids: readonly number[], at: Date): Promise<Failure[]> => {
  const { rows } = await sql<{ booking_series_id: number; date: string; time: string | null; time_zone: string }>`
    select o.booking_series_id, to_char(o.date, 'YYYY-MM-DD') as date, b.time_zone,
      coalesce(o.own -> 'leg' ->> 'time', b.legs -> (o.leg - 1) ->> 'time') as time
    from booking_series_occurrences o join booking_series b on b.id = o.booking_series_id
    where b.id = any(${ids}::int[]) and o.state in ('failed', 'waiting')
      and o.date >= (${at}::timestamptz at time zone b.time_zone)::date and not ${isToldWithAnother}
    order by o.date, o.leg`.execute(db)
  return rows.map(({ booking_series_id, date, time, time_zone }) => ({
    booking_series_id,
    date,
    wished: time === null ? null : instantOf(date, time, time_zone).getTime(),
  }))
}

/** When the next of them is wished for, in ms; null: none is ahead. */
const nextOf = (failures: readonly Failure[], at: Date): number | null => {
  const ahead = failures.flatMap(({ wished }) => (wished !== null && wished > at.getTime() ? [wished] : []))
  return ahead.length === 0 ? null : Math.min(...ahead)
}

/** The nearer a ride that could not be booked comes, the more urgent it is. What has no ride ahead stays as it is. */
export const regradeFailed = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const open = await db
    .selectFrom('exceptions')
    .where('kind', '=', 'series_failed')
    .where('state', '<>', 'resolved')
    .selectAll()
    .orderBy('id')
    .execute()
  const failures = await failuresOf(
    db,
    open.map(({ facts }) => facts.booking_series_id ?? 0),
    now,
  )
  const graded = open.flatMap((row) => {
    const own = failures.filter(({ booking_series_id }) => booking_series_id === row.facts.booking_series_id)
    const wished = nextOf(own, now)
    const severity = seriesSeverity(wished, now.getTime())
    return wished === null || severity === row.severity ? [] : [{ row, severity }]
  })
  if (graded.length > 0) await db.transaction().execute((tx) => regrade(tx, graded, now))
}

/**
 * Staff are told of all rides ahead that could not be booked, once for each series and each group, and of those that were
 * missed. A further date is no new cause: it interrupts again only where it makes the series more urgent.
 */
export const tellFailed = async (
  tx: Transaction<DB>,
  series: SeriesRow,
  at: Date,
  missed: readonly string[] = [],
): Promise<void> => {
  const { id, zone_id, legs } = series
  const failures = await failuresOf(tx, [id], at)
  const dates = sortedOnce([...missed, ...failures.map(({ date }) => date)]).slice(0, MOST_DATES)
  if (dates.length === 0) return
  const people = legs[0]?.passengers.length ?? 1
  const told = {
    severity: seriesSeverity(nextOf(failures, at), at.getTime()),
    facts: { booking_series_id: id, dates, people },
  }
  const known = { kind: 'series_failed', subject: subjectOf(id) } as const
  const standing = await lockStanding(tx, known)
  if (standing === undefined) await raise(tx, { ...known, ...told, trip_id: null, zone_id, driver_id: null, at })
  else await tellMore(tx, standing, { ...told, people }, at)
}

/** Rides of a series need no look where none ahead has failed any more. */
export const passFailed = async (tx: Transaction<DB>, series: Pick<SeriesRow, 'id'>, at: Date): Promise<void> => {
  if ((await failuresOf(tx, [series.id], at)).length > 0) return
  const note = 'Every ride ahead is booked or left out'
  await pass(tx, { kind: 'series_failed', subject: subjectOf(series.id) }, { at, by: null, note })
}

/** Series about which staff are asked, though none of their rides ahead has failed any more. */
export const settledSeries = async (db: Kysely<DB>): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select b.id from exceptions e
    join booking_series b on b.id = (e.facts ->> 'booking_series_id')::int
    where e.kind = 'series_failed' and e.state <> 'resolved' and not exists (select from booking_series_occurrences o
      where o.booking_series_id = b.id and o.state in ('failed', 'waiting'))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Of a passenger who is erased. */
export const passAllOf = async (tx: Transaction<DB>, travelerId: number, at: Date): Promise<void> => {
  const rows = await tx.selectFrom('booking_series').where('traveler_id', '=', travelerId).select('id').execute()
  for (const { id } of rows) await passAll(tx, id, at, null)
}

/** Of a series that has ended. */
export const passAll = async (tx: Transaction<DB>, id: number, at: Date, by: number | null): Promise<void> => {
  const open = await tx
    .selectFrom('exceptions')
    .where('kind', 'in', ['series_failed', 'series_review', 'passenger_call'])
    .where('state', '<>', 'resolved')
    .where(sql<boolean>`(facts ->> 'booking_series_id')::int = ${id}`)
    .select(['kind', 'subject'])
    .execute()
  for (const known of open) await pass(tx, known, { at, by, note: 'The series has ended' })
}
