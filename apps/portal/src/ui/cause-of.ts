import { ApiError } from '@ambit/contract'
import { uiStrings } from './strings.ts'

/** What Chromium, Firefox and Safari say when the file of an `import()` does not come. */
const NO_CODE = /dynamically imported module|Importing a module script failed|preload CSS/i

/** Whether a page's code did not come: without a connection, or once the server has a newer build. */
export const codeIsMissing = (error: unknown): boolean => error instanceof Error && NO_CODE.test(error.message)

/** Why something could not be loaded, as one sentence. */
export const causeOf = (error: unknown): string => {
  if (error instanceof ApiError) return error.errors[0]?.detail ?? error.message
  if (codeIsMissing(error)) return uiStrings.noCode
  // After an update of the server an open page may not understand its answers.
  if (error instanceof Error && error.name === 'ZodError') return uiStrings.notUnderstood
  return error instanceof Error ? error.message : uiStrings.offline
}

/** There is no such record, or the caller does not see it. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404
