import { featureOf, isPermissionKey, type PermissionKey, type Settings } from '@ambit/contract'

type Held = Readonly<Record<string, boolean>>
type Flags = Pick<Settings, 'featureFlags' | 'environment'>

export type Can = (key: PermissionKey) => boolean

/** The same question for keys that the server's settings name; one unknown to this portal counts as not granted. */
export const byName =
  (can: Can) =>
  (key: string): boolean =>
    isPermissionKey(key) && can(key)

/** May this user do it? The portal hides by it; the server decides again. */
export const isAllowed = (key: string, held: Held, settings: Flags): boolean => {
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
