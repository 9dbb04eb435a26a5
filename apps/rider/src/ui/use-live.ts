import { useEffect } from 'react'
import { api, urlOf } from '@ambit/contract'
import { z } from 'zod'
import { useRide } from './ride.tsx'

const Changed = z.object({ id: z.number() })

/**
 * Calls `changed` when the server says that something about the ride is new, while the page is visible. Where no stream
 * comes through, the page learns of it by asking.
 */
export const useLive = (id: number, changed: () => void): void => {
  const { isIn } = useRide()
  useEffect(() => {
    if (!isIn || typeof EventSource === 'undefined') return
    let stream: EventSource | null = null
    const hear = ({ data }: MessageEvent<string>): void => {
      if (Changed.safeParse(JSON.parse(data)).data?.id === id) changed()
    }
    const follow = (): void => {
      if (document.visibilityState !== 'visible') {
        stream?.close()
        stream = null
      } else if (stream === null) {
        stream = new EventSource(urlOf(api.ride.live, {}))
        stream.addEventListener('ride', hear)
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stream?.close()
    }
  }, [id, isIn, changed])
}
