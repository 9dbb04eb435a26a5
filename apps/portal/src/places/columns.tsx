import type { BookedPlace } from '@ambit/contract'
import { placeCategoryWords } from '../records/places.ts'
import type { Column } from '../table/column.ts'
import { hoursText } from './hours-text.ts'
import { placeStrings } from './strings.ts'

const words = placeStrings.columns

/** Where vehicles stop for a place. */
const targetText = ({ location_name, entrance }: BookedPlace): string =>
  location_name ?? (entrance === null ? placeStrings.targets.address : placeStrings.targets.point)

export const placeColumns: readonly Column<BookedPlace>[] = [
  { id: 'id', header: words.id, width: 72, value: ({ id }) => id, sort: 'id', type: 'id' },
  { id: 'name', header: words.name, width: 220, value: ({ name }) => name, sort: 'name', primary: true },
  { id: 'other_names', header: words.other_names, width: 200, value: ({ other_names }) => other_names.join(', ') },
  {
    id: 'category',
    header: words.category,
    width: 120,
    value: ({ category }) => placeCategoryWords[category],
    sort: 'category',
  },
  { id: 'address', header: words.address, width: 260, value: ({ address }) => address, sort: 'address' },
  { id: 'target', header: words.target, width: 150, value: targetText },
  { id: 'note', header: words.note, width: 220, value: ({ note }) => note },
  { id: 'hours', header: words.hours, width: 220, value: ({ hours }) => hoursText(hours) },
  {
    id: 'updated_at',
    header: words.updated_at,
    width: 172,
    value: ({ updated_at }) => updated_at,
    sort: 'updated_at',
    type: 'datetime',
  },
]
