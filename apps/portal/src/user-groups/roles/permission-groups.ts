import { permissionKeys, permissionsInWords } from '@ambit/contract'

export type Permissions = Readonly<Record<string, boolean>>

/** One line of the editor: a resource, with the actions that there are on it. */
export type ResourceKeys = { name: string; actions: readonly { key: string; label: string }[] }
export type ModuleKeys = { module: string; name: string; switchKey: string; resources: readonly ResourceKeys[] }

/** Every key there is, by module and resource. */
export const moduleKeys: readonly ModuleKeys[] = [
  ...Map.groupBy(permissionsInWords, ({ module }) => module).entries(),
].map(([module, permissions]) => ({
  module,
  name: permissions[0]?.module_name ?? module,
  switchKey: `${module}:Module`,
  resources: [...Map.groupBy(permissions, ({ resource_name }) => resource_name).entries()].flatMap(([name, actions]) =>
    name === null ? [] : [{ name, actions: actions.map(({ key, action_name: label }) => ({ key, label })) }],
  ),
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
