import { expectedOf, type Followed, happening, isOpen, isShared, minutesOld } from '../ride/happening.ts'
import { Pictogram } from '../ui/Pictogram.tsx'
import { useNow, useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** What is known of a ride now: the expected and the promised time, the stops before it, and the vehicle. */
export const FollowedFacts = ({ ride }: { ride: Followed }) => {
  const { say, timesOf } = useRide()
  const now = useNow()
  const times = timesOf(ride.time_zone)
  const expected = expectedOf(ride, { say, times })
  const old = minutesOld(ride, now)
  const { vehicle, pickup, late_minutes, stops_before } = ride
  const isFar = ride.phase === 'on_board' && stops_before !== null && stops_before > 0
  return (
    <>
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
      {isFar && (
        <div>
          <dt>{say('drop_off')}</dt>
          <dd>{say(isShared(ride) ? 'sees_on_board_stops' : 'says_on_board_stops', { n: stops_before })}</dd>
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
            {vehicle.driver_name !== undefined && (
              <>
                <br />
                {say('driver', { name: vehicle.driver_name })}
              </>
            )}
            {old !== null && <p className={styles['muted']}>{say('position_old', { n: old })}</p>}
          </dd>
        </div>
      )}
    </>
  )
}

/** What happens now. */
export const Sentence = ({ ride }: { ride: Followed }) => {
  const { say, timesOf } = useRide()
  return <p className={styles['sentence']}>{happening(ride, { say, times: timesOf(ride.time_zone) })}</p>
}

/** Calls for help, for who is on board. */
export const Emergency = ({ ride }: { ride: Followed }) => {
  const { say } = useRide()
  if (ride.phase !== 'on_board' || isShared(ride)) return null
  const { emergency_number: number } = ride.contact
  return (
    <a className="link bad" href={`tel:${number.replaceAll(' ', '')}`}>
      <Pictogram name="phone" />
      {say('emergency', { number })}
    </a>
  )
}
