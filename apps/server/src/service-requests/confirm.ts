import type { ServiceRequestInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { invalid, offerGone } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { recordBookings } from '../planning/change/bookings.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { toSeconds } from '../planning/plan/types.ts'
import type { Demand } from '../planning/problem/request.ts'
import { book } from '../planning/reassign/book.ts'
import type { Offered } from '../planning/reassign/book.ts'
import { applyCode } from '../discounts/apply.ts'
import { NEEDS_ROOM } from '../planning/search/offers.ts'
import { createSearch } from '../searches/create.ts'
import { bookingOfOffering, findOffering } from './queries.ts'
import type { OfferingToConfirm } from './queries.ts'

type Input = z.output<typeof ServiceRequestInput>

/**
 * Sells an offering: re-checked against the plan as it is now, while the zone is locked, and given to another vehicle
 * where the offered one can no longer keep the promise. Confirming twice answers with the same booking.
 * 422 for an offering that is not this passenger's, a payment method that it does not take, or a discount code that
 * does not hold now; 409 `offer_gone` with
 * fresh offerings when no vehicle can keep the promise any more, or the five minutes are over.
 */
export const confirmOffering = async (deps: Deps, input: Input, actor: Actor): Promise<number> => {
  const offering = await findOffering(deps.db, input.service_offering_id, regionScope(actor))
  if (offering === undefined) throw invalid([{ pointer: '/service_offering_id', detail: 'There is no such offering' }])
  if (offering.traveler_id !== input.traveler_id)
    throw invalid([{ pointer: '/traveler_id', detail: 'This offering was made to another passenger' }])
  if (offering.traveler_status === 'blocked')
    throw invalid([{ pointer: '/traveler_id', detail: 'This passenger is blocked and cannot book' }])
  if (!offering.payment_methods.includes(input.payment_method))
    throw invalid([
      { pointer: '/payment_method', detail: `This trip can be paid by ${offering.payment_methods.join(' or ')}` },
    ])
  const id = await book(deps, offeredBy(offering), {
    known: (tx) => bookingOfOffering(tx, offering.id),
    insert: (change, booking) => insertBooking(change, booking, { offering, input, actor }),
  })
  if (id !== null) return id
  const fresh = await createSearch(
    deps,
    { ...offering.question, test_trips: false },
    { user_id: userIdOf(actor), regions: regionScope(actor) },
  )
  throw offerGone({ service_availability_search: fresh })
}

type Confirmation = { offering: OfferingToConfirm; input: Input; actor: Actor }

const offeredBy = (offering: OfferingToConfirm): Offered => ({
  zone_id: offering.zone_id,
  trip_id: offering.trip_id,
  expires_at: offering.expires_at,
  needs_room: offering.reasons.some(({ code }) => code === NEEDS_ROOM),
  points: [
    [offering.pickup_location_id, offering.pickup_point],
    [offering.dropoff_location_id, offering.dropoff_point],
  ],
  demand: (id) => demandOf(offering, id),
})

const demandOf = (offering: OfferingToConfirm, id: number): Demand => ({
  id,
  status: 'created',
  trip_id: null,
  passenger_count: offering.passengers.length,
  mobility_support: offering.mobility_support,
  pickup: {
    location_id: offering.pickup_location_id,
    lower: toSeconds(offering.pickup_lower_bound),
    upper: toSeconds(offering.pickup_upper_bound),
    promised_upper: toSeconds(offering.pickup_upper_bound),
    walk_s: offering.pickup_walk_s,
  },
  dropoff: {
    location_id: offering.dropoff_location_id,
    lower: toSeconds(offering.dropoff_lower_bound),
    upper: toSeconds(offering.dropoff_upper_bound),
    promised_upper: toSeconds(offering.dropoff_upper_bound),
    walk_s: offering.dropoff_walk_s,
  },
  max_ride_s: offering.max_ride_s,
  boarded_at: null,
})

/** Inserts the booking under the id that it was planned with. */
const insertBooking = async (
  change: PlanChange,
  id: number,
  { offering, input, actor }: Confirmation,
): Promise<void> => {
  const { tx, now } = change
  const { question } = offering
  const { discount_code: code } = input
  const price = offering.total_price
  const fare = code == null ? { total_price: price } : await applyCode(tx, { code, price, now })
  await tx
    .insertInto('service_requests')
    .values({
      id,
      traveler_id: offering.traveler_id,
      zone_id: offering.zone_id,
      service_offering_id: offering.id,
      status: 'created',
      passengers: JSON.stringify(offering.passengers),
      passenger_count: offering.passengers.length,
      mobility_support: offering.mobility_support,
      origin_name: question.origin.name,
      origin_longitude: question.origin.point[0],
      origin_latitude: question.origin.point[1],
      destination_name: question.destination.name,
      destination_longitude: question.destination.point[0],
      destination_latitude: question.destination.point[1],
      pickup_location_id: offering.pickup_location_id,
      pickup_lower_bound: offering.pickup_lower_bound,
      pickup_upper_bound: offering.pickup_upper_bound,
      pickup_walk_m: offering.pickup_walk_m,
      pickup_walk_s: offering.pickup_walk_s,
      dropoff_location_id: offering.dropoff_location_id,
      dropoff_lower_bound: offering.dropoff_lower_bound,
      dropoff_upper_bound: offering.dropoff_upper_bound,
      dropoff_walk_m: offering.dropoff_walk_m,
      dropoff_walk_s: offering.dropoff_walk_s,
      max_ride_s: offering.max_ride_s,
      direct_s: offering.direct_s,
      payment_method: input.payment_method,
      scaled_price: offering.scaled_price,
      ...fare,
      comment: input.comment ?? null,
      created_by: userIdOf(actor),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await recordBookings(change, [
    { service_request_id: id, status: 'created', trip_id: null, by: byActor(actor), reasons: [] },
  ])
}
