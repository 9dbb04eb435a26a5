import type { PermissionKey } from '@ambit/contract'
import { queryClient } from '../api/query-client.ts'
import { settingsQuery } from '../settings/settings.ts'
import { isAllowed } from './allowed.ts'
import { session } from './session.ts'

/** Outside of a component: may the signed-in user use the key? */
export const mayUse = (key: PermissionKey): boolean => {
  const state = session.state()
  const settings = queryClient.getQueryData(settingsQuery.queryKey)
  return state.status === 'logged_in' && settings !== undefined && isAllowed(key, state.user, settings)
}
