import type { ServiceRequest } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOpenDialog } from '../dialogs/stack.ts'
import { Question } from '../ui/Question.tsx'
import { cancelBooking } from './cancel-booking.ts'
import { bookingStrings as words } from './strings.ts'
import { useOtherLegs } from './use-other-legs.ts'

type Props = {
  /** null: nothing is asked */
  booking: ServiceRequest | null
  onClose: () => void
}

/** Asks before a booking is cancelled, and of there and back which legs are meant. */
export const CancelQuestion = ({ booking, onClose }: Props) => {
  const { legs, pending, unknown } = useOtherLegs(booking)
  const open = useOpenDialog()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<'this' | 'both' | null>(null)
  const other = legs.find(({ allow_cancel }) => allow_cancel)
  const single = other === undefined && !unknown
  const cancel = async (which: 'this' | 'both'): Promise<void> => {
    if (booking === null) return
    setBusy(which)
    await cancelBooking(queries, { id: booking.id, other: which === 'both' ? (other?.id ?? null) : null }, open)
    setBusy(null)
    onClose()
  }
  return (
    <Question
      opened={booking !== null}
      onClose={onClose}
      title={words.cancel}
      text={[
        unknown ? words.cancelUnknown : single ? words.cancelQuestion : words.cancelWhich,
        ...(booking?.series == null ? [] : [words.seriesStays(booking.series.words)]),
      ].join(' ')}
    >
      <Button variant="default" data-autofocus onClick={onClose} disabled={busy !== null}>
        {single ? words.leave : words.keepBoth}
      </Button>
      <Button
        color="red.8"
        disabled={pending || busy === 'both'}
        loading={busy === 'this'}
        onClick={() => void cancel('this')}
      >
        {single ? words.cancel : words.thisLeg}
      </Button>
      {other !== undefined && (
        <Button color="red.8" disabled={busy === 'this'} loading={busy === 'both'} onClick={() => void cancel('both')}>
          {words.bothLegs}
        </Button>
      )}
    </Question>
  )
}
