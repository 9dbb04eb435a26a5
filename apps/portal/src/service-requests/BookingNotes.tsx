import { api, type ServiceRequest } from '@ambit/contract'
import { openRequestStatuses } from '@ambit/domain'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useMasks } from '../auth/masks.ts'
import { useCan } from '../auth/permissions.ts'
import { useRepresents } from '../auth/use-me.ts'
import { bookingChanged, bookingRecords } from '../records/bookings.ts'
import { StopNoteField } from '../records/StopNoteField.tsx'
import classes from './BookingNotes.module.css'
import { bookingStrings } from './strings.ts'

const words = bookingStrings.notes

/** Changes what the driver is told at the stops, while there is something ahead; times and places stay. */
export const BookingNotes = ({ record }: { record: ServiceRequest }) => {
  const can = useCan()
  const represents = useRepresents()
  const masked = useMasks().has('care')
  const [open, setOpen] = useState(false)
  const ahead = openRequestStatuses.some((status) => status === record.status)
  if (represents || !can('LiveBooking:booking:canUpdate') || masked || !ahead) return null
  if (open) return <Form record={record} onDone={() => setOpen(false)} />
  return (
    <Button className={classes['open'] ?? ''} variant="default" size="compact-sm" onClick={() => setOpen(true)}>
      {words.change}
    </Button>
  )
}

const Form = ({
  record: { id, pickup_note, dropoff_note },
  onDone,
}: {
  record: ServiceRequest
  onDone: () => void
}) => {
  const queries = useQueryClient()
  const [before] = useState({ pickup: pickup_note ?? '', dropoff: dropoff_note ?? '' })
  const [pickup, setPickup] = useState(before.pickup)
  const [dropoff, setDropoff] = useState(before.dropoff)
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      // What was not touched may have been changed by others meanwhile.
      const body = {
        ...(pickup === before.pickup ? {} : { pickup_note: pickup }),
        ...(dropoff === before.dropoff ? {} : { dropoff_note: dropoff }),
      }
      const { data } = await client.call(api.serviceRequests.changeNotes, { params: { id }, body })
      bookingRecords.saved(data)
      bookingChanged(queries, id)
      onDone()
    } catch (error) {
      announceFailure(error, words.failed)
      setBusy(false)
    }
  }
  return (
    <form
      className={classes['form']}
      aria-label={words.change}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <StopNoteField end="pickup" value={pickup} onChange={setPickup} takesFocus />
      <StopNoteField end="dropoff" value={dropoff} onChange={setDropoff} />
      <div className={classes['buttons']}>
        <Button variant="default" disabled={busy} onClick={onDone}>
          {words.keep}
        </Button>
        <Button type="submit" loading={busy}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
