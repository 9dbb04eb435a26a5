import type { PaymentMethodName, Reason, Seating } from '@ambit/contract'
import { needsOf } from '@ambit/domain'
import type { Transaction } from 'kysely'
import { inSpan } from '../context/span.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { requireAccess } from '../http/authenticate.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { invalid, offerGone } from '../http/errors.ts'
import { keepNothing } from '../http/idempotency.ts'
import { regionScope } from '../http/scope.ts'
import type { SaidOfOthers } from '../other-rides/compare.ts'
import { hasCard } from '../payment-methods/queries.ts'
import { unpaidRide, unpaidToStaff } from '../payments/unpaid.ts'
import { toSeconds } from '../planning/plan/types.ts'
import type { Demand } from '../planning/problem/request.ts'
import { book } from '../planning/reassign/book.ts'
import type { BookingStore, Offered } from '../planning/reassign/book.ts'
import { NEEDS_ROOM } from '../planning/search/offers.ts'
import { createSearch } from '../searches/create.ts'
import { requireBookable } from '../searches/bookable.ts'
import { requireNotSuspended } from '../searches/suspended.ts'
import type { SearchRecord } from '../searches/queries.ts'
import { askerOf, OVERRIDE } from '../searches/question.ts'
import { requireApart } from './beside.ts'
import { findOffering } from './queries.ts'
import type { BookingRecord, OfferingToConfirm } from './queries.ts'

type Wanted = {
  service_offering_id: number
  traveler_id: number
  payment_method: PaymentMethodName
  /** the booking to change; null for a new one */
  replaces: number | null
}

/**
 * An offering that may be had by this passenger, for this booking and paid in this way; 422 beside what is wrong
 * otherwise.
 */
export const offeringFor = async (deps: Deps, wanted: Wanted, actor: Actor): Promise<OfferingToConfirm> => {
  const refuse = (field: keyof Wanted, detail: string) => invalid([{ pointer: `/${field}`, detail }])
  const offering = await findOffering(deps.db, wanted.service_offering_id, regionScope(actor))
  if (offering === undefined) throw refuse('service_offering_id', 'There is no such offering')
  if (offering.traveler_id !== wanted.traveler_id)
    throw refuse('traveler_id', 'This offering was made to another passenger')
  if (offering.service_request_id !== wanted.replaces)
    throw refuse(
      'service_offering_id',
      offering.service_request_id === null
        ? 'This offering is for a new booking'
        : `This offering is for changing booking ${offering.service_request_id}`,
    )
  if (offering.override_reason !== null) await requireAccess(deps, OVERRIDE, actor)
  requireBookable({ status: offering.traveler_status, restriction: offering.traveler_restriction })
  const { traveler_id, service_request_id: changed, open_return_id } = offering
  const ride = { traveler_id, changed, called: open_return_id !== null }
  await requireNotSuspended(deps.db, ride, offering, offering.pickup_lower_bound)
  if (!offering.payment_methods.includes(wanted.payment_method))
    throw refuse('payment_method', paidBy(offering.payment_methods))
  return offering
}

const paidBy = (methods: readonly string[]): string =>
  methods.length === 0
    ? 'This trip can be paid by card alone, and an organisation does not use the cards of passengers'
    : `This trip can be paid by ${methods.join(' or ')}`

/** Whether the passenger has a card that the provider of now can charge. */
export const hasUsableCard = async (
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  travelerId: number,
): Promise<boolean> => {
  const provider = await payments.current()
  return provider !== null && (await hasCard(db, travelerId, provider.kind))
}

/**
 * 422 for a payment by card where the passenger has none, as its fare could never be charged, or has an unpaid ride.
 * `agreed`: by card from before; what came since changes nothing about that.
 */
export const requireCard = async (
  deps: Pick<Deps, 'db' | 'payments'>,
  { traveler_id, payment_method }: Pick<Wanted, 'traveler_id' | 'payment_method'>,
  agreed = false,
): Promise<void> => {
  if (payment_method !== 'card') return
  const unpaid = agreed ? undefined : await unpaidRide(deps.db, traveler_id)
  if (unpaid !== undefined) throw invalid([{ pointer: '/payment_method', detail: unpaidToStaff(unpaid) }])
  if (await hasUsableCard(deps, traveler_id)) return
  throw invalid([
    {
      pointer: '/payment_method',
      detail: 'This passenger has no saved card. Add one, or choose another way to pay',
    },
  ])
}

