import { ApiError } from '@ambit/contract'

export const OFFLINE_SAVE =
  'The server cannot be reached. Your changes are still here: save again once it can be reached.'

/** A failed call as one sentence: the server's own, or that it cannot be reached. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError ? (error.errors[0]?.detail ?? error.message) : OFFLINE_SAVE
