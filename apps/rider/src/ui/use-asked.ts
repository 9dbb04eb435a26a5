import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallInput, Endpoint } from '@ambit/contract'
import type { z } from 'zod'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from './ride.tsx'

export type Asked<T> = {
  /** null: not answered yet */
  answer: T | null
  trouble: Trouble | null
  again: () => void
}

/** What the server answers to this when the screen opens, after signing in again, and when it is asked again. */
export const useAsked = <E extends Endpoint>(endpoint: E, input?: CallInput<E>): Asked<z.output<E['answer']>> => {
  const { calls, isIn } = useRide()
  const [answer, setAnswer] = useState<z.output<E['answer']> | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const last = useRef(0)
  const key = JSON.stringify(input ?? {})
  const again = useCallback(() => {
    const mine = ++last.current
    const given: CallInput<E> = JSON.parse(key)
    const ask = async (): Promise<void> => {
      const answered = await calls.call(endpoint, given)
      if (mine !== last.current) return
      if (answered.ok) setAnswer(answered.answer)
      setTrouble(answered.ok ? null : answered.trouble)
    }
    void ask()
  }, [calls, endpoint, key])
  const drop = useCallback(() => void last.current++, [])
  useEffect(() => {
    if (isIn) again()
    return drop
  }, [again, drop, isIn])
  return { answer, trouble, again }
}
