import type { Trip } from '@ambit/contract'
import type { Column } from '../table/column.ts'
import { tripStrings } from './strings.ts'
import { TripStateTag } from '../records/TripStateTag.tsx'

const words = tripStrings.columns

export const tripColumns: readonly Column<Trip>[] = [
  { id: 'id', header: words.id, width: 64, value: (trip) => trip.id, sort: 'id', type: 'id' },
  { id: 'name', header: words.name, width: 104, value: (trip) => trip.name, sort: 'name', primary: true },
  { id: 'driver', header: words.driver_id, width: 134, value: (trip) => trip.driver_name },
  { id: 'vehicle', header: words.vehicle_id, width: 84, value: (trip) => trip.vehicle_number },
  {
    id: 'capacity',
    header: words.capacity,
    width: 168,
    value: (trip) => (trip.vehicle_id === null ? null : tripStrings.seats(trip.capacity, trip.mobility_capacity)),
  },
  {
    id: 'status',
    header: words.status,
    width: 128,
    value: (trip) => trip.current_state,
    cell: (trip) => <TripStateTag trip={trip} />,
  },
]
