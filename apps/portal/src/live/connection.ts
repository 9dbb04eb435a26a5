import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { useSyncExternalStore } from 'react'

/** `connecting` is the first try only; afterwards a lost stream is `reconnecting`, and `offline` without a network. */
export type ConnectionState = 'idle' | 'connecting' | 'online' | 'reconnecting' | 'offline'

type World = {
  fetch: typeof globalThis.fetch
  /** what every call carries */
  headers: () => Record<string, string>
  /** 0 ≤ x < 1 */
  random: () => number
  /** resolves after the pause, at once when the network returns, or when aborted */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  hasNetwork: () => boolean
  /** calls back when the network goes; answers the way to stop listening */
  onNetworkLost: (lost: () => void) => () => void
}

type Options = {
  url: () => string
  onEvent: (event: EventSourceMessage) => void
  /** events may have been missed: what is on screen is loaded again */
  onGap: () => void
  /** the stream was lost and is back: the user's rights may have changed since */
  onReturn: () => void
  /** the session is no longer valid: the user was blocked, or set a new password elsewhere */
  onRefused: () => void
  onState: (state: ConnectionState) => void
}

/** No byte for so long, heartbeats included, means that the stream is dead even without an error. */
const SILENCE_MS = 45_000

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** Doubles with each failure up to half a minute; half of it is chance, so that a thousand portals do not return at once. */
export const pauseBefore = (attempt: number, random: number): number => {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, attempt - 1))
  return Math.round(full / 2 + (full / 2) * random)
}

/** Follows the stream until it is stopped; returns the function that stops it. Reads by fetch, since EventSource sends no headers. */
export const followStream = (options: Options, world: World): (() => void) => {
  const stopped = new AbortController()
  let lastId: string | null = null
  let attempt = 0
  let connectedBefore = false

  const readOnce = async (): Promise<void> => {
    const cut = new AbortController()
    const stop = (): void => cut.abort()
    stopped.signal.addEventListener('abort', stop)
    let silence = setTimeout(stop, SILENCE_MS)
    const forget = world.onNetworkLost(stop)
    try {
      const response = await world.fetch(options.url(), {
        headers: {
          accept: 'text/event-stream',
          ...world.headers(),
          ...(lastId === null ? {} : { 'last-event-id': lastId }),
        },
        signal: cut.signal,
      })
      if (response.status === 401) options.onRefused()
      if (!response.ok || response.body === null) throw new Error(`The stream answered ${response.status}`)
      options.onState('online')
      // Without an id to replay from, missed events are unknown.
      if (connectedBefore && lastId === null) options.onGap()
      if (connectedBefore) options.onReturn()
      connectedBefore = true
      attempt = 0
      const parser = createParser({
        onEvent: (event) => {
          lastId = event.id ?? lastId
          if (event.event === 'gap') options.onGap()
          else options.onEvent(event)
        },
      })
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        clearTimeout(silence)
        silence = setTimeout(stop, SILENCE_MS)
        parser.feed(read.value)
      }
    } finally {
      clearTimeout(silence)
      forget()
      stopped.signal.removeEventListener('abort', stop)
    }
  }

  const run = async (): Promise<void> => {
    options.onState('connecting')
    while (!stopped.signal.aborted) {
      await readOnce().catch(() => undefined) // every end of the stream is answered alike: wait, then again
      if (stopped.signal.aborted) return
      options.onState(world.hasNetwork() ? 'reconnecting' : 'offline')
      await world.wait(pauseBefore(++attempt, world.random()), stopped.signal)
    }
  }
  void run()
  return () => stopped.abort()
}

let connection: ConnectionState = 'idle'
const listeners = new Set<() => void>()

export const setConnection = (state: ConnectionState): void => {
  if (state === connection) return
  connection = state
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useConnection = (): ConnectionState => useSyncExternalStore(subscribe, () => connection)
