import { type FareType, fareTypes, MOST_OF_A_KIND } from '../plan/draft.ts'
import { Fault } from '../ui/Field.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import { useFlow, useRide } from '../ui/ride.tsx'
import { useWhoWords } from '../ui/use-who-words.ts'
import styles from './screens.module.css'

const labels = { adult: 'adults', child: 'children', concession: 'concessions' } as const satisfies Record<
  FareType,
  string
>

/** Passengers by kind, and wheelchairs. */
export const Who = ({ fault }: { fault: string | undefined }) => {
  const { say, flow } = useRide()
  const { draft } = useFlow()
  const wordsOf = useWhoWords()
  const { passengers, wheelchairs } = draft
  return (
    <>
      <details className={styles['group']} open={fault === undefined ? undefined : true}>
        <summary className={styles['summary']}>
          <strong>{say('who')}</strong> {wordsOf(draft)}
        </summary>
        {fareTypes.map((kind) => (
          <Counter
            key={kind}
            label={say(labels[kind])}
            count={passengers[kind]}
            onCount={(count) => flow.change({ passengers: { ...passengers, [kind]: count } })}
          />
        ))}
        <Counter
          label={say('wheelchairs')}
          count={wheelchairs}
          onCount={(count) => flow.change({ wheelchairs: count })}
        />
      </details>
      <Fault text={fault} />
    </>
  )
}

type CounterProps = { label: string; count: number; onCount: (count: number) => void }

const Counter = ({ label, count, onCount }: CounterProps) => {
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
