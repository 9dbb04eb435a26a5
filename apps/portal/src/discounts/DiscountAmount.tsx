import type { Discount } from '@ambit/contract'
import { useFormat } from '../settings/format.ts'
import { discountStrings } from './strings.ts'

/** 20%, $5.00, or a free ride. */
export const DiscountAmount = ({ discount }: { discount: Pick<Discount, 'discount_type' | 'discount_amount'> }) => {
  const format = useFormat()
  const { discount_type, discount_amount } = discount
  switch (discount_type) {
    case 'percentage_off':
      return format.percentage(discount_amount / 100, Number.isInteger(discount_amount) ? 0 : 2)
    case 'amount_off':
      return format.money(discount_amount)
    case 'total_off':
      return discountStrings.freeRide
  }
}
