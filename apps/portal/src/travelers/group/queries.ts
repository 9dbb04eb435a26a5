import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { travelerRecords } from '../../records/travelers.ts'

const SHOWN = 10

/** Those whom the words find. */
export const foundQuery = (search: string) =>
  queryOptions({
    queryKey: travelerRecords.key('list', 'for-group', search),
    queryFn: ({ signal }) =>
      client.call(api.travelers.list, { query: { search, per_page: SHOWN }, signal }).then(({ data }) => data),
    enabled: search !== '',
  })
