import { ApiError, NetworkError } from '@ambit/contract'
import { errorLine } from '../api/error-notice.ts'
import { PasskeyFailure } from '../auth/passkeys.ts'
import { CookiesRefused } from '../auth/session.ts'
import { authStrings } from './strings.ts'

/** Each error entry on its own line. */
export const loginFailure = (error: unknown): string => {
  if (error instanceof NetworkError) return authStrings.offline
  if (error instanceof CookiesRefused) return authStrings.cookiesRefused
  if (error instanceof PasskeyFailure) return error.message
  return error instanceof ApiError && error.errors.length > 0
    ? error.errors.map(errorLine).join('\n')
    : authStrings.loginFailed
}
