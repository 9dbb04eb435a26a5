import { useEffect, useSyncExternalStore } from 'react'

export type KeyHint = { keys: readonly string[]; does: string }

/** What the page on screen understands, for the list that `?` opens. */
let hints: readonly { id: number; hints: readonly KeyHint[] }[] = []
let made = 0
let helpOpen = false
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A page or a table says which keys it understands, while it is on screen. `list` must be a constant. */
export const useKeyHints = (list: readonly KeyHint[]): void => {
  useEffect(() => {
    const id = ++made
    hints = [...hints, { id, hints: list }]
    tell()
    return () => {
      hints = hints.filter((entry) => entry.id !== id)
      tell()
    }
  }, [list])
}

export const useAllKeyHints = () => useSyncExternalStore(subscribe, () => hints)
export const useKeyboardHelpOpen = (): boolean => useSyncExternalStore(subscribe, () => helpOpen)

const become = (open: boolean): void => {
  helpOpen = open
  tell()
}
export const openKeyboardHelp = (): void => become(true)
export const closeKeyboardHelp = (): void => become(false)

/** A key pressed while writing is text, not a command. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null)
