import { type ApiError, createClient, type Endpoint, type NetworkError } from '@ambit/contract'
import { keyedCalls } from './keyed-calls.ts'
import { type CookieJar, tokenCookie } from './token.ts'

/** The page's cookies, looked up when they are asked for: tests of pure code import this file without a page. */
const jar: CookieJar = {
  get cookie() {
    return document.cookie
  },
  set cookie(pair) {
    document.cookie = pair
  },
}

export const cookie = tokenCookie(jar, () => location.protocol === 'https:')

type Failure = (error: ApiError | NetworkError, endpoint: Endpoint) => void
const listeners = new Set<Failure>()

/** Hears of every failed call before its caller does. Returns the way to stop hearing. */
export const onApiFailure = (listener: Failure): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one client of the portal: same host, the token of the cookie. */
export const client = keyedCalls(
  createClient({
    origin: '',
    token: cookie.read,
    via: 'portal',
    onError: (error, endpoint) => {
      for (const listener of listeners) listener(error, endpoint)
    },
  }),
)
