import { api, urlOf } from '@ambit/contract'
import { useEffect } from 'react'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { sessionMark } from '../api/session-mark.ts'
import { session } from '../auth/session.ts'
import { followStream, setConnection } from './connection.ts'
import { dispatchLiveEvent, type LiveHandlers } from './handlers.ts'

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Keeps the stream open while the shell is on screen; each module's handlers write into the query cache. */
export const useLiveStream = (handlers: readonly LiveHandlers[], open: boolean): void => {
  useEffect(() => {
    if (!open) return
    const stop = followStream(
      {
        url: () => urlOf(api.live.stream, {}),
        onEvent: (event) => dispatchLiveEvent(handlers, parse(event.data), queryClient),
        onGap: () => void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'settings' }),
        // A moment without a server is no news; the next return asks again.
        onReturn: () => void session.refresh().catch(() => undefined),
        // The portal's own calls are refused as well, and a call refused like this signs out.
        onRefused: () => void client.call(api.sessions.current).catch(() => undefined),
        onState: setConnection,
      },
      {
        fetch: globalThis.fetch.bind(globalThis),
        headers: sessionMark.headers,
        random: Math.random, // spreads reconnections; nothing that anyone sees depends on it
        wait,
        hasNetwork: () => navigator.onLine,
        onNetworkLost: (lost) => {
          addEventListener('offline', lost)
          return () => removeEventListener('offline', lost)
        },
      },
    )
    return () => {
      stop()
      setConnection('idle')
    }
  }, [handlers, open])
}
