import type { MessageFacts } from '../database/message-tables.ts'

const HOUR_MS = 3600_000
const MINUTE_MS = 60_000

/** A ride of tomorrow, for previews. */
export const sampleFacts = (now: Date, time_zone: string, currency: string): MessageFacts => {
  const start = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS
  const at = (minutes: number): string => new Date(start + minutes * MINUTE_MS).toISOString()
  return {
    time_zone,
    pickup_from: at(0),
    pickup_until: at(10),
    pickup_place: 'Market Square',
    pickup_stop: true,
    dropoff_from: at(25),
    dropoff_until: at(45),
    dropoff_place: 'General Hospital',
    dropoff_stop: true,
    price: 4.5,
    currency,
    vehicle: 'Van 12',
    expected_at: at(4),
    wait_until: at(9),
    was_pickup_from: at(-60),
    was_pickup_until: at(-50),
    was_pickup_place: 'Station',
    was_pickup_stop: true,
    other_legs: [{ from: at(120), until: at(130), place: 'General Hospital', stop: true }],
    notice: { en: 'Mill Road is closed until Friday. Rides may take ten minutes longer.' },
    lost_item: 'Green umbrella',
    lost_state: 'found',
  }
}

const LONG_PLACE = 'Northern Rehabilitation Centre'

/** The most that values usually take, by which the parts of an SMS are counted. */
export const longestFacts: MessageFacts = {
  time_zone: 'UTC',
  pickup_from: '2026-09-30T22:40:00Z',
  pickup_until: '2026-09-30T22:50:00Z',
  pickup_place: LONG_PLACE,
  pickup_stop: true,
  dropoff_from: '2026-09-30T23:10:00Z',
  dropoff_until: '2026-09-30T23:30:00Z',
  dropoff_place: LONG_PLACE,
  dropoff_stop: true,
  price: 123.45,
  currency: 'AUD',
  vehicle: 'Wheelchair Van 12',
  expected_at: '2026-09-30T22:45:00Z',
  wait_until: '2026-09-30T22:55:00Z',
  was_pickup_from: '2026-09-30T21:40:00Z',
  was_pickup_until: '2026-09-30T21:50:00Z',
  was_pickup_place: LONG_PLACE,
  was_pickup_stop: true,
  other_legs: [
    { from: '2026-09-30T23:40:00Z', until: '2026-09-30T23:50:00Z', place: LONG_PLACE, stop: true },
    { from: '2026-09-30T23:45:00Z', until: '2026-09-30T23:55:00Z', place: LONG_PLACE, stop: true },
  ],
  notice: {
    en: 'Mill Road is closed until Friday evening. Rides may take ten minutes longer, and some stops are not served.',
  },
  lost_item: 'A green umbrella and a bag',
  lost_state: 'not_found',
}
export const LONG_BOOKING = 1_234_567
