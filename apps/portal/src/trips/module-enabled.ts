import type { Settings } from '@ambit/contract'

/** Whether a module of the menu is in use, and may be read. */
export const isModuleEnabled = (groups: Settings['modules'], name: string, can: (key: string) => boolean): boolean =>
  groups.some(({ items }) => items.some((item) => item.name === name && item.enabled && can(item.permission)))
