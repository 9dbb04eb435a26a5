import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { unseen } from '../masks.ts'
import { requiredText } from './basics.ts'

/** The brands of cards set up here; a provider may have others. */
export const cardBrands = ['amex', 'dinersclub', 'mastercard', 'visa'] as const
export type CardBrand = (typeof cardBrands)[number]

/** A passenger's saved card: enough to recognise it, nothing to pay with. */
export const PaymentCard = z.object({
  /** the card provider's */
  id: z.string(),
  brand: z.string(),
  last4: z.string().regex(/^\d{4}$/),
  exp_month: z.int().min(1).max(12),
  exp_year: z.int().min(2000).max(2100),
  /** as printed on the card; null when the provider does not have it */
  name: unseen('name', z.string()),
})
export type PaymentCard = z.infer<typeof PaymentCard>

export const OwnedPaymentCard = PaymentCard.extend({ traveler_id: Id })

/** `test`: the built-in one, which accepts test numbers only. Null: cards are not set up. */
export const CardProvider = z.object({
  kind: z.enum(['test', 'stripe']).nullable(),
  /** for the provider's own element in the page; null: no card can be added */
  element: z.object({ publishable_key: z.string(), script_url: z.string() }).nullable(),
})
export type CardProvider = z.infer<typeof CardProvider>

/** Null when the provider gave none. */
export const SetupIntent = z.object({ client_secret: z.string().nullable() })

export const PaymentCardInput = z.object({ payment_method_id: requiredText('There is no card to add') })

/** Sent by the built-in provider's card element; only the fields of PaymentCard are stored. */
export const TestCardInput = z.object({
  client_secret: requiredText('Card Setup failed.'),
  number: z.string().max(40),
  exp_month: z.int(),
  exp_year: z.int(),
  cvc: z.string().max(10),
  name: requiredText('Please enter the name on the card'),
})
