import type { Location, Request, Travel } from '@ambit/engine'
import { isFixed } from './fixed-visits.ts'
import type { PlannedStop, PlanTrip, Seconds } from './plan.ts'
import type { PlanProblem } from './problem.ts'

/** Far above every index of a network; from the ids of rows, so that two problems of one plan agree on them. */
const STOPS_FROM = 500_000_000
const STARTS_FROM = 1_500_000_000

type Place = { trip: number; order: number; real: Location }

/** Places of their own for the stops of trips that may not leave their route. */
export type RouteLines = {
  travel: Travel
  stop: (id: number | null) => Location | null
  start: (trip: number) => Location | null
}

/**
 * A vehicle on a fixed route goes from each of its stops to the next and nowhere else. So its stops become places that
 * only it knows, with ways between them in their order alone: nobody can be inserted away from the line, the search
 * needs no rule for it, and the check finds every way that there is not.
 */
export const routeLinesOf = (
  travel: Travel,
  trips: readonly PlanTrip[],
  startOf: (trip: PlanTrip) => Location,
  placeOf: (stop: PlannedStop) => Location,
): RouteLines => {
  const places = new Map<Location, Place>()
  for (const trip of trips) {
    if (trip.route !== 'fixed_route') continue
    places.set(STARTS_FROM + trip.id, { trip: trip.id, order: -1, real: startOf(trip) })
    for (const [order, stop] of trip.stops.entries())
      places.set(STOPS_FROM + stop.id, { trip: trip.id, order, real: placeOf(stop) })
  }
  const known = (location: Location): Location | null => (places.has(location) ? location : null)
  const lines = {
    stop: (id: number | null) => (id === null ? null : known(STOPS_FROM + id)),
    start: (trip: number) => known(STARTS_FROM + trip),
  }
  if (places.size === 0) return { travel, ...lines }
  const along = (from: Location, to: Location, measure: Travel['duration']): number => {
    if (from < STOPS_FROM && to < STOPS_FROM) return measure(from, to)
    const [a, b] = [places.get(from), places.get(to)]
    return a === undefined || b === undefined || a.trip !== b.trip || a.order > b.order
      ? Infinity
      : measure(a.real, b.real)
  }
  return {
    travel: {
      duration: (from, to) => along(from, to, travel.duration),
      distance: (from, to) => along(from, to, travel.distance),
    },
    ...lines,
  }
}

/** From one stop of a fixed route to a later one of the same run. */
export type RouteRide = { trip: PlanTrip; from: PlannedStop; to: PlannedStop; ride_s: Seconds; slack_s: Seconds }

/** When a vehicle leaves a stop of its route, as far as is known. */
const leaves = (stop: PlannedStop): Seconds => Math.max(stop.window?.from ?? 0, stop.eta ?? 0)

/** The rides on fixed routes that leave one location for another after the passenger can be there. */
export const ridesBetween = (
  pp: Pick<PlanProblem, 'trips'>,
  from: number,
  to: number,
  window: { earliest: Seconds; latest: Seconds },
): RouteRide[] =>
  [...pp.trips.values()].flatMap((trip) => {
    if (trip.route !== 'fixed_route' || !trip.available) return []
    return trip.stops.flatMap((stop, index) => {
      if (!isFixed(stop) || stop.location_id !== from) return []
      if (leaves(stop) < window.earliest || stop.window.from - stop.dwell_s > window.latest) return []
      const end = rideEnd(trip, index, to)
      if (end === null) return []
      const ride_s = end.window.from - end.dwell_s - stop.window.from
      return [{ trip, from: stop, to: end, ride_s, slack_s: end.window.until - end.window.from }]
    })
  })

/** The next call at the location in the same run; nobody rides round a loop. */
const rideEnd = (trip: PlanTrip, start: number, to: number) => {
  const from = trip.stops[start]
  for (const stop of trip.stops.slice(start + 1)) {
    if (!isFixed(stop)) continue
    if (stop.run !== from?.run) return null
    if (stop.location_id === to) return stop
    if (stop.location_id === from.location_id) return null
  }
  return null
}

/** A request put on the line: only this trip can serve it, and only at these two calls. */
export const alongRoute = (pp: Pick<PlanProblem, 'lines'>, request: Request, ride: RouteRide): Request => {
  const [pickup, delivery] = [pp.lines.stop(ride.from.id), pp.lines.stop(ride.to.id)]
  if (pickup === null || delivery === null) throw new Error(`Trip ${ride.trip.id} has no line`)
  return {
    ...request,
    pickup: { ...request.pickup, location: pickup },
    delivery: { ...request.delivery, location: delivery },
    vehicles: [ride.trip.id],
  }
}

/** The vehicles that go where they are wanted; undefined: all of them do. */
export const freeVehicles = (pp: Pick<PlanProblem, 'trips'>): number[] | undefined => {
  const trips = [...pp.trips.values()]
  return trips.some((trip) => trip.route === 'fixed_route')
    ? trips.filter((trip) => trip.route !== 'fixed_route').map((trip) => trip.id)
    : undefined
}
