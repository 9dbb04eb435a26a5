import type { ServiceRequest } from '@ambit/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMasks } from '../../auth/masks.ts'
import { dialogRef } from '../../dialogs/dialog-ref.ts'
import { DialogSkeleton } from '../../dialogs/DialogSkeleton.tsx'
import { Loaded } from '../../dialogs/Loaded.tsx'
import { useDialogStack } from '../../dialogs/stack.ts'
import { bookingRecords } from '../../records/bookings.ts'
import { addDraft } from '../drafts.ts'
import { copyOf } from './booking-to-change.ts'
import { wizardStrings as words } from './strings.ts'

/** Begins a draft with what a booking says, and gives its place in the stack of dialogs to the draft's wizard. */
export const BookAgain = ({ id }: { id: number }) => (
  <Loaded query={useQuery(bookingRecords.one(id))} title={words.plainTitle}>
    {(booking) => <Begun booking={booking} />}
  </Loaded>
)

const Begun = ({ booking }: { booking: ServiceRequest }) => {
  const { change } = useDialogStack()
  const commentMasked = useMasks().has('care')
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const { uuid } = addDraft({ id: booking.traveler_id, handicapped: false }, null, {
      ...copyOf(booking, 'again'),
      ...(commentMasked ? { comment: '', pickup_note: null, dropoff_note: null } : {}),
    })
    const wizard = dialogRef('TripBookingWizardDialog', 'booking', uuid)
    change(
      (stack) => [...stack.filter(({ name, mode }) => name !== 'TripBookingWizardDialog' || mode !== 'create'), wizard],
      true,
    )
  }, [booking, change, commentMasked])
  return <DialogSkeleton />
}
