import type { Settings } from '@ambit/contract'
import { byName, type Can } from '../auth/allowed.ts'

/** Whether a module of the menu is in use, and may be read. */
export const isModuleEnabled = (groups: Settings['modules'], name: string, can: Can): boolean =>
  groups.some(({ items }) => items.some((item) => item.name === name && item.enabled && byName(can)(item.permission)))
