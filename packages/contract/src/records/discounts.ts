import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { requiredText, stamps, Timestamp } from './basics.ts'

export const discountTypes = ['percentage_off', 'amount_off', 'total_off'] as const
export const DiscountType = z.enum(discountTypes, { error: 'Please select a discount type' })
export type DiscountType = z.infer<typeof DiscountType>

export const discountStatuses = ['scheduled', 'active', 'expired'] as const
export const DiscountStatus = z.enum(discountStatuses)
export type DiscountStatus = z.infer<typeof DiscountStatus>

export const Discount = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  discount_type: DiscountType,
  /** percent, or money; a ride that is free has 100 percent off */
  discount_amount: z.number(),
  /** null: from the beginning */
  activation_datetime: Timestamp.nullable(),
  /** null: without end */
  expiration_datetime: Timestamp.nullable(),
  /** how many bookings it may be given to; null: any number */
  usage_limit: z.int().nullable(),
  /** bookings that have it, without those that were cancelled or failed */
  uses: z.int(),
  /** what the dates say now */
  status: DiscountStatus,
  ...stamps,
})
export type Discount = z.infer<typeof Discount>

export const MAX_DISCOUNT_AMOUNT = 10_000
/** another rule reports an empty value */
const CODE = /^[\w-]*$/
const AMOUNT = 'Please enter discount amount'

/** Each field for itself; what they must be to each other is `discountProblems` in the domain. */
export const DiscountInput = z.object({
  name: requiredText('Please enter a promotion name'),
  code: requiredText('Please enter a discount code', 40).regex(
    CODE,
    'A code consists of letters, digits, hyphens and underscores',
  ),
  discount_type: DiscountType.default('percentage_off'),
  discount_amount: z.number({ error: AMOUNT }),
  activation_datetime: Timestamp.nullish(),
  expiration_datetime: Timestamp.nullish(),
  usage_limit: z
    .int({ error: 'Please enter a whole number' })
    .min(1, 'Enter a number from 1')
    .max(1_000_000, 'Enter a number up to 1,000,000')
    .nullish(),
})
export type DiscountInput = z.infer<typeof DiscountInput>

/** as it is typed */
export const DiscountCode = z.string().trim().min(1, 'Please enter a discount code').max(40, 'There is no such code')

/** What a code makes of the price of an offering. */
export const DiscountedPrice = z.object({
  code: z.string(),
  name: z.string(),
  service_offering_id: Id,
  /** what the ride costs the passenger without the code, and with it */
  price: z.number(),
  total_price: z.number(),
})
export type DiscountedPrice = z.infer<typeof DiscountedPrice>