/** A group that is booked already and that a booking joins; in its vehicle, where it travels together. */
export type WithGroup = { id: number; seating: Seating }

/** What a sale says to the caller. */
export type Telling<T> = {
  /** throws where this passenger may not have the offering, which has become no booking yet; answers what its history says of that */
  allow: (tx: Transaction<DB>, offering: OfferingToConfirm) => Promise<Reason[]>
  /** that it is paid so was agreed before; left out: with a way back that was kept alone */
  agreed?: boolean
  /** that it joins; left out: it is booked by itself */
  group?: WithGroup
  /** what was said of the passenger's other rides, for the search of fresh offerings */
  said?: SaidOfOthers
  /** the answer for the booking that stands now, in its transaction */
  booked: (tx: Transaction<DB>, booking: BookingRecord) => Promise<T>
  /** what is said of fresh offerings where this one is gone */
  gone: (fresh: SearchRecord) => Record<string, unknown>
}

export const toStaff = (keep: Keep, actor: Actor, said: SaidOfOthers): Telling<{ data: BookingRecord }> => ({
  allow: (tx, offering) => requireApart(tx, offering, said, actor),
  said,
  booked: (tx, data) => keep(tx, { data }),
  gone: (fresh) => ({ service_availability_search: fresh }),
})

/**
 * Sells an offering: re-checked against the plan as it is now, while the zone is locked, and given to another vehicle
 * where the offered one can no longer keep the promise. Answers what `store` does; 409 `offer_gone` with fresh offerings
 * when no vehicle can keep the promise any more, or the five minutes are over.
 */
export const sell = async <T>(
  deps: Deps,
  offering: OfferingToConfirm,
  actor: Actor,
  store: BookingStore<T>,
  { gone, said, group }: Pick<Telling<T>, 'gone' | 'said' | 'group'>,
): Promise<T> => {
  const facts = { service_offering_id: offering.id }
  const sold = await inSpan('confirmation', facts, () => book(deps, inGroup(offeredBy(offering), group), store))
  if (sold !== null) return sold.answer
  const question = { ...offering.question, ...said, test_trips: false } as const
  const fresh = await createSearch(deps, question, askerOf(actor), keepNothing)
  throw offerGone(gone(fresh))
}

const inGroup = (offered: Offered, group?: WithGroup): Offered =>
  group?.seating === 'together'
    ? { ...offered, demand: (id) => ({ ...offered.demand(id), together: group.id }) }
    : offered

export const offeredBy = (offering: OfferingToConfirm): Offered => ({
  zone_id: offering.zone_id,
  trip_id: offering.trip_id,
  expires_at: offering.expires_at,
  needs_room: offering.reasons.some(({ code }) => code === NEEDS_ROOM),
  points: [
    [offering.pickup_location_id, offering.pickup_point],
    [offering.dropoff_location_id, offering.dropoff_point],
  ],
  demand: (id) => demandOf(offering, id),
  replaces: offering.service_request_id,
})

const demandOf = (offering: OfferingToConfirm, id: number): Demand => ({
  id,
  status: 'created',
  trip_id: null,
  passenger_count: offering.passengers.length,
  mobility_support: offering.mobility_support,
  times: timesOf(offering),
  needs: needsOf(offering.aids.map(({ kind }) => kind)),
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

const timesOf = ({ load_s, unload_s }: OfferingToConfirm) =>
  load_s === null || unload_s === null ? null : { load_s, unload_s }

/** What a booking takes from its offering: the journey that was asked for, and the promise. */
export const soldColumns = (offering: OfferingToConfirm) => {
  const { origin, destination } = offering.question
  return {
    zone_id: offering.zone_id,
    service_offering_id: offering.id,
    passengers: JSON.stringify(offering.passengers),
    passenger_count: offering.passengers.length,
    mobility_support: offering.mobility_support,
    aids: JSON.stringify(offering.aids),
    load_s: offering.load_s,
    unload_s: offering.unload_s,
    origin_name: origin.name,
    origin_longitude: origin.point[0],
    origin_latitude: origin.point[1],
    destination_name: destination.name,
    destination_longitude: destination.point[0],
    destination_latitude: destination.point[1],
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
    scaled_price: offering.scaled_price,
  }
}
