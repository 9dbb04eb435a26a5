import type { Transaction } from 'kysely'
import type { LiveEvent, Reason, ServiceRequestInput } from '@ambit/contract'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { NEEDS_ROOM } from '../planning/search/offers.ts'
import type { PlanningContext } from '../planning/search/find-candidates.ts'
import { carryOut } from '../planning/change/assign.ts'
import { lookAtOnce } from '../planning/reassign/wake-optimiser.ts'
import { roomForDemand, roomStill, withId } from '../planning/reassign/make-room.ts'
import type { Room } from '../planning/reassign/make-room.ts'
import { tallyOf } from '../planning/reassign/statistics.ts'
import { isPlaced, place, withPoints } from '../planning/reassign/insert-demand.ts'
import type { Placement } from '../planning/reassign/insert-demand.ts'
import { toSeconds } from '../planning/plan/types.ts'
import type { PlanTrip, ZoneSettings } from '../planning/plan/types.ts'
import type { Demand } from '../planning/problem/request.ts'
import { lockPlan, raisePlanVersion, readVersion } from '../planning/plan/queries.ts'
import { contextOf } from '../planning/plan/context.ts'
import { counted, minutes } from '../planning/format.ts'
import { writeTrip } from '../planning/change/write-trip.ts'
import { invalid, offerGone } from '../http/errors.ts'
import type { Actor } from '../http/bind.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { createSearch } from '../searches/create.ts'
import { byActor, byEngine, recordHistory } from '../planning/change/booking-history.ts'
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
  const sale = { offering, input, actor }
  const id = (await sellSeat(deps, sale, seatByInsertion)) ?? (await sellWithRoom(deps, sale))
  if (id !== null) {
    await lookAtOnce(deps, offering.zone_id)
    return id
  }
  const fresh = await createSearch(
    deps,
    { ...offering.question, test_trips: false },
    { user_id: userIdOf(actor), regions: regionScope(actor) },
  )
  throw offerGone({ service_availability_search: fresh })
}

type Sale = { offering: OfferingToConfirm; input: Input; actor: Actor }

/** Where the passenger rides: which trip, why it, and how it is written for a booking's id. */
type Seat = {
  trip: PlanTrip
  reason: Reason
  take: (tx: Transaction<DB>, id: number, now: Date) => Promise<LiveEvent[]>
}

/** In the zone's turn: null where the offering is over or `seatIn` finds no seat; who was sold it already has it. */
const sellSeat = (
  deps: Deps,
  sale: Sale,
  seatIn: (context: PlanningContext, offering: OfferingToConfirm) => Seat | null,
) =>
  deps.db.transaction().execute(async (tx) => {
    const { offering } = sale
    const version = await lockPlan(tx, offering.zone_id)
    const sold = await bookingOfOffering(tx, offering.id)
    if (sold !== undefined) return sold.id
    if (offering.expires_at <= deps.clock.now()) return null
    const context = await contextOf(deps, tx, version)
    if (!context.plan.settings.active) return null
    const seat = seatIn(withOffering(context, offering), offering)
    return seat === null ? null : sell(deps, tx, sale, context.plan.settings, seat)
  })

const withOffering = (context: PlanningContext, offering: OfferingToConfirm): PlanningContext => ({
  ...context,
  plan: withPoints(context.plan, [
    [offering.pickup_location_id, offering.pickup_point],
    [offering.dropoff_location_id, offering.dropoff_point],
  ]),
})

const seatByInsertion = (context: PlanningContext, offering: OfferingToConfirm): Seat | null => {
  const found = place(context, demandOf(offering), { prefer: offering.trip_id })
  if (!isPlaced(found)) return null
  return {
    trip: found.trip,
    reason: whyThis(found, offering),
    take: async (tx, id, now) => {
      await writeTrip(tx, { pp: found.pp, trip: found.trip, now, ...found.as(id) })
      return []
    },
  }
}

/** How often a plan that changed while room was sought is asked again. */
const ROOM_TRIES = 3

/**
 * An offering that needs others to make room: it is sought again in the plan as it is now, with nothing locked, and
 * carried out together with the booking if the plan is still the same by then.
 */
const sellWithRoom = async (deps: Deps, sale: Sale): Promise<number | null> => {
  const { offering } = sale
  if (!offering.reasons.some(({ code }) => code === NEEDS_ROOM) || !deps.config.optimiser) return null
  const demand = demandOf(offering)
  for (let turn = 0; turn < ROOM_TRIES && offering.expires_at > deps.clock.now(); turn++) {
    const before = await contextOf(deps, deps.db, await readVersion(deps.db, offering.zone_id))
    const room = await roomForDemand(deps, withOffering(before, offering), demand)
    if (room === null) return null
    const id = await sellSeat(deps, sale, (context) => {
      const still = context.plan.version === before.plan.version ? roomStill(context, demand, room) : null
      return still === null ? null : seatInRoom(still, demand)
    })
    if (id === null) continue
    tallyOf(deps).rooms_sold += 1
    return id
  }
  return null
}

const seatInRoom = ({ pp, problem, solution, trip }: Room, demand: Demand): Seat => ({
  trip,
  reason: {
    code: 'room_made',
    text: `${trip.vehicle_number}, as others can be served otherwise within what was promised`,
    figures: { trip_id: trip.id, vehicle_number: trip.vehicle_number },
  },
  take: async (tx, id, now) => {
    const { events } = await carryOut(tx, {
      ...withId({ pp, problem, solution }, demand, id),
      now,
      why: () => madeRoom(id),
    })
    return events
  },
})

const madeRoom = (id: number): Reason => ({
  code: 'made_room',
  text: `Moved to make room for booking ${id}, within what was promised`,
  figures: { service_request_id: id },
})

const demandOf = (offering: OfferingToConfirm): Demand => ({
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

const sell = async (
  deps: Deps,
  tx: Transaction<DB>,
  { offering, input, actor }: Sale,
  { region_id }: ZoneSettings,
  seat: Seat,
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
  const others = await seat.take(tx, id, now)
  await recordHistory(tx, now, [
    { service_request_id: id, status: 'created', trip_id: null, by: byActor(actor), reasons: [] },
    {
      service_request_id: id,
      status: 'assigned',
      trip_id: seat.trip.id,
      by: byEngine,
      reasons: [seat.reason],
    },
  ])
  await raisePlanVersion(tx, offering.zone_id, { by: 'insertion', at: now })
  const zone = { zone_id: offering.zone_id, region_id }
  await publish(tx, [
    { kind: 'service_request', service_request_id: id, trip_id: seat.trip.id, ...zone },
    { kind: 'trip', trip_id: seat.trip.id, ...zone },
    ...others,
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
