import type { ServiceRequest } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { DialogFrame } from '../../dialogs/DialogFrame.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialog } from '../../dialogs/stack.ts'
import { bookingRecords } from '../../records/bookings.ts'
import { serverClock } from '../../settings/use-now.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { addDraft, useDrafts } from '../drafts.ts'
import { journeyOf } from './booking-to-change.ts'
import { wizardStrings as words } from './strings.ts'
import { Wizard } from './Wizard.tsx'

/** The wizard for changing a booking: where its draft was left, or begun with the booking as it is. */
export const ChangeBooking = ({ id }: { id: number }) => (
  <Loaded query={useQuery(bookingRecords.one(id))} title={words.changing.plainTitle(id)}>
    {(booking) => <Begun booking={booking} />}
  </Loaded>
)

const Begun = ({ booking }: { booking: ServiceRequest }) => {
  const { close } = useDialog()
  const draft = useDrafts().find(({ changeOf }) => changeOf === booking.id)
  const begun = useRef(false)
  useEffect(() => {
    // A draft that is discarded here, or in another tab, does not come back by itself.
    if (draft === undefined && booking.change_refused === null && !begun.current)
      addDraft({ id: booking.traveler_id, handicapped: false }, null, {
        changeOf: booking.id,
        bookingData: journeyOf(booking, serverClock.now()),
        comment: booking.comment ?? '',
        pickup_note: booking.pickup_note ?? '',
        dropoff_note: booking.dropoff_note ?? '',
      })
    begun.current = true
  }, [booking, draft])
  if (draft !== undefined) return <Wizard draft={draft} booking={booking} />
  return (
    <DialogFrame title={words.changing.plainTitle(booking.id)}>
      <EmptyState
        title={booking.change_refused === null ? words.gone : words.changing.refused(booking.change_refused)}
        action={<Button onClick={close}>{words.close}</Button>}
      />
    </DialogFrame>
  )
}
