import type { ServiceRequest } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRepresents } from '../../auth/use-me.ts'
import { useOpenDialog } from '../../dialogs/stack.ts'
import { EffectBeneath } from '../effects/EffectBeneath.tsx'
import { Question } from '../../ui/Question.tsx'
import { cancelBooking } from './cancel-booking.ts'
import { cancelStrings as words } from './strings.ts'
import { useOtherLegs } from './use-other-legs.ts'

type Props = {
  /** null: nothing is asked */
  booking: ServiceRequest | null
  /** asks about a booking that is no leg; by default whether to cancel it */
  question?: string
  onClose: () => void
}

/** Asks before a booking is cancelled, and of a journey which legs are meant. */
export const CancelQuestion = ({ booking, question = words.question, onClose }: Props) => {
  const { legs, pending, unknown } = useOtherLegs(booking)
  const open = useOpenDialog()
  // They are told of their own passengers alone.
  const represents = useRepresents()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<'this' | 'all' | null>(null)
  const others = legs.filter(({ allow_cancel }) => allow_cancel)
  const single = others.length === 0 && !unknown
  const stops = [booking, ...legs].some((leg) => leg?.stay_minutes != null)
  const cancel = async (which: 'this' | 'all'): Promise<void> => {
    if (booking === null) return
    setBusy(which)
    await cancelBooking(queries, { id: booking.id, others: which === 'all' ? others.map(({ id }) => id) : [] }, open)
    setBusy(null)
    onClose()
  }
  return (
    <Question
      opened={booking !== null}
      onClose={onClose}
      title={words.cancel}
      text={[
        unknown ? words.unknown : single ? question : stops ? words.whichOfStops : words.which,
        ...(booking?.series == null ? [] : [words.seriesStays(booking.series.words)]),
      ].join(' ')}
      beneath={represents ? undefined : booking !== null && !pending && <Effects booking={booking} others={others} />}
    >
      <Button variant="default" data-autofocus onClick={onClose} disabled={busy !== null}>
        {single ? words.leave : others.length > 1 ? words.keepAll : words.keepBoth}
      </Button>
      <Button
        color="red.8"
        disabled={pending || busy === 'all'}
        loading={busy === 'this'}
        onClick={() => void cancel('this')}
      >
        {single ? words.cancel : words.thisLeg}
      </Button>
      {others.length > 0 && (
        <Button color="red.8" disabled={busy === 'this'} loading={busy === 'all'} onClick={() => void cancel('all')}>
          {words.legs(others.length + 1)}
        </Button>
      )}
    </Question>
  )
}

type EffectsProps = { booking: ServiceRequest; others: readonly ServiceRequest[] }

/** What cancelling does to everybody: of a journey for each answer, as the zones of its legs may differ. */
const Effects = ({ booking, others }: EffectsProps) => {
  const cancel = (legs: readonly ServiceRequest[]) => ({
    kind: 'cancel' as const,
    service_request_ids: legs.map(({ id }) => id),
  })
  if (others.length === 0) return <EffectBeneath action={cancel([booking])} />
  const elsewhere = Map.groupBy(
    others.filter(({ zone_id }) => zone_id !== booking.zone_id),
    ({ zone_id }) => zone_id,
  )
  const here = [booking, ...others.filter(({ zone_id }) => zone_id === booking.zone_id)]
  return (
    <>
      <EffectBeneath title={words.thisLeg} action={cancel([booking])} />
      {here.length > 1 && <EffectBeneath title={words.legs(here.length)} action={cancel(here)} />}
      {[...elsewhere].map(([zone, legs]) => (
        <EffectBeneath key={zone} title={words.otherLegs(legs.length)} action={cancel(legs)} />
      ))}
    </>
  )
}
