import { useState } from 'react'
import { api } from '@ambit/contract'
import { TroubleNote } from '../ui/TroubleNote.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import { useSent } from '../ui/use-sent.ts'
import styles from './screens.module.css'

/** Asks before a way back cannot be called for any more. */
export const NotNeeded = ({ id, onDone }: { id: number; onDone: () => void }) => {
  const words = useReturnWords()
  const [isAsking, setAsking] = useState(false)
  const { send, isBusy, trouble } = useSent(api.ride.dropReturn)
  const drop = async (): Promise<void> => {
    const sent = await send({ params: { id } })
    if (sent?.ok === true) onDone()
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
