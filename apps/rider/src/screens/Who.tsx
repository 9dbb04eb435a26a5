import { lazy, Suspense, useState } from 'react'
import { type FareType, fareTypes } from '../plan/draft.ts'
import { Fault } from '../ui/Field.tsx'
import { useFlow, useRide } from '../ui/ride.tsx'
import { useWhoWords } from '../ui/use-who-words.ts'
import { Counter } from './Counter.tsx'
import { orNothing } from './or-nothing.ts'
import styles from './screens.module.css'

const labels = { adult: 'adults', child: 'children', concession: 'concessions' } as const satisfies Record<
  FareType,
  string
>

const RidesAlong = lazy(() => orNothing(import('./RidePages.tsx').then((part) => part.RidesAlong)))

/** Passengers by kind, wheelchairs, and what else comes along. */
export const Who = ({ fault }: { fault: string | undefined }) => {
  const { say, flow } = useRide()
  const { draft } = useFlow()
  const wordsOf = useWhoWords()
  const { passengers, wheelchairs } = draft
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <details
        className={styles['group']}
        open={fault === undefined ? undefined : true}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
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
        <Suspense>{isOpen && <RidesAlong />}</Suspense>
      </details>
      <Fault text={fault} />
    </>
  )
}
