import type { Reason } from '@ambit/contract'
import type { AskedRide } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Actor } from '../http/bind.ts'
import { isUnnamed, regionScope } from '../http/scope.ts'
import { compareRides, overlapReasons, requireReached, type SaidOfOthers } from '../other-rides/compare.ts'
import { ridesBeside } from '../other-rides/queries.ts'
import type { OfferingToConfirm } from './queries.ts'
import { lockPassenger } from './under-rules.ts'

/** From where to where and within which windows an offering takes its passenger. */
export const askedRideOf = ({ question, ...offering }: OfferingToConfirm): AskedRide => ({
  from: question.origin.point,
  to: question.destination.point,
  pickup: { opens: offering.pickup_lower_bound.getTime(), closes: offering.pickup_upper_bound.getTime() },
  dropoff: { opens: offering.dropoff_lower_bound.getTime(), closes: offering.dropoff_upper_bound.getTime() },
})

/**
 * Compares an offering with the passenger's other rides as they are now, in the confirming transaction: of two clerks who
 * confirm the same ride the second waits for the first, and throws 409. `journey`: of which it becomes a further leg; 422
 * for a way back that begins before the way there ends. Answers what the booking's history says of it.
 */
export const requireApart = async (
  tx: Transaction<DB>,
  offering: OfferingToConfirm,
  said: SaidOfOthers,
  actor: Actor,
  journey: number | null = offering.open_journey_id,
): Promise<Reason[]> => {
  const { traveler_id, service_request_id: changed, ride_s } = offering
  await lockPassenger(tx, traveler_id)
  const at = offering.pickup_lower_bound
  const others = await ridesBeside(tx, { traveler_id, at, changed, regions: regionScope(actor), journey })
  const ride = { boards: at.getTime(), alights: at.getTime() + ride_s * 1000, asked: askedRideOf(offering) }
  const unnamed = isUnnamed(actor)
  const overlapping = compareRides(others, ride, { ...said, pointer: '/service_offering_id', unnamed, traveler_id })
  requireReached(others, { ...offering, window: ride.asked }, '/service_offering_id')
  return overlapReasons(overlapping, said)
}
