import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { session } from '../auth/session.ts'

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

/** What a role that needs one has closed opens again. */
export const factorsChanged = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['second-factors'] })
  // A moment without a server is no news: the next return asks again.
  await session.refresh().catch(() => undefined)
}
