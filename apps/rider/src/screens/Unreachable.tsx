import { keptRides } from '../ride/kept-rides.ts'
import { Page } from '../ui/Page.tsx'
import { useRide } from '../ui/ride.tsx'
import { RideFacts } from './RideFacts.tsx'
import styles from './screens.module.css'

/** The app was opened without a signal: the open rides as last known, and the number to call. */
export const Unreachable = ({ retry }: { retry: () => void }) => {
  const { say, timesOf, now } = useRide()
  const rides = keptRides.read()?.rides ?? []
  return (
    <Page title={say('no_signal_title')}>
      <p>{say('no_signal')}</p>
      <button type="button" className="main" onClick={retry}>
        {say('try_again')}
      </button>
      {rides.map((ride) => (
        <section key={ride.id} className={styles['card']}>
          <h2>{say('your_ride')}</h2>
          <p className={styles['muted']}>
            {say('as_of', { time: timesOf(ride.time_zone).clockAndDay(ride.server_time, now()) })}
          </p>
          <RideFacts ride={ride} />
        </section>
      ))}
      <p className={styles['muted']}>{say('no_booking_offline')}</p>
    </Page>
  )
}
