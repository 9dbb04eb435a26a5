import type { LngLat } from '@ambit/geo'
import { isFixed } from './types.ts'
import type { FixedStop, PlanBooking, PlanTrip, ZonePlan } from './types.ts'

/** A call of a trip at a stop of its fixed route. */
export type Call = { trip: PlanTrip; at: number; stop: FixedStop }

/** What is looked up in a plan again and again, worked out when it is first asked for. */
export type PlanLookups = {
  /** those who ride, or are to ride, with a trip */
  bookingsOf: (trip: number) => readonly PlanBooking[]
  /** each place of a trip once: its stops, and where its passengers get on and off */
  pointsOf: (trip: PlanTrip) => readonly LngLat[]
  /** at one location, of the trips that new bookings may be put on */
  callsAt: (location: number) => readonly Call[]
  /** the trips of those calls */
  linesAt: (location: number) => ReadonlySet<PlanTrip>
}

/** A cached plan never changes: every change makes a new one, so this lasts as long as the plan does. */
const indices = new WeakMap<ZonePlan, PlanLookups>()

export const lookupsOf = (plan: ZonePlan): PlanLookups => {
  const known = indices.get(plan) ?? makeIndex(plan)
  indices.set(plan, known)
  return known
}

const makeIndex = (plan: ZonePlan): PlanLookups => {
  const riding = Map.groupBy(
    plan.bookings.filter(
      (booking) => booking.trip_id !== null && booking.status !== 'created' && booking.status !== 'unassigned',
    ),
    (booking) => booking.trip_id,
  )
  const bookingsOf = (trip: number): readonly PlanBooking[] => riding.get(trip) ?? []
  const points = new Map<number, LngLat[]>()
  const pointsOf = (trip: PlanTrip): readonly LngLat[] => {
    const known = points.get(trip.id) ?? placesOf(plan, trip, bookingsOf(trip.id))
    points.set(trip.id, known)
    return known
  }
  let calls: Map<number, Call[]> | null = null
  const callsAt = (location: number): readonly Call[] => (calls ??= callsOf(plan)).get(location) ?? []
  const lines = new Map<number, ReadonlySet<PlanTrip>>()
  const linesAt = (location: number): ReadonlySet<PlanTrip> => {
    const known = lines.get(location) ?? new Set(callsAt(location).map((call) => call.trip))
    lines.set(location, known)
    return known
  }
  return {
    bookingsOf,
    pointsOf,
    callsAt,
    linesAt,
  }
}

const placesOf = (plan: ZonePlan, trip: PlanTrip, bookings: readonly PlanBooking[]): LngLat[] => {
  const locations = new Set(trip.stops.map((stop) => stop.location_id))
  for (const { pickup, dropoff } of bookings) locations.add(pickup.location_id).add(dropoff.location_id)
  return [...locations].map((id) => pointIn(plan, id))
}

const callsOf = (plan: ZonePlan): Map<number, Call[]> => {
  const calls = plan.trips
    .filter((trip) => trip.route === 'fixed_route' && trip.available)
    .flatMap((trip) =>
      trip.stops.flatMap((stop, at) => (isFixed(stop) && stop.kind === 'route_stop' ? [{ trip, at, stop }] : [])),
    )
  return Map.groupBy(calls, (call) => call.stop.location_id)
}

export const pointIn = (plan: Pick<ZonePlan, 'points'>, location: number): LngLat => {
  const point = plan.points.get(location)
  if (point === undefined) throw new Error(`The plan holds no location ${location}`)
  return point
}
