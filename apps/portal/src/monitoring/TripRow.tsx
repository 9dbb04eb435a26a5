import type { Trip } from '@ambit/contract'
import { ActionIcon } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { memo } from 'react'
import { DASH } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { Link } from '../url/link.tsx'
import { LateTag } from './LateTag.tsx'
import shared from './monitoring.module.css'
import { keptSearch } from './navigation.ts'
import { NoSignalIcon } from './NoSignalIcon.tsx'
import { monitoringPath } from './place.ts'
import { usePositionText } from '../records/use-position-text.ts'
import { monitoringStrings as words } from './strings.ts'
import classes from './TripRow.module.css'

type Props = {
  trip: Trip
  regionId: number | null
  timeZone: string | undefined
  /** the map shows it */
  current: boolean
  onLocate: (tripId: number) => void
}

/** One trip of the list; drawn again only when the trip itself changes. */
export const TripRow = memo(({ trip, regionId, timeZone, current, onLocate }: Props) => {
  const format = useFormat(timeZone)
  const row = usePositionText<HTMLDivElement>(trip)
  const vehicle = trip.vehicle_number ?? words.noVehicle
  const next = trip.next_trip_stop
  return (
    <div ref={row} className={classes['trip']} data-current={current || undefined}>
      <Link
        to={monitoringPath({ view: 'trip', regionId, tripId: trip.id })}
        search={keptSearch}
        className={classes['tripLink']}
        aria-current={current ? 'true' : undefined}
      >
        <span className={classes['tripLine']}>
          <strong>{vehicle}</strong>
          <span className={shared['muted']}>{trip.driver_name ?? words.noDriver}</span>
        </span>
        <span className={classes['tripLine']}>
          {next === null ? (
            <span className={shared['muted']}>
              {trip.taken_out_at === null ? words.nothingNext : words.leftWaiting(trip.left_waiting)}
            </span>
          ) : (
            <span className={classes['next']}>
              <span className={classes['place']}>{next.location_name}</span>
              <span className="numbers">{next.eta === null ? DASH : format.time(next.eta)}</span>
            </span>
          )}
        </span>
      </Link>
      <span className={classes['tripState']}>
        {trip.manual_navigation && <StatusTag tone="info">{words.manual}</StatusTag>}
        <NoSignalIcon since={trip.no_signal_since} located={trip.latest_trip_monitor !== null} />
        <LateTag trip={trip} />
        <ActionIcon
          size={26}
          aria-label={words.locate(vehicle)}
          title={words.locate(vehicle)}
          disabled={trip.latest_trip_monitor === null}
          onClick={() => onLocate(trip.id)}
        >
          <IconCurrentLocation size={16} />
        </ActionIcon>
      </span>
    </div>
  )
})
