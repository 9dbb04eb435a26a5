import { api, type SearchInput, ServiceAvailabilitySearch } from '@ambit/contract'
import type { LngLat } from '@ambit/geo'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { client } from '../../api/client.ts'
import { freshKey } from '../../api/fresh-key.ts'
import { queryClient } from '../../api/query-client.ts'
import { ALL_ROWS } from '../../records/define-records.ts'

export const SEARCH_POLL_MS = 500

/** The areas of every zone. */
export const serviceAreasQuery = queryOptions({
  queryKey: ['service-areas', 'options'],
  queryFn: ({ signal }) =>
    client.call(api.serviceAreas.list, { query: ALL_ROWS, signal }).then((answer) => answer.data),
  staleTime: 60_000,
})

/** A search and its offerings; a finished one does not change. */
export const searchQuery = (id: number) =>
  queryOptions({
    queryKey: ['service-availability-searches', id],
    queryFn: ({ signal }) => client.call(api.searches.show, { params: { id }, signal }).then((answer) => answer.data),
    staleTime: Infinity,
  })

/** What the passenger notes for drivers of places of their own. */
export const placeNotesQuery = (id: number) =>
  queryOptions({
    queryKey: ['place-notes', id],
    queryFn: ({ signal }) =>
      client.call(api.travelers.placeNotes, { params: { id }, signal }).then((answer) => answer.data),
    staleTime: 60_000,
  })

/** At what other times a journey can be had, as a search asks for it. */
export const otherTimesQuery = (body: SearchBody | null) =>
  queryOptions({
    queryKey: ['other-times', body],
    queryFn: async ({ signal }) =>
      body === null ? [] : (await client.call(api.searches.otherTimes, { body, signal })).data,
    // The plan goes on.
    staleTime: 30_000,
    retry: false,
  })

export type Outside = {
  end: 'origin' | 'destination'
  at: LngLat
  /** the other end, where that one is in a zone */
  other: LngLat | null
  regionId: number | null
  zoneId: number | null
}

const latLng = ([lng, lat]: LngLat): string => `${lat},${lng}`

/** The nearest address that a trip can begin or end at; null where there is none near. */
export const servedAddressQuery = (outside: Outside) =>
  queryOptions({
    queryKey: ['served-addresses', outside],
    queryFn: async ({ signal }) => {
      const { end, at, other, regionId, zoneId } = outside
      const query = {
        end,
        at: latLng(at),
        ...(other === null ? {} : { other: latLng(other) }),
        ...(regionId === null ? {} : { region_id: regionId }),
        ...(zoneId === null ? {} : { zone_id: zoneId }),
      }
      return (await client.call(api.searches.servedAddresses, { query, signal })).data[0] ?? null
    },
    staleTime: 60_000,
    retry: false,
  })

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, SEARCH_POLL_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

export type SearchBody = z.input<typeof SearchInput>

/** Each search is a new one: an earlier one's offerings run out. */
export const askForTrips = async (body: SearchBody, signal: AbortSignal): Promise<ServiceAvailabilitySearch> =>
  (await client.call(api.searches.create, { body, signal, idempotencyKey: freshKey() })).data

export const showSearch = async (id: number, signal: AbortSignal): Promise<ServiceAvailabilitySearch> =>
  (await client.call(api.searches.show, { params: { id }, signal })).data

/** The search once it is finished, looking every half second. */
export const finished = async (
  search: ServiceAvailabilitySearch,
  signal: AbortSignal,
): Promise<ServiceAvailabilitySearch> => {
  let found = search
  while (found.status === 'pending') {
    await pause(signal)
    signal.throwIfAborted()
    found = await showSearch(search.id, signal)
  }
  keepSearch(found)
  return found
}

export const keepSearch = (search: ServiceAvailabilitySearch): void => {
  queryClient.setQueryData(searchQuery(search.id).queryKey, search)
}

/** The fresh search that comes with the refusal of an offer that is gone; null for any other refusal. */
export const freshSearch = (meta: Readonly<Record<string, unknown>> | undefined): ServiceAvailabilitySearch | null => {
  const parsed = ServiceAvailabilitySearch.safeParse(meta?.['service_availability_search'])
  return parsed.success ? parsed.data : null
}
