import { useEffect } from 'react'

export type Heard = {
  /** what is said of a ride */
  hear: (said: unknown) => void
  /** something may be new, and is to be asked for */
  changed: () => void
  /** the stream comes through */
  alive: () => void
}

/**
 * Hears what the stream at this address says while the page is visible; null: there is none. Where no stream comes
 * through, the page learns of it by asking.
 */
export const useLive = (address: string | null, { hear, changed, alive }: Heard): void => {
  useEffect(() => {
    if (address === null || typeof EventSource === 'undefined') return
    let stream: EventSource | null = null
    const told = ({ data }: MessageEvent<string>): void => {
      alive()
      hear(JSON.parse(data))
    }
    const begin = (): void => {
      alive()
      // What has changed before is told by no stream.
      changed()
    }
    // One that the server refuses is not begun again by the browser: asking says why.
    const fail = ({ target }: Event): void => {
      if (target instanceof EventSource && target.readyState === EventSource.CLOSED) changed()
    }
    const follow = (): void => {
      if (document.visibilityState !== 'visible') {
        stream?.close()
        stream = null
      } else if (stream === null) {
        stream = new EventSource(address)
        stream.addEventListener('ride', told)
        stream.addEventListener('ready', begin)
        stream.addEventListener('alive', alive)
        stream.addEventListener('error', fail)
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stream?.close()
    }
  }, [address, hear, changed, alive])
}
