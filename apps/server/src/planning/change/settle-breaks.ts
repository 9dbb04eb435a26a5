import { schedule } from '@ambit/engine'
import type { Location, Problem, Vehicle, Visit } from '@ambit/engine'
import type { Demands } from '../problem/itinerary.ts'
import type { PlannedStop, PlanTrip } from '../plan/types.ts'
import type { PlanProblem } from '../problem/build.ts'
import { pointIn } from '../plan/lookups.ts'
import { hoursOfStop } from '../plan/traffic.ts'

type Settled = { problem: Problem; trip: PlanTrip }
type Place = { location_id: number; location: Location }

/**
 * Puts each break that is still ahead where it costs least driving between the visits around it: at one of the zone's
 * stops for breaks, or, where it has none, where the vehicle then is. Only what keeps every limit is taken.
 */
export const settleBreaks = (
  pp: PlanProblem,
  problem: Problem,
  trip: PlanTrip,
  visits: readonly Visit[],
  demands: Demands,
): Settled => {
  let settled: Settled = { problem, trip }
  for (const stop of trip.stops) {
    const at = visits.findIndex((visit) => visit.kind === 'fixed' && visit.id === stop.id)
    if (stop.kind !== 'break' || stop.arrived_at !== null || at < 0) continue
    // A break that the driver is already heading for stays where it is.
    const vehicle = settled.problem.vehicles.find((one) => one.id === trip.id)
    if (vehicle === undefined || at < vehicle.committed.length) continue
    settled = settle(pp, settled, { vehicle, visits, at, stop, demands })
  }
  return settled
}

type Rest = { vehicle: Vehicle; visits: readonly Visit[]; at: number; stop: PlannedStop; demands: Demands }

const settle = (pp: PlanProblem, settled: Settled, { vehicle, visits, at, stop, demands }: Rest): Settled => {
  const { duration } = settled.problem.travel
  const before = at === 0 ? null : placeOf(demands, settled, visits[at - 1])
  const from = before?.location ?? vehicle.start.location
  const onward = placeOf(demands, settled, visits[at + 1])
  const detour = ({ location }: Place): number =>
    duration(from, location) + (onward === null ? 0 : duration(location, onward.location))
  const places = breakPlaces(pp, stop, before)
  const now = placeOf(demands, settled, visits[at])
  const choices = places
    .filter((place) => now === null || detour(place) < detour(now))
    .toSorted((a, b) => detour(a) - detour(b) || a.location_id - b.location_id)
  for (const place of choices) {
    const moved = movedTo(settled, vehicle, stop, place)
    if (schedule(moved.problem, { vehicle: vehicle.id, visits }, { strict: true }) !== null) return moved
  }
  return settled
}

/** The zone's stops for breaks; without any, the place before. */
const breakPlaces = ({ plan, network, now }: PlanProblem, rest: PlannedStop, before: Place | null): Place[] => {
  const stops = plan.settings.stops.filter((stop) => stop.break).map(({ location_id }) => location_id)
  const ids = stops.length > 0 ? stops : before === null ? [] : [before.location_id]
  return ids.map((location_id) => ({
    location_id,
    location: network.place(pointIn(plan, location_id), hoursOfStop(rest, now)),
  }))
}

/** Where a visit takes place; null for none. */
const placeOf = (demands: Demands, { problem, trip }: Settled, visit: Visit | undefined): Place | null => {
  if (visit === undefined) return null
  if (visit.kind === 'fixed') {
    const location = problem.vehicles.find((one) => one.id === trip.id)?.fixed.find((one) => one.id === visit.id)
    const stop = trip.stops.find((one) => one.id === visit.id)
    return location === undefined || stop === undefined
      ? null
      : { location_id: stop.location_id, location: location.location }
  }
  const request = problem.requests.find((one) => one.id === visit.request)
  const demand = demands.get(visit.request)
  if (request === undefined || demand === undefined) return null
  return visit.kind === 'pickup'
    ? { location_id: demand.pickup.location_id, location: request.pickup.location }
    : { location_id: demand.dropoff.location_id, location: request.delivery.location }
}

const movedTo = ({ problem, trip }: Settled, vehicle: Vehicle, stop: PlannedStop, place: Place): Settled => ({
  problem: {
    ...problem,
    vehicles: problem.vehicles.map((one) =>
      one.id === vehicle.id
        ? {
            ...one,
            fixed: one.fixed.map((visit) => (visit.id === stop.id ? { ...visit, location: place.location } : visit)),
          }
        : one,
    ),
  },
  trip: {
    ...trip,
    stops: trip.stops.map((one) => (one.id === stop.id ? { ...one, location_id: place.location_id } : one)),
  },
})
