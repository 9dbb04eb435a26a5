import { useSearch } from '@tanstack/react-router'
import { useNavigate } from '../url/link.tsx'
import { createContext, useCallback, useContext, useMemo } from 'react'
import type { PlainSearch } from '../url/plain-search.ts'
import type { DialogDefinition } from './define-dialog.ts'
import { dialogKey, dialogRef, type DialogRef, parseStack, type TabsOf, writeStack } from './dialog-ref.ts'
import type { DialogMode, DialogName, IdAndTab, ModeOf } from './names.ts'

export type DialogRegistry = ReadonlyMap<string, DialogDefinition>

export const DialogRegistryContext = createContext<DialogRegistry>(new Map())

export const tabsIn =
  (registry: DialogRegistry): TabsOf =>
  (name) =>
    registry.get(name)?.tabs ?? null

/** What is open, bottom to top, and the way to change it. The address is the only memory. */
export const useDialogStack = () => {
  const registry = useContext(DialogRegistryContext)
  const d = useSearch({ strict: false, select: (search: PlainSearch) => search['d'] })
  const navigate = useNavigate()
  const stack = useMemo(() => parseStack(d, tabsIn(registry)), [d, registry])
  const change = useCallback(
    (next: (before: readonly DialogRef[]) => readonly DialogRef[], replace = false) =>
      void navigate({
        to: '.',
        search: (before: PlainSearch) => ({
          ...before,
          d: writeStack(next(parseStack(before['d'], tabsIn(registry)))),
        }),
        replace,
      }),
    [navigate, registry],
  )
  return { stack, change }
}

export type OpenDialog = <N extends DialogName, M extends ModeOf<N>>(name: N, mode: M, ...rest: IdAndTab<N, M>) => void

/** `const open = useOpenDialog(); open('DriverDialog', 'view', 12)`: on top of what is open. */
export const useOpenDialog = (): OpenDialog => {
  const { change } = useDialogStack()
  return useCallback(
    (name, mode, ...rest) => {
      const ref = dialogRef(name, mode, ...rest)
      change((stack) => [...stack.filter((open) => dialogKey(open) !== dialogKey(ref)), ref])
    },
    [change],
  )
}

export type OpenedDialog = DialogRef & {
  definition: DialogDefinition
  onTop: boolean
  close: () => void
  setTab: (tab: string) => void
  setMode: (mode: DialogMode) => void
}

export const OpenedDialogContext = createContext<OpenedDialog | null>(null)

/** The dialog that this component is drawn in. */
export const useDialog = (): OpenedDialog => {
  const dialog = useContext(OpenedDialogContext)
  if (dialog === null) throw new Error('useDialog is for components inside a dialog')
  return dialog
}

/** A form reports to the tab around it whether it holds refused fields. */
export const TabValidityContext = createContext<(invalid: boolean) => void>(() => {})
