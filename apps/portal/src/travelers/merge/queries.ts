import { api, type TravelerDetails } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { travelerRecords } from '../../records/travelers.ts'

/** What is in the way may have ended since it was last looked at. */
export const mergePreviewQuery = (id: number, other: number) =>
  queryOptions({
    queryKey: travelerRecords.key('merge', id, other),
    queryFn: ({ signal }) =>
      client
        .call(api.travelerMerges.preview, { params: { id }, query: { with: other }, signal })
        .then(({ data }) => data),
    gcTime: 0,
  })

export const mergesQuery = (id: number) =>
  queryOptions({
    queryKey: travelerRecords.key('merges', id),
    queryFn: ({ signal }) => client.call(api.travelerMerges.list, { params: { id }, signal }).then(({ data }) => data),
  })

const SHOWN = 10

/** Those whom the words find, or without any those who look like the passenger. */
export const othersQuery = (traveler: TravelerDetails, search: string) =>
  queryOptions({
    queryKey: travelerRecords.key('others', traveler.id, search),
    queryFn: async ({ signal }) => {
      const { first_name, last_name } = traveler
      const alike = { first_name, last_name, email: traveler.email ?? '', phone_number: traveler.phone_number ?? '' }
      const { data } =
        search === ''
          ? await client.call(api.travelers.similar, { query: alike, signal })
          : await client.call(api.travelers.list, { query: { search, per_page: SHOWN }, signal })
      return data
        .filter(({ id }) => id !== traveler.id)
        .map(({ id, full_name, phone_number, email }) => ({ id, full_name, phone_number, email }))
    },
  })
