import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { bookingRecords } from './bookings.ts'

/** A group with the bookings of its members. */
export const bookingGroupQuery = (id: number) =>
  queryOptions({
    queryKey: bookingRecords.key('journey', 'group', id),
    queryFn: ({ signal }) => client.call(api.bookingGroups.show, { params: { id }, signal }).then(({ data }) => data),
  })

export const seatingWords = {
  together: 'Together in one vehicle',
  fewest: 'As few vehicles as possible',
} as const
