import type { DiscountedPrice } from '@ambit/contract'
import { discounted } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import { discountNow } from '../discounts/apply.ts'
import { notFound } from '../http/errors.ts'
import { findOffering } from './queries.ts'

/** What a code makes of an offering's price now; 422 for a code that does not hold, 404 for an unknown offering. */
export const priceWithCode = async (
  { db, clock }: Deps,
  { code, service_offering_id }: { code: string; service_offering_id: number },
  regions: readonly number[] | null,
): Promise<DiscountedPrice> => {
  const offering = await findOffering(db, service_offering_id, regions)
  if (offering === undefined) throw notFound()
  const found = await discountNow(db, { code, now: clock.now(), pointer: '/query/code' })
  const price = offering.total_price
  return { code: found.code, name: found.name, service_offering_id, price, total_price: discounted(price, found) }
}
