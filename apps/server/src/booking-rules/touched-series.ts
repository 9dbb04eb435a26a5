import type { SpecialDayTouches } from '@ambit/contract'
import { addDays, instantOf, leftOutByChoice, leftOutByService, seriesDates, type ServiceDays } from '@ambit/domain'
import { type Kysely, sql } from 'kysely'
import { datesIn, runningSeriesOf, type SeriesRow } from '../booking-series/queries.ts'
import type { DB } from '../database/schema.ts'
import type { Clock } from '../deps.ts'
import { inSlices } from '../jobs/in-slices.ts'

type Touched = SpecialDayTouches['series']
type Asked = { clock: Clock; zone_id: number; days: ServiceDays; date: string }

/**
 * Ways of recurring journeys that are left out on a service day of such days. A way that is booked already is among the
 * bookings, and one that was changed by itself keeps its own time.
 */
export const seriesLeftOut = async (db: Kysely<DB>, { clock, zone_id, days, date }: Asked): Promise<Touched> => {
  // A service day may go on after midnight.
  const dates = [date, addDays(date, 1)]
  const series = await runningSeriesOf(db, zone_id, dates)
  const settled = await settledWays(db, zone_id, dates)
  const { begins, ends } = days.on(date)
  const within = (moment: number): boolean => moment >= begins && moment < ends
  const touched = function* (): Generator<undefined, Touched> {
    const found: Touched = []
    for (const one of series) {
      yield
      for (const way of waysOn(one, dates)) {
        const { time, departing, leg } = way
        if (settled.has(keyOf(one.id, way.date, leg)) || !within(instantOf(way.date, time, one.time_zone).getTime()))
          continue
        if (leftOutByService(days, one.time_zone, { date: way.date, time, departing }) !== null)
          found.push({ id: one.id, leg, time, becomes: 'left_out' })
      }
    }
    return found
  }
  return (await inSlices(clock, touched())).toSorted((a, b) => (a.time < b.time ? -1 : 1))
}

const waysOn = (series: SeriesRow, dates: readonly string[]) => {
  const all = datesIn(series)
  return seriesDates(all)
    .filter(({ date }) => dates.includes(date))
    .flatMap(({ date }) => series.legs.map(({ time, departing }, index) => ({ date, time, departing, leg: index + 1 })))
    .filter(({ date, leg }) => leftOutByChoice(all, date, leg) === null)
}

const keyOf = (series: number, date: string, leg: number): string => `${series} ${date} ${leg}`

const settledWays = async (db: Kysely<DB>, zoneId: number, dates: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: number; date: string; leg: number }>`
    select b.id, to_char(o.date, 'YYYY-MM-DD') as date, o.leg
    from booking_series b join booking_series_occurrences o on o.booking_series_id = b.id
    where b.zone_id = ${zoneId} and b.ended_at is null and o.date = any(${dates}::date[])
      and (o.state = 'booked' or o.own is not null)`.execute(db)
  return new Set(rows.map(({ id, date, leg }) => keyOf(id, date, leg)))
}
