import type { LngLat } from '@ambit/geo'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import type { PassengerActor } from '../rides/me.ts'
import { findSearch } from '../searches/queries.ts'
import { walkBetween } from '../streets/walks.ts'
import { seenBooking } from './bookings.ts'
import { ownOffering } from './offerings.ts'

type Stop = { point: LngLat; walk_m: number }
type Ridden = { origin: { point: LngLat }; destination: { point: LngLat }; pickup: Stop; dropoff: Stop }

/** A ride from door to door has no walks. */
const walksOf = (deps: Deps, { origin, destination, pickup, dropoff }: Ridden) => ({
  pickup: pickup.walk_m === 0 ? null : walkBetween(deps, origin.point, pickup.point),
  dropoff: dropoff.walk_m === 0 ? null : walkBetween(deps, dropoff.point, destination.point),
})

/** The ways on foot of a booking that the passenger sees; 404 for others. */
export const walksOfRide = async (deps: Deps, id: number, passenger: PassengerActor) => {
  const { booking } = await seenBooking(deps.db, id, passenger, deps.clock.now())
  return walksOf(deps, booking)
}

/** The ways on foot of an offering that was made to the passenger, or to one whom they book for; 404 for others. */
export const walksOfOffering = async (deps: Deps, id: number, passenger: PassengerActor) => {
  const { offering } = await ownOffering(deps.db, id, passenger)
  const search = await findSearch(deps.db, offering.service_availability_search_id, null)
  const found = search?.service_offerings.find((one) => one.id === id)
  if (search === undefined || found === undefined) throw notFound()
  const { origin, destination } = search
  return walksOf(deps, { origin, destination, pickup: found.pickup, dropoff: found.dropoff })
}
