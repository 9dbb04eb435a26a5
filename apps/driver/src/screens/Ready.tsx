import type { OpenTrip } from '../device/device.ts'
import { MINUTE_MS } from '../trip/stop-view.ts'
import { useDrive, useNow } from '../ui/drive.tsx'
import { useDeeds } from '../ui/use-deeds.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { MustUpdate } from './MustUpdate.tsx'
import { StatusLine } from './StatusLine.tsx'
import styles from './trips.module.css'

/** A trip that is on the device and was not signed on to yet. */
export const Ready = ({ open: { manifest } }: { open: OpenTrip }) => {
  const { device, state, say, times } = useDrive()
  const now = useNow()
  const { act, refused } = useDeeds()
  const heading = useHeadingFocus('ready')
  const { trip, rules } = manifest
  const opens = Date.parse(trip.start_datetime) - rules.sign_on_early_minutes * MINUTE_MS
  const early = now < opens
  return (
    <main className={styles['page']}>
      <StatusLine screenMayTurnOff={false} />
      <h1 ref={heading} tabIndex={-1}>
        {trip.vehicle_number === null ? say('no_vehicle') : say('vehicle', { number: trip.vehicle_number })}
      </h1>
      <p className={styles['out']}>{say('set_out_at', { time: times.clockAndDay(trip.start_datetime, now) })}</p>
      <p>{say('ready_offline')}</p>
      <p role="alert" className={styles['trouble']}>
        {refused}
      </p>
      {state.outdated ? (
        <MustUpdate />
      ) : (
        <button
          type="button"
          className="main"
          aria-disabled={early}
          onClick={() => void (early || act({ kind: 'sign_on' }))}
        >
          {early ? say('sign_on_from', { time: times.clockAndDay(opens, now) }) : say('start')}
        </button>
      )}
      <button type="button" onClick={() => void device.closeTrip()}>
        {say('back_to_trips')}
      </button>
    </main>
  )
}
