import type { Trouble } from '../api/trouble.ts'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** The letter that told a passenger of a suspension, beside what it refuses. */
export const SuspensionLetter = ({ trouble }: { trouble: Trouble | null }) => {
  const { say } = useRide()
  const letter = trouble?.meta['letter']
  if (typeof letter !== 'string') return null
  return (
    <details className={styles['group']}>
      <summary className={styles['summary']}>{say('suspension_letter')}</summary>
      <p className={styles['lines']}>{letter}</p>
    </details>
  )
}
