import type { RequestStatus } from '@ambit/contract'
import { isOutside, lateFrom, refuseRideCancel } from '@ambit/domain'

type Cancelled = {
  status: RequestStatus
  /** of the promised window */
  opens: Date
  closes: Date
  /** when the vehicle is expected at the pick-up; null: not known */
  expected: Date | null
  booked_at: Date
  /** null: the region notes no misses */
  late_cancel_minutes: number | null
}

/** From when on a cancellation stands in the record, in ms since 1970; null: it cannot be cancelled, or none is noted. */
export const lateSince = ({ status, opens, booked_at, late_cancel_minutes }: Cancelled): number | null =>
  refuseRideCancel(status) !== null || late_cancel_minutes === null
    ? null
    : lateFrom({ window_opens: opens.getTime(), booked_at: booked_at.getTime(), late_cancel_minutes })

/** Whether a cancellation at `now`, in ms since 1970, would stand in the record. */
export const isLateAt = (ride: Cancelled, now: number): boolean => {
  const from = lateSince(ride)
  const expected = ride.expected?.getTime() ?? null
  return from !== null && now >= from && !isOutside({ window_closes: ride.closes.getTime(), expected })
}
