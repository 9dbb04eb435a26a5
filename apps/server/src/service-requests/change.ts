import type { Reason, ServiceRequestChange } from '@ambit/contract'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { type AppliedDiscount, applyCode, applyHeld, heldDiscount } from '../discounts/apply.ts'
import type { Actor } from '../http/bind.ts'
import { conflict, notFound } from '../http/errors.ts'
import { byActor } from '../planning/change/booking-history.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import type { BookingStore } from '../planning/reassign/book.ts'
import { currentCurrency } from '../settings/currency.ts'
import { changedReason, type StopNotes } from './changed-reason.ts'
import { bookingOfOffering } from './made-of.ts'
import { findServiceRequest } from './queries.ts'
import type { BookingRecord, OfferingToConfirm } from './queries.ts'
import { fitsRules, overriddenReasons } from './under-rules.ts'
import { offeringFor, requireCard, sell, soldColumns, type Telling } from './sell.ts'

type Input = z.output<typeof ServiceRequestChange>

/**
 * Changes a booking to another journey in one step: the same booking gets the offering's places, times, people and
 * price and a new promise, and keeps its old place in the plan until the new one stands. What is left out of the input
 * stays as it is booked. Changing twice to the same offering answers with the booking.
 * 422 for an offering that was not made for this booking, a payment method that it does not take, or a discount code
 * that does not hold now; 409 with the reason where the booking cannot be changed any more or had this offering before, and
 * `offer_gone` with fresh offerings where this one cannot be had; nothing has changed then.
 */
export const changeServiceRequest = async <T>(
  deps: Deps,
  booking: Pick<BookingRecord, 'id' | 'traveler_id' | 'payment_method'>,
  input: Input,
  actor: Actor,
  telling: Telling<T>,
): Promise<T> => {
  const { id, traveler_id } = booking
  const payment_method = input.payment_method ?? booking.payment_method
  const wanted = { service_offering_id: input.service_offering_id, traveler_id, payment_method, replaces: id }
  const offering = await offeringFor(deps, wanted, actor)
  // What was booked by card stays so.
  if (payment_method !== booking.payment_method) await requireCard(deps, wanted)
  let noted: Reason[] = []
  const store: BookingStore<T> = {
    known: async (tx) => {
      const known = await bookingOfOffering(tx, offering.id)
      if (known !== undefined) return known
      const { change_refused } = await bookingIn(tx, id)
      if (change_refused !== null) throw conflict(change_refused)
      noted = await telling.allow(tx, offering)
      return undefined
    },
    fits: (tx, settings) => fitsRules(tx, settings, offering),
    write: async (change) => {
      const before = await bookingIn(change.tx, id)
      const fare = await fareOf(change, before, offering, input.discount_code)
      const currency = await currentCurrency(change.tx)
      const notes = notesAfter(before, offering, input)
      await rewriteBooking(change, id, {
        offering,
        input: { ...input, payment_method },
        fare: { ...fare, currency },
        notes,
      })
      if (actor.kind !== 'public') await detachFromSeries(change.tx, id)
      return {
        by: byActor(actor),
        reasons: [
          ...overriddenReasons(offering),
          ...noted,
          changedReason(before, { offering, notes, totalPrice: fare.total_price, currency }),
        ],
      }
    },
    answer: async (tx) => telling.booked(tx, await bookingIn(tx, id)),
  }
  return sell(deps, offering, actor, store, telling)
}

const bookingIn = async (tx: Transaction<DB>, id: number): Promise<BookingRecord> => {
  const booking = await findServiceRequest(tx, id, null)
  if (booking === undefined) throw notFound()
  return booking
}

const NO_DISCOUNT = { discount_id: null, discount_code: null, discount_type: null, discount_amount: null }

type Fare = AppliedDiscount | (typeof NO_DISCOUNT & { total_price: number })

/** With the code that is asked for; without one (undefined), with the discount that the booking was sold with. */
const fareOf = async (
  { tx, now }: PlanChange,
  { id }: BookingRecord,
  { total_price: price }: OfferingToConfirm,
  code: string | null | undefined,
): Promise<Fare> => {
  const held = await heldDiscount(tx, id)
  if (code != null) return applyCode(tx, { code, price, now, held })
  if (code === undefined && held !== null) return applyHeld(held, price)
  return { ...NO_DISCOUNT, total_price: price }
}

/** As they were told, else as they were booked where the passenger's place is still the same. */
const notesAfter = (before: BookingRecord, offering: OfferingToConfirm, input: Input): StopNotes => {
  const noteAt = (note: 'pickup_note' | 'dropoff_note', place: 'origin' | 'destination'): string | null => {
    const told = input[note]
    if (told !== undefined) return told || null
    return before[place].point.join() === offering.question[place].point.join() ? before[note] : null
  }
  return { pickup_note: noteAt('pickup_note', 'origin'), dropoff_note: noteAt('dropoff_note', 'destination') }
}

type Rewriting = {
  offering: OfferingToConfirm
  input: Input & { payment_method: string }
  fare: Fare & { currency: string }
  notes: StopNotes
}

/** The booking as it was sold now, on no trip yet; the offering that it was made of is not sold again. The database takes a new first promise only with another offering. */
const rewriteBooking = async (
  { tx, now }: PlanChange,
  id: number,
  { offering, input, fare, notes }: Rewriting,
): Promise<void> => {
  await tx
    .updateTable('service_offerings')
    .set({ left_by: id })
    .where('id', '=', (booking) =>
      booking.selectFrom('service_requests').select('service_offering_id').where('id', '=', id),
    )
    .execute()
  await tx
    .updateTable('service_requests')
    .set({
      ...soldColumns(offering),
      promised_pickup_lower_bound: offering.pickup_lower_bound,
      promised_pickup_upper_bound: offering.pickup_upper_bound,
      promised_dropoff_lower_bound: offering.dropoff_lower_bound,
      promised_dropoff_upper_bound: offering.dropoff_upper_bound,
      status: 'unassigned',
      trip_id: null,
      pickup_trip_stop_id: null,
      dropoff_trip_stop_id: null,
      secured_at: null,
      payment_method: input.payment_method,
      ...fare,
      ...(input.comment === undefined ? {} : { comment: input.comment }),
      ...notes,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** What was changed by hand is left alone by later changes of its series, which the service itself carries out. */
const detachFromSeries = (tx: Transaction<DB>, id: number): Promise<unknown> =>
  tx
    .updateTable('booking_series_occurrences')
    .set({ detached: true, to_move: false })
    .where('service_request_id', '=', id)
    .execute()
