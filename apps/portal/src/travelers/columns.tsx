import { StatusTag } from '../ui/StatusTag.tsx'
import type { Traveler } from '@ambit/contract'
import type { Column } from '../table/column.ts'
import { travelerStrings } from './strings.ts'

/** A passenger without a smartphone needs other care: Yes warns, No is fine. */
const LowTechTag = ({ lowTech }: { lowTech: boolean }) => (
  <StatusTag tone={lowTech ? 'warning' : 'success'}>{lowTech ? travelerStrings.yes : travelerStrings.no}</StatusTag>
)

const words = travelerStrings.columns

export const travelerColumns: readonly Column<Traveler>[] = [
  { id: 'id', header: words.id, width: 76, value: (traveler) => traveler.id, sort: 'id', type: 'id' },
  {
    id: 'first_name',
    header: words.first_name,
    width: 130,
    value: (traveler) => traveler.first_name,
    sort: 'first_name',
    guard: 'name',
    primary: true,
  },
  {
    id: 'last_name',
    header: words.last_name,
    width: 140,
    value: (traveler) => traveler.last_name,
    sort: 'last_name',
    guard: 'name',
  },
  {
    id: 'username',
    header: words.username,
    width: 140,
    value: (traveler) => traveler.username,
    sort: 'username',
    guard: 'contact',
  },
  {
    id: 'email',
    header: words.email,
    width: 250,
    value: (traveler) => traveler.email,
    sort: 'email',
    guard: 'contact',
  },
  { id: 'phone_number', header: words.phone_number, width: 140, value: (traveler) => traveler.phone_number },
  {
    id: 'low_tech',
    header: words.low_tech,
    width: 100,
    value: (traveler) => (traveler.low_tech ? travelerStrings.yes : travelerStrings.no),
    cell: (traveler) => <LowTechTag lowTech={traveler.low_tech} />,
  },
]
