import { useState } from 'react'
import { useDrive } from '../ui/drive.tsx'
import { useWriting } from '../ui/use-writing.ts'
import { useStanding } from '../ui/use-standing.ts'
import styles from './walk-on.module.css'

/** Minutes that a driver can ask for. */
const LENGTHS = [5, 10, 15, 20, 30, 45, 60]

/** Asks dispatch for a break, which answers with another plan or with a message. */
export const AskBreak = () => {
  const { say } = useDrive()
  const standing = useStanding()
  const [asking, setAsking] = useState(false)
  const [asked, setAsked] = useState<number | null>(null)
  const { write, trouble } = useWriting()
  const ask = async (n: number): Promise<void> => {
    setAsking(false)
    setAsked(null)
    await write(say('break_wanted', { n }), { kept: () => setAsked(n) })
  }
  return (
    <section className={styles['ask']} aria-label={say('ask_break')}>
      {asking ? (
        <>
          <p role="status">{standing ? say('ask_break_minutes') : say('stop_first')}</p>
          <div className={styles['lengths']}>
            {LENGTHS.map((n) => (
              <button key={n} type="button" aria-disabled={!standing} onClick={() => void (standing && ask(n))}>
                {say('minutes', { n })}
              </button>
            ))}
          </div>
          <button type="button" onClick={() => setAsking(false)}>
            {say('cancel')}
          </button>
        </>
      ) : (
        <button type="button" onClick={() => setAsking(true)}>
          {say('ask_break')}
        </button>
      )}
      <p role="status">{asked === null ? trouble : say('break_asked', { n: asked })}</p>
    </section>
  )
}
