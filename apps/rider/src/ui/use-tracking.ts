import { useCallback, useRef, useState } from 'react'
import { api, type RideTracking } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from './ride.tsx'
import { useRepeated } from './use-repeated.ts'

export type Tracked = {
  ride: RideTracking | null
  /** the link was taken back or has ended, or is none */
  isOver: boolean
  /** the server could not be heard: the ride is as last known */
  isOld: boolean
  trouble: Trouble | null
  again: () => void
  /** what an action answered */
  take: (ride: RideTracking) => void
}

/** The ride of a link as it is now. Without a session there is no stream: it is asked for. */
export const useTracking = (token: string): Tracked => {
  const { calls, now } = useRide()
  const [ride, setRide] = useState<RideTracking | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const etag = useRef<string | null>(null)
  const last = useRef(0)
  const take = useCallback((next: RideTracking) => {
    last.current++
    setRide(next)
    setTrouble(null)
  }, [])
  const again = useCallback(() => {
    const mine = ++last.current
    const ask = async (): Promise<void> => {
      const answered = await calls.ifChanged(api.rideTracking.show, etag.current, { params: { token } })
      if (mine !== last.current) return
      if (!answered.ok) return setTrouble(answered.trouble)
      setTrouble(null)
      if (answered.answer !== null) {
        etag.current = answered.answer.etag
        return setRide(answered.answer.told.data)
      }
      setRide((known) => known && { ...known, server_time: new Date(now()).toISOString() })
    }
    void ask()
  }, [calls, token, now])
  const drop = useCallback(() => void last.current++, [])
  useRepeated(again, drop)
  const isOver = trouble?.code === 'not_found'
  return { ride, isOver, isOld: ride !== null && trouble?.kind === 'silent', trouble, again, take }
}
