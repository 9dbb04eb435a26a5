import { prepareRoute } from '@ambit/engine'
import type { Location, Objective, PlannedRoute, Problem, Request, Route, Vehicle, Visit } from '@ambit/engine'
import type { StrategyConfiguration } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { fixedVisitOf } from './fixed-visits.ts'
import { isFixed } from '../plan/types.ts'
import { startPoint } from '../plan/start-point.ts'
import type { Monitors, PlanBooking, PlannedStop, PlanTrip, Seconds, ZonePlan } from '../plan/types.ts'
import { lookupsOf, pointIn } from '../plan/lookups.ts'
import { requestOf } from './request.ts'
import { routeLineOf } from './fixed-routes.ts'
import type { RouteLine } from './fixed-routes.ts'
import { inOrderOfService } from '../plan/stop-order.ts'
import { hoursOfStop } from '../plan/traffic.ts'
import type { Network } from './network.ts'

/** One trip as the engine sees it: its vehicle alone with those who ride with it. */
export type VehicleProblem = {
  trip: PlanTrip
  vehicle: Vehicle
  requests: readonly Request[]
  route: Route
  problem: Problem
  /** null for a trip that leaves its route, or has none */
  line: RouteLine | null
  /** ready for insertions; null where no road leads along its stops */
  planned: PlannedRoute | null
}

/** The place and time from which a plan is considered. */
export type View = { plan: ZonePlan; monitors: Monitors; now: Seconds; epoch: Seconds; network: Network }

type Kept = { network: Network; epoch: Seconds; start: Location; time: Seconds; part: VehicleProblem }
const kept = new WeakMap<PlanTrip, Kept>()

/**
 * A trip's part of the plan's problem. It is kept with the trip as the plan holds it: a trip whose vehicle stays where it
 * is, or is yet to begin, is laid out once for all questions that are asked of that plan, and of the same plan without
 * some booking of another trip (`plan/without-bookings.ts`).
 */
export const vehicleProblemOf = (view: View, trip: PlanTrip): VehicleProblem => {
  const { network, epoch, now } = view
  const time = underWay(trip) ? now : Math.max(now, trip.start)
  const start = startLocation(view, trip, time)
  const known = kept.get(trip)
  if (known?.network === network && known.epoch === epoch && known.start === start && known.time === time)
    return known.part
  const part = makePart(view, trip, start, time)
  kept.set(trip, { network, epoch, start, time, part })
  return part
}

const makePart = (view: View, trip: PlanTrip, start: Location, time: Seconds): VehicleProblem => {
  const { plan, network, epoch, now } = view
  const bookings = lookupsOf(plan).bookingsOf(trip.id)
  const realPlace = (stop: PlannedStop): Location =>
    network.place(pointIn(plan, stop.location_id), hoursOfStop(stop, now))
  const line = trip.route === 'fixed_route' ? routeLineOf(trip, network.travel, start, realPlace) : null
  const visits = visitsOf(bookings)
  const [first] = trip.stops
  const onRoute = trip.route !== null
  const vehicle: Vehicle = {
    id: trip.id,
    start: { location: line?.start ?? start, time: time - epoch },
    end: { location: null, time: trip.end - epoch },
    capacity: trip.capacity,
    maxDuration: Infinity,
    onBoard: bookings.filter((booking) => booking.status === 'on_board').map((booking) => booking.id),
    committed: first !== undefined && underWay(trip) ? visits(first) : [],
    fixed: trip.stops
      .filter(isFixed)
      .map((stop) => fixedVisitOf(stop, line?.stop(stop.id) ?? realPlace(stop), { epoch, now, onRoute })),
  }
  const route = { vehicle: trip.id, visits: trip.stops.flatMap(visits) }
  const requests = bookings.map((booking) => onItsLine(line, requestOf(view, booking), booking))
  const problem: Problem = {
    travel: line?.travel ?? network.travel,
    vehicles: [vehicle],
    requests,
    objective: objectiveOf(plan.settings.strategy),
  }
  return { trip, vehicle, requests, route, problem, line, planned: prepareRoute(problem, vehicle, route) }
}

