import { useSyncExternalStore } from 'react'

export type ListedError = { id: number; message: string }

/** Errors of routing and drawing, newest last: shown by the shell until dismissed. */
let errors: readonly ListedError[] = []
let made = 0
const listeners = new Set<() => void>()
const become = (next: readonly ListedError[]): void => {
  errors = next
  for (const listener of listeners) listener()
}

const KEPT = 20

/** The same message twice in a row is listed once. */
export const reportRoutingError = (message: string): void => {
  if (errors.at(-1)?.message !== message) become([...errors, { id: ++made, message }].slice(-KEPT))
}

/** It has mended itself. */
export const withdrawRoutingError = (message: string): void =>
  become(errors.filter((error) => error.message !== message))

export const dismissError = (id: number): void => become(errors.filter((error) => error.id !== id))

/** The next user has not seen what went wrong before. */
export const forgetErrors = (): void => become([])

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useErrorList = (): readonly ListedError[] => useSyncExternalStore(subscribe, () => errors)
