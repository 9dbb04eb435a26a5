import { useState } from 'react'
import { tone } from '../ui/chime.ts'
import { useDrive } from '../ui/drive.tsx'
import styles from './status-line.module.css'

/** Signing on has played a tone: browsers allow none before a tap, and a phone may be silent. */
export const SoundTest = () => {
  const { say } = useDrive()
  const [heard, setHeard] = useState<'asked' | 'no' | 'yes'>('asked')
  if (heard === 'yes') return null
  return (
    <section className={styles['asked']} aria-label={say('did_you_hear')}>
      <p role="status">{say(heard === 'no' ? 'turn_up' : 'did_you_hear')}</p>
      <button type="button" onClick={() => setHeard('yes')}>
        {say('heard')}
      </button>
      <button
        type="button"
        onClick={() => {
          tone()
          setHeard('no')
        }}
      >
        {say(heard === 'no' ? 'play_again' : 'not_heard')}
      </button>
    </section>
  )
}
