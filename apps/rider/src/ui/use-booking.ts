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

/** The stream says every 15 s that it comes through; one that was silent for longer does not. ms */
const SILENT_MS = 20_000

const keptOf = (id: number, passenger: number | undefined): RideBooking | null => {
  const kept = keptRides.read()
  return kept?.passenger === passenger ? (kept?.rides.find((ride) => ride.id === id) ?? null) : null
}

/**
 * One ride as it is now: told by the server when it changes or its vehicle moves and from time to time, and asked for at
 * once when the page becomes visible or has a signal, and every 15 s while the server is not heard.
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
  /** when the stream was last heard, by the device's steady clock */
  const heard = useRef(-Infinity)
  const draw = useCallback(
    (next: RideBooking) => {
      last.current++
      setRide(next)
      setOld(false)
      setTrouble(null)
      if (passenger !== undefined) keepRide(passenger, next, isOpen(next))
    },
    [passenger],
  )
  const show = useCallback(
    (next: RideBooking, as: string | null) => {
      etag.current = as
      told.current = next
      draw(next)
    },
    [draw],
  )
  // What was told before the action may hold again after it.
  const take = useCallback((next: RideBooking) => show(next, null), [show])
  const again = useCallback(() => {
    if (passenger === undefined || !isIn) return
    const mine = ++last.current
    const ask = async (): Promise<void> => {
      const answered = await calls.ifChanged(api.ride.booking, etag.current, { params: { id } })
      if (mine !== last.current) return
      if (answered.ok && answered.answer !== null) return show(answered.answer.told.data, answered.answer.etag)
      // What was told before still holds.
      if (answered.ok && told.current !== null)
        return draw({ ...told.current, server_time: new Date(now()).toISOString() })
      heard.current = -Infinity
      setOld(!answered.ok)
      setTrouble(answered.ok ? null : answered.trouble)
    }
    void ask()
  }, [calls, id, passenger, isIn, now, show, draw])
  const drop = useCallback(() => void last.current++, [])
  // The stream tells of rides that are not over; one that is not paid may be paid at the desk.
  const isTold = useCallback(
    () => performance.now() - heard.current < SILENT_MS && told.current?.to_pay === undefined,
    [],
  )
  const alive = useCallback(() => void (heard.current = performance.now()), [])
  const tell = useCallback(
    (next: RideBooking) => {
      // What an action answered may be newer than what was on its way meanwhile.
      if (told.current === null || told.current.server_time <= next.server_time) take(next)
    },
    [take],
  )
  useRepeated(again, drop, isTold)
  useLive(id, { tell, changed: again, alive })
  return { ride, isOld, trouble, again, take }
}
