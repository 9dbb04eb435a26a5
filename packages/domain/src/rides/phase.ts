import type { RequestStatus, RidePhase, TripState } from '@ambit/contract'

const MINUTE_MS = 60_000
/** From so long before the window opens on, a passenger sees the vehicle. */
export const VEHICLE_SHOWN_MINUTES = 30
const ARRIVING_MS = 2 * MINUTE_MS

export type RideNow = {
  status: RequestStatus
  /** of the trip; null: on none */
  trip_state: TripState | null
  /** that the vehicle has not left, before it comes to the passenger's */
  stops_before: number
  /** whether the vehicle stands at the passenger's stop */
  at_stop: boolean
  /** milliseconds since 1970; null: nothing is expected but the promise */
  expected_pickup: number | null
  window_opens: number
}

/** Where a ride is, in a word. */
export const phaseOf = (ride: RideNow, now: number): RidePhase => {
  switch (ride.status) {
    case 'created':
    case 'unassigned':
      return 'waiting'
    case 'assigned':
    case 'secured':
      return beforeBoarding(ride, now)
    case 'error':
      return 'not_served'
    case 'on_board':
    case 'completed':
    case 'no_show':
    case 'cancelled':
      return ride.status
  }
}

const beforeBoarding = (ride: RideNow, now: number): RidePhase => {
  if (ride.at_stop) return 'here'
  if (ride.trip_state !== 'in_transit') return 'planned'
  const { expected_pickup: expected, stops_before } = ride
  if (stops_before === 0 && expected !== null && expected - now < ARRIVING_MS) return 'arriving'
  return isNear(ride, now) || stops_before === 0 ? 'coming' : 'planned'
}

const isNear = ({ window_opens }: Pick<RideNow, 'window_opens'>, now: number): boolean =>
  now >= window_opens - VEHICLE_SHOWN_MINUTES * MINUTE_MS

/** What showing the vehicle hangs on. */
export type Nearness = Pick<RideNow, 'status' | 'at_stop' | 'window_opens'>

/** Whether the passenger is shown which vehicle it is: while it is to come soon, waits or carries the passenger. */
export const showsVehicle = ({ status, at_stop, window_opens }: Nearness, now: number): boolean => {
  if (status === 'on_board') return true
  return (status === 'assigned' || status === 'secured') && (at_stop || isNear({ window_opens }, now))
}
