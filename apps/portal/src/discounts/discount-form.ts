import { type Discount, DiscountInput, DiscountType } from '@ambit/contract'
import { discountAmountProblem, discountDatesProblem } from '@ambit/domain'
import { z } from 'zod'

const AMOUNT = 'Please enter discount amount'

/** What the form holds: the contract's rules, with empty text where the record says null. */
export const DiscountForm = DiscountInput.extend({
  discount_type: DiscountType,
  discount_amount: z
    .number({ error: AMOUNT })
    .nullable()
    .refine((amount): boolean => amount !== null, AMOUNT),
  activation_datetime: z.string(),
  usage_limit: DiscountInput.shape.usage_limit.unwrap(),
  expiration_datetime: z.string(),
}).superRefine(
  (values, context) => {
    const { discount_type, discount_amount } = values
    const amount =
      typeof discount_amount === 'number' ? discountAmountProblem({ discount_type, discount_amount }) : null
    if (amount !== null) context.addIssue({ code: 'custom', path: ['discount_amount'], message: amount })
    const dates = discountDatesProblem(values)
    if (dates !== null) context.addIssue({ code: 'custom', path: ['expiration_datetime'], message: dates })
  },
  // Each field shows its message when it is left, also while others are still empty.
  { when: () => true },
)
export type DiscountForm = z.infer<typeof DiscountForm>

export const discountValues = (discount: Discount | null): DiscountForm => ({
  name: discount?.name ?? '',
  code: discount?.code ?? '',
  discount_type: discount?.discount_type ?? 'percentage_off',
  discount_amount: discount?.discount_amount ?? null,
  usage_limit: discount?.usage_limit ?? null,
  activation_datetime: discount?.activation_datetime ?? '',
  expiration_datetime: discount?.expiration_datetime ?? '',
})

export const discountBody = (values: DiscountForm): z.input<typeof DiscountInput> => ({
  ...values,
  discount_amount: values.discount_amount ?? 0,
  activation_datetime: values.activation_datetime === '' ? null : values.activation_datetime,
  expiration_datetime: values.expiration_datetime === '' ? null : values.expiration_datetime,
})
