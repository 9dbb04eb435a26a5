import { schedule } from '@ambit/engine'
import type { Objective, Problem, Request, Route, Solution, Vehicle, Visit } from '@ambit/engine'
import type { StrategyConfiguration } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { fixedVisitOf, isFixed } from './fixed-visits.ts'
import { startPoint } from './plan.ts'
import type { BookedEnd, Monitors, PlanBooking, PlannedStop, PlanTrip, Seconds, ZonePlan } from './plan.ts'
import { routeLinesOf } from './route-lines.ts'
import type { RouteLines } from './route-lines.ts'
import { networkOf } from './travel.ts'
import type { Network, Roads } from './travel.ts'
import { inOrderOfService } from './stop-order.ts'

/** A zone's plan as the engine sees it. A trip is one engine vehicle; engine times are seconds since `epoch`. */
export type PlanProblem = {
  plan: ZonePlan
  epoch: Seconds
  problem: Problem
  solution: Solution
  network: Network
  lines: RouteLines
  trips: ReadonlyMap<number, PlanTrip>
  bookings: ReadonlyMap<number, PlanBooking>
}

export type ProblemInput = {
  plan: ZonePlan
  roads: Roads
  monitors: Monitors
  now: Seconds
  /** only these trips; all that have not ended when absent */
  trips?: (trip: PlanTrip) => boolean
  /** places that requests to come will ask for */
  places?: readonly LngLat[]
}

/** 30 s a stop, 10 s a passenger, 120 s a wheelchair, as the strategy sets them (design: Trips and the plan). */
export const dwellOf = (strategy: StrategyConfiguration, passengers: number, wheelchairs: number): Seconds =>
  strategy.dwell_stop_s +
  strategy.dwell_passenger_s * (passengers - wheelchairs) +
  strategy.dwell_wheelchair_s * wheelchairs

/** Vehicle time counts as driving: a vehicle that stands in its shift costs nothing more than it does anyway. */
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

/** A stop's visits, from the bookings that hold it. */
export const visitsAt = (stop: PlannedStop, bookings: readonly PlanBooking[]): Visit[] => {
  const alighting = bookings.filter((booking) => booking.dropoff_trip_stop_id === stop.id)
  const boarding = bookings.filter(
    (booking) => booking.pickup_trip_stop_id === stop.id && booking.status !== 'on_board',
  )
  return [
    ...inOrderOfService([
      ...alighting.map((booking) => ({ kind: 'delivery' as const, booking })),
      ...boarding.map((booking) => ({ kind: 'pickup' as const, booking })),
    ]),
    ...(isFixed(stop) ? [{ kind: 'fixed' as const, id: stop.id }] : []),
  ]
}

export const buildProblem = (input: ProblemInput): PlanProblem => {
  const { plan, now } = input
  const epoch = Math.floor(now / 3600) * 3600
  const trips = plan.trips.filter((trip) => input.trips?.(trip) ?? (trip.end > now || trip.stops.length > 0))
  const riding = Map.groupBy(
    plan.bookings.filter(
      (booking) => booking.trip_id !== null && booking.status !== 'created' && booking.status !== 'unassigned',
    ),
    (booking) => booking.trip_id,
  )
  const starts = new Map(trips.map((trip) => [trip.id, startsOf(input, trip)]))
  const pointOf = (id: number): LngLat => {
    const point = plan.points.get(id)
    if (point === undefined) throw new Error(`The plan holds no location ${id}`)
    return point
  }
  const bookings = trips.flatMap((trip) => riding.get(trip.id) ?? [])
  const places = [
    ...plan.settings.stops.map((stop) => stop.point),
    ...bookings.flatMap((booking) => [pointOf(booking.pickup.location_id), pointOf(booking.dropoff.location_id)]),
    ...trips.flatMap((trip) => trip.stops.map((stop) => pointOf(stop.location_id))),
    ...(input.places ?? []),
  ]
  const network = networkOf(input.roads, plan.settings.zone_id, places, [...starts.values()].flat())
  const located = new Map(trips.map((trip) => [trip.id, startLocation(plan, trip, network, starts.get(trip.id) ?? [])]))
  const lines = routeLinesOf(
    network.travel,
    trips,
    (trip) => located.get(trip.id) ?? 0,
    (stop) => network.place(pointOf(stop.location_id)),
  )
  const requests = bookings.map((booking) => onItsLine(lines, requestOf({ plan, epoch, network }, booking), booking))
  const routes = trips.map((trip): Route => ({
    vehicle: trip.id,
    visits: trip.stops.flatMap((stop) => visitsAt(stop, riding.get(trip.id) ?? [])),
  }))
  const make = (kept: readonly PlanTrip[]): Problem => ({
    travel: lines.travel,
    vehicles: kept.map((trip) => {
      const start = lines.start(trip.id) ?? located.get(trip.id) ?? 0
      const placeOf = (stop: PlannedStop): number => lines.stop(stop.id) ?? network.place(pointOf(stop.location_id))
      return vehicleOf(input, { trip, epoch, start, placeOf, bookings: riding.get(trip.id) ?? [] })
    }),
    requests,
    objective: objectiveOf(plan.settings.strategy),
  })
  // A route that no road leads along cannot be judged; its vehicle takes no part until the streets or the stop are mended.
  const draft = make(trips)
  const drivable = new Set(routes.filter((route) => schedule(draft, route) !== null).map((route) => route.vehicle))
  const kept = trips.filter((trip) => drivable.has(trip.id))
  return {
    plan,
    epoch,
    problem: kept.length === trips.length ? draft : make(kept),
    solution: { routes: routes.filter((route) => drivable.has(route.vehicle)), unserved: [] },
    network,
    lines,
    trips: new Map(kept.map((trip) => [trip.id, trip])),
    bookings: new Map(bookings.map((booking) => [booking.id, booking])),
  }
}

