import { addDays, dateIn, instantOf, leftOutByChoice, seriesDates } from '@ambit/domain'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Clock } from '../deps.ts'
import { inSlices } from '../jobs/in-slices.ts'
import { datesIn, readSeries, runningSeriesOf, type SeriesRow } from './queries.ts'

/** So many days ahead are looked at: further ones seldom have a schedule. */
const DAYS = 14

/** A clock hour of a date: `2026-11-23 09`. */
type Hour = string

const hourOf = (date: string, time: string): Hour => `${date} ${time.slice(0, 2)}`

/** Seats that a series takes in each clock hour of these dates. */
const seatsOf = (series: SeriesRow, within: (date: string) => boolean): Map<Hour, number> => {
  const dates = datesIn(series)
  const seats = new Map<Hour, number>()
  for (const { date } of seriesDates(dates).filter((one) => within(one.date)))
    for (const [index, { time, passengers }] of series.legs.entries()) {
      if (leftOutByChoice(dates, date, index + 1) !== null) continue
      const hour = hourOf(date, time)
      seats.set(hour, (seats.get(hour) ?? 0) + passengers.length)
    }
  return seats
}

const addSeats = (sum: Map<Hour, number>, more: ReadonlyMap<Hour, number>): void => {
  for (const [hour, seats] of more) sum.set(hour, (sum.get(hour) ?? 0) + seats)
}

/** Seats of the vehicles that are scheduled in each of these clock hours; an hour without any is left out. */
const onOffer = async (
  db: Kysely<DB>,
  { zone_id, time_zone }: SeriesRow,
  hours: readonly Hour[],
): Promise<Map<Hour, number>> => {
  const begins = hours.map((hour) => instantOf(hour.slice(0, 10), `${hour.slice(11)}:00`, time_zone))
  const { rows } = await sql<{ hour: Hour; seats: number }>`
    select asked.hour, sum(v.capacity)::int as seats
    from unnest(${hours}::text[], ${begins}::timestamptz[]) as asked(hour, begins)
    join service_plans p on p.zone_id = ${zone_id} and p.start_time < asked.begins + interval '1 hour'
      and p.end_time > asked.begins
    join vehicles v on v.id = p.vehicle_id
    group by asked.hour`.execute(db)
  return new Map(rows.map(({ hour, seats }) => [hour, seats]))
}

/** Per cent; null: there is no limit. */
const limitOf = async (db: Kysely<DB>, { region_id }: SeriesRow): Promise<number | null> => {
  const region = await db
    .selectFrom('regions')
    .where('id', '=', region_id)
    .select('series_share_max')
    .executeTakeFirstOrThrow()
  return region.series_share_max
}

/**
 * Whether a series fits into the share of the seats on offer that its region leaves to series: in its zone, in each clock
 * hour of the next days in which it travels and vehicles are scheduled, with all series that are made already. Those of a
 * group fit together or not at all.
 */
export const fitsShare = async (db: Kysely<DB>, clock: Clock, series: SeriesRow): Promise<boolean> => {
  const most = await limitOf(db, series)
  if (most === null) return true
  const today = dateIn(series.time_zone, clock.now())
  const dates = Array.from({ length: DAYS + 1 }, (_, days) => addDays(today, days))
  const within = (date: string): boolean => dates.includes(date)
  const running = await runningSeriesOf(db, series.zone_id, dates)
  const withIt = (one: SeriesRow): boolean =>
    one.id === series.id || (one.series_group_id !== null && one.series_group_id === series.series_group_id)
  const own = new Map<Hour, number>()
  for (const one of running.filter(withIt)) addSeats(own, seatsOf(one, within))
  const offered = await onOffer(db, series, [...own.keys()])
  const others = running.filter((one) => !withIt(one) && one.waits_since === null)
  const add = function* (): Generator<undefined, Map<Hour, number>> {
    const taken = new Map(own)
    for (const one of others) {
      yield
      addSeats(taken, seatsOf(one, within))
    }
    return taken
  }
  const taken = await inSlices(clock, add())
  return [...offered].every(([hour, seats]) => (taken.get(hour) ?? 0) * 100 <= most * seats)
}

/** A new series waits where the share of its region is taken. Of two at once the second is weighed after the first. */
export const admitNew = async (tx: Transaction<DB>, clock: Clock, id: number): Promise<void> => {
  const series = await readSeries(tx, null, id)
  if (series === undefined || (await limitOf(tx, series)) === null) return
  await tx.selectFrom('zones').where('id', '=', series.zone_id).select('id').forNoKeyUpdate().execute()
  if (await fitsShare(tx, clock, series)) return
  await tx.updateTable('booking_series').set({ waits_since: clock.now() }).where('id', '=', id).execute()
}
