import { useCallback } from 'react'
import { api, type RideTracking, TrackingTold, urlOf } from '@ambit/contract'
import { useRide } from './ride.tsx'
import { useWatched, type Watched } from './use-watched.ts'

export type Tracked = Watched<RideTracking> & {
  /** the link was taken back or has ended, or is none */
  isOver: boolean
}

const read = (said: unknown): RideTracking | null => TrackingTold.safeParse(said).data?.ride ?? null
const nothingKept = (): null => null

/** The ride of a link, which is followed without signing in. */
export const useTracking = (token: string): Tracked => {
  const { calls } = useRide()
  const ask = useCallback(
    (etag: string | null) => calls.ifChanged(api.rideTracking.show, etag, { params: { token } }),
    [calls, token],
  )
  const watched = useWatched({
    ask,
    read,
    kept: nothingKept,
    isOpen: true,
    address: urlOf(api.rideTracking.live, { token }),
  })
  const { ride, trouble } = watched
  return { ...watched, isOver: trouble?.code === 'not_found', isOld: ride !== null && trouble?.kind === 'silent' }
}
