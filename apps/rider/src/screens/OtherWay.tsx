import type { RideBooking, RideLeg, RideSummary } from '@ambit/contract'
import { Link } from '../ui/Link.tsx'
import { useRide } from '../ui/ride.tsx'
import { useReturnWords } from '../ui/use-return-words.ts'
import styles from './screens.module.css'

/** Of the other rides of a journey: the other way of there and back, or a ride with stops by its number. */
const otherWords = { there: 'other_back', back: 'other_there', stops: 'other_stops' } as const satisfies Record<
  RideLeg['leg'],
  string
>

/** Which way of there and back a ride is, or which one with stops, and when the others are; null: it is a ride by itself. */
export const useWayWords = (): ((ride: RideSummary) => string | null) => {
  const { timesOf, now } = useRide()
  const words = useReturnWords()
  return ({ journey, time_zone }) => {
    if (journey === undefined) return null
    const { leg, number, others } = journey
    const times = others.map((other) => {
      const time = timesOf(time_zone).clockAndDay(other.pickup_opens, now())
      return words(otherWords[leg], { time, number: String(other.number) })
    })
    return [words(leg, { number: String(number) }), ...times].join(' · ')
  }
}

/** Leads to the other rides of the journey, or to the call for the way back. */
export const OtherWay = ({ ride: { journey, time_zone } }: { ride: RideBooking }) => {
  const { timesOf, now } = useRide()
  const words = useReturnWords()
  if (journey === undefined) return null
  const { leg, number, others, open_return_id } = journey
  return (
    <section className={styles['form']} aria-label={words('return')}>
      <p>{words(`leg_${leg}`, { number: String(number) })}</p>
      {others.map((other) => (
        <Link key={other.id} to={`rides/${other.id}`} className="link">
          {words(otherWords[leg], {
            time: timesOf(time_zone).clockAndDay(other.pickup_opens, now()),
            number: String(other.number),
          })}
        </Link>
      ))}
      {open_return_id !== null && (
        <Link to={`returns/${open_return_id}`} className="link">
          {words('your_return')}
        </Link>
      )}
    </section>
  )
}
