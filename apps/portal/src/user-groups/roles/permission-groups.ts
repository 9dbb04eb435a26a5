import { features, permissionKeys } from '@ambit/contract'

export type Permissions = Readonly<Record<string, boolean>>

/** One line of the editor: a resource, with the actions that there are on it. */
export type ResourceKeys = { name: string; actions: readonly { key: string; label: string }[] }
export type ModuleKeys = { module: string; name: string; switchKey: string; resources: readonly ResourceKeys[] }

/** `serviceStrategies` → `Service strategies`, `LiveBooking` → `Live booking` */
export const inWords = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const actionWords: Record<string, string> = {
  canRead: 'See',
  canCreate: 'Create',
  canUpdate: 'Change',
  canDestroy: 'Delete',
  canEdit: 'Change',
  canLookup: 'Look up',
  canLogin: 'Sign in as',
}

/** Every key there is, by module and resource. */
export const moduleKeys: readonly ModuleKeys[] = Object.entries(features).map(([module, resources]) => ({
  module,
  name: inWords(module),
  switchKey: `${module}:Module`,
  resources: Object.entries(resources).map(([resource, { actions }]: [string, { actions: readonly string[] }]) => ({
    name: inWords(resource),
    actions: actions.map((action) => ({
      key: `${module}:${resource}:${action}`,
      label: actionWords[action] ?? inWords(action.replace(/^can/, '')),
    })),
  })),
}))

export const keysOf = ({ resources }: ModuleKeys): string[] =>
  resources.flatMap(({ actions }) => actions.map(({ key }) => key))

/** What the role allows, without the switches of whole modules. */
export const grantedKeys = (permissions: Permissions): string[] =>
  permissionKeys.filter((key) => permissions[key] === true && !key.endsWith(':Module'))

/** The modules in which something reads like the search, with those resources only. */
export const searchedKeys = (search: string): readonly ModuleKeys[] => {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return moduleKeys
  const reads = (module: ModuleKeys, { name, actions }: ResourceKeys): boolean => {
    const text = [module.module, module.name, name, ...actions.flatMap(({ key, label }) => [key, label])]
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return moduleKeys.flatMap((module) => {
    const resources = module.resources.filter((resource) => reads(module, resource))
    return resources.length === 0 ? [] : [{ ...module, resources }]
  })
}

/**
 * Puts keys on or off. A key is worth nothing while its module is off, so the module's own switch follows: on with the
 * first key, off with the last.
 */
export const withKeys = (
  permissions: Permissions,
  keys: readonly string[],
  on: boolean,
  held: (key: string) => boolean,
): Permissions => {
  const next: Record<string, boolean> = { ...permissions }
  for (const key of keys) if (!on || next[key] === true || held(key)) next[key] = on
  for (const module of moduleKeys) {
    if (!keys.some((key) => key.startsWith(`${module.module}:`))) continue
    const any = keysOf(module).some((key) => next[key] === true)
    if (!any || next[module.switchKey] === true || held(module.switchKey)) next[module.switchKey] = any
  }
  return next
}
