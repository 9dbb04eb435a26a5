import { useCallback, useRef, useState } from 'react'
import type { Answer } from '../api/calls.ts'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from './ride.tsx'
import { useLive } from './use-live.ts'
import { useRepeated } from './use-repeated.ts'

export type Watched<T> = {
  ride: T | null
  /** the server could not be heard: the ride is as last known */
  isOld: boolean
  trouble: Trouble | null
  again: () => void
  /** what an action answered */
  take: (ride: T) => void
}

/** Where a ride is asked for and heard of; its functions stay the same while nothing of it changes. */
export type Source<T> = {
  /** null: what has this etag still holds */
  ask: (etag: string | null) => Promise<Answer<{ told: { data: T }; etag: string | null } | null>>
  /** whether it may be asked for now */
  isOpen: boolean
  /** of the stream; null: there is none */
  address: string | null
  /** the ride in what the stream says; `changed`: it is to be asked for; null: it is about another one */
  read: (said: unknown) => T | 'changed' | null
  /** of such a ride the stream tells nothing */
  isUntold?: (ride: T) => boolean
  /** as it was kept */
  kept: () => T | null
  keep?: (ride: T) => void
}

/** The stream says every 15 s that it comes through; one that was silent for longer does not. ms */
const SILENT_MS = 20_000

const nothing = (): void => {}
const never = (): boolean => false

/**
 * A ride as it is now: told by the server when it changes or its vehicle moves and from time to time, and asked for at
 * once when the page becomes visible or has a signal, and every 15 s while the server is not heard.
 */
export const useWatched = <T extends { server_time: string }>(source: Source<T>): Watched<T> => {
  const { ask: askFor, isOpen, address, read, isUntold = never, kept, keep = nothing } = source
  const { now } = useRide()
  const [ride, setRide] = useState<T | null>(kept)
  const [isOld, setOld] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const etag = useRef<string | null>(null)
  const last = useRef(0)
  const told = useRef<T | null>(null)
  /** when the stream was last heard, by the device's steady clock */
  const heard = useRef(-Infinity)
  const draw = useCallback(
    (next: T) => {
      last.current++
      setRide(next)
      setOld(false)
      setTrouble(null)
      keep(next)
    },
    [keep],
  )
  const show = useCallback(
    (next: T, as: string | null) => {
      etag.current = as
      told.current = next
      draw(next)
    },
    [draw],
  )
  // What was told before the action may hold again after it.
  const take = useCallback((next: T) => show(next, null), [show])
  const again = useCallback(() => {
    if (!isOpen) return
    const mine = ++last.current
    const ask = async (): Promise<void> => {
      const answered = await askFor(etag.current)
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
  }, [askFor, isOpen, now, show, draw])
  const drop = useCallback(() => void last.current++, [])
  const isTold = useCallback(
    () => performance.now() - heard.current < SILENT_MS && (told.current === null || !isUntold(told.current)),
    [isUntold],
  )
  const alive = useCallback(() => void (heard.current = performance.now()), [])
  const hear = useCallback(
    (said: unknown) => {
      const next = read(said)
      if (next === 'changed') again()
      // What an action answered may be newer than what was on its way meanwhile.
      else if (next !== null && (told.current === null || told.current.server_time <= next.server_time)) take(next)
    },
    [read, again, take],
  )
  useRepeated(again, drop, isTold)
  useLive(address, { hear, changed: again, alive })
  return { ride, isOld, trouble, again, take }
}
