import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'

/** Under which trips are kept. */
export const TRIPS = 'trips'

/** One trip with its stops and way. */
export const tripQuery = (id: number) =>
  queryOptions({
    queryKey: [TRIPS, 'with-stops', id],
    queryFn: ({ signal }) => client.call(api.trips.show, { params: { id }, signal }).then((answer) => answer.data),
  })
