import { api, type ServiceRequest, type Trip } from '@ambit/contract'
import { Button } from '@mantine/core'
import { IconBus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { notify } from '../notifications/notify.tsx'
import { DASH } from '../settings/create-format.ts'
import { useFormat } from '../settings/format.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import { bookingRecords, shownBookingStatus, shownBookingStatuses } from './bookings.ts'
import { ALL_ROWS } from './define-records.ts'
import classes from './OutOfService.module.css'
import { PassengerContact } from './PassengerContact.tsx'
import { RecordStatus } from './status.tsx'
import { tripRecords } from './trips.ts'

const words = {
  title: (time: string) => `Out of service since ${time}`,
  noReason: 'No reason was given.',
  waiting: 'Still waiting',
  none: 'No passenger of this trip is waiting.',
  open: (id: number, name: string) => `${id}: open the booking of ${name}`,
  noVehicle: 'no vehicle',
  back: 'Back in service',
  returned: (vehicle: string) => `${vehicle} is back in service.`,
  failed: 'The vehicle stays out of service',
} as const

type Props = { trip: Trip; timeZone: string | undefined }

/** A trip whose vehicle was taken out of service: since when and why, who still waits, and the way back. */
export const OutOfService = ({ trip, timeZone }: Props) => {
  const can = useCan()
  const format = useFormat(timeZone)
  if (trip.taken_out_at === null) return null
  return (
    <section className={classes['box']} aria-label={words.title(format.time(trip.taken_out_at))}>
      <ToneAlert tone="danger" title={words.title(format.time(trip.taken_out_at))}>
        {trip.status_message ?? words.noReason}
      </ToneAlert>
      {can('LiveBooking:booking:canRead') && <Waiting tripId={trip.id} timeZone={timeZone} />}
      {trip.allow_return && can('TripManagement:tripStatusDialog:canUpdate') && <ReturnButton trip={trip} />}
    </section>
  )
}

const Waiting = ({ tripId, timeZone }: { tripId: number; timeZone: string | undefined }) => {
  const bookings = useQuery(
    bookingRecords.rows({ ...ALL_ROWS, sort: 'pickup_lower_bound', filter: { left_waiting_by: [tripId] } }),
  ).data
  if (bookings === undefined) return null
  if (bookings.length === 0) return <p className={classes['none']}>{words.none}</p>
  return (
    <>
      <h3 className={classes['heading']}>{`${words.waiting} (${bookings.length})`}</h3>
      <ul className={classes['list']} aria-label={words.waiting}>
        {bookings.map((booking) => (
          <Passenger
            key={booking.id}
            booking={booking}
            among={bookings.map(({ traveler_id }) => traveler_id)}
            timeZone={timeZone}
          />
        ))}
      </ul>
    </>
  )
}

type PassengerProps = { booking: ServiceRequest; among: readonly number[]; timeZone: string | undefined }

const Passenger = ({ booking, among, timeZone }: PassengerProps) => {
  const open = useOpenDialog()
  const format = useFormat(timeZone)
  const { id, pickup, traveler_id, traveler_name, vehicle_number } = booking
  return (
    <li className={classes['passenger']}>
      <strong>
        <PassengerContact id={traveler_id} name={traveler_name} among={among} />
      </strong>
      <button
        type="button"
        className={`numbers ${classes['number']}`}
        aria-label={words.open(id, traveler_name)}
        onClick={() => open('LiveBookingDialog', 'view', id)}
      >
        {id}
      </button>
      <RecordStatus of={shownBookingStatuses} status={shownBookingStatus(booking)} />
      <span className={classes['ride']}>
        <span className={classes['where']}>{pickup.name}</span>
        <span className="numbers">
          {`${vehicle_number ?? words.noVehicle} ${pickup.eta === null ? DASH : format.time(pickup.eta)}`}
        </span>
      </span>
    </li>
  )
}

const ReturnButton = ({ trip }: { trip: Trip }) => {
  const [busy, setBusy] = useState(false)
  const returnToService = async (): Promise<void> => {
    setBusy(true)
    try {
      const { data } = await client.call(api.trips.returnToService, { params: { id: trip.id } })
      notify({ type: 'success', title: words.back, message: words.returned(data.vehicle_number ?? data.name) })
    } catch (error) {
      announceFailure(error, words.failed)
    } finally {
      setBusy(false)
      tripRecords.changed(trip.id)
    }
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconBus size={16} aria-hidden />}
      onClick={() => void returnToService()}
    >
      {words.back}
    </Button>
  )
}
