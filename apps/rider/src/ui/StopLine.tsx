import type { RideStop } from '@ambit/contract'
import type { Times } from '../texts/times.ts'
import { useRide } from './ride.tsx'
import styles from './stop-line.module.css'

const KILOMETRE = 1000
const MINUTE_S = 60
/** Metres are told in tens. */
const TENS = 10

type Props = { label: string; stop: RideStop; times: Times }

/** One end of a ride: its window and stop, and how far that is on foot. */
export const StopLine = ({ label, stop, times }: Props) => {
  const { say } = useRide()
  const { name, lower_bound, upper_bound, walk_m, walk_s } = stop
  const distance =
    walk_m >= KILOMETRE
      ? say('kilometres', { n: Math.round(walk_m / 100) / 10 })
      : say('metres', { n: Math.round(walk_m / TENS) * TENS })
  return (
    <div className={styles['stop']}>
      <span className={styles['label']}>{label}</span>
      <strong>{say('between', { from: times.clock(lower_bound), to: times.clock(upper_bound) })}</strong>
      <span>{name}</span>
      <span className={styles['walk']}>
        {walk_m < TENS
          ? say('no_walk')
          : say('walk', { minutes: Math.max(1, Math.round(walk_s / MINUTE_S)), distance })}
      </span>
    </div>
  )
}
