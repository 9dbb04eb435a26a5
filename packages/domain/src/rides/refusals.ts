import type { RequestStatus } from '@ambit/contract'
import { refuseCancel, refuseChange } from '../service-requests/state.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const RATED_WITHIN_DAYS = 14
export const RATING_CHANGED_WITHIN_HOURS = 24

/** What stands in the way of changing or cancelling once a ride has begun or ended, as its passenger reads it. */
const begun: Partial<Record<RequestStatus, string>> = {
  on_board: 'You are on board',
  completed: 'This ride has ended',
  no_show: 'The vehicle has left without you',
  cancelled: 'This ride is cancelled',
  error: 'This ride could not be served',
}

/** Why the passenger cannot cancel the ride; null: it can be cancelled. */
export const refuseRideCancel = (status: RequestStatus): string | null =>
  refuseCancel(status) === null ? null : `${begun[status] ?? 'This ride has begun'}, so it cannot be cancelled any more`

type Changing = { status: RequestStatus; stranded: boolean; charged: boolean; together?: boolean }

/** Why the passenger cannot change the ride; null: it can be changed. */
export const refuseRideChange = (ride: Changing): string | null => {
  if (refuseChange(ride) === null) return null
  const word = begun[ride.status]
  if (word !== undefined) return `${word}, so it cannot be changed any more`
  if (ride.stranded) return 'Another vehicle is on its way to you, so this ride cannot be changed any more'
  if (ride.charged) return 'This ride has been paid for, so it cannot be changed any more'
  return 'You travel together with a group, so this ride cannot be changed by itself'
}

type Ridden = { status: RequestStatus; dropped_off_at: number | null; rated_at: number | null }

/** Why the passenger cannot rate the ride now, or not differently; null: it can be rated. In milliseconds since 1970. */
export const refuseRating = ({ status, dropped_off_at, rated_at }: Ridden, now: number): string | null => {
  if (status !== 'completed' || dropped_off_at === null) return 'A ride can be rated once it has ended'
  if (rated_at !== null)
    return now - rated_at > RATING_CHANGED_WITHIN_HOURS * HOUR_MS
      ? `A rating can be changed within ${RATING_CHANGED_WITHIN_HOURS} hours`
      : null
  return now - dropped_off_at > RATED_WITHIN_DAYS * DAY_MS
    ? `A ride can be rated within ${RATED_WITHIN_DAYS} days`
    : null
}
