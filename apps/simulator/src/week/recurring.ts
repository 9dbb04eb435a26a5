import { api, type BookingSeries, type SeriesOccurrence, type SeriesWeekday, seriesWeekdays } from '@ambit/contract'
import { addDays } from '@ambit/domain'
import type { Random } from '@ambit/random'
import { untilServed } from '../access/until-served.ts'
import { hasEnded } from '../report/report.ts'
import type { Actor } from '../timeline/timeline.ts'
import { noteBooking, type Office, unlessRefused } from './office.ts'

const WEEKDAYS = 3

/** One that travels to the same place on three weekdays: there in the morning, and back after some hours. */
export const beginSeries = async (
  actor: Actor,
  office: Office,
  random: Random,
  { rider, date, travelAt }: { rider: string; date: string; travelAt: number },
): Promise<BookingSeries | null> => {
  const journey = await office.draw(random, travelAt, travelAt - actor.now())
  if (journey === null) return null
  const { traveler, passengers, origin, destination, wheelchairs } = journey
  const hour = Math.floor(random.between(7, 11))
  const way = { passengers, mobility_support: wheelchairs }
  const there = { ...way, time: clock(hour), departing: false, origin, destination }
  const back = { ...way, time: clock(hour + 3), departing: true, origin: destination, destination: origin }
  const body = {
    traveler_id: traveler.id,
    pattern: { repeat: 'weekly' as const, every: 1, weekdays: weekdaysOf(random) },
    starts_on: addDays(date, 1),
    legs: [there, back],
    payment_method: 'cash' as const,
  }
  const make = () => office.desk.call(api.bookingSeries.create, { body, idempotencyKey: `series ${rider}` })
  return unlessRefused(office, rider, async () => (await untilServed(actor, make)).data)
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const weekdaysOf = (random: Random): SeriesWeekday[] => {
  const chosen = new Set<SeriesWeekday>()
  while (chosen.size < WEEKDAYS) chosen.add(random.pick(seriesWeekdays))
  return seriesWeekdays.filter((day) => chosen.has(day))
}

/** What was first promised of the rides of series, and what is known of each of them now. */
export type SeriesWatch = {
  /** by booking */
  promises: Map<number, string>
  /** by series, date and way */
  states: Map<string, string>
  /** promises that are not what they were at first */
  moved: number
  /** how often all of them were read */
  looks: number
}

export const createSeriesWatch = (): SeriesWatch => ({ promises: new Map(), states: new Map(), moved: 0, looks: 0 })

/** Reads every ride of the series that has been made, after each night that makes further ones. */
export const lookAtSeries = async (
  office: Office,
  watch: SeriesWatch,
  series: readonly BookingSeries[],
  span: { from: string; until: string },
): Promise<void> => {
  watch.looks += 1
  for (const { id } of series) {
    const { data } = await office.desk.call(api.bookingSeries.occurrences, { params: { id }, query: span })
    for (const occurrence of data) noteDate(office, watch, id, occurrence)
  }
}

const noteDate = (office: Office, watch: SeriesWatch, series: number, { date, legs }: SeriesOccurrence): void => {
  for (const { leg, state, service_request_id, booking_status, pickup, dropoff } of legs) {
    watch.states.set(`${series} ${date} ${leg}`, state)
    if (service_request_id === null || pickup === null || dropoff === null) continue
    const promise = JSON.stringify([pickup, dropoff])
    const first = watch.promises.get(service_request_id)
    if (first === undefined) {
      watch.promises.set(service_request_id, promise)
      if (booking_status !== null && !hasEnded({ status: booking_status }))
        noteBooking(office, `series ${series}`, { id: service_request_id, trip_id: null, pickup, dropoff })
    } else if (first !== promise) watch.moved += 1
  }
}
