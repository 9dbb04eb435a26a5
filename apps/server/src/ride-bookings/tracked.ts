import { phaseOf, refuseRideCancel } from '@ambit/domain'
import type { ShownLink } from '../access/ride-link-token.ts'
import { cancelling, codeOf, contactOf, expectations, rideNow, stopOf } from './record.ts'
import type { RoadFacts } from './road-facts.ts'

/** A ride as a link shows it. Where it is shared, doors are left out, and the vehicle is not shown to stand at one. */
export const trackedRide = (facts: RoadFacts, purpose: ShownLink['purpose'], now: number) => {
  const { booking, pickup_is_stop, dropoff_is_stop } = facts
  const isOwn = purpose === 'manage'
  const doors = [
    ...(pickup_is_stop || isOwn ? [] : [booking.pickup.point]),
    ...(dropoff_is_stop || isOwn ? [] : [booking.dropoff.point]),
  ]
  return {
    purpose,
    phase: phaseOf(rideNow(facts), now),
    time_zone: booking.time_zone,
    pickup: stop(booking.pickup, isOwn || pickup_is_stop),
    dropoff: stop(booking.dropoff, isOwn || dropoff_is_stop),
    ...expectations({ ...facts, others: [...facts.others, ...doors] }, now),
    dropped_off_at: booking.dropoff.actual,
    contact: contactOf(facts),
    ...cancelling(facts, now),
    ...(isOwn ? codeOf(facts, now) : {}),
    can_cancel: isOwn && refuseRideCancel(booking.status) === null,
    server_time: new Date(now),
  }
}

const stop = (end: RoadFacts['booking']['pickup'] | RoadFacts['booking']['dropoff'], isShown: boolean) => {
  const { name, point, lower_bound, upper_bound } = stopOf(end)
  return { name: isShown ? name : null, point: isShown ? point : null, lower_bound, upper_bound }
}
