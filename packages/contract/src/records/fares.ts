import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { nameOf } from '../masks.ts'

/** A fare as a driver takes it, in units of the currency, such as 3.5. */
export const TakenAmount = z
  .number('Please enter an amount')
  .min(0, 'Please enter an amount from 0 to 1,000')
  .max(1000, 'Please enter an amount from 0 to 1,000')
  .multipleOf(0.01, 'Please enter an amount with at most 2 decimals')

export const unpaidReasons = ['no_money', 'no_change', 'refused', 'not_due'] as const
/** Why a fare was not paid: no money at hand, no change for it, the passenger refuses, or it is not to be paid. */
export const UnpaidReason = z.enum(unpaidReasons)
export type UnpaidReason = z.infer<typeof UnpaidReason>

/** What the driver told of a booking's fare. */
export const TakenFare = z.object({
  /** null: nothing was told of it, or it was not paid */
  paid: z.number().nullable(),
  unpaid_reason: UnpaidReason.nullable(),
  /** false: the passenger could not show the concession */
  concession_shown: z.boolean().nullable(),
})
export type TakenFare = z.infer<typeof TakenFare>

/** What one booking was to pay in cash, and what became of it. */
export const CashFare = TakenFare.extend({
  service_request_id: Id,
  traveler_id: Id,
  traveler_name: nameOf('traveler_id', z.string()),
  due: z.number(),
})
export type CashFare = z.infer<typeof CashFare>

/** What the driver of a trip has to hand in. */
export const TripCash = z.object({
  trip_id: Id,
  /** ISO 4217 */
  currency: z.string(),
  /** the sum of what was paid */
  amount: z.number(),
  fares: z.array(CashFare),
})
export type TripCash = z.infer<typeof TripCash>
