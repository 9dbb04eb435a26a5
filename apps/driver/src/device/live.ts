import { api } from '@ambit/contract'
import type { Core } from './core.ts'
import { isRunning } from './positions.ts'

/** Follows what is new on the driver's trips while one is running, and comes back from where it was. */
export type Live = {
  /** begins, ends or comes back, as it has to be */
  look: () => void
  stop: () => void
}

/** The server is heard of every 15 seconds: a phone that has changed its network hears nothing, and is not told so. */
const SILENCE_MS = 45_000

/** `changed`: something is to be read. Without the stream the app asks as often as it always does. */
export const createLive = (core: Core, changed: () => void, silenceMs = SILENCE_MS): Live => {
  let following: AbortController | null = null
  let lastId: string | null = null
  const heard = (event: string): void => {
    lastId = /^id: ?(.+)$/m.exec(event)?.[1] ?? lastId
    // Heartbeats tell nothing.
    if (/^event:/m.test(event)) changed()
  }
  const follow = async (): Promise<void> => {
    const own = new AbortController()
    following = own
    let silence: ReturnType<typeof setTimeout> | undefined
    const waitFor = (): void => {
      clearTimeout(silence)
      silence = setTimeout(() => own.abort(), silenceMs)
    }
    try {
      waitFor()
      const answer = await core.calls.stream(api.driver.live, lastId, own.signal)
      for await (const event of eventsOf(answer)) {
        waitFor()
        heard(event)
      }
    } catch {
      // It is looked at again soon.
    }
    clearTimeout(silence)
    if (following === own) following = null
  }
  const isWanted = (): boolean => {
    const { open } = core.store.get()
    return open !== null && isRunning(open) && core.session !== null && core.session.token !== null
  }
  const stop = (): void => {
    following?.abort()
    following = null
  }
  return {
    look: () => {
      if (!isWanted()) stop()
      else if (following === null) void follow()
    },
    stop,
  }
}

/** Each with its lines, such as `id: 7` and `event: trip`. */
const eventsOf = async function* ({ body }: Response): AsyncGenerator<string> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (rest + value).split('\n\n')
    rest = events.pop() ?? ''
    yield* events
  }
}
