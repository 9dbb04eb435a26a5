import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'

export const factorsQuery = queryOptions({
  queryKey: ['second-factors', 'own'],
  queryFn: ({ signal }) => client.call(api.secondFactors.list, { signal }).then(({ data }) => data),
})

export const codesQuery = queryOptions({
  queryKey: ['second-factors', 'codes'],
  queryFn: ({ signal }) => client.call(api.recoveryCodes.show, { signal }).then(({ data }) => data.left),
})

export const identitiesQuery = queryOptions({
  queryKey: ['identities', 'own'],
  queryFn: ({ signal }) => client.call(api.userIdentities.list, { signal }).then(({ data }) => data),
})

export const identitiesChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['identities'] })

export const factorsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['second-factors'] })
