import type { RideStop } from '@ambit/contract'
import { isWalk } from '../ride/seen.ts'
import type { Times } from '../texts/times.ts'
import { useMetres } from './use-metres.ts'
import { useRide } from './ride.tsx'
import styles from './stop-line.module.css'

const MINUTE_S = 60

type Props = { label: string; stop: RideStop; times: Times }

/** One end of a ride: its window and stop, and how far that is on foot. */
export const StopLine = ({ label, stop, times }: Props) => {
  const { say } = useRide()
  const { name, lower_bound, upper_bound, walk_m, walk_s } = stop
  const distance = useMetres()(walk_m)
  return (
    <div className={styles['stop']}>
      <span className={styles['label']}>{label}</span>
      <strong>{say('between', { from: times.clock(lower_bound), to: times.clock(upper_bound) })}</strong>
      <span>{name}</span>
      <span className={styles['walk']}>
        {isWalk(stop) ? say('walk', { minutes: Math.max(1, Math.round(walk_s / MINUTE_S)), distance }) : say('no_walk')}
      </span>
    </div>
  )
}
