import type { TripWithStops } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../dialogs/Loaded.tsx'
import { historyTab } from '../records/History.tsx'
import { tripRecords } from '../records/trips.ts'
import { zoneOptions } from '../records/zones.ts'
import { useTripErrorNotice } from '../records/trip-error.ts'
import { useCan } from '../auth/permissions.ts'
import { DialogFrame, type DialogTab } from '../dialogs/DialogFrame.tsx'
import { readIds } from '../dialogs/dialog-ref.ts'
import { useDialog } from '../dialogs/stack.ts'
import { DASH } from '../settings/create-format.ts'
import { isGone } from '../ui/cause-of.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { BulkTrips } from './BulkTrips.tsx'
import { dateAndTime } from './dates.ts'
import { LateTimes } from './LateTimes.tsx'
import { tripStrings as words } from './strings.ts'
import { TripDetails } from './TripDetails.tsx'
import classes from './TripDialog.module.css'
import { TripStateTag } from '../records/TripStateTag.tsx'
import { TripStops } from './TripStops.tsx'

/** One trip with its stops and how late it is, or the crew of several. */
const TripDialog = () => {
  const { mode, id } = useDialog()
  switch (mode) {
    case 'view':
    case 'edit':
      return <OneTrip id={Number(id)} mode={mode} />
    case 'bulkedit':
      return <BulkTrips ids={readIds(id)} />
    case 'create':
    case 'booking':
      return null
  }
}
export default TripDialog

const OneTrip = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const trip = useQuery(tripRecords.one(id))
  const can = useCan()
  useTripErrorNotice(trip.error)
  const timeZone = useZoneTime(trip.data)
  return (
    <Loaded query={trip} title={words.one} failed={isGone(trip.error) && <EmptyState title={words.gone} />}>
      {(record) => {
        const tabs: DialogTab[] = [
          {
            value: 'TripDetails',
            label: words.details,
            content: <TripDetails key={mode} intent={{ mode, record }} timeZone={timeZone} />,
          },
          { value: 'TripStops', label: words.stops, content: <TripStops trip={record} timeZone={timeZone} /> },
          { value: 'TripLateTimes', label: words.lateTimes, content: <LateTimes trip={record} timeZone={timeZone} /> },
          ...historyTab(can, 'trips', id),
        ]
        return (
          <DialogFrame
            title={record.name}
            status={<TripStateTag trip={record} />}
            summary={<Summary trip={record} timeZone={timeZone} />}
            switchable
            tabs={tabs}
          />
        )
      }}
    </Loaded>
  )
}

/** The clocks where the trip drives. */
const useZoneTime = (trip: TripWithStops | undefined): string | undefined => {
  const can = useCan()
  const zones = useQuery({ ...zoneOptions(null), enabled: can('ZoneManagement:zone:canRead') }).data
  return zones?.find(({ id }) => id === trip?.zone_id)?.time_zone
}

const Summary = ({ trip, timeZone }: { trip: TripWithStops; timeZone: string | undefined }) => {
  const { columns } = words
  const facts = [
    [columns.id, trip.id],
    [columns.name, trip.name],
    [columns.vehicle_id, trip.vehicle_number ?? DASH],
    [columns.driver_id, trip.driver_name ?? DASH],
    [words.date, dateAndTime(trip.start_datetime, timeZone)],
  ] as const
  return (
    <dl className={classes['facts']}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="numbers">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
