import { z } from 'zod'
import { empty, endpoint, idParams, many, one } from '../endpoint.ts'
import { listQuery, textList } from '../query.ts'
import { Discount, DiscountCode, DiscountedPrice, DiscountInput, DiscountStatus } from '../records/discounts.ts'

export const discounts = {
  list: endpoint('discounts.list', 'GET', '/discounts', {
    summary: 'List discount codes',
    access: 'DiscountManagement:discounts:canRead',
    query: listQuery({ status: textList.pipe(z.array(DiscountStatus)) }, [
      'id',
      'name',
      'code',
      'discount_type',
      'discount_amount',
      'activation_datetime',
      'expiration_datetime',
      'status',
    ]),
    answer: many(Discount),
  }),
  show: endpoint('discounts.show', 'GET', '/discounts/:id', {
    summary: 'One discount code',
    access: 'DiscountManagement:discounts:canRead',
    params: idParams,
    answer: one(Discount),
  }),
  lookUp: endpoint('discounts.lookUp', 'GET', '/discount_prices', {
    summary: 'What a code makes of the price of an offering; refused where it does not hold now',
    // A booking with a code needs this key too.
    access: 'TravellerManagement:discountCode:canLookup',
    query: z.object({ code: DiscountCode, service_offering_id: z.coerce.number().int().positive() }),
    answer: one(DiscountedPrice),
  }),
  create: endpoint('discounts.create', 'POST', '/discounts', {
    summary: 'Create a discount code',
    access: 'DiscountManagement:discounts:canCreate',
    allRegions: true,
    body: DiscountInput,
    answer: one(Discount),
    status: 201,
  }),
  update: endpoint('discounts.update', 'PATCH', '/discounts/:id', {
    summary: 'Change a discount code',
    access: 'DiscountManagement:discounts:canUpdate',
    allRegions: true,
    params: idParams,
    body: DiscountInput.extend({ discount_type: DiscountInput.shape.discount_type.unwrap() }).partial(),
    answer: one(Discount),
  }),
  destroy: endpoint('discounts.destroy', 'DELETE', '/discounts/:id', {
    summary: 'Delete a discount code',
    access: 'DiscountManagement:discounts:canDestroy',
    allRegions: true,
    params: idParams,
    answer: empty,
    status: 204,
  }),
}
