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
})
export type DiscountInput = z.infer<typeof DiscountInput>
