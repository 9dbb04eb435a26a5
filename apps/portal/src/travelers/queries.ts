import { api, type Traveler, type TravelerDetails, type TravelerFeatures } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { listQuery, listState, type ListState } from '../table/list-state.ts'
import type { ListQuery } from '../table/use-list.ts'
import { oneOf } from '../url/url-state.ts'

type Filters = { 'filter.status': 'active' | 'blocked' | null }
export type TravelersState = ListState<Filters>

export const travelersState = listState<Filters>({ 'filter.status': oneOf(['active', 'blocked']) }, [
  'id',
  'first_name',
  'last_name',
  'username',
  'email',
])

const ROOT = 'travelers'

export const travelersQuery = (state: TravelersState): ListQuery<Traveler> => {
  const status = state['filter.status']
  const query = listQuery(state, status === null ? {} : { status })
  return {
    queryKey: [ROOT, 'list', query],
    queryFn: ({ signal }) => client.call(api.travelers.list, { query, signal }),
  }
}

export const travelerQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }) => client.call(api.travelers.show, { params: { id }, signal }).then((answer) => answer.data),
  })

/** Where the passenger travels most, most often first. */
export const frequentLocationsQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'frequent-locations', id],
    queryFn: ({ signal }) =>
      client
        .call(api.travelers.frequentLocations, { params: { id }, signal })
        .then((answer) => answer.data.frequent_locations),
  })

export const travelersChanged = (id?: number): void => {
  void queryClient.invalidateQueries({ queryKey: [ROOT, 'list'] })
  if (id !== undefined) void queryClient.invalidateQueries({ queryKey: travelerQuery(id).queryKey })
}

/** What the passenger's app shows. */
export const featuresQuery = (id: number) =>
  queryOptions({
    queryKey: [ROOT, 'features', id],
    queryFn: ({ signal }) =>
      client.call(api.travelers.features, { params: { id }, signal }).then((answer) => answer.data),
  })

export const featuresSaved = (features: TravelerFeatures): void =>
  void queryClient.setQueryData(featuresQuery(features.id).queryKey, features)

export const travelerSaved = (traveler: TravelerDetails): void => {
  queryClient.setQueryData(travelerQuery(traveler.id).queryKey, traveler)
  travelersChanged()
}
