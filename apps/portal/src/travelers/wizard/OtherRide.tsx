import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../auth/permissions.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { bookingWords } from '../../records/booking-words.ts'
import { bookingRecords, shownBookingStatus, shownBookingStatuses } from '../../records/bookings.ts'
import { RecordStatus } from '../../records/status.tsx'
import { useFormat } from '../../settings/format.ts'
import { isReason, ReasonField } from '../../ui/ReasonField.tsx'
import type { BookingDraft } from '../booking-draft.ts'
import { changeDraft } from '../drafts.ts'
import { wizardStrings } from './strings.ts'
import classes from './OtherRide.module.css'
import shared from './wizard.module.css'

const words = wizardStrings.other

/** What is said of the other ride, so that this one is booked beside it. */
export type Said = Pick<BookingDraft, 'besides' | 'overlapReason'>

type Props = {
  draft: BookingDraft
  /** the draft says it by now: the same is asked for again */
  onAnyway: (said: Said) => void
}

/** Another ride of the passenger that stands in the way, and how to book beside it. */
export const OtherRide = ({ draft, onAnyway }: Props) => {
  const { uuid, inTheWay, besides, overlapReason } = draft
  if (inTheWay === null) return null
  const say = (change: Partial<Said>): void => {
    const said = { besides, overlapReason, ...change }
    changeDraft(uuid, said)
    onAnyway(said)
  }
  const { booking } = inTheWay
  return (
    <div role="group" aria-label={words.label} className={classes['other']}>
      {booking !== null && <SameRide id={booking} onAnyway={() => say({ besides: [...besides, booking] })} />}
      {inTheWay.kind === 'overlap' && <AtThatTime onAnyway={(reason) => say({ overlapReason: reason })} />}
    </div>
  )
}

const SameRide = ({ id, onAnyway }: { id: number; onAnyway: () => void }) => {
  const readable = useCan()('LiveBooking:booking:canRead')
  const open = useOpenDialog()
  const booking = useQuery({ ...bookingRecords.one(id), enabled: readable }).data
  const format = useFormat(booking?.time_zone)
  return (
    <>
      {booking !== undefined && (
        <p className={classes['ride']}>
          <span>
            {words.ride(
              `${format.day(booking.pickup.lower_bound)}, ${bookingWords.window(format.time(booking.pickup.lower_bound), format.time(booking.pickup.upper_bound))}`,
              booking.origin.name,
              booking.destination.name,
            )}
          </span>
          <RecordStatus of={shownBookingStatuses} status={shownBookingStatus(booking)} />
        </p>
      )}
      <div className={classes['buttons']}>
        {readable && (
          <Button size="compact-sm" variant="default" onClick={() => open('LiveBookingDialog', 'view', id)}>
            {words.open}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={onAnyway}>
          {words.anyway}
        </Button>
      </div>
    </>
  )
}

const AtThatTime = ({ onAnyway }: { onAnyway: (reason: string) => void }) => {
  const may = useCan()('LiveBooking:overlap:canCreate')
  const [reason, setReason] = useState('')
  if (!may) return null
  return (
    <div className={shared['override']}>
      <ReasonField label={words.reason} description={words.effect} value={reason} onChange={setReason} />
      <Button size="compact-sm" variant="default" disabled={!isReason(reason)} onClick={() => onAnyway(reason.trim())}>
        {words.anyway}
      </Button>
    </div>
  )
}
