import { useEffect } from 'react'
import { api, type RideBooking, RideTold, urlOf } from '@ambit/contract'
import { useRide } from './ride.tsx'

export type Heard = {
  /** how the ride is now */
  tell: (ride: RideBooking) => void
  /** something may be new, and is to be asked for */
  changed: () => void
  /** the stream comes through */
  alive: () => void
}

/**
 * Hears what the server says of the ride while the page is visible. Where no stream comes through, the page learns of it
 * by asking.
 */
export const useLive = (id: number, { tell, changed, alive }: Heard): void => {
  const { isIn } = useRide()
  useEffect(() => {
    if (!isIn || typeof EventSource === 'undefined') return
    let stream: EventSource | null = null
    const hear = ({ data }: MessageEvent<string>): void => {
      alive()
      const told = RideTold.safeParse(JSON.parse(data)).data
      if (told?.id !== id) return
      if (told.ride === undefined) changed()
      else tell(told.ride)
    }
    const begin = (): void => {
      alive()
      // What has changed before is told by no stream.
      changed()
    }
    const follow = (): void => {
      if (document.visibilityState !== 'visible') {
        stream?.close()
        stream = null
      } else if (stream === null) {
        stream = new EventSource(urlOf(api.ride.live, {}))
        stream.addEventListener('ride', hear)
        stream.addEventListener('ready', begin)
        stream.addEventListener('alive', alive)
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stream?.close()
    }
  }, [id, isIn, tell, changed, alive])
}
