import { api, ApiError, type MailSettingsInput, type SettingsInput } from '@ambit/contract'
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

/** What is part of the settings and not told to everybody: apart from those, which stay when somebody signs out. */
const OWN = 'installation'

export const mailQuery = queryOptions({
  queryKey: [OWN, 'mail'],
  queryFn: ({ signal }) => client.call(api.mailSettings.show, { signal }).then(({ data }) => data),
})

export const environmentQuery = queryOptions({
  queryKey: [OWN, 'environment'],
  queryFn: ({ signal }) => client.call(api.settings.environment, { signal }).then(({ data }) => data),
})

export const statusQuery = queryOptions({
  queryKey: [OWN, 'status'],
  queryFn: ({ signal }) => client.call(api.settings.status, { signal }).then(({ data }) => data),
  refetchInterval: 60_000,
})

const QUIET_MS = 15_000
const WAITING_MS = 2000
const BACKUPS = 'backups'

/** Asked for more often while something is waited for. */
export const backupsQuery = queryOptions({
  queryKey: [BACKUPS, 'list'],
  queryFn: ({ signal }) => client.call(api.backups.list, { signal }),
  refetchInterval: ({ state: { data } }) => {
    const { backup = null, drill = null } = data?.meta.state.waiting ?? {}
    return backup === null && drill === null ? QUIET_MS : WAITING_MS
  },
})

export const drillsQuery = queryOptions({
  queryKey: [BACKUPS, 'drills'],
  queryFn: ({ signal }) => client.call(api.backupDrills.list, { signal }).then(({ data }) => data),
  refetchInterval: QUIET_MS,
})

export const backupsChanged = (): void => void queryClient.invalidateQueries({ queryKey: [BACKUPS] })

export const settingsChanged = (): void => void queryClient.invalidateQueries({ queryKey: [OWN] })

/** `place`: where the form's fields are in the call. Throws as a call does, with the names of the form's fields. */
export const saveSettings = async (body: SettingsInput, place: keyof SettingsInput): Promise<void> => {
  try {
    const { data } = await client.call(api.settings.update, { body })
    queryClient.setQueryData(settingsQuery.queryKey, data)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const errors = error.errors.map((entry) =>
      entry.source === undefined
        ? entry
        : { ...entry, source: { pointer: entry.source.pointer.replace(new RegExp(`^/${place}(?=/)`), '') } },
    )
    throw new ApiError(error.status, error.url, { errors })
  }
}

export const saveMail = async (body: MailSettingsInput): Promise<void> => {
  const { data } = await client.call(api.mailSettings.update, { body })
  queryClient.setQueryData(mailQuery.queryKey, data)
}
