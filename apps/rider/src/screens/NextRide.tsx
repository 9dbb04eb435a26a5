import { useEffect } from 'react'
import { api } from '@ambit/contract'
import { keepOnly, keptRides } from '../ride/kept-rides.ts'
import { Link } from '../ui/Link.tsx'
import { useRide } from '../ui/ride.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { useKeptOpenRides } from '../ui/use-kept-open-rides.ts'
import styles from './screens.module.css'

const OPEN = { query: { state: 'open', per_page: 5 } } as const

/** The ride that comes first, above everything else; without a signal as last known. */
export const NextRide = () => {
  const { say, timesOf, now, me } = useRide()
  const { answer, trouble } = useAsked(api.ride.bookings, OPEN)
  const open = answer?.data
  useEffect(() => {
    if (open !== undefined && open.length < OPEN.query.per_page) keepOnly(open.map(({ id }) => id))
  }, [open])
  useKeptOpenRides(open)
  const kept = keptRides.read()
  const old = trouble !== null && kept?.passenger === me?.id ? kept?.rides[0] : undefined
  const next = open?.[0] ?? old
  if (next === undefined) return null
  const times = timesOf(next.time_zone)
  return (
    <section aria-label={say('next_ride')}>
      <Link to={`rides/${next.id}`} className={`link ${styles['next']}`}>
        <span>
          <strong>{times.clockAndDay(next.pickup.lower_bound, now())}</strong> {next.destination.name}
          {next.traveler_name !== null && ` · ${say('ride_for', { name: next.traveler_name })}`}
        </span>
        <span className={styles['muted']}>
          {say('next_ride')} · {say(`phase_${next.phase}`)}
          {old !== undefined && ` · ${say('as_of', { time: times.clockAndDay(old.server_time, now()) })}`}
        </span>
      </Link>
    </section>
  )
}
