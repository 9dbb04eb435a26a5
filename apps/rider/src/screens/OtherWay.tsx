import type { RideBooking, RideSummary } from '@ambit/contract'
import { Link } from '../ui/Link.tsx'
import { useRide } from '../ui/ride.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import styles from './screens.module.css'

/** Which way of there and back a ride is, and when the other one is; null: it is a ride by itself. */
export const useWayWords = (): ((ride: RideSummary) => string | null) => {
  const { timesOf, now } = useRide()
  const words = useReturnWords()
  return ({ journey, time_zone }) => {
    if (journey === undefined) return null
    const { leg, other } = journey
    if (other === null) return words(leg)
    const time = timesOf(time_zone).clockAndDay(other.pickup_opens, now())
    return `${words(leg)} · ${words(leg === 'there' ? 'other_back' : 'other_there', { time })}`
  }
}

/** Leads to the other way of there and back, or to the call for it. */
export const OtherWay = ({ ride: { journey, time_zone } }: { ride: RideBooking }) => {
  const { timesOf, now } = useRide()
  const words = useReturnWords()
  if (journey === undefined) return null
  const { leg, other, open_return_id } = journey
  const time = other === null ? '' : timesOf(time_zone).clockAndDay(other.pickup_opens, now())
  return (
    <section className={styles['form']} aria-label={words('return')}>
      <p>{words(leg === 'there' ? 'leg_there' : 'leg_back')}</p>
      {other !== null && (
        <Link to={`rides/${other.id}`} className="link">
          {words(leg === 'there' ? 'other_back' : 'other_there', { time })}
        </Link>
      )}
      {open_return_id !== null && (
        <Link to={`returns/${open_return_id}`} className="link">
          {words('your_return')}
        </Link>
      )}
    </section>
  )
}
