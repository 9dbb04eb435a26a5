import type { Transaction } from 'kysely'
import type { Reason, ServiceRequestInput } from '@ambit/contract'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Scene } from '../dispatch/find-ways.ts'
import { isPlaced, place, withPoints } from '../dispatch/place.ts'
import type { Placement } from '../dispatch/place.ts'
import { toSeconds } from '../dispatch/plan.ts'
import type { Wish } from '../dispatch/request.ts'
import { lockPlan, raisePlanVersion } from '../dispatch/queries.ts'
import { sceneOf } from '../dispatch/scene.ts'
import { counted, minutes } from '../dispatch/words.ts'
import { writeTrip } from '../dispatch/write-trip.ts'
import { invalid, offerGone } from '../http/errors.ts'
import type { Actor } from '../http/bind.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { createSearch } from '../searches/create.ts'
import { byActor, byEngine, recordHistory } from './history.ts'
import { bookingOfOffering, findOffering } from './queries.ts'
import type { OfferingToConfirm } from './queries.ts'

type Input = z.output<typeof ServiceRequestInput>

/**
 * Sells an offering: re-checked against the plan as it is now, in the zone's turn, and given to another vehicle where
 * the offered one can no longer keep the promise. Confirming twice answers with the same booking.
 * 422 for an offering that is not this passenger's or a payment method that it does not take; 409 `offer_gone` with
 * fresh offerings when nobody can keep the promise any more, or the five minutes are over.
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
  const id = await deps.db.transaction().execute(async (tx) => {
    const version = await lockPlan(tx, offering.zone_id)
    const sold = await bookingOfOffering(tx, offering.id)
    if (sold !== undefined) return sold.id
    if (offering.expires_at <= deps.clock.now()) return null
    const scene = await sceneOf(deps, tx, version)
    if (!scene.plan.settings.active) return null
    const { pickup_point, dropoff_point } = offering
    const plan = withPoints(scene.plan, [
      [offering.pickup_location_id, pickup_point],
      [offering.dropoff_location_id, dropoff_point],
    ])
    const found = place({ ...scene, plan }, wishOf(offering), { prefer: offering.trip_id })
    return isPlaced(found) ? sell(deps, tx, { scene, offering, found, input, actor }) : null
  })
  if (id !== null) return id
  const fresh = await createSearch(
    deps,
    { ...offering.question, test_trips: false },
    { user_id: userIdOf(actor), regions: regionScope(actor) },
  )
  throw offerGone({ service_availability_search: fresh })
}

const wishOf = (offering: OfferingToConfirm): Wish => ({
  id: 0,
  status: 'created',
  trip_id: null,
  passenger_count: offering.passengers.length,
  mobility_support: offering.mobility_support,
  pickup: {
    location_id: offering.pickup_location_id,
    lower: toSeconds(offering.pickup_lower_bound),
    upper: toSeconds(offering.pickup_upper_bound),
    walk_s: offering.pickup_walk_s,
  },
  dropoff: {
    location_id: offering.dropoff_location_id,
    lower: toSeconds(offering.dropoff_lower_bound),
    upper: toSeconds(offering.dropoff_upper_bound),
    walk_s: offering.dropoff_walk_s,
  },
  max_ride_s: offering.max_ride_s,
  boarded_at: null,
})

type Sale = { scene: Scene; offering: OfferingToConfirm; found: Placement; input: Input; actor: Actor }

const sell = async (
  deps: Deps,
  tx: Transaction<DB>,
  { scene, offering, found, input, actor }: Sale,
): Promise<number> => {
  const now = deps.clock.now()
  const { question } = offering
  const { id } = await tx
    .insertInto('service_requests')
    .values({
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
      total_price: offering.total_price,
      comment: input.comment ?? null,
      created_by: userIdOf(actor),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeTrip(tx, { pp: found.pp, trip: found.trip, now, ...found.as(id) })
  await recordHistory(tx, now, [
    { service_request_id: id, status: 'created', trip_id: null, by: byActor(actor), reasons: [] },
    {
      service_request_id: id,
      status: 'assigned',
      trip_id: found.trip.id,
      by: byEngine,
      reasons: [whyThis(found, offering)],
    },
  ])
  await raisePlanVersion(tx, offering.zone_id)
  const zone = { zone_id: offering.zone_id, region_id: scene.plan.settings.region_id }
  await publish(tx, [
    { kind: 'service_request', service_request_id: id, trip_id: found.trip.id, ...zone },
    { kind: 'trip', trip_id: found.trip.id, ...zone },
  ])
  return id
}

const whyThis = ({ trip, insertion }: Placement, offering: OfferingToConfirm): Reason => {
  const later = insertion.affected.filter(({ delay }) => delay > 0)
  const others =
    later.length === 0
      ? 'nobody else gets later'
      : `${counted(later.length, 'other passenger gets', 'other passengers get')} later within what was promised`
  const as = trip.id === offering.trip_id ? 'as offered' : 'in place of the vehicle that was offered'
  return {
    code: trip.id === offering.trip_id ? 'as_offered' : 'other_vehicle',
    text: `${trip.vehicle_number} ${as}: ${minutes(Math.max(0, insertion.detourTime))} more driving; ${others}`,
    figures: {
      trip_id: trip.id,
      vehicle_number: trip.vehicle_number,
      detour_s: Math.round(insertion.detourTime),
      delayed: later.length,
    },
  }
}
