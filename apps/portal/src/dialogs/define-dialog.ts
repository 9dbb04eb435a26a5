import type { PermissionKey } from '@ambit/contract'
import type { ComponentType } from 'react'
import type { Can } from '../auth/allowed.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { DialogSkeleton } from './DialogSkeleton.tsx'
import type { DialogMode, DialogName, ModeOf, TabOf } from './names.ts'

export type DialogDefinition = {
  /** as written in the address, without `-` */
  name: DialogName
  /** the key that each mode needs, or all of several; a mode without a key cannot be opened */
  permission: Partial<Record<DialogMode, PermissionKey | readonly PermissionKey[]>>
  /** tabs that the address may name; `Stage_*` stands for every name that begins so */
  tabs: readonly string[]
  /** CSS width; 40 % of the window by default */
  width: string
  /** a click beside it leaves it open: nothing else holds what it shows */
  steady: boolean
  component: ComponentType
}

type Options<N extends DialogName> = {
  name: N
  permission: Record<ModeOf<N>, PermissionKey | readonly PermissionKey[]>
  tabs?: readonly TabOf<N>[]
  width?: string
  steady?: boolean
  /** the code of the dialog, fetched when it first opens */
  load: () => Promise<{ default: ComponentType }>
}

export const mayOpen = ({ permission }: Pick<DialogDefinition, 'permission'>, mode: DialogMode, can: Can): boolean => {
  const keys = permission[mode]
  return keys !== undefined && [keys].flat().every((key) => can(key))
}

export const DEFAULT_WIDTH = '40%'

/**
 * A dialog that opens by name. Its component takes no props: it reads `useDialog()` (mode, id, tab, close) and draws
 * itself with `DialogFrame`.
 */
export const defineDialog = <N extends DialogName>({
  name,
  permission,
  tabs = [],
  width = DEFAULT_WIDTH,
  steady = false,
  load,
}: Options<N>): DialogDefinition => ({
  name,
  permission,
  tabs,
  width,
  steady,
  component: lazyComponent(load, DialogSkeleton),
})
