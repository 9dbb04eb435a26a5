import type { TravelerSetRecord } from '@ambit/contract'
import type { Column } from '../table/column.ts'
import { travelerSetStrings } from './strings.ts'

const words = travelerSetStrings.columns

export const travelerSetColumns: readonly Column<TravelerSetRecord>[] = [
  { id: 'id', header: words.id, width: 72, value: ({ id }) => id, sort: 'id', type: 'id' },
  { id: 'name', header: words.name, width: 240, value: ({ name }) => name, sort: 'name', primary: true },
  {
    id: 'region',
    header: words.region_id,
    width: 200,
    value: ({ traveler_set_discount }) => traveler_set_discount.region.name,
  },
  {
    id: 'discount_amount',
    header: words.discount_amount,
    width: 130,
    value: ({ traveler_set_discount }) => `${traveler_set_discount.discount_amount}%`,
  },
  {
    id: 'created_at',
    header: words.created_at,
    width: 170,
    value: ({ created_at }) => created_at,
    sort: 'created_at',
    type: 'datetime',
  },
]
