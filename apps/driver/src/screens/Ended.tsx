import { useState } from 'react'
import { checksDue, drivenBy } from '@ambit/domain'
import type { OpenTrip } from '../device/device.ts'
import { useDrive } from '../ui/drive.tsx'
import { useDeeds } from '../ui/use-deeds.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { CashToHandIn } from './CashToHandIn.tsx'
import { CheckVehicle } from './CheckVehicle.tsx'
import { asksOdometer, Odometer } from './Odometer.tsx'
import { Outcomes } from './Outcomes.tsx'
import { StatusLine } from './StatusLine.tsx'
import styles from './trips.module.css'

/** By the odometer, else by where the device was. */
const distanceOf = ({ manifest, driven_m }: OpenTrip): { by: 'by_odometer' | 'distance_km'; n: number } | null => {
  const shown = drivenBy(manifest.trip)
  if (shown !== null) return { by: 'by_odometer', n: shown }
  return driven_m === null ? null : { by: 'distance_km', n: Math.round(driven_m / 100) / 10 }
}

/** What the trip came to, whether the server has all of it, and what is to be told of the vehicle where the driver did not end it. */
export const Ended = ({ open }: { open: OpenTrip }) => {
  const { device, state, say } = useDrive()
  const { act, refused } = useDeeds()
  const [asked, setAsked] = useState<'check' | 'odometer' | null>(null)
  const heading = useHeadingFocus(asked ?? 'ended')
  const { manifest } = open
  const { trip } = manifest
  const driven = trip.current_state === 'completed'
  const [due] = driven ? checksDue(trip, 'after') : []
  const odometer = driven && manifest.rules.odometer === 'require' && asksOdometer(manifest, 'end')
  const onBack = () => setAsked(null)
  if (asked === 'check' && due !== undefined)
    return <CheckVehicle key={due.id} checklist={due} {...{ trip, act, onBack }} />
  if (asked === 'odometer') return <Odometer {...{ manifest, act, onBack }} moment="end" onDone={onBack} />
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
      <CashToHandIn manifest={manifest} />
      <p role="alert" className={styles['trouble']}>
        {refused}
      </p>
      {due !== undefined && (
        <button type="button" onClick={() => setAsked('check')}>
          {say('check_vehicle', { name: due.name })}
        </button>
      )}
      {odometer && (
        <button type="button" onClick={() => setAsked('odometer')}>
          {say('odometer')}
        </button>
      )}
      <p className={styles['out']}>{unsent === 0 ? say('everything_sent') : say('not_sent', { n: unsent })}</p>
      <button type="button" className="main" onClick={() => void device.closeTrip()}>
        {say('back_to_trips')}
      </button>
    </main>
  )
}
