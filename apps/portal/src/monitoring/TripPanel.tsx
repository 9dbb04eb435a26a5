import type { TripWithStops, Zone } from '@ambit/contract'
import { Button, Skeleton } from '@mantine/core'
import { IconBusOff, IconMessages } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { RecordStatus } from '../records/status.tsx'
import { bookingRecords, shownBookingStatus, shownBookingStatuses } from '../records/bookings.ts'
import { OutOfService } from '../records/OutOfService.tsx'
import { Link } from '../url/link.tsx'
import type { ReactNode } from 'react'
import { useTripErrorNotice } from '../records/trip-error.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useNow } from '../settings/use-now.ts'
import { isGone } from '../ui/cause-of.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { disruptionStrings } from './disruptions/strings.ts'
import { LateTag } from './LateTag.tsx'
import shared from './monitoring.module.css'
import classes from './TripPanel.module.css'
import { keptSearch } from './navigation.ts'
import { NoSignalIcon } from './NoSignalIcon.tsx'
import { monitoringPath, type Place } from './place.ts'
import { positionText } from '../records/position-text.ts'
import { monitoringStrings as words, silenceWords } from './strings.ts'
import type { Polling } from '../live/use-polling.ts'
import { silentMinutes } from '../records/positions.ts'
import { Timeline } from './Timeline.tsx'

type Props = {
  place: Exclude<Place, { view: 'list' }>
  query: UseQueryResult<TripWithStops>
  zones: readonly Zone[]
  polling: Polling
}

/** One trip, and in the booking view whose ride it is; then its stops. */
export const TripPanel = ({ place, query, zones, polling }: Props) => {
  const { data: trip, error } = query
  useTripErrorNotice(error)
  if (trip === undefined)
    return (
      <>
        <header className={shared['head']}>
          <Breadcrumbs place={place} />
        </header>
        {error === null ? (
          <div className={shared['skeleton']} aria-busy="true">
            <Skeleton h={28} w="60%" />
            <Skeleton h={44} />
            <Skeleton h={200} />
          </div>
        ) : isGone(error) ? (
          <EmptyState
            title={words.gone}
            action={
              <Link
                to={monitoringPath({ view: 'list', regionId: place.regionId })}
                search={keptSearch}
                className="text-link"
              >
                {words.backToList}
              </Link>
            }
          />
        ) : (
          <ErrorState error={error} onRetry={() => void query.refetch()} />
        )}
      </>
    )
  const timeZone = zones.find(({ id }) => id === trip.zone_id)?.time_zone
  return (
    <>
      <header className={shared['head']}>
        <Breadcrumbs place={place} />
        <TripHeading trip={trip} />
        <dl className={shared['facts']}>
          <Fact label={words.vehicle}>{trip.vehicle_number ?? words.noVehicle}</Fact>
          <Fact label={words.driver}>{trip.driver_name ?? words.noDriver}</Fact>
          <Fact label={words.onBoard}>{words.ofSeats(trip.on_board, trip.capacity)}</Fact>
        </dl>
        <MessageDriver trip={trip} />
        {place.view === 'trip' && <LoseVehicle trip={trip} />}
        {place.view === 'trip' && <OutOfService trip={trip} timeZone={timeZone} />}
        {place.view === 'booking' && <BookingFacts id={place.serviceRequestId} polling={polling} />}
      </header>
      <Timeline
        key={place.view === 'booking' ? place.serviceRequestId : 'trip'}
        trip={trip}
        place={place}
        timeZone={timeZone}
      />
    </>
  )
}

const TripHeading = ({ trip }: { trip: TripWithStops }) => {
  const minutes = silentMinutes(trip.no_signal_since, useNow(10_000))
  const located = trip.latest_trip_monitor !== null
  return (
    <div className={classes['headline']} data-position={positionText(trip.latest_trip_monitor)}>
      <h2 className={shared['heading']}>{trip.name}</h2>
      <LateTag trip={trip} />
      {trip.manual_navigation && <StatusTag tone="info">{words.manual}</StatusTag>}
      {minutes !== null && (
        <span className={classes['silence']}>
          <NoSignalIcon since={trip.no_signal_since} located={located} />
          {silenceWords(minutes, located)}
        </span>
      )}
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="numbers">{children}</dd>
  </div>
)

const MessageDriver = ({ trip }: { trip: TripWithStops }) => {
  const open = useOpenDialog()
  if (!useCan()('Messaging:driverThread:canRead') || trip.driver_id === null) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      mt={10}
      mr={8}
      leftSection={<IconMessages size={15} aria-hidden />}
      onClick={() => open('DriverThreadDialog', 'view', trip.id)}
    >
      {words.messageDriver}
    </Button>
  )
}

/** For a vehicle that breaks down: its bookings are shown with what becomes of them first. */
const LoseVehicle = ({ trip }: { trip: TripWithStops }) => {
  const can = useCan()
  const open = useOpenDialog()
  const over = !trip.allowed_transitions.includes('cancelled')
  if (over || !can('TripManagement:tripStatusDialog:canRead') || !can('TripManagement:tripStatusDialog:canUpdate'))
    return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      mt={10}
      leftSection={<IconBusOff size={15} aria-hidden />}
      onClick={() => open('LostVehicleDialog', 'edit', trip.id)}
    >
      {disruptionStrings.lost.open}
    </Button>
  )
}

const BookingFacts = ({ id, polling }: { id: number; polling: Polling }) => {
  const booking = useQuery({ ...bookingRecords.one(id), ...polling })
  const open = useOpenDialog()
  if (booking.data === undefined) return booking.isPending ? <Skeleton h={32} mt={10} /> : null
  const { traveler_name } = booking.data
  return (
    <div className={classes['booking']}>
      <span>
        <span className={shared['muted']}>{words.passenger} </span>
        <strong>{traveler_name}</strong>
      </span>
      <RecordStatus of={shownBookingStatuses} status={shownBookingStatus(booking.data)} />
      <Button size="compact-xs" variant="default" ml="auto" onClick={() => open('LiveBookingDialog', 'view', id)}>
        {words.viewBooking}
      </Button>
    </div>
  )
}
