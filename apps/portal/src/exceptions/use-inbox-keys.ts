import type { ServiceException } from '@ambit/contract'
import type { KeyboardEvent } from 'react'
import { isWriting } from '../ui/keys.ts'

type Does = (exception: ServiceException) => unknown

type Keys = {
  /** whether single letters are commands */
  on: boolean
  selected: ServiceException | null
  move: (steps: number) => void
  close: () => unknown
  open: Does
  note: Does
  mark: Does
  acknowledge: Does
  release: Does
  fix: Does
  ask: (exception: ServiceException, asking: 'snooze' | 'resolve') => unknown
}

/** The keys of the list: only while it has the focus, and never in a field. */
export const useInboxKeys =
  (keys: Keys) =>
  (event: KeyboardEvent): void => {
    if (isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const does = commandOf(keys, event.key)
    if (does === null) return
    event.preventDefault()
    does()
  }

const commandOf = (keys: Keys, key: string): (() => unknown) | null => {
  if (key === 'Escape') return keys.close
  if (!keys.on) return null
  if (key === 'j') return () => keys.move(1)
  if (key === 'k') return () => keys.move(-1)
  const { selected } = keys
  if (selected === null) return null
  const commands: Readonly<Record<string, () => unknown>> = {
    a: () => keys.acknowledge(selected),
    u: () => keys.release(selected),
    s: () => keys.ask(selected, 'snooze'),
    e: () => keys.ask(selected, 'resolve'),
    f: () => keys.fix(selected),
    n: () => keys.note(selected),
    x: () => keys.mark(selected),
  }
  return commands[key] ?? null
}