/** Where the vehicle may be said to be, best first: at its stop, at its newest position, where it last stood, where it begins. */
const startsOf = ({ plan, monitors }: ProblemInput, trip: PlanTrip): LngLat[] => {
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

/** A position far off every road leads nowhere: then the vehicle is taken to be where it was last known to stand. */
const startLocation = (plan: ZonePlan, trip: PlanTrip, network: Network, starts: readonly LngLat[]): number => {
  const [first] = trip.stops
  const target = first === undefined ? undefined : plan.points.get(first.location_id)
  const locations = starts.map((point) => network.start(point))
  const leads = (from: number): boolean =>
    target === undefined
      ? plan.settings.stops.length === 0 ||
        plan.settings.stops.some((stop) => network.travel.duration(from, network.place(stop.point)) < Infinity)
      : network.travel.duration(from, network.place(target)) < Infinity
  return locations.find(leads) ?? locations[0] ?? 0
}

type VehicleInput = {
  trip: PlanTrip
  epoch: Seconds
  start: number
  placeOf: (stop: PlannedStop) => number
  bookings: readonly PlanBooking[]
}

const vehicleOf = ({ now }: ProblemInput, { trip, epoch, start, placeOf, bookings }: VehicleInput): Vehicle => {
  const [first] = trip.stops
  const underWay = first !== undefined && (first.arrived_at !== null || trip.state === 'in_transit')
  return {
    id: trip.id,
    start: { location: start, time: (underWay ? now : Math.max(now, trip.start)) - epoch },
    end: { location: null, time: trip.end - epoch },
    capacity: trip.capacity,
    maxDuration: Infinity,
    onBoard: bookings.filter((booking) => booking.status === 'on_board').map((booking) => booking.id),
    committed: underWay ? visitsAt(first, bookings) : [],
    fixed: trip.stops.filter(isFixed).map((stop) => fixedVisitOf(stop, placeOf(stop), epoch, now)),
  }
}

/** Whoever travels on a fixed route gets on and off at its calls. */
const onItsLine = (lines: RouteLines, request: Request, booking: PlanBooking): Request => {
  const [from, to] = [lines.stop(booking.pickup_trip_stop_id), lines.stop(booking.dropoff_trip_stop_id)]
  if (to === null || booking.trip_id === null) return request
  return {
    ...request,
    pickup: { ...request.pickup, location: from ?? request.pickup.location },
    delivery: { ...request.delivery, location: to },
    vehicles: [booking.trip_id],
  }
}

/** What a request needs to be planned: a booking, or an offering that may become one. */
export type Wish = {
  id: number
  status: PlanBooking['status']
  trip_id: number | null
  passenger_count: number
  mobility_support: number
  pickup: BookedEnd
  dropoff: BookedEnd
  max_ride_s: number
  boarded_at: Seconds | null
}

type Frame = Pick<PlanProblem, 'epoch' | 'network'> & { plan: Pick<ZonePlan, 'settings' | 'points'> }

/**
 * The promise as the engine keeps it. The drop-off window's opening binds nobody: it is no later than the earliest
 * moment at which the vehicle can be there, so that nobody is driven round to pass time.
 */
export const requestOf = ({ plan, epoch, network }: Frame, wish: Wish): Request => {
  const at = (id: number): number => {
    const point = plan.points.get(id)
    if (point === undefined) throw new Error(`The plan holds no location ${id}`)
    return network.place(point)
  }
  const service = dwellOf(plan.settings.strategy, wish.passenger_count, wish.mobility_support)
  return {
    id: wish.id,
    pickup: {
      location: at(wish.pickup.location_id),
      window: { earliest: wish.pickup.lower - epoch, latest: wish.pickup.upper - epoch },
      service,
    },
    delivery: {
      location: at(wish.dropoff.location_id),
      window: { earliest: -1e9, latest: wish.dropoff.upper - epoch },
      service,
    },
    load: { seats: wish.passenger_count - wish.mobility_support, wheelchairs: wish.mobility_support },
    maxRideTime: wish.max_ride_s,
    walk: wish.pickup.walk_s + wish.dropoff.walk_s,
    ...(wish.status === 'secured' && wish.trip_id !== null ? { vehicles: [wish.trip_id] } : {}),
    ...(wish.status === 'on_board' && wish.boarded_at !== null ? { onBoardSince: wish.boarded_at - epoch } : {}),
  }
}
