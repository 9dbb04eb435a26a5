import type { Location, Request, Travel } from '@ambit/engine'
import { isFixed } from '../plan/types.ts'
import type { FixedStop, PlannedStop, PlanTrip, Seconds } from '../plan/types.ts'
import { lookupsOf } from '../plan/lookups.ts'
import type { PlanProblem } from './build.ts'

/** Far above every index of a network; from the ids of rows, so that two problems of one plan agree on them. */
const STOPS_FROM = 500_000_000
const STARTS_FROM = 1_500_000_000

/** The places of a trip that may not leave its route: no other vehicle can reach them. */
export type RouteLine = {
  travel: Travel
  start: Location
  stop: (id: number | null) => Location | null
  places: readonly Location[]
}

/**
 * A vehicle on a fixed route goes from each of its stops to the next and nowhere else. So its stops become places for
 * it alone, with ways between them only in their order: no request can be inserted away from the line, the search
 * needs no rule for it, and the check reports any other way.
 */
export const routeLineOf = (
  trip: PlanTrip,
  travel: Travel,
  start: Location,
  placeOf: (stop: PlannedStop) => Location,
): RouteLine => {
  const places = new Map<Location, { order: number; real: Location }>()
  places.set(STARTS_FROM + trip.id, { order: -1, real: start })
  for (const [order, stop] of trip.stops.entries()) places.set(STOPS_FROM + stop.id, { order, real: placeOf(stop) })
  const along = (from: Location, to: Location, measure: Travel['duration']): number => {
    const [a, b] = [places.get(from), places.get(to)]
    return a === undefined || b === undefined || a.order > b.order ? Infinity : measure(a.real, b.real)
  }
  return {
    travel: {
      duration: (from, to) => along(from, to, travel.duration),
      distance: (from, to) => along(from, to, travel.distance),
    },
    start: STARTS_FROM + trip.id,
    stop: (id) => (id !== null && places.has(STOPS_FROM + id) ? STOPS_FROM + id : null),
    // A list: what is kept is asked for its places again and again, and an iterator gives them once.
    places: [...places.keys()],
  }
}

/** Travel on the streets and along the lines of some routes. */
export const withLines = (travel: Travel, lines: readonly RouteLine[]): Travel => {
  if (lines.length === 0) return travel
  // Most questions are about the streets alone: the lines' places are gathered when the first one is about them.
  let lineAt: Map<Location, RouteLine> | null = null
  const from = (location: Location): Travel | undefined => {
    lineAt ??= new Map(lines.flatMap((line) => line.places.map((place) => [place, line] as const)))
    return lineAt.get(location)?.travel
  }
  return {
    duration: (a, b) =>
      a < STOPS_FROM && b < STOPS_FROM ? travel.duration(a, b) : (from(a)?.duration(a, b) ?? Infinity),
    distance: (a, b) =>
      a < STOPS_FROM && b < STOPS_FROM ? travel.distance(a, b) : (from(a)?.distance(a, b) ?? Infinity),
  }
}

/** From one stop of a fixed route to a later one of the same run. */
export type RouteRide = { trip: PlanTrip; from: PlannedStop; to: PlannedStop; ride_s: Seconds; slack_s: Seconds }

/** When a vehicle leaves a stop of its route, as far as is known. */
const leaves = (stop: FixedStop): Seconds => Math.max(stop.window.from, stop.eta ?? 0)

/** The rides on fixed routes that leave one location for another after the passenger can be there. */
export const ridesBetween = (
  pp: Pick<PlanProblem, 'plan' | 'trips'>,
  from: number,
  to: number,
  window: { earliest: Seconds; latest: Seconds },
): RouteRide[] =>
  lookupsOf(pp.plan)
    .callsAt(from)
    .flatMap(({ trip, at, stop }) => {
      if (!pp.trips.has(trip.id)) return []
      if (leaves(stop) < window.earliest || stop.window.from - stop.dwell_s > window.latest) return []
      const end = rideEnd(trip, at, to)
      if (end === null) return []
      const ride_s = end.window.from - end.dwell_s - stop.window.from
      return [{ trip, from: stop, to: end, ride_s, slack_s: end.window.until - end.window.from }]
    })

/** The next call at the location in the same run; no passenger rides round a loop. */
const rideEnd = (trip: PlanTrip, start: number, to: number): FixedStop | null => {
  const from = trip.stops[start]
  for (let at = start + 1; at < trip.stops.length; at++) {
    const stop = trip.stops[at]
    if (stop === undefined || !isFixed(stop)) continue
    if (stop.run !== from?.run) return null
    if (stop.location_id === to) return stop
    if (stop.location_id === from.location_id) return null
  }
  return null
}

/** A request put on the line: only this trip can serve it, and only at these two calls. */
export const alongRoute = (pp: Pick<PlanProblem, 'parts'>, request: Request, ride: RouteRide): Request => {
  const line = pp.parts.get(ride.trip.id)?.line
  const [pickup, delivery] = [line?.stop(ride.from.id), line?.stop(ride.to.id)]
  if (pickup == null || delivery == null) throw new Error(`Trip ${ride.trip.id} has no line`)
  return {
    ...request,
    pickup: { ...request.pickup, location: pickup },
    delivery: { ...request.delivery, location: delivery },
    vehicles: [ride.trip.id],
  }
}
