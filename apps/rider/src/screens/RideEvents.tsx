import type { RideBooking, RideEvent } from '@ambit/contract'
import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** Who booked, changed and cancelled the ride. */
export const RideEvents = ({ ride: { events, time_zone } }: { ride: RideBooking }) => {
  const { say, timesOf, now } = useRide()
  const byWords = ({ by, name }: RideEvent): string =>
    name ?? say(by === 'you' ? 'by_you' : by === 'staff' ? 'by_staff' : 'by_service')
  if (events.length === 0) return null
  return (
    <section aria-label={say('ride_events')}>
      <h2>{say('ride_events')}</h2>
      <ul className={styles['list']}>
        {events.map((event) => (
          <li key={`${event.at} ${event.what}`} className={styles['muted']}>
            {say(`event_${event.what}`, {
              name: byWords(event),
              time: timesOf(time_zone).clockAndDay(event.at, now()),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
