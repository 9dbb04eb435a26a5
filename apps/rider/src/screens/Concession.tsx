import type { RideSearch } from '@ambit/contract'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** What the passenger pays less by, and until when. */
export const Concession = ({ answer: { concession, time_zone } }: { answer: RideSearch }) => {
  const { say, timesOf } = useRide()
  if (concession === null) return null
  const { name, share, last_day } = concession
  return (
    <p className={styles['muted']}>{say('concession_used', { name, share, day: timesOf(time_zone).day(last_day) })}</p>
  )
}
