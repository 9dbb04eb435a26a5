import { api } from '@ambit/contract'
import { byId, type Change, change, created, edited, fresh, sam, type World } from './changes.ts'

const promotion = () => ({ name: fresh('Sale '), code: fresh('SALE'), discount_amount: 5 })
const discount = async (w: World) => (await sam(w).call(api.discounts.create, { body: promotion() })).data.id

/** Every change of discount codes. */
export const discountChanges: readonly Change[] = [
  change(api.discounts.create, created(promotion)),
  change(
    api.discounts.update,
    edited(discount, () => ({ discount_amount: 6 })),
  ),
  change(api.discounts.destroy, byId(discount)),
]
