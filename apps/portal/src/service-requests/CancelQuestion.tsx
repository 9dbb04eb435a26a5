import type { ServiceRequest } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRepresents } from '../auth/use-me.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { EffectBeneath } from '../records/effects/EffectBeneath.tsx'
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
  // They are told of their own passengers alone.
  const represents = useRepresents()
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
      beneath={represents ? undefined : booking !== null && !pending && <Effects booking={booking} other={other} />}
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

type EffectsProps = { booking: ServiceRequest; other: ServiceRequest | undefined }

/** What cancelling does to everybody: of there and back for each answer, as the zones of its legs may differ. */
const Effects = ({ booking, other }: EffectsProps) => {
  const cancel = (...ids: number[]) => ({ kind: 'cancel' as const, service_request_ids: ids })
  if (other === undefined) return <EffectBeneath action={cancel(booking.id)} />
  return (
    <>
      <EffectBeneath title={words.thisLeg} action={cancel(booking.id)} />
      {other.zone_id === booking.zone_id ? (
        <EffectBeneath title={words.bothLegs} action={cancel(booking.id, other.id)} />
      ) : (
        <EffectBeneath title={words.otherLeg} action={cancel(other.id)} />
      )}
    </>
  )
}
