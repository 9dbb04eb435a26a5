import { useState } from 'react'
import { api, type CallInput, type SignInChallenge } from '@ambit/contract'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from './ride.tsx'

type Asked = NonNullable<CallInput<typeof api.ride.askForOwnCode>['body']>

/** A code that a passenger who has signed in asks for, and what came of asking. */
export const useOwnCode = () => {
  const { calls } = useRide()
  const [challenge, setChallenge] = useState<SignInChallenge | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** one after the other; null: it did not work, and `trouble` says why */
  const during = async <T>(
    work: () => Promise<{ ok: true; answer: T } | { ok: false; trouble: Trouble }>,
  ): Promise<T | null> => {
    if (isBusy) return null
    setBusy(true)
    setTrouble(null)
    const answered = await work()
    setBusy(false)
    if (answered.ok) return answered.answer
    setTrouble(answered.trouble)
    return null
  }
  const ask = async (body: Asked): Promise<void> => {
    const answer = await during(() => calls.call(api.ride.askForOwnCode, { body }))
    if (answer !== null) setChallenge(answer.data)
  }
  const forget = (): void => {
    setChallenge(null)
    setTrouble(null)
  }
  return { challenge, trouble, isBusy, ask, during, forget }
}
