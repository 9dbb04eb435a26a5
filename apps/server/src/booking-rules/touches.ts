import { DAY_MINUTES, type SpecialDayTouches } from '@ambit/contract'
import { createServiceDays, isOpen, openWithin, type ServiceDays } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { bookingsWithin, rulesOfZone, schedulesWithin } from './queries.ts'
import { seriesLeftOut } from './touched-series.ts'

type Day = { date: string; hours: { from: number; until: number }[] }

/** What lies outside of the hours of such a day: bookings, ways of recurring journeys, and parts of schedules. */
export const touchedBySpecialDay = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  zone: { id: number; time_zone: string },
  { date, hours }: Day,
) => {
  const special = { date, hours, name: '', notice: '' }
  const rules = await rulesOfZone(db, zone.id)
  const days = createServiceDays({ time_zone: zone.time_zone, rules, special_days: [special] })
  const { begins, ends } = days.on(date)
  const span = { from: new Date(begins), until: new Date(ends) }
  const within = (moment: Date): boolean => days.at(moment.getTime()).date !== date || isOpen(days, moment.getTime())
  const bookings = await bookingsWithin(db, zone.id, span)
  const schedules = await schedulesWithin(db, zone.id, span)
  const series = await seriesLeftOut(db, { clock, zone_id: zone.id, days, date })
  return {
    bookings: bookings
      .filter((booking) => !within(booking.pickup_lower_bound) || !within(booking.dropoff_upper_bound))
      .map((booking) => ({ ...booking, becomes: 'kept' as const })),
    series,
    schedules: schedules.flatMap((schedule) => {
      const becomes = becomesOf(days, date, schedule)
      return becomes === null ? [] : [{ ...schedule, becomes }]
    }),
  }
}

type Becomes = SpecialDayTouches['schedules'][number]['becomes']

/** What becomes of the part of a schedule that lies in the day; null: nothing, all of it is open. */
const becomesOf = (days: ServiceDays, date: string, plan: { start_time: Date; end_time: Date }): Becomes | null => {
  const { begins, ends } = days.on(date)
  const [from, until] = [Math.max(plan.start_time.getTime(), begins), Math.min(plan.end_time.getTime(), ends)]
  const inside = openWithin(days, from, until)
  if (inside === until - from) return null
  return inside === 0 ? 'not_offered' : 'offered_within_hours'
}

/** The first span that does not lie within a service day, which begins at `starts`; undefined where all do. */
export const outOfDay = (spans: Day['hours'], starts: number) =>
  spans.find(({ from, until }) => from < starts || until > starts + DAY_MINUTES)

export const OUT_OF_DAY = 'These times lie outside of the service day, which begins at its own time and takes 24 hours'
