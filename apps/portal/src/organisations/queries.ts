import { api, type Organisation } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { ALL_ROWS } from '../records/define-records.ts'
import { organisationRecords } from '../records/organisations.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import type { Scope } from '../url/scope.ts'

export const organisationsState = listState<{}>({}, ['id', 'name', 'region_name', 'created_at', 'updated_at'])

export const organisationsQuery = (state: ListState<{}>, { region }: Scope): ListQuery<Organisation> =>
  organisationRecords.page(listQuery(state, region === null ? {} : { region: [region] }))

/** The place book of a region; null: no region is chosen. */
export const placesOfRegion = (region: number | null) =>
  queryOptions({
    queryKey: ['places', 'of-region', region],
    queryFn: ({ signal }) =>
      client
        .call(api.places.list, { query: { ...ALL_ROWS, filter: { region: [region ?? 0] }, sort: 'name' }, signal })
        .then(({ data }) => data),
    enabled: region !== null,
    staleTime: 60_000,
  })

export const consentsQuery = (id: number) =>
  queryOptions({
    queryKey: organisationRecords.key('consents', id),
    queryFn: ({ signal }) =>
      client
        .call(api.organisationTravelers.list, {
          query: { ...ALL_ROWS, filter: { organisation: [id] }, sort: 'traveler_name' },
          signal,
        })
        .then(({ data }) => data),
  })

const OWN = organisationRecords.key('own-messages', 0)

/** Whether the caller, a representative, is told what becomes of rides. */
export const ownMessagesQuery = queryOptions({
  queryKey: OWN,
  queryFn: ({ signal }) => client.call(api.representativeMessages.show, { signal }).then(({ data }) => data),
})

export const bookingsAheadQuery = (id: number) =>
  queryOptions({
    queryKey: organisationRecords.key('bookings-ahead', id),
    queryFn: ({ signal }) =>
      client.call(api.organisations.bookingsAhead, { params: { id }, signal }).then(({ data }) => data),
  })

/** Passengers whom a text finds. */
export const passengersQuery = (search: string) =>
  queryOptions({
    queryKey: ['travelers', 'to-consent', search],
    queryFn: ({ signal }) =>
      client.call(api.travelers.list, { query: { search, per_page: 20 }, signal }).then(({ data }) => data),
    enabled: search !== '',
  })
