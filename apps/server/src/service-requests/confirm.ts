import type { Transaction } from 'kysely'
import type { Reason, ServiceRequestInput } from '@ambit/contract'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { invalid, offerGone } from '../http/errors.ts'
import type { Actor } from '../http/bind.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { assign } from '../planning/change/assign.ts'
import type { Assignment } from '../planning/change/assign.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { recordBookings } from '../planning/change/bookings.ts'
import { changePlan, planBefore } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { reserveId } from '../planning/change/reserve-id.ts'
import { contextOf, withPoints } from '../planning/plan/context.ts'
import type { PlanningContext } from '../planning/plan/context.ts'
import { counted, minutes } from '../planning/plan/format.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { toSeconds } from '../planning/plan/types.ts'
import type { PlanTrip } from '../planning/plan/types.ts'
import type { Demand } from '../planning/problem/request.ts'
import { assignByInsertion, isAssigned } from '../planning/reassign/assign-by-insertion.ts'
import type { InsertedAssignment } from '../planning/reassign/assign-by-insertion.ts'
import { assignmentOf, roomForDemand, roomStill } from '../planning/reassign/make-room.ts'
import type { Room } from '../planning/reassign/make-room.ts'
import { NEEDS_ROOM } from '../planning/search/offers.ts'
import { createSearch } from '../searches/create.ts'
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
  const sale: Sale = { offering, input, actor }
  const id = (await sellByInsertion(deps, sale)) ?? (await sellWithRoom(deps, sale))
  if (id !== null) return id
  const fresh = await createSearch(
    deps,
    { ...offering.question, test_trips: false },
    { user_id: userIdOf(actor), regions: regionScope(actor) },
  )
  throw offerGone({ service_availability_search: fresh })
}

type Sale = { offering: OfferingToConfirm; input: Input; actor: Actor }

/** How a booking gets its trip: with what in the plan, on which trip and why; and why others change theirs. */
type Seat = { assignment: Assignment; trip: PlanTrip; reason: Reason; othersReason: Reason }

/**
 * Sells while the zone is locked, in the plan as it is now. Null where the offering is over or `seatFor` finds no seat;
 * an offering that was sold already answers with its booking.
 */
const sell = (
  deps: Deps,
  sale: Sale,
  seatFor: (context: PlanningContext, tx: Transaction<DB>) => Promise<{ id: number; seat: Seat } | null>,
): Promise<number | null> =>
  changePlan(deps, sale.offering.zone_id, 'insertion', async (change) => {
    const { offering } = sale
    const sold = await bookingOfOffering(change.tx, offering.id)
    if (sold !== undefined) return sold.id
    if (offering.expires_at <= change.now) return null
    const context = await planBefore(change)
    if (!context.plan.settings.active) return null
    const found = await seatFor(withOffering(context, offering), change.tx)
    if (found === null) return null
    await book(change, found.id, sale)
    await assign(change, found.seat.assignment, {
      created: found.id,
      reasons: (id) => [id === found.id ? found.seat.reason : found.seat.othersReason],
    })
    return found.id
  })

const withOffering = (context: PlanningContext, offering: OfferingToConfirm): PlanningContext => ({
  ...context,
  plan: withPoints(context.plan, [
    [offering.pickup_location_id, offering.pickup_point],
    [offering.dropoff_location_id, offering.dropoff_point],
  ]),
})

const sellByInsertion = (deps: Deps, sale: Sale): Promise<number | null> =>
  sell(deps, sale, async (context, tx) => {
    const { offering } = sale
    const id = await reserveId(tx, 'service_requests')
    const assignment = assignByInsertion(context, demandOf(offering, id), offering.trip_id)
    if (!isAssigned(assignment)) return null
    const reason = whyThis(assignment, offering)
    return { id, seat: { assignment, trip: assignment.trip, reason, othersReason: reason } }
  })

/** How often a plan that changed while room was sought is asked again. */
const ROOM_TRIES = 3

/**
 * An offering that needs others to make room: it is sought again in the plan as it is now, with nothing locked, and
 * carried out together with the booking if the plan is still the same by then.
 */
const sellWithRoom = async (deps: Deps, sale: Sale): Promise<number | null> => {
  const { offering } = sale
  if (!offering.reasons.some(({ code }) => code === NEEDS_ROOM) || !deps.config.optimiser) return null
  const id = await reserveId(deps.db, 'service_requests')
  const demand = demandOf(offering, id)
  for (let tries = 0; tries < ROOM_TRIES && offering.expires_at > deps.clock.now(); tries++) {
    const before = await contextOf(deps, deps.db, await readVersion(deps.db, offering.zone_id))
    const room = await roomForDemand(deps, withOffering(before, offering), demand)
    if (room === null) return null
    const sold = await sell(deps, sale, async (context) => {
      const still = context.plan.version === before.plan.version ? roomStill(context, demand, room) : null
      return still === null ? null : { id, seat: seatInRoom(still, demand) }
    })
    if (sold === null) continue
    deps.planning.statistics.rooms_sold += 1
    return sold
  }
  return null
}

const seatInRoom = (room: Room, demand: Demand): Seat => ({
  assignment: assignmentOf(room, demand),
  trip: room.trip,
  reason: {
    code: 'room_made',
    text: `${room.trip.vehicle_number}, as others can be served otherwise within what was promised`,
    figures: { trip_id: room.trip.id, vehicle_number: room.trip.vehicle_number },
  },
  othersReason: {
    code: 'made_room',
    text: `Moved to make room for booking ${demand.id}, within what was promised`,
    figures: { service_request_id: demand.id },
  },
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

/** Inserts the booking under the id that it was planned with. */
const book = async (change: PlanChange, id: number, { offering, input, actor }: Sale): Promise<void> => {
  const { tx, now } = change
  const { question } = offering
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
      total_price: offering.total_price,
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

const whyThis = ({ trip, insertion }: InsertedAssignment, offering: OfferingToConfirm): Reason => {
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
