import type { Trip, Zone } from '@ambit/contract'
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { IconChevronRight, IconCurrentLocation } from '@tabler/icons-react'
import { Link } from '../url/link.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { DASH } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { LateTag } from './LateTag.tsx'
import shared from './monitoring.module.css'
import classes from './RegionPanel.module.css'
import { keptSearch } from './navigation.ts'
import { NoSignalIcon } from './NoSignalIcon.tsx'
import { monitoringPath, type Place } from './place.ts'
import { positionText } from './position-text.ts'
import { monitoringStrings as words } from './strings.ts'

type Props = {
  place: Place
  query: UseQueryResult<Trip[]>
  /** those that pass the filters */
  trips: readonly Trip[]
  zones: readonly Zone[]
  onLocate: (tripId: number) => void
}

/** The active trips, zone by zone. */
export const RegionPanel = ({ place, query, trips, zones, onLocate }: Props) => {
  const groups = groupByZone(trips)
  return (
    <>
      <header className={shared['head']}>
        <Breadcrumbs place={place} />
        <h2 className={shared['heading']}>{words.activeZones}</h2>
      </header>
      {query.isPending && <ListSkeleton />}
      {query.isError && query.data === undefined && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && groups.length === 0 && (
        <EmptyState title={words.noTrips} reason={words.noTripsHint} />
      )}
      <div className={classes['scroll']}>
        {groups.map(({ zoneId, name, trips: inside }) => (
          <details key={zoneId} open className={shared['zone']}>
            <summary>
              <IconChevronRight size={14} aria-hidden className={shared['chevron']} />
              <span className={classes['zoneName']}>{name}</span>
              <span className={shared['count']}>{words.zoneTrips(inside.length)}</span>
            </summary>
            <ul className={shared['trips']}>
              {inside.map((trip) => (
                <TripRow
                  key={trip.id}
                  trip={trip}
                  regionId={place.regionId}
                  timeZone={zones.find((zone) => zone.id === zoneId)?.time_zone}
                  onLocate={() => onLocate(trip.id)}
                />
              ))}
            </ul>
          </details>
        ))}
      </div>
    </>
  )
}

type Group = { zoneId: number; name: string; trips: Trip[] }

/** Zones by name; in each the latest trips first, those not begun last. */
const groupByZone = (trips: readonly Trip[]): Group[] => {
  const rank = (trip: Trip): number => (trip.late_status === 'staged' ? -Infinity : trip.late_by_s)
  return [...Map.groupBy(trips, (trip) => trip.zone_id)]
    .map(([zoneId, inside]) => ({
      zoneId,
      name: inside[0]?.zone_name ?? '',
      trips: inside.toSorted((a, b) => rank(b) - rank(a) || a.id - b.id),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

type RowProps = { trip: Trip; regionId: number | null; timeZone: string | undefined; onLocate: () => void }

const TripRow = ({ trip, regionId, timeZone, onLocate }: RowProps) => {
  const format = useFormat(timeZone)
  const vehicle = trip.vehicle_number ?? words.noVehicle
  const next = trip.next_trip_stop
  return (
    <li className={classes['trip']} data-position={positionText(trip.latest_trip_monitor)}>
      <Link
        to={monitoringPath({ view: 'trip', regionId, tripId: trip.id })}
        search={keptSearch}
        className={classes['tripLink']}
      >
        <span className={classes['tripLine']}>
          <strong>{vehicle}</strong>
          <span className={shared['muted']}>{trip.driver_name ?? words.noDriver}</span>
        </span>
        <span className={classes['tripLine']}>
          {next === null ? (
            <span className={shared['muted']}>{words.nothingNext}</span>
          ) : (
            <span className={classes['next']}>
              {next.location_name}
              <span className="numbers"> {next.eta === null ? DASH : format.time(next.eta)}</span>
            </span>
          )}
        </span>
      </Link>
      <span className={classes['tripState']}>
        {trip.manual_navigation && <StatusTag tone="info">{words.manual}</StatusTag>}
        <NoSignalIcon since={trip.no_signal_since} />
        <LateTag status={trip.late_status} seconds={trip.late_by_s} />
        <Tooltip label={words.locate(vehicle)} openDelay={750}>
          <ActionIcon
            size={26}
            aria-label={words.locate(vehicle)}
            disabled={trip.latest_trip_monitor === null}
            onClick={onLocate}
          >
            <IconCurrentLocation size={16} />
          </ActionIcon>
        </Tooltip>
      </span>
    </li>
  )
}

const ListSkeleton = () => (
  <div className={shared['skeleton']} aria-busy="true">
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <Skeleton key={row} h={40} radius={6} />
    ))}
  </div>
)
