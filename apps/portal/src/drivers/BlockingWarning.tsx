import type { Driver, Trip } from '@ambit/contract'
import { openTripStates } from '@ambit/domain'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useCan } from '../auth/permissions.ts'
import { dialogText } from '../dialogs/dialog-ref.ts'
import { ALL_ROWS } from '../records/define-records.ts'
import { tripRecords } from '../records/trips.ts'
import { TripStateTag } from '../records/TripStateTag.tsx'
import { zoneOptions } from '../records/zones.ts'
import { useFormat } from '../settings/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { Link } from '../url/link.tsx'
import type { PlainSearch } from '../url/plain-search.ts'
import { scopedSearch } from '../url/scope-link.ts'
import classes from './BlockingWarning.module.css'
import { driverStrings } from './strings.ts'

const words = driverStrings.blocking

/** Before drivers are blocked: the schedules that they drive now and are to drive, which need other drivers then. */
export const BlockingWarning = ({ drivers }: { drivers: readonly Driver[] }) => {
  const can = useCan()
  const chosen = useWatch({ name: 'status' }) as unknown
  const blocked = drivers.filter(({ status }) => status !== 'blocked')
  const asked = chosen === 'blocked' && blocked.length > 0
  const readable = can('TripManagement:trip:canRead')
  const trips = useQuery({
    ...tripRecords.rows({
      ...ALL_ROWS,
      sort: 'start_datetime',
      filter: { driver: blocked.map(({ id }) => id), status: [...openTripStates] },
    }),
    enabled: asked && readable,
  })
  if (!asked) return null
  if (!readable) return <Warning>{words.unknown}</Warning>
  if (trips.isError) return <ErrorState error={trips.error} onRetry={() => void trips.refetch()} />
  if (trips.data === undefined || trips.data.length === 0) return null
  const driving = trips.data.some(({ current_state }) => current_state !== 'staged')
  return (
    <Warning>
      <p>{driving ? words.driving : words.coming}</p>
      <ul className={classes['list']} aria-label={words.schedules}>
        {trips.data.map((trip) => (
          <Schedule key={trip.id} trip={trip} />
        ))}
      </ul>
    </Warning>
  )
}

const Warning = ({ children }: { children: React.ReactNode }) => (
  <div className={classes['warning']} role="status">
    <ToneAlert tone="warning" title={words.title}>
      {children}
    </ToneAlert>
  </div>
)

/** By the clocks of its zone. */
const Schedule = ({ trip }: { trip: Trip }) => {
  const can = useCan()
  const zones = useQuery({ ...zoneOptions(null), enabled: can('ZoneManagement:zone:canRead') }).data
  const format = useFormat(zones?.find(({ id }) => id === trip.zone_id)?.time_zone)
  return (
    <li>
      <Link
        to="/TripManagement"
        search={(before: PlainSearch) => ({
          ...scopedSearch(before),
          d: dialogText('TripDialog', 'view', trip.id, 'TripDetails'),
        })}
        className="text-link"
      >
        {trip.name}
      </Link>{' '}
      <TripStateTag trip={trip} />{' '}
      {words.schedule({
        vehicle: trip.vehicle_number ?? words.noVehicle,
        zone: trip.zone_name,
        from: format.dateTime(trip.start_datetime),
        until: format.time(trip.end_datetime),
        driver: trip.driver_name ?? '',
        left: trip.booking_count,
      })}
    </li>
  )
}
