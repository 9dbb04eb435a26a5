import { type Discount, MAX_DISCOUNT_AMOUNT } from '@ambit/contract'

export type Taken = Pick<Discount, 'discount_type' | 'discount_amount'>

/** The discounted price in dollars, rounded to the cent and never below 0. */
export const discounted = (price: number, { discount_type, discount_amount }: Taken): number => {
  switch (discount_type) {
    case 'percentage_off':
      return cents(price * (1 - discount_amount / 100))
    case 'amount_off':
      return Math.max(0, cents(price - discount_amount))
    case 'total_off':
      return 0
  }
}

/** Rounds half a cent up, also where the binary fraction is slightly below it: 1.005 is $1.01. */
const cents = (amount: number): number => Math.round((amount + Number.EPSILON * amount) * 100) / 100

/** The amount that a free ride carries. */
export const WHOLE_PRICE = 100

type Moment = string | Date | null | undefined
type Dates = { activation_datetime?: Moment; expiration_datetime?: Moment }

/** What is wrong with a pair of dates that are valid by themselves. */
export const discountDatesProblem = ({ activation_datetime: from, expiration_datetime: until }: Dates): string | null =>
  from && until && new Date(until).getTime() <= new Date(from).getTime()
    ? 'The expiration must be after the activation'
    : null

/** What is wrong with an amount of this type. */
export const discountAmountProblem = ({ discount_type, discount_amount }: Taken): string | null => {
  if (Math.abs(discount_amount * 100 - Math.round(discount_amount * 100)) > 1e-6)
    return 'Please enter at most 2 decimals'
  switch (discount_type) {
    case 'percentage_off':
      return discount_amount > 0 && discount_amount <= 100 ? null : 'Enter a percentage from 0.01 to 100'
    case 'amount_off':
      return discount_amount > 0 && discount_amount <= MAX_DISCOUNT_AMOUNT
        ? null
        : 'Enter an amount from 0.01 to 10,000'
    case 'total_off':
      return discount_amount === WHOLE_PRICE ? null : 'A free ride has 100 percent off'
  }
}
