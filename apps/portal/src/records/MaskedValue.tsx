import { HIDDEN, type LiftedKind, type MaskLift } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { questionOf } from '../api/reasoned-calls.ts'
import { useCan } from '../auth/permissions.ts'
import { LIFT, liftMask, useLifts } from './mask-lifts.ts'

const words = {
  show: 'Show',
  showOf: (label: string) => `Show ${label}`,
  hint: 'Shown for 5 minutes',
  failed: 'This could not be shown',
  yes: 'Yes',
  no: 'No',
  none: 'None',
}

type Props = {
  kind: LiftedKind
  id: number
  /** the name of its column */
  field: string
  /** what the field is called beside it */
  label: string
  /** what the server shows instead; null: nothing else would be true */
  mask: string | null
}

/** What is masked, with the way to see it for a while where the reader may. */
export const MaskedValue = ({ kind, id, field, label, mask }: Props) => {
  const can = useCan()
  const lift = useLifts(kind, id).get(field)
  const [busy, setBusy] = useState(false)
  if (lift !== undefined) return <span title={words.hint}>{said(lift.value)}</span>
  const show = async (): Promise<void> => {
    setBusy(true)
    try {
      await liftMask(kind, id, field)
    } catch (error) {
      // Whoever gives no reason does not want to see it any more.
      if (questionOf(error) === null) announceFailure(error, words.failed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {mask ?? HIDDEN}{' '}
      {can(LIFT) && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={words.showOf(label)}
          loading={busy}
          onClick={() => void show()}
        >
          {words.show}
        </Button>
      )}
    </>
  )
}

const said = (value: MaskLift['value']): string =>
  value === null ? words.none : typeof value === 'boolean' ? (value ? words.yes : words.no) : String(value)