/** Standing at a stop, or heading for one: what comes first is not up for change. */
const underWay = ({ state, stops: [first] }: PlanTrip): boolean =>
  first !== undefined && (first.arrived_at !== null || state === 'in_transit')

/** A stop's visits, from the bookings that hold it. */
const visitsOf = (bookings: readonly PlanBooking[]): ((stop: PlannedStop) => Visit[]) => {
  const alighting = Map.groupBy(bookings, (booking) => booking.dropoff_trip_stop_id)
  const boarding = Map.groupBy(
    bookings.filter((booking) => booking.status !== 'on_board'),
    (booking) => booking.pickup_trip_stop_id,
  )
  return (stop) => [
    ...inOrderOfService([
      ...(alighting.get(stop.id) ?? []).map((booking) => ({ kind: 'delivery' as const, booking })),
      ...(boarding.get(stop.id) ?? []).map((booking) => ({ kind: 'pickup' as const, booking })),
    ]),
    ...(isFixed(stop) ? [{ kind: 'fixed' as const, id: stop.id }] : []),
  ]
}

/** Vehicle time counts as driving: a vehicle that waits during its shift costs nothing extra. */
export const objectiveOf = (strategy: StrategyConfiguration): Objective => {
  const share = strategy.vehicle_time_weight
  return {
    vehicleTime: 0,
    driveTime: share,
    rideTime: 1 - share,
    waitTime: 1 - share,
    walkTime: 1 - share,
    distance: 0,
    lateness: 100,
    unserved: 1_000_000,
  }
}

/** Passengers of a fixed route get on and off at its calls. */
const onItsLine = (line: RouteLine | null, request: Request, booking: PlanBooking): Request => {
  const [from, to] = [line?.stop(booking.pickup_trip_stop_id), line?.stop(booking.dropoff_trip_stop_id)]
  if (to == null || booking.trip_id === null) return request
  return {
    ...request,
    pickup: { ...request.pickup, location: from ?? request.pickup.location },
    delivery: { ...request.delivery, location: to },
    vehicles: [booking.trip_id],
  }
}

/** Where the vehicle may be said to be, best first: at its stop, at its newest position, where it last stood, where it begins. */
export const startsOf = ({ plan, monitors }: Pick<View, 'plan' | 'monitors'>, trip: PlanTrip): LngLat[] => {
  const [first] = trip.stops
  const standing = first?.arrived_at != null ? plan.points.get(first.location_id) : undefined
  const last = trip.last_location_id === null ? undefined : plan.points.get(trip.last_location_id)
  // A vehicle on a route begins where the route does.
  const head = trip.route === null || first === undefined ? undefined : plan.points.get(first.location_id)
  const begins = head ?? startPoint(plan.settings, trip.vehicle_id) ?? undefined
  return [standing, monitors.get(trip.id)?.point, last, begins, plan.settings.stops[0]?.point].filter(
    (point) => point !== undefined,
  )
}

/** A position far off every road cannot be used: then the vehicle is taken to be at its last known place. */
const startLocation = (view: View, trip: PlanTrip, time: Seconds): Location => {
  const { plan, network } = view
  const [first] = trip.stops
  const target = first === undefined ? undefined : plan.points.get(first.location_id)
  const leads = (from: Location): boolean =>
    target === undefined
      ? plan.settings.stops.length === 0 ||
        plan.settings.stops.some((stop) => network.travel.duration(from, network.place(stop.point)) < Infinity)
      : network.travel.duration(from, network.place(target)) < Infinity
  let best: Location | null = null
  for (const point of startsOf(view, trip)) {
    const location = network.start(point, time)
    if (leads(location)) return location
    best ??= location
  }
  return best ?? 0
}
