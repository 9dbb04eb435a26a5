import { useCallback, useRef, useState } from 'react'
import { api, type RideBooking } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { isOpen } from '../ride/happening.ts'
import { keepRide, keptRides } from '../ride/kept-rides.ts'
import { useRide } from './ride.tsx'
import { useLive } from './use-live.ts'
import { useRepeated } from './use-repeated.ts'

export type Watched = {
  ride: RideBooking | null
  /** the server could not be heard: the ride is as last known */
  isOld: boolean
  trouble: Trouble | null
  again: () => void
  /** what an action answered */
  take: (ride: RideBooking) => void
}

const keptOf = (id: number, passenger: number | undefined): RideBooking | null => {
  const kept = keptRides.read()
  return kept?.passenger === passenger ? (kept?.rides.find((ride) => ride.id === id) ?? null) : null
}

/**
 * One ride as it is now: asked for when the server says that it has changed, every 15 s while the page is visible, and at
 * once when it becomes so or has a signal.
 */
export const useBooking = (id: number): Watched => {
  const { calls, me, isIn, now } = useRide()
  const passenger = me?.id
  const [ride, setRide] = useState<RideBooking | null>(() => keptOf(id, passenger))
  const [isOld, setOld] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const etag = useRef<string | null>(null)
  const last = useRef(0)
  const told = useRef<RideBooking | null>(null)
  const show = useCallback(
    (next: RideBooking) => {
      last.current++
      told.current = next
      setRide(next)
      setOld(false)
      setTrouble(null)
      if (passenger !== undefined) keepRide(passenger, next, isOpen(next))
    },
    [passenger],
  )
  const take = useCallback(
    (next: RideBooking) => {
      // What was told before the action may hold again after it.
      etag.current = null
      show(next)
    },
    [show],
  )
  const again = useCallback(() => {
    if (passenger === undefined || !isIn) return
    const mine = ++last.current
    const ask = async (): Promise<void> => {
      const answered = await calls.ifChanged(api.ride.booking, etag.current, { params: { id } })
      if (mine !== last.current) return
      if (answered.ok && answered.answer !== null) {
        etag.current = answered.answer.etag
        return show(answered.answer.told.data)
      }
      // What was told before still holds.
      if (answered.ok && told.current !== null)
        return show({ ...told.current, server_time: new Date(now()).toISOString() })
      setOld(!answered.ok)
      setTrouble(answered.ok ? null : answered.trouble)
    }
    void ask()
  }, [calls, id, passenger, isIn, now, show])
  const drop = useCallback(() => void last.current++, [])
  useRepeated(again, drop)
  useLive(id, again)
  return { ride, isOld, trouble, again, take }
}
