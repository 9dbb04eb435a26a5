import { api, type Traveler, type TravelerFeatures } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { travelerRecords } from '../records/travelers.ts'
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

export const travelersQuery = (state: TravelersState): ListQuery<Traveler> => {
  const status = state['filter.status']
  return travelerRecords.page(listQuery(state, status === null ? {} : { status }))
}

/** Where the passenger travels most, most often first. */
export const frequentLocationsQuery = (id: number) =>
  queryOptions({
    queryKey: travelerRecords.key('frequent-locations', id),
    queryFn: ({ signal }) =>
      client
        .call(api.travelers.frequentLocations, { params: { id }, signal })
        .then((answer) => answer.data.frequent_locations),
  })

/** A booking was made or changed, of which the passenger is not known. */
export const frequentLocationsChanged = (): void =>
  void queryClient.invalidateQueries({ queryKey: travelerRecords.key('frequent-locations') })

/** What the passenger's app shows. */
export const featuresQuery = (id: number) =>
  queryOptions({
    queryKey: travelerRecords.key('features', id),
    queryFn: ({ signal }) =>
      client.call(api.travelers.features, { params: { id }, signal }).then((answer) => answer.data),
  })

export const featuresSaved = (features: TravelerFeatures): void =>
  void queryClient.setQueryData(featuresQuery(features.id).queryKey, features)
