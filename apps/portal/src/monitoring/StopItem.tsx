import type { TripStop, TripWithStops } from '@ambit/contract'
import { IconAlertTriangle, IconArrowDownRight, IconArrowUpRight, IconBus } from '@tabler/icons-react'
import { vehicleLabel } from '../records/trips.ts'
import { useFormat } from '../settings/format.ts'
import { useNow } from '../settings/use-now.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { lateText, lateTones } from './late-tone.ts'
import shared from './monitoring.module.css'
import classes from './StopItem.module.css'
import { PassengerRow } from './PassengerRow.tsx'
import { StopMoments } from './StopMoments.tsx'
import { monitoringStrings as words } from './strings.ts'
import { progressPercent, stopLateness, stopMarks, stopStatus } from './timeline.ts'

type Props = {
  stop: TripStop
  number: number
  previous: TripStop | null
  next: TripStop | null
  trip: TripWithStops
  regionId: number | null
  /** the booking of a booking view */
  bookingId: number | null
  timeZone: string | undefined
  onCancel: (booking: number) => void
}

/** One stop of the timeline; its shape says where the vehicle is, its words say the same. */
export const StopItem = ({ stop, number, previous, next, trip, regionId, bookingId, timeZone, onCancel }: Props) => {
  const format = useFormat(timeZone)
  const status = stopStatus(stop, previous, next)
  const late = stopLateness(stop)
  const people = [
    ...stop.boardings.map((passenger) => ({ passenger, boards: true })),
    ...stop.alightings.map((passenger) => ({ passenger, boards: false })),
  ]
  return (
    <li className={[shared['stop'], ...stopMarks(stop, bookingId)].join(' ')} data-status={status}>
      <span className={shared['number']}>
        <span className="visually-hidden">{`${words.stopStatus[status]}: `}</span>
        {number}
      </span>
      <VehicleMark status={status} stop={stop} next={next} trip={trip} />
      <div>
        <div className={classes['stopHead']}>
          <h4>{stop.location_name}</h4>
          {late !== null && (
            <StatusTag tone={late.status === 'early' ? 'neutral' : lateTones[late.status]}>
              {lateText(late.status, late.minutes)}
            </StatusTag>
          )}
        </div>
        <StopMoments stop={stop} format={format} />
        <Counts stop={stop} />
        {people.length > 0 && status !== 'coming-from' && (
          <ul className={shared['people']}>
            {people.map(({ passenger, boards }) => (
              <PassengerRow
                key={`${boards ? 'on' : 'off'}-${passenger.id}`}
                passenger={passenger}
                stop={stop}
                format={format}
                boards={boards}
                tripId={trip.id}
                regionId={regionId}
                viewed={passenger.id === bookingId}
                onCancel={onCancel}
              />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

const sum = (list: TripStop['boardings'], key: 'passenger_count' | 'mobility_support'): number =>
  list.reduce((total, passenger) => total + (passenger[key] ?? 0), 0)

const Counts = ({ stop }: { stop: TripStop }) => {
  if (stop.kind !== 'passenger') return null
  if (stop.boardings.length === 0 && stop.alightings.length === 0)
    return (
      <p className={classes['emptyStop']}>
        <IconAlertTriangle size={14} aria-hidden />
        <strong>{words.emptyStopTitle}.</strong> {words.emptyStop}
      </p>
    )
  return (
    <p className={classes['counts']}>
      {stop.boardings.length > 0 && (
        <span>
          <IconArrowUpRight size={13} aria-hidden />
          {words.pickups(sum(stop.boardings, 'passenger_count'), sum(stop.boardings, 'mobility_support'))}
        </span>
      )}
      {stop.alightings.length > 0 && (
        <span>
          <IconArrowDownRight size={13} aria-hidden />
          {words.dropoffs(sum(stop.alightings, 'passenger_count'), sum(stop.alightings, 'mobility_support'))}
        </span>
      )}
    </p>
  )
}

type MarkProps = Pick<Props, 'stop' | 'next' | 'trip'> & { status: ReturnType<typeof stopStatus> }

/** The vehicle on the line: below the stop's number, or as far towards the next one as the elapsed time says. */
const VehicleMark = ({ status, stop, next, trip }: MarkProps) => {
  const now = useNow(2000)
  if (status !== 'stopped-at' && status !== 'coming-from') return null
  const percent = status === 'stopped-at' ? 0 : progressPercent(stop.departed_at, next, now)
  const vehicle = trip.vehicle_number ?? words.noVehicle
  return (
    <span
      className={classes['vehicle']}
      style={{ top: `calc(30px + (100% - 50px) * ${percent / 100})` }}
      role="img"
      aria-label={
        status === 'stopped-at' ? `${vehicle}: ${words.stopStatus['stopped-at']}` : words.progress(vehicle, percent)
      }
    >
      <IconBus size={12} aria-hidden />
      {vehicleLabel(trip)}
    </span>
  )
}
