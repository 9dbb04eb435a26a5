import { api, type Trip, Trip as TripRecord } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconTransfer } from '@tabler/icons-react'
import { type Control, useWatch } from 'react-hook-form'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useDialog, useOpenDialog } from '../dialogs/stack.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { TextField, ViewField } from '../form/fields.tsx'
import { useEntityForm } from '../form/use-entity-form.ts'
import { EffectBeneath } from '../records/effects/EffectBeneath.tsx'
import { OutOfService } from '../records/OutOfService.tsx'
import { notify } from '../notifications/notify.tsx'
import { CrewFields } from './CrewFields.tsx'
import { dateAndTime } from './dates.ts'
import { tripChanged } from './queries.ts'
import { tripStrings as words } from './strings.ts'
import { tripBody, TripForm, tripValues } from './trip-form.ts'
import { DriverActions } from './DriverActions.tsx'
import { TripCash } from './TripCash.tsx'
import { TripChanges } from './TripChanges.tsx'
import classes from './trips.module.css'

type Props = { intent: { mode: 'view' | 'edit'; record: Trip }; timeZone: string | undefined }

/** The trip's facts; driver and vehicle can be changed. */
export const TripDetails = ({ intent, timeZone }: Props) => {
  const { mode, record: trip } = intent
  const { close } = useDialog()
  const entity = useEntityForm({
    intent,
    schema: TripForm,
    record: TripRecord,
    toValues: tripValues,
    save: (values, version) =>
      client
        .call(api.trips.update, {
          params: { id: trip.id },
          body: tripBody(values),
          version,
        })
        .then((answer) => answer.data),
    onSaved: () => {
      tripChanged(trip.id)
      notify({ type: 'success', title: words.success, message: words.saved })
      close()
    },
  })
  return (
    <>
      <OutOfService trip={trip} timeZone={timeZone} />
      <EntityForm entity={entity} label={words.form} labels={words.columns}>
        <TextField name="name" label={words.columns.name} readOnly />
        {mode === 'view' && <ViewField label={words.zone}>{trip.zone_name}</ViewField>}
        <CrewFields trip={trip} />
        {mode === 'view' && <Facts trip={trip} timeZone={timeZone} />}
      </EntityForm>
      {mode === 'edit' && <CrewEffect trip={trip} control={entity.form.control} />}
      {mode === 'view' && (
        <>
          <StatusButton tripId={trip.id} />
          <TripCash tripId={trip.id} />
          <DriverActions tripId={trip.id} timeZone={timeZone} />
          <TripChanges tripId={trip.id} timeZone={timeZone} />
        </>
      )}
    </>
  )
}

/** What the crew that is chosen would do to everybody. */
const CrewEffect = ({ trip, control }: { trip: Trip; control: Control<TripForm> }) => {
  const [driver, vehicle] = useWatch({ control, name: ['driver_id', 'vehicle_id'] })
  const before = tripValues(trip)
  if (driver === '' || vehicle === '' || (driver === before.driver_id && vehicle === before.vehicle_id)) return null
  return (
    <EffectBeneath
      action={{ kind: 'change_crew', trip_id: trip.id, ...tripBody({ driver_id: driver, vehicle_id: vehicle }) }}
    />
  )
}

const Facts = ({ trip, timeZone }: { trip: Trip; timeZone: string | undefined }) => (
  <>
    <ViewField label={words.columns.capacity}>{words.seats(trip.capacity, trip.mobility_capacity)}</ViewField>
    <ViewField label={words.bookings}>{String(trip.booking_count)}</ViewField>
    <ViewField label={words.start}>{dateAndTime(trip.start_datetime, timeZone)}</ViewField>
    <ViewField label={words.end}>{dateAndTime(trip.end_datetime, timeZone)}</ViewField>
    <ViewField label={words.signedOn}>{dateAndTime(trip.signed_on_at, timeZone)}</ViewField>
    <ViewField label={words.ended}>{dateAndTime(trip.completed_at, timeZone)}</ViewField>
    {trip.status_message !== null && (
      <ViewField label={words.message} span={24}>
        {trip.status_message}
      </ViewField>
    )}
  </>
)

const StatusButton = ({ tripId }: { tripId: number }) => {
  const can = useCan()
  const open = useOpenDialog()
  if (!can('TripManagement:tripStatusDialog:canRead')) return null
  return (
    <div className={classes['buttons']}>
      <Button
        variant="default"
        leftSection={<IconTransfer size={16} aria-hidden />}
        onClick={() => open('TripStatusDialog', 'edit', tripId)}
      >
        {words.changeStatus}
      </Button>
    </div>
  )
}
