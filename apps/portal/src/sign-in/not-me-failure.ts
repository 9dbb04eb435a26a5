import { ApiError, NetworkError } from '@ambit/contract'
import { authStrings } from './strings.ts'

/** What the server says of the link. */
export const notMeFailure = (error: unknown): string => {
  if (error instanceof NetworkError) return authStrings.offline
  return error instanceof ApiError && error.status < 500 ? error.message : authStrings.notMeFailed
}
