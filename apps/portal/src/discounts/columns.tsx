import type { Discount } from '@ambit/contract'
import { discountStatuses } from '../records/discounts.ts'
import { RecordStatus } from '../records/status.tsx'
import type { Column } from '../table/column.ts'
import { DiscountAmount } from './DiscountAmount.tsx'
import { discountStrings } from './strings.ts'

const words = discountStrings.columns

export const discountColumns: readonly Column<Discount>[] = [
  { id: 'id', header: words.id, width: 72, value: ({ id }) => id, sort: 'id', type: 'id' },
  { id: 'name', header: words.name, width: 176, value: ({ name }) => name, sort: 'name', primary: true },
  { id: 'code', header: words.code, width: 130, value: ({ code }) => code, sort: 'code' },
  {
    id: 'discount_type',
    header: words.discount_type,
    width: 124,
    value: ({ discount_type }) => discountStrings.types[discount_type],
    sort: 'discount_type',
  },
  {
    id: 'discount_amount',
    header: words.discount_amount,
    width: 92,
    value: ({ discount_amount }) => discount_amount,
    cell: (discount) => <DiscountAmount discount={discount} />,
    sort: 'discount_amount',
  },
  {
    id: 'uses',
    header: words.uses,
    width: 84,
    value: ({ uses, usage_limit }) =>
      usage_limit === null ? String(uses) : discountStrings.usesOf(String(uses), String(usage_limit)),
  },
  {
    id: 'activation_datetime',
    header: words.activation_datetime,
    width: 190,
    value: ({ activation_datetime }) => activation_datetime,
    sort: 'activation_datetime',
    type: 'datetime',
  },
  {
    id: 'expiration_datetime',
    header: words.expiration_datetime,
    width: 190,
    value: ({ expiration_datetime }) => expiration_datetime,
    sort: 'expiration_datetime',
    type: 'datetime',
  },
  {
    id: 'status',
    header: words.status,
    width: 128,
    value: ({ status }) => status,
    cell: ({ status }) => <RecordStatus of={discountStatuses} status={status} />,
    sort: 'status',
  },
]
