import { useEffect, useMemo, useState } from 'react'
import type { Trip } from '@ambit/contract'
import { checksDue, SIGN_ON_EARLY_MINUTES } from '@ambit/domain'
import type { Device } from '../device/device.ts'
import { MINUTE_MS } from '../trip/stop-view.ts'
import { tone } from '../ui/chime.ts'
import { useDrive, useNow } from '../ui/drive.tsx'
import { useAttempt } from '../ui/use-attempt.ts'
import { useHeadingFocus } from '../ui/use-focus.ts'
import { Settings } from './Settings.tsx'
import { MustUpdate } from './MustUpdate.tsx'
import { asksOdometer } from './Odometer.tsx'
import { StatusLine } from './StatusLine.tsx'
import styles from './trips.module.css'

/** The driver's own trips; one tap takes a trip along and signs on to it. */
export const Trips = () => {
  const { device, state, say, times } = useDrive()
  const now = useNow()
  const heading = useHeadingFocus('trips')
  const opening = useAttempt()
  const reading = useAttempt()
  const [opened, setOpened] = useState<number | null>(null)
  const readAgain = async (): Promise<null> => {
    await device.readTrips()
    return null
  }
  useEffect(() => {
    void device.readTrips()
  }, [device])
  const open = async (trip: Trip, signOn: boolean): Promise<string | null> => {
    setOpened(trip.id)
    if (!(await device.openTrip(trip.id))) return say('needs_signal')
    // What is refused is said where the trip is shown, which is open by now.
    if (signOn && !hasMoreToDo(device)) await device.did({ kind: 'sign_on' })
    return null
  }
  const list = state.trips?.list ?? []
  return (
    <main className={styles['page']}>
      <StatusLine screenMayTurnOff={false} />
      <h1 ref={heading} tabIndex={-1}>
        {say('your_trips')}
      </h1>
      {state.trips === null && <p>{say('trips_never_read')}</p>}
      {state.trips !== null && list.length === 0 && <p>{say('no_trips')}</p>}
      <ul className={styles['list']}>
        {list.map((trip) => (
          <TripCard
            key={trip.id}
            trip={trip}
            now={now}
            trouble={opened === trip.id ? opening.trouble : null}
            onOpen={(signOn) => void opening.attempt(() => open(trip, signOn))}
          />
        ))}
      </ul>
      <p className={styles['read']}>
        {state.trips !== null && <span>{say('trips_read_at', { time: times.clock(state.trips.read_at) })}</span>}
        <button type="button" aria-disabled={reading.busy} onClick={() => void reading.attempt(readAgain)}>
          {say('read_again')}
        </button>
      </p>
      <p role="alert" className={styles['trouble']}>
        {reading.trouble}
      </p>
      <Settings />
      <button type="button" onClick={() => void device.signOut()}>
        {say('sign_out')}
      </button>
    </main>
  )
}

/** The vehicle is looked at first, and its odometer read. */
const hasMoreToDo = (device: Device): boolean => {
  const { open } = device.state()
  return open !== null && (checksDue(open.manifest.trip, 'before').length > 0 || asksOdometer(open.manifest, 'start'))
}

type CardProps = { trip: Trip; now: number; trouble: string | null; onOpen: (signOn: boolean) => void }

const TripCard = ({ trip, now, trouble, onOpen }: CardProps) => {
  const { say, timesAt } = useDrive()
  const times = useMemo(() => timesAt(trip.time_zone), [timesAt, trip.time_zone])
  const time = (moment: string | number): string => times.clockAndDay(moment, now)
  return (
    <li className={styles['card']} aria-label={trip.name}>
      <h2>
        {trip.vehicle_number === null ? say('no_vehicle') : say('vehicle', { number: trip.vehicle_number })}
        <span className={styles['zone']}> {trip.zone_name}</span>
      </h2>
      <p className={styles['out']}>{say('set_out_at', { time: time(trip.start_datetime) })}</p>
      <p>
        {say('trip_span', { from: time(trip.start_datetime), to: time(trip.end_datetime) })}
        {' · '}
        {say('bookings', { n: trip.booking_count })}
      </p>
      <TripAction trip={trip} now={now} time={time} onOpen={onOpen} />
      <p role="alert" className={styles['trouble']}>
        {trouble}
      </p>
    </li>
  )
}

type ActionProps = Omit<CardProps, 'trouble'> & { time: (moment: number) => string }

const TripAction = ({ trip, now, time, onOpen }: ActionProps) => {
  const { say, state } = useDrive()
  switch (trip.current_state) {
    case 'completed':
      return <p>{say('trip_over')}</p>
    case 'cancelled':
      return <p>{say('trip_cancelled')}</p>
    case 'live':
    case 'in_transit':
      return (
        <button type="button" className="main" onClick={() => onOpen(false)}>
          {say('go_on')}
        </button>
      )
    case 'staged': {
      const opens = Date.parse(trip.start_datetime) - SIGN_ON_EARLY_MINUTES * MINUTE_MS
      const early = now < opens
      if (state.outdated) return <MustUpdate />
      return (
        <button
          type="button"
          className="main"
          aria-disabled={early}
          onClick={() => {
            if (early) return
            tone()
            onOpen(true)
          }}
        >
          {early ? say('sign_on_from', { time: time(opens) }) : say('start')}
        </button>
      )
    }
  }
}
