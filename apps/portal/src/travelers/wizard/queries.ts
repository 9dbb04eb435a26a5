import { api, type SearchInput, ServiceAvailabilitySearch } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'

export const SEARCH_POLL_MS = 500

export const serviceAreasQuery = (zoneId: number | null) =>
  queryOptions({
    queryKey: ['service-areas', 'options', zoneId],
    queryFn: ({ signal }) =>
      client
        .call(api.serviceAreas.list, {
          query: { page: 1, per_page: 1000, ...(zoneId === null ? {} : { filter: { zone: [zoneId] } }) },
          signal,
        })
        .then((answer) => answer.data),
    staleTime: 60_000,
  })

/** A search and its offerings; a finished one does not change. */
export const searchQuery = (id: number) =>
  queryOptions({
    queryKey: ['service-availability-searches', id],
    queryFn: ({ signal }) => client.call(api.searches.show, { params: { id }, signal }).then((answer) => answer.data),
    staleTime: Infinity,
  })

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, SEARCH_POLL_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Asks for trips and waits until the answer is there, looking every half second. */
export const findTrips = async (
  body: z.input<typeof SearchInput>,
  signal: AbortSignal,
): Promise<ServiceAvailabilitySearch> => {
  let search = (await client.call(api.searches.create, { body, signal })).data
  while (search.status === 'pending') {
    await pause(signal)
    signal.throwIfAborted()
    search = (await client.call(api.searches.show, { params: { id: search.id }, signal })).data
  }
  keepSearch(search)
  return search
}

export const keepSearch = (search: ServiceAvailabilitySearch): void => {
  queryClient.setQueryData(searchQuery(search.id).queryKey, search)
}

/** The fresh search that comes with the refusal of an offer that is gone; null for any other refusal. */
export const freshSearch = (meta: Readonly<Record<string, unknown>> | undefined): ServiceAvailabilitySearch | null => {
  const parsed = ServiceAvailabilitySearch.safeParse(meta?.['service_availability_search'])
  return parsed.success ? parsed.data : null
}
