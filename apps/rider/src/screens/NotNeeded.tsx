import { useState } from 'react'
import { api } from '@ambit/contract'
import { freshKey } from '../api/fresh-key.ts'
import type { Trouble } from '../api/trouble.ts'
import { useRide } from '../ui/ride.tsx'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import styles from './screens.module.css'

/** Asks before a way back cannot be called for any more. */
export const NotNeeded = ({ id, onDone }: { id: number; onDone: () => void }) => {
  const { calls } = useRide()
  const words = useReturnWords()
  const [key] = useState(freshKey)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const drop = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    const answered = await calls.call(api.ride.dropReturn, { params: { id }, idempotencyKey: key })
    setBusy(false)
    setTrouble(answered.ok ? null : answered.trouble)
    if (answered.ok) onDone()
  }
  if (!isAsking)
    return (
      <button type="button" onClick={() => setAsking(true)}>
        {words('not_needed')}
      </button>
    )
  return (
    <section className={styles['card']} aria-label={words('not_needed')}>
      <p>{words('not_needed_question')}</p>
      <TroubleNote trouble={trouble} />
      <button type="button" className="bad" autoFocus aria-disabled={isBusy} onClick={() => void drop()}>
        {words('not_needed_yes')}
      </button>
      <button type="button" onClick={() => setAsking(false)}>
        {words('keep')}
      </button>
    </section>
  )
}
