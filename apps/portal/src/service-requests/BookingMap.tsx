import type { ServiceRequest } from '@ambit/contract'
import { LazyJourneyMap } from '../map/journey-map.ts'
import type { Journey } from '../map/JourneyMap.tsx'
import { positions } from '../records/positions.ts'
import { usePositionText } from '../records/use-position-text.ts'
import { DASH, type Format } from '../settings/create-format.ts'
import classes from './BookingMap.module.css'
import { bookingStrings as words } from './strings.ts'
import { type RideVehicle, useRideVehicle } from './use-ride-vehicle.ts'

type Props = { record: ServiceRequest; format: Format }

/** The journey, and while the ride is coming or under way the vehicle with the time it is expected. */
export const BookingMap = ({ record, format }: Props) => {
  const ride = useRideVehicle(record)
  return (
    <div className={classes['side']}>
      {ride !== null && <Expected ride={ride} format={format} />}
      <div className={classes['map']}>
        <LazyJourneyMap
          label={words.map(record.id)}
          journey={journeyOf(record)}
          vehicles={ride?.drawn ?? []}
          live={positions}
        />
      </div>
    </div>
  )
}

const Expected = ({ ride, format }: { ride: RideVehicle; format: Format }) => {
  const text = usePositionText<HTMLParagraphElement>(ride.trip)
  const { eta, name } = ride.stop
  return (
    <p ref={text} className={classes['expected']} role="status">
      <strong>{ride.trip.vehicle_number}</strong>{' '}
      {words.arrives[ride.end](name, eta === null ? DASH : format.time(eta))}
      {ride.silent !== null && <span className={classes['silent']}>{words.positionOld(ride.silent)}</span>}
    </p>
  )
}

/** Stranded passengers walk nowhere: they wait where the vehicle left them. */
const journeyOf = (record: ServiceRequest): Journey =>
  record.stranded_at === null ? record : { ...record, origin: record.pickup }
