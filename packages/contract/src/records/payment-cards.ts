import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText } from './basics.ts'

/** The brands that a card set up here has; a provider may know of others. */
export const cardBrands = ['amex', 'dinersclub', 'mastercard', 'visa'] as const
export type CardBrand = (typeof cardBrands)[number]

/** What is known of a passenger's saved card: enough to tell it from another, nothing to pay with. */
export const PaymentCard = z.object({
  /** the card provider's */
  id: z.string(),
  brand: z.string(),
  last4: z.string().regex(/^\d{4}$/),
  exp_month: z.int().min(1).max(12),
  exp_year: z.int().min(2000).max(2100),
  /** as it stands on the card; null where the provider was not told */
  name: z.string().nullable(),
})
export type PaymentCard = z.infer<typeof PaymentCard>

export const OwnedPaymentCard = PaymentCard.extend({ traveler_id: Id })

/** `test`: the built-in one, which takes test numbers only. Null: cards are not set up. */
export const CardProvider = z.object({ kind: z.enum(['test', 'stripe']).nullable() })

/** Null when the provider gave none. */
export const SetupIntent = z.object({ client_secret: z.string().nullable() })

export const PaymentCardInput = z.object({ payment_method_id: requiredText('There is no card to add') })

/** What the built-in provider's card element sends; none of it is kept but what PaymentCard says. */
export const TestCardInput = z.object({
  client_secret: requiredText('Card Setup failed.'),
  number: z.string().max(40),
  exp_month: z.int(),
  exp_year: z.int(),
  cvc: z.string().max(10),
  name: requiredText('Please enter the name on the card'),
})
