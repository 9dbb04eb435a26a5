import type { Reason, ServiceRequestInput } from '@ambit/contract'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { applyCode } from '../discounts/apply.ts'
import type { Actor } from '../http/bind.ts'
import { organisationOf, userIdOf } from '../http/scope.ts'
import { activateIn, requireStillOpen } from '../open-returns/store/end.ts'
import { methodOfReturn } from '../open-returns/store/queries.ts'
import { byActor, byEngine } from '../planning/change/booking-history.ts'
import { recordBookings } from '../planning/change/bookings.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import type { BookingStore } from '../planning/reassign/book.ts'
import { askerOf, methodOf } from '../searches/question.ts'
import { currentCurrency } from '../settings/currency.ts'
import { bookingOfOffering } from './made-of.ts'
import { findServiceRequest } from './queries.ts'
import type { OfferingToConfirm } from './queries.ts'
import { fitsRules, overriddenReasons } from './under-rules.ts'
import { offeringFor, requireCard, sell, soldColumns, type Telling } from './sell.ts'

type Input = z.output<typeof ServiceRequestInput>

/**
 * Makes a booking of an offering. Confirming twice answers with the same booking. 422 for an offering that is not this
 * passenger's, a payment method that it does not take, a card that the passenger does not have, or a discount code that
 * does not hold now; 409 `offer_gone` with fresh offerings where it cannot be had any more, or its booking was cancelled;
 * 409 where its booking has been changed to another offering since, or where the open return that it was searched for has
 * ended.
 */
export const confirmOffering = async <T>(deps: Deps, input: Input, actor: Actor, telling: Telling<T>): Promise<T> => {
  const offering = await offeringFor(deps, { ...input, replaces: null }, actor)
  const open = offering.question.open_return_id
  const kept = open !== null && (await methodOfReturn(deps.db, open)) === input.payment_method
  await requireCard(deps, input, telling.agreed ?? kept)
  let noted: Reason[] = []
  let spent = false
  const store: BookingStore<T> = {
    known: async (tx) => {
      const known = await bookingOfOffering(tx, offering.id)
      spent = known?.status === 'cancelled'
      if (known !== undefined) return spent ? undefined : known
      if (open !== null) await requireStillOpen(tx, open)
      noted = await telling.allow(tx, offering)
      return undefined
    },
    fits: async (tx, settings) => !spent && (await fitsRules(tx, settings, offering)),
    write: async (change, id) => {
      const activated = open === null ? null : await activateIn(change.tx, open, id, change.now, userIdOf(actor))
      const leg = activated === null ? {} : { journey: activated.journey }
      const group = telling.group === undefined ? {} : { group: telling.group.id }
      await insertBooking(change, id, { offering, input, actor, noted, ...leg, ...group })
      await activated?.end()
      return { by: byEngine, reasons: [] }
    },
    answer: async (tx, id) => telling.booked(tx, (await findServiceRequest(tx, id, null))!), // booked above
  }
  return sell(deps, offering, actor, store, telling)
}

type Confirmation = {
  offering: OfferingToConfirm
  input: Pick<Input, 'payment_method' | 'comment' | 'discount_code' | 'pickup_note' | 'dropoff_note'>
  actor: Actor
  noted: readonly Reason[]
  /** that it is a leg of; left out: none */
  journey?: { journey_id: number; journey_leg: number; stay_minutes?: number | null }
  /** that it is booked with; left out: none */
  group?: number
}

/** Inserts the booking under the id that it was planned with. */
export const insertBooking = async (
  change: PlanChange,
  id: number,
  { offering, input, actor, noted, journey, group }: Confirmation,
): Promise<void> => {
  const { tx, now } = change
  const { discount_code: code } = input
  const price = offering.total_price
  const fare = code == null ? { total_price: price } : await applyCode(tx, { code, price, now })
  await tx
    .insertInto('service_requests')
    .values({
      id,
      traveler_id: offering.traveler_id,
      status: 'created',
      ...soldColumns(offering),
      payment_method: input.payment_method,
      currency: await currentCurrency(tx),
      ...fare,
      comment: input.comment ?? null,
      pickup_note: input.pickup_note || null,
      dropoff_note: input.dropoff_note || null,
      ...journey,
      booking_group_id: group ?? null,
      booking_method: methodOf(askerOf(actor)),
      created_by: userIdOf(actor),
      organisation_id: organisationOf(actor),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await recordBookings(change, [
    {
      service_request_id: id,
      status: 'created',
      trip_id: null,
      by: byActor(actor),
      reasons: [...overriddenReasons(offering), ...noted],
    },
  ])
}
