import { EFFECT_WORTH_S } from '@ambit/contract'
import type { EffectBooking, EffectTotals, Violation } from '@ambit/contract'
import { schedule } from '@ambit/engine'
import { clockTime } from '../plan/format.ts'
import { toDate } from '../plan/types.ts'
import type { Seconds } from '../plan/types.ts'
import { drivesOf } from '../problem/driving.ts'
import { worse } from './bookings.ts'
import type { Side, Sides } from './sides.ts'

/** Of an action that does nothing to anybody. */
export const noTotals: EffectTotals = {
  not_served: 0,
  broken: 0,
  worst_late_s: 0,
  moved: 0,
  shifted: 0,
  passenger_s: 0,
  vehicle_s: 0,
  distance_m: 0,
  empty_m: 0,
  drivers: 0,
}

/** When each trip's fixed visits begin and its last stop is left, by trip. */
const endsOf = ({ pp }: Side): Map<number, { end: Seconds | null; breaks: Map<number, Seconds> }> =>
  new Map(
    pp.solution.routes.map((route) => {
      const times = schedule(pp.problem, route)
      const breaks = new Map<number, Seconds>()
      for (const [at, visit] of route.visits.entries()) {
        const begin = times?.[at]?.begin
        if (visit.kind === 'fixed' && begin !== undefined) breaks.set(visit.id, begin + pp.epoch)
      }
      const last = times?.at(-1)?.departure
      return [route.vehicle, { end: last === undefined ? null : last + pp.epoch, breaks }]
    }),
  )

/** Waiting since the window opened, and riding. Seconds of all passengers together */
const travelOf = ({ rides, bookings, context }: Side): Seconds => {
  let sum = 0
  for (const [id, { pickup_at, dropoff_at }] of rides) {
    const booking = bookings.get(id)
    if (booking === undefined) continue
    const from = pickup_at === null ? context.now : Math.min(pickup_at, booking.pickup.lower)
    sum += (dropoff_at - from) * booking.passenger_count
  }
  return sum
}

/** How many drivers end, or take their break, a minute later or sooner. */
const driversMoved = (sides: Sides): number => {
  const [before, after] = [endsOf(sides.before), endsOf(sides.after)]
  const differs = (one: Seconds | null | undefined, other: Seconds | null | undefined): boolean =>
    Math.abs((one ?? 0) - (other ?? 0)) >= EFFECT_WORTH_S
  return [...sides.touched].filter((trip) => {
    const [was, is] = [before.get(trip), after.get(trip)]
    const breaks = [...(was?.breaks ?? [])].some(([id, begin]) => differs(begin, is?.breaks.get(id)))
    return breaks || differs(was?.end, is?.end)
  }).length
}

/** `all`: every booking on the trips that differ, listed or not. */
export const totalsOf = (sides: Sides, all: readonly EffectBooking[]): EffectTotals => {
  const [before, after] = [sides.before, sides.after].map(({ pp }) => drivesOf(pp.problem, pp.solution))
  const late = all.map(worse).filter((by) => by > 0)
  return {
    not_served: all.filter(({ outcome }) => outcome === 'not_served').length,
    broken: late.length,
    worst_late_s: Math.max(0, ...late),
    moved: all.filter(({ outcome }) => outcome === 'moved').length,
    shifted: all.filter(({ outcome, later_s }) => outcome === 'unchanged' && later_s !== 0).length,
    passenger_s: Math.round(travelOf(sides.after) - travelOf(sides.before)),
    vehicle_s: Math.round(after!.seconds - before!.seconds), // two of them, as asked
    distance_m: Math.round(after!.metres - before!.metres),
    empty_m: Math.round(after!.empty_metres - before!.empty_metres),
    drivers: driversMoved(sides),
  }
}

const minutesOf = (seconds: Seconds): number => Math.ceil(seconds / 60)

/** What of it breaks a limit that a person may break on purpose, in words and figures. */
export const violationsOf = (sides: Sides, all: readonly EffectBooking[]): Violation[] => {
  const { time_zone } = sides.before.context.plan.settings
  const clock = (time: string | null): string => (time === null ? '' : clockTime(new Date(time), time_zone))
  const found: Violation[] = []
  for (const booking of all) {
    const { service_request_id, after } = booking
    if (after === null) continue
    if (worse(booking) > 0) {
      const pickup =
        booking.promised_pickup === null || after.pickup_at === null
          ? 0
          : Date.parse(after.pickup_at) - Date.parse(booking.promised_pickup)
      const dropoff = Date.parse(after.dropoff_at) - Date.parse(booking.promised_dropoff)
      const [what, due] =
        dropoff >= pickup ? ['Drop-off', booking.promised_dropoff] : ['Pick-up', booking.promised_pickup]
      const minutes = minutesOf(booking.late_s)
      const text = `${what} ${minutes} min after the promise of ${clock(due)}`
      found.push({ kind: 'promise', service_request_id, trip_id: after.trip_id, text, minutes })
    }
    if (booking.too_long_s >= EFFECT_WORTH_S) {
      const minutes = minutesOf(booking.too_long_s)
      const text = `Ride ${minutes} min longer than the longest allowed`
      found.push({ kind: 'longest_ride', service_request_id, trip_id: after.trip_id, text, minutes })
    }
  }
  return [...found, ...violationsOfTrips(sides)]
}

const violationsOfTrips = ({ before, after, touched }: Sides): Violation[] => {
  const { time_zone } = before.context.plan.settings
  const [was, is] = [endsOf(before), endsOf(after)]
  const clock = (time: Seconds): string => clockTime(toDate(time), time_zone)
  const found: Violation[] = []
  for (const trip_id of touched) {
    const trip = after.trips.get(trip_id)
    const [one, other] = [was.get(trip_id), is.get(trip_id)]
    if (trip === undefined || other === undefined) continue
    const over = (other.end ?? 0) - trip.end
    if (over >= EFFECT_WORTH_S && over - Math.max(0, (one?.end ?? 0) - trip.end) >= EFFECT_WORTH_S) {
      const minutes = minutesOf(over)
      const text = `${trip.vehicle_number} ends ${minutes} min after its schedule, at ${clock(other.end ?? 0)}`
      found.push({ kind: 'schedule_end', service_request_id: null, trip_id, text, minutes })
    }
    for (const stop of trip.stops) {
      if (stop.kind !== 'break' || stop.window === null) continue
      const latest = stop.window.until - stop.dwell_s
      const late = (other.breaks.get(stop.id) ?? 0) - latest
      if (late < EFFECT_WORTH_S || late - Math.max(0, (one?.breaks.get(stop.id) ?? 0) - latest) < EFFECT_WORTH_S)
        continue
      const minutes = minutesOf(late)
      const text = `Break of ${trip.vehicle_number} ${minutes} min after the latest of ${clock(latest)}`
      found.push({ kind: 'break', service_request_id: null, trip_id, text, minutes })
    }
  }
  return found
}
