import { api, type Disruption } from '@ambit/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { bookingRecords } from '../../records/bookings.ts'
import { tripRecords } from '../../records/trips.ts'

const CLOSURES = 'road_closures'

export const closuresQuery = queryOptions({
  queryKey: [CLOSURES],
  queryFn: ({ signal }) => client.call(api.roadClosures.list, { signal }).then((answer) => answer.data),
})

export const closuresChanged = (): void => void queryClient.invalidateQueries({ queryKey: [CLOSURES] })

/** What a disruption would do; asked for once, so that the figures do not change while they are read. */
export const previewQuery = (disruption: Disruption | null) =>
  queryOptions({
    queryKey: ['disruption_previews', disruption],
    queryFn:
      disruption === null
        ? skipToken
        : ({ signal }) =>
            client.call(api.disruptions.preview, { body: disruption, signal }).then((answer) => answer.data),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Trips and bookings are other ones once a disruption was carried out. */
export const planChanged = (): void => {
  tripRecords.changed()
  bookingRecords.changed()
  closuresChanged()
}
