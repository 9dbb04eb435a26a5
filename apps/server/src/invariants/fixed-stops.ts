import type { InvariantViolation } from './invariants.ts'
import type { BookingRow, StopRow, TripRow } from './rows.ts'

/** No passenger is on board at a break, a route keeps its order, and a vehicle on a fixed route stays on its line. */
export const checkFixed = (
  trip: TripRow,
  stops: readonly StopRow[],
  carried: readonly BookingRow[],
): InvariantViolation[] => [
  ...checkBreaks(trip, stops, carried),
  ...checkRouteOrder(trip, stops),
  ...checkOnRoute(trip, stops, carried),
]

/** Only stops ahead: the driver may have skipped a break with passengers on board. */
const checkBreaks = (
  trip: TripRow,
  stops: readonly StopRow[],
  carried: readonly BookingRow[],
): InvariantViolation[] => {
  const indexOf = new Map(stops.map((stop) => [stop.id, stop.location_index]))
  return stops
    .filter((stop) => stop.kind === 'break' || stop.kind === 'staging')
    .flatMap((stop) =>
      carried
        .filter((booking) => {
          const from = indexOf.get(booking.pickup_trip_stop_id ?? -1)
          const to = indexOf.get(booking.dropoff_trip_stop_id ?? -1)
          return from !== undefined && to !== undefined && from <= stop.location_index && stop.location_index <= to
        })
        .map((booking): InvariantViolation => ({
          rule: 'break_on_board',
          trip_id: trip.id,
          service_request_id: booking.id,
          detail: `rides while the vehicle is at ${stop.kind} stop ${stop.id}`,
        })),
    )
}

const checkRouteOrder = (trip: TripRow, stops: readonly StopRow[]): InvariantViolation[] => {
  const calls = stops.filter((stop) => stop.kind === 'route_stop')
  return calls.slice(1).flatMap((stop, index): InvariantViolation[] => {
    const before = calls[index]
    return (before?.window_from ?? 0) > (stop.window_from ?? 0) || (before?.run ?? 0) > (stop.run ?? 0)
      ? [{ rule: 'route_order', trip_id: trip.id, detail: `stop ${stop.id} comes before its turn` }]
      : []
  })
}

/** Passengers on board are left out: staff may have moved them to this vehicle. */
const checkOnRoute = (
  trip: TripRow,
  stops: readonly StopRow[],
  carried: readonly BookingRow[],
): InvariantViolation[] => {
  const fixed = trip.service_route_id !== null && (trip.strategy_type ?? 'fixed_route') === 'fixed_route'
  if (!fixed) return []
  const calls = new Set(stops.filter((stop) => stop.kind === 'route_stop').map((stop) => stop.location_id))
  return carried
    .filter((booking) => booking.status === 'assigned' || booking.status === 'secured')
    .filter((booking) => !calls.has(booking.pickup_location_id) || !calls.has(booking.dropoff_location_id))
    .map((booking): InvariantViolation => ({
      rule: 'off_route',
      trip_id: trip.id,
      service_request_id: booking.id,
      detail: 'gets on or off where the route does not stop',
    }))
}
