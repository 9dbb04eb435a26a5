import { ApiError } from '@ambit/contract'
import { OFFLINE_SAVE } from '../form/server-errors.ts'

/** A failed call as one sentence: the server's own, or that it cannot be reached. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError ? (error.errors[0]?.detail ?? error.message) : OFFLINE_SAVE
