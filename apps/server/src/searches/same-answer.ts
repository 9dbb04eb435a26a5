import { createHash } from 'node:crypto'
import { refuseTime } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { PlanningContext } from '../planning/plan/context.ts'
import { isPaused, isPinned } from '../planning/plan/pins.ts'
import type { PlanBooking, PlanTrip, Seconds } from '../planning/plan/types.ts'
import type { Journey, OpenRides } from '../planning/search/journey.ts'
import { underRules } from '../planning/search/rules.ts'
import { contextsAsked, wishBeside } from './create.ts'
import type { Asker, SearchQuestion } from './question.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

/**
 * Trips that a search for a journey, and for the nearest other time, may look at run within so many seconds of its time,
 * besides the longest wait of the zone: other times are looked for two hours before it and four after it, and others who
 * make room an hour around that; for a wish to arrive, the drive there and two hours come before.
 */
const BEFORE_S = 3 * HOUR_S
const BEFORE_ARRIVAL_S = 6 * HOUR_S
const AFTER_S = 6 * HOUR_S

/**
 * What the answer to a search follows from, in few letters: as long as it is the same, the search finds the same. Null:
 * that cannot be told, as the answer also follows from the time or from where vehicles are. Throws as a search does.
 */
export const sameAnswerKey = async (deps: Deps, input: SearchQuestion, asker: Asker): Promise<string | null> => {
  const { journey, rides, ...people } = await wishBeside(deps, input, asker)
  const contexts = await contextsAsked(deps, input, journey, asker)
  const parts = contexts.map((context) => partOf(context, journey, rides))
  if (parts.length === 0 || parts.includes(null)) return null
  return createHash('sha256')
    .update(JSON.stringify([journey, rides, people, parts]))
    .digest('base64')
}

const partOf = (context: PlanningContext, journey: Journey, rides: OpenRides) => {
  const { plan, roads, monitors, now } = context
  const wait = plan.settings.strategy.max_wait_minutes * 60
  const from = journey.time - wait - (journey.departing ? BEFORE_S : BEFORE_ARRIVAL_S)
  const until = journey.time + wait + AFTER_S
  const trips = plan.trips.filter((trip) => trip.start < until && trip.end > from)
  if (from <= now || opensWithTime(context, { from, until }) || !trips.every((trip) => isAhead(trip, now))) return null
  const ids = new Set(trips.map(({ id }) => id))
  // Members of a group hold each other, wherever they ride.
  const bookings = plan.bookings.filter(
    ({ trip_id, together }) => trip_id === null || ids.has(trip_id) || together !== null,
  )
  const places = new Set([
    ...trips.flatMap(({ stops }) => stops.map(({ location_id }) => location_id)),
    ...bookings.flatMap(({ pickup, dropoff }) => [pickup.location_id, dropoff.location_id]),
  ])
  return {
    settings: numberOf(plan.settings),
    // Other streets with each that is closed or opened.
    roads: numberOf(roads),
    rules: underRules(context, journey, rides),
    trips: trips.map((trip) => ({ ...trip, paused_until: isPaused(trip, now) })),
    bookings: bookings.map((booking) => heldNow(booking, now)),
    points: [...places].map((id) => plan.points.get(id)),
    monitors: trips.map(({ id }) => monitors.get(id)?.point),
  }
}

/** It has not begun, and begins where and when it is planned whatever the time is. */
const isAhead = ({ state, start }: PlanTrip, now: Seconds): boolean => state === 'staged' && start > now

const heldNow = ({ bans, pinned_until, ...booking }: PlanBooking, now: Seconds) => ({
  ...booking,
  pinned: isPinned({ pinned_until }, now),
  bans: bans.filter((ban) => ban.until > now).map(({ trip_id }) => trip_id),
})

/** A time between these can be booked from a moment on that has yet to come, or could be until one that has passed. */
const opensWithTime = ({ plan, now }: PlanningContext, { from, until }: { from: Seconds; until: Seconds }): boolean => {
  const { rules } = plan.settings
  if (until > now + rules.horizon_days * DAY_S) return true
  const begins = from * 1000
  const wish = { now: now * 1000, begins, ends: begins, leave_now: false }
  return refuseTime(rules, wish, { hours: true, rest: false })?.rule === 'after_cut_off'
}

const numbers = new WeakMap<object, number>()
let last = 0

/** What is read again after a change is another one. */
const numberOf = (kept: object): number => {
  const number = numbers.get(kept) ?? (last += 1)
  numbers.set(kept, number)
  return number
}
