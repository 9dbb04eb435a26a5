import { api, type Trip, type TripState, tripStates } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { defineRecords, type QueryOf } from './define-records.ts'
import { positions } from './positions.ts'
import type { Statuses } from './status.tsx'

export const tripRecords = defineRecords('trips', {
  list: (query: QueryOf<typeof api.trips.list>, signal) => client.call(api.trips.list, { query, signal }),
  show: async (id, signal) => {
    const answer = await client.call(api.trips.show, { params: { id }, signal })
    const { latest_trip_monitor } = answer.data
    if (latest_trip_monitor !== null) positions.take(id, latest_trip_monitor)
    return answer
  },
})

/** The last four characters of a vehicle number; a trip's name without `trip_` where there is no vehicle. */
export const vehicleLabel = (trip: Pick<Trip, 'vehicle_number' | 'name'>): string =>
  trip.vehicle_number === null ? trip.name.replace(/^trip_/, '') : trip.vehicle_number.slice(-4).trim()

/** With spaces for underscores, as the specification shows a state; a trip without one is inactive. */
export const tripStatuses = {
  staged: { text: 'staged', tone: 'info' },
  live: { text: 'live', tone: 'success' },
  in_transit: { text: 'in transit', tone: 'live' },
  completed: { text: 'completed', tone: 'neutral' },
  cancelled: { text: 'cancelled', tone: 'danger' },
  none: { text: 'inactive', tone: 'neutral' },
} as const satisfies Statuses<TripState | 'none'>

/** The state, or that its vehicle was taken out of service. */
export const shownTripStatuses = {
  ...tripStatuses,
  out_of_service: { text: 'out of service', tone: 'danger' },
} as const satisfies Statuses<TripState | 'none' | 'out_of_service'>

export const shownTripState = ({
  current_state,
  taken_out_at,
}: Pick<Trip, 'current_state' | 'taken_out_at'>): TripState | 'out_of_service' =>
  taken_out_at === null ? current_state : 'out_of_service'

/** With capitals, as filters and forms offer it. */
export const tripStateLabel = (state: TripState): string =>
  tripStatuses[state].text.replaceAll(/\b\w/g, (letter) => letter.toUpperCase())

/** In the specification's order. */
export const tripStateOptions = (['completed', 'staged', 'live', 'in_transit', 'cancelled'] as const).map((value) => ({
  value,
  label: tripStateLabel(value),
}))

export const isTripState = (text: string | null): text is TripState => tripStates.some((state) => state === text)

export const tripHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: tripRecords.key('history', id),
    queryFn: ({ signal }) => client.call(api.trips.history, { params: { id }, signal }).then((answer) => answer.data),
  })
