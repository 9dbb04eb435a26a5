import { type ApiError, createClient, type Endpoint, type NetworkError } from '@ambit/contract'
import { tokenCookie } from './token.ts'

export const cookie = tokenCookie(document, location.protocol === 'https:')

type Failure = (error: ApiError | NetworkError, endpoint: Endpoint) => void
const listeners = new Set<Failure>()

/** Hears of every failed call before its caller does. Returns the way to stop hearing. */
export const onApiFailure = (listener: Failure): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one client of the portal: same host, the token of the cookie. */
export const client = createClient({
  origin: '',
  token: cookie.read,
  onError: (error, endpoint) => {
    for (const listener of listeners) listener(error, endpoint)
  },
})
