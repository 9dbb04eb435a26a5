import type { EffectRide } from '@ambit/contract'
import { DASH } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { bookingWords as words } from './booking-words.ts'
import classes from './PlannedRide.module.css'

/** On which vehicle and from when to when a plan takes a booking; null: not at all. */
export const PlannedRide = ({ ride, timeZone }: { ride: EffectRide | null; timeZone: string | undefined }) => {
  const format = useFormat(timeZone)
  if (ride === null) return <span>{DASH}</span>
  return (
    <span className={classes['ride']}>
      <strong>{ride.vehicle_number === '' ? DASH : ride.vehicle_number}</strong>{' '}
      <span className="numbers">
        {ride.pickup_at === null ? words.onBoard : format.time(ride.pickup_at)}–{format.time(ride.dropoff_at)}
      </span>
    </span>
  )
}
