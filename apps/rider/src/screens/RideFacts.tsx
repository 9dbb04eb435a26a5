import type { RideBooking } from '@ambit/contract'
import { dueOf, expectedOf, happening, isOpen, minutesOld } from '../ride/happening.ts'
import { StopLine } from '../ui/StopLine.tsx'
import { useNow, useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** What is known of a ride: the sentence, the expected and the promised time, the vehicle, and what is to be paid. */
export const RideFacts = ({ ride }: { ride: RideBooking }) => {
  const { say, timesOf } = useRide()
  const now = useNow()
  const times = timesOf(ride.time_zone)
  const expected = expectedOf(ride, { say, times })
  const old = minutesOld(ride, now)
  const { vehicle, pickup, dropoff, late_minutes } = ride
  return (
    <>
      <p className={styles['sentence']}>{happening(ride, { say, times })}</p>
      <dl className={styles['facts']}>
        {expected !== null && (
          <div>
            <dt>{expected.label}</dt>
            <dd>{expected.range}</dd>
          </div>
        )}
        {isOpen(ride) && (
          <div>
            <dt>{say('promised')}</dt>
            <dd>
              {times.clockAndDay(pickup.lower_bound, now)} – {times.clock(pickup.upper_bound)}
              {late_minutes !== null && (
                <p className={styles['late']}>{say('later_than_promised', { n: late_minutes })}</p>
              )}
            </dd>
          </div>
        )}
        {ride.phase === 'on_board' && ride.stops_before !== null && ride.stops_before > 0 && (
          <div>
            <dt>{say('drop_off')}</dt>
            <dd>{say('says_on_board_stops', { n: ride.stops_before })}</dd>
          </div>
        )}
        {vehicle !== null && (
          <div>
            <dt>{say('vehicle')}</dt>
            <dd>
              <strong>{vehicle.number}</strong>
              {vehicle.description !== null && `, ${vehicle.description}`}
              <br />
              {say('plate', { plate: vehicle.license_plate })}
              {old !== null && <p className={styles['muted']}>{say('position_old', { n: old })}</p>}
            </dd>
          </div>
        )}
        <div>
          <dt>{say('to_pay')}</dt>
          <dd>{dueOf(ride, { say, times })}</dd>
        </div>
      </dl>
      <StopLine label={say('pick_up')} stop={pickup} times={times} />
      <StopLine label={say('drop_off')} stop={dropoff} times={times} />
    </>
  )
}
