import { api, type TravelFactors } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

const ROOT = 'travel_factors'

export const travelFactorsQuery = (region: number) =>
  queryOptions({
    queryKey: [ROOT, region],
    queryFn: ({ signal }) =>
      client.call(api.travelFactors.show, { query: { region_id: region }, signal }).then((answer) => answer.data),
  })

export const travelFactorsChanged = (region: number): void =>
  void queryClient.invalidateQueries({ queryKey: [ROOT, region] })

export const takeTravelFactors = (factors: TravelFactors): void =>
  void queryClient.setQueryData(travelFactorsQuery(factors.region_id).queryKey, factors)
