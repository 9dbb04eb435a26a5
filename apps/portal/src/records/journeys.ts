import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { bookingRecords } from './bookings.ts'

/** The legs of a journey that the user may see, the way there first. Apart from bookings: the portal begins with those. */
export const journeyQuery = (id: number) =>
  queryOptions({
    queryKey: bookingRecords.key('journey', id),
    queryFn: ({ signal }) =>
      client.call(api.journeys.show, { params: { id }, signal }).then((answer) => answer.data.service_requests),
  })
