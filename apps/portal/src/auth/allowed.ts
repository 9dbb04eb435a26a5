import {
  type Endpoint,
  featureOf,
  isPermissionKey,
  laterKeysOfAllRegions,
  type PermissionKey,
  type Settings,
  type SignedInUser,
  staffApi,
} from '@ambit/contract'

type User = Pick<SignedInUser, 'permissions' | 'region_ids'>
type Flags = Pick<Settings, 'featureFlags' | 'environment'>

export type Can = (key: PermissionKey) => boolean

/** The same question for keys that the server's settings name; one unknown to this portal counts as not granted. */
export const byName =
  (can: Can) =>
  (key: string): boolean =>
    isPermissionKey(key) && can(key)

/** What users limited to regions may not do, because it applies to all of them. */
const keysOfAllRegions: ReadonlySet<string> = new Set([
  ...laterKeysOfAllRegions,
  ...Object.values(staffApi)
    .flatMap((group): Endpoint[] => Object.values(group))
    .filter(({ allRegions }) => allRegions)
    .map(({ access }) => access),
])

/** May this user do it? The portal hides by it; the server decides again. */
export const isAllowed = (key: string, { permissions: held, region_ids }: User, settings: Flags): boolean => {
  if (region_ids !== null && keysOfAllRegions.has(key)) return false
  const [module = '', resource = ''] = key.split(':')
  if (held[`${module}:Module`] === false) return false
  if (held[key] !== true) return false
  if (!isFeatureOn(`${module}:Module`, settings)) return false
  if (resource === 'Module') return true
  const dependencies = featureOf(module, resource)?.dependsOn ?? []
  return isFeatureOn(`${module}:${resource}`, settings) && dependencies.every((needed) => held[needed] === true)
}

/** A feature without a flag of its own is on; `*` in the disabled list stands for every environment. */
export const isFeatureOn = (feature: string, { featureFlags, environment }: Flags): boolean => {
  const flag = featureFlags[feature]
  return (
    flag === undefined || (flag.enabled && !flag.disabled_in.includes('*') && !flag.disabled_in.includes(environment))
  )
}
