import { drivenBy } from '@ambit/domain'
import type { OpenTrip } from '../device/device.ts'
import { useDrive } from '../ui/drive.tsx'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { CashToHandIn } from './CashToHandIn.tsx'
import { Outcomes } from './Outcomes.tsx'
import { StatusLine } from './StatusLine.tsx'
import styles from './trips.module.css'

/** By the odometer, else by where the device was. */
const distanceOf = ({ manifest, driven_m }: OpenTrip): { by: 'by_odometer' | 'distance_km'; n: number } | null => {
  const shown = drivenBy(manifest.trip)
  if (shown !== null) return { by: 'by_odometer', n: shown }
  return driven_m === null ? null : { by: 'distance_km', n: Math.round(driven_m / 100) / 10 }
}

/** What the trip came to, and whether the server has all of it. */
export const Ended = ({ open }: { open: OpenTrip }) => {
  const { device, state, say } = useDrive()
  const heading = useHeadingFocus('ended')
  const { trip } = open.manifest
  const riders = new Map(
    trip.trip_stops.flatMap(({ boardings, alightings }) =>
      [...boardings, ...alightings].map((rider) => [rider.id, rider.status]),
    ),
  )
  const withStatus = (status: string): number[] => [...riders].filter(([, of]) => of === status).map(([id]) => id)
  const carried = withStatus('completed')
  const { unsent } = state.sending
  const distance = distanceOf(open)
  return (
    <main className={styles['page']}>
      <StatusLine screenMayTurnOff={false} />
      <h1 ref={heading} tabIndex={-1}>
        {say(trip.current_state === 'cancelled' ? 'trip_cancelled' : 'trip_ended')}
      </h1>
      <Outcomes outcomes={open.outcomes} />
      <dl className={styles['sums']}>
        <div>
          <dt>{say('carried')}</dt>
          <dd>{carried.length}</dd>
        </div>
        <div>
          <dt>{say('no_shows')}</dt>
          <dd>{withStatus('no_show').length}</dd>
        </div>
        {distance !== null && (
          <div>
            <dt>{say('driven')}</dt>
            <dd>{say(distance.by, { n: distance.n })}</dd>
          </div>
        )}
      </dl>
      <CashToHandIn manifest={open.manifest} />
      <p className={styles['out']}>{unsent === 0 ? say('everything_sent') : say('not_sent', { n: unsent })}</p>
      <button type="button" className="main" onClick={() => void device.closeTrip()}>
        {say('back_to_trips')}
      </button>
    </main>
  )
}
