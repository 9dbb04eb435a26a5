import type { TripStop, TripWithStops } from '@ambit/contract'
import { useCan } from '../auth/permissions.ts'
import { MissedPromise } from '../records/MissedPromise.tsx'
import type { Format } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { StopTimes } from '../ui/StopTimes.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { type BadgeStatus, lateBadge, stopMarker } from './stop-times.ts'
import { tripStrings as words } from './strings.ts'
import classes from './TripStops.module.css'

type Props = { trip: TripWithStops; timeZone: string | undefined }

/** Every stop in order: which are past, which is next, and where the vehicle is. */
export const TripStops = ({ trip, timeZone }: Props) =>
  trip.trip_stops.length === 0 ? (
    <ToneAlert tone="warning">{words.noStops}</ToneAlert>
  ) : (
    <ol className={classes['stops']} aria-label={words.stops}>
      {trip.trip_stops.map((stop, index) => (
        <Stop key={stop.id} stop={stop} number={index + 1} trip={trip} timeZone={timeZone} />
      ))}
    </ol>
  )

const badgeTones = { early: 'info', late: 'danger', 'on time': 'success' } as const satisfies Record<
  BadgeStatus,
  string
>

const Stop = ({ stop, number, trip, timeZone }: Props & { stop: TripStop; number: number }) => {
  const can = useCan()
  const format = useFormat(timeZone)
  const marker = stopMarker(stop, trip.next_trip_stop)
  const current = stop.id === trip.current_trip_stop?.id
  const badge = can('TripManagement:lateByTime:canRead') ? lateBadge(stop) : null
  return (
    <li
      className={classes['stop']}
      data-marker={marker}
      {...(current ? { 'data-current': true, 'aria-current': 'step' as const } : {})}
    >
      <span className={classes['number']}>
        <span className="visually-hidden">{`${words.markers[marker]}${current ? `, ${words.current}` : ''}: `}</span>
        {number}
      </span>
      <div>
        <div className={classes['stopHead']}>
          <h3>{stop.location_name}</h3>
          {stop.kind !== 'passenger' && <span className={classes['muted']}>{words.kinds[stop.kind]}</span>}
          {badge !== null && <StatusTag tone={badgeTones[badge.status]}>{badge.text}</StatusTag>}
        </div>
        <StopTimes stop={stop} labels={{ scheduled: words.scheduled, expected: words.expected }} format={format} />
        <People stop={stop} format={format} />
      </div>
    </li>
  )
}

const People = ({ stop, format }: { stop: TripStop; format: Format }) => {
  const people = [
    ...stop.boardings.map((passenger) => ({ passenger, boards: true, does: words.boards })),
    ...stop.alightings.map((passenger) => ({ passenger, boards: false, does: words.alights })),
  ]
  if (people.length === 0) return null
  return (
    <ul className={classes['people']}>
      {people.map(({ passenger, boards, does }) => (
        <li key={`${does} ${passenger.id}`}>
          {passenger.traveler_name}
          <span className={classes['muted']}>
            {does}
            {passenger.passenger_count > 1 && ` (${passenger.passenger_count})`}
          </span>
          <MissedPromise
            passenger={passenger}
            boards={boards}
            stop={stop}
            format={format}
            className={classes['promised']}
          />
        </li>
      ))}
    </ul>
  )
}
