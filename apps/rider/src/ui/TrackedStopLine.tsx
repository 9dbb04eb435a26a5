import type { TrackedStop } from '@ambit/contract'
import type { Times } from '../texts/times.ts'
import { useRide } from './ride.tsx'
import styles from './stop-line.module.css'

/** One end of a ride that is followed by a link; of a door, no more than that it is one. */
export const TrackedStopLine = ({ label, stop, times }: { label: string; stop: TrackedStop; times: Times }) => {
  const { say } = useRide()
  return (
    <div className={styles['stop']}>
      <span className={styles['label']}>{label}</span>
      <strong>{say('between', { from: times.clock(stop.lower_bound), to: times.clock(stop.upper_bound) })}</strong>
      <span>{stop.name ?? say('no_walk')}</span>
    </div>
  )
}
