import { useRef, useState } from 'react'
import type { CallInput, Endpoint } from '@ambit/contract'
import type { z } from 'zod'
import type { Answer } from '../api/calls.ts'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from './ride.tsx'

/**
 * Sends something at this endpoint once, however often a button is tapped. What had no answer is sent again under its key;
 * what says something else has a key of its own.
 * `send` answers null while it is being sent already.
 */
export const useSent = <E extends Endpoint>(endpoint: E) => {
  const { calls } = useRide()
  /** of what has no answer, by what it says */
  const keys = useRef(new Map<string, string>())
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const send = async (input: CallInput<E>): Promise<Answer<z.output<E['answer']>> | null> => {
    if (isBusy) return null
    setBusy(true)
    const said = JSON.stringify(input)
    const key = keys.current.get(said) ?? freshKey()
    keys.current.set(said, key)
    const answered = await calls.call(endpoint, { ...input, idempotencyKey: key })
    setBusy(false)
    setTrouble(answered.ok ? null : answered.trouble)
    if (answered.ok || answered.trouble.kind !== 'silent') keys.current.delete(said)
    return answered
  }
  return { send, isBusy, trouble }
}
