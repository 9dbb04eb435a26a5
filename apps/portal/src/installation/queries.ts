import { api } from '@ambit/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { settingsQuery } from '../settings/settings.ts'

const KEY = 'single-sign-on'

export const providersQuery = queryOptions({
  queryKey: [KEY, 'providers'],
  queryFn: ({ signal }) => client.call(api.ssoProviders.list, { signal }).then(({ data }) => data),
})

export const breakGlassQuery = queryOptions({
  queryKey: [KEY, 'break-glass'],
  queryFn: ({ signal }) => client.call(api.breakGlassAccounts.list, { signal }).then(({ data }) => data),
})

export const factorPoliciesQuery = queryOptions({
  queryKey: [KEY, 'factor-policies'],
  queryFn: ({ signal }) => client.call(api.secondFactorPolicies.list, { signal }).then(({ data }) => data),
})

/** The sign-in page follows: its buttons are part of the settings. */
export const signInChanged = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: [KEY] })
  await queryClient.invalidateQueries(settingsQuery)
}
