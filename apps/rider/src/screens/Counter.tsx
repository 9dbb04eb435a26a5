import { MOST_OF_A_KIND } from '../plan/draft.ts'
import { Pictogram } from '../ui/Pictogram.tsx'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

type CounterProps = { label: string; count: number; onCount: (count: number) => void }

/** How many of a kind, in single steps. */
export const Counter = ({ label, count, onCount }: CounterProps) => {
  const { say } = useRide()
  const isLeast = count === 0
  const isMost = count === MOST_OF_A_KIND
  return (
    <div className={styles['counter']}>
      <span>{label}</span>
      <button
        type="button"
        aria-label={say('fewer', { label })}
        aria-disabled={isLeast}
        onClick={() => {
          if (!isLeast) onCount(count - 1)
        }}
      >
        <Pictogram name="minus" />
      </button>
      <output aria-label={label}>{count}</output>
      <button
        type="button"
        aria-label={say('more', { label })}
        aria-disabled={isMost}
        onClick={() => {
          if (!isMost) onCount(count + 1)
        }}
      >
        <Pictogram name="plus" />
      </button>
    </div>
  )
}
