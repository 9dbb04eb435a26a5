import { type ApiError, createClient, type Endpoint, type NetworkError } from '@ambit/contract'
import { provenCalls } from './proven-calls.ts'
import { keyedCalls } from './keyed-calls.ts'
import { reasonedCalls } from './reasoned-calls.ts'
import { sessionMark } from './session-mark.ts'

type Failure = (error: ApiError | NetworkError, endpoint: Endpoint) => void
const listeners = new Set<Failure>()

/** Hears of every failed call before its caller does. Returns the way to stop hearing. */
export const onApiFailure = (listener: Failure): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one client of the portal: same host, with the session of the cookies. */
export const client = provenCalls(
  reasonedCalls(
    keyedCalls(
      createClient({
        origin: '',
        token: () => null,
        headers: sessionMark.headers,
        onError: (error, endpoint) => {
          for (const listener of listeners) listener(error, endpoint)
        },
      }),
    ),
  ),
)
