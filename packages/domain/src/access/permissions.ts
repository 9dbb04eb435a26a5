import { type Environment, featureOf, features, modulesDisabledIn, permissionKeys } from '@ambit/contract'

/** The switch of a feature, or of a module (`ZoneManagement:Module`), as settings hold it. */
export type Flag = { enabled: boolean; disabled_in: readonly string[] }
export type Flags = Readonly<Record<string, Flag>>
export type Permissions = Readonly<Record<string, boolean>>

export type AccessContext = {
  /** merged over the user's roles */
  permissions: Permissions
  /** `Module:resource` or `Module:Module` → switch; missing switches are as the contract ships them */
  flags: Flags
  environment: Environment
}

const known = new Set(permissionKeys)

/** Several roles, one map: true wins. */
export const mergePermissions = (roles: readonly Permissions[]): Record<string, boolean> => {
  const merged: Record<string, boolean> = {}
  for (const role of roles) {
    for (const [key, allowed] of Object.entries(role)) merged[key] = merged[key] === true || allowed
  }
  return merged
}

/** Every switch as the product ships. */
export const defaultFlags = (): Record<string, Flag> => {
  const flags: Record<string, Flag> = {}
  for (const [module, resources] of Object.entries(features)) {
    flags[`${module}:Module`] = { enabled: true, disabled_in: [...(modulesDisabledIn[module] ?? [])] }
    for (const resource of Object.keys(resources)) {
      const feature = featureOf(module, resource)
      flags[`${module}:${resource}`] = {
        enabled: feature?.hidden !== true,
        disabled_in: [...(feature?.disabledIn ?? [])],
      }
    }
  }
  return flags
}

const shipped: Flags = defaultFlags()

/** Is the feature switched on here, for any user? `*` in its list means every environment. */
export const featureEnabled = (feature: string, flags: Flags, environment: Environment): boolean => {
  const flag = own(flags, feature) ?? own(shipped, feature)
  return (
    flag !== undefined && flag.enabled && !flag.disabled_in.includes('*') && !flag.disabled_in.includes(environment)
  )
}

/**
 * May a user with these permissions use the key in this environment? Denied when the key is unknown, missing or false,
 * when its module is off, when the feature is off in this environment, or when anything it depends on is.
 */
export const can = (key: string, context: AccessContext): boolean => {
  if (!known.has(key) || own(context.permissions, key) !== true) return false
  const [module = '', resource = ''] = key.split(':')
  if (!featureEnabled(`${module}:${resource}`, context.flags, context.environment)) return false
  if (resource === 'Module') return true
  return (
    can(`${module}:Module`, context) &&
    (featureOf(module, resource)?.dependsOn ?? []).every((dependency) => can(dependency, context))
  )
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
