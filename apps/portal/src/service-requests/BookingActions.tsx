import { api, type ServiceRequest } from '@ambit/contract'
import { allowCancel, refuseRefund } from '@ambit/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingWords } from '../records/booking-words.ts'
import { bookingChanged, bookingStatuses } from '../records/bookings.ts'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useOpenDialog } from '../dialogs/stack.ts'
import { useCan } from '../auth/permissions.ts'
import { useRepresents } from '../auth/use-me.ts'
import { notify } from '../notifications/notify.tsx'
import { writeAction } from '../records/action-id.ts'
import { CancelQuestion } from '../records/cancel/CancelQuestion.tsx'
import { cancelStrings } from '../records/cancel/strings.ts'
import { KEEP } from '../records/open-returns/keys.ts'
import { useChangeBooking } from '../records/change-booking.ts'
import { ConfirmDialog } from '../table/RowActions.tsx'
import { RefusableButton } from '../ui/RefusableButton.tsx'
import classes from './BookingActions.module.css'
import { bookingStrings as words } from './strings.ts'

/** A way back that has not begun: it may be kept until the passenger calls. No leg after a stay is one. */
const openable = ({ journey_leg, stay_minutes, status }: ServiceRequest): boolean =>
  journey_leg !== null && journey_leg > 1 && stay_minutes === null && allowCancel(status)

const untilCalled = (id: number) => ({ kind: 'cancel' as const, service_request_ids: [id], until_called: true })

/** Change, make open, refund and cancel. The last two ask first, making open shows its effect; what is no longer possible says why on its disabled button. */
export const BookingActions = ({ record }: { record: ServiceRequest }) => {
  const can = useCan()
  const queries = useQueryClient()
  const [cancelling, setCancelling] = useState(false)
  const changing = useChangeBooking()
  const represents = useRepresents()
  const open = useOpenDialog()
  if (!can('LiveBooking:booking:canUpdate')) return null
  const refund = async (): Promise<void> => {
    try {
      const { data } = await client.call(api.serviceRequests.refund, { params: { id: record.id } })
      const message = data.payment_status === 'refunded' ? words.refunded : words.refundAsked
      notify({ type: 'success', title: words.refund, message })
    } catch (error) {
      announceFailure(error, words.refundFailed)
    }
    bookingChanged(queries, record.id)
  }
  return (
    <div className={classes['actions']}>
      {changing.allowed && (
        <RefusableButton
          label={bookingWords.change}
          refused={record.change_refused}
          onClick={() => changing.start(record.id)}
        />
      )}
      {openable(record) && can(KEEP) && can('DispatchManagement:board:canRead') && (
        <RefusableButton
          label={words.makeOpen}
          refused={record.status === 'secured' ? words.makeOpenRefused : null}
          onClick={() => open('EffectDialog', 'edit', writeAction(untilCalled(record.id)))}
        />
      )}
      {!represents && (
        <AskedButton
          label={words.refund}
          question={words.refundQuestion}
          refused={record.allow_refund ? null : refuseRefund(record.booking_log)}
          run={refund}
        />
      )}
      <RefusableButton
        label={cancelStrings.cancel}
        refused={record.allow_cancel ? null : words.cancelRefused(bookingStatuses[record.status].text.toLowerCase())}
        className={classes['cancel'] ?? ''}
        onClick={() => setCancelling(true)}
      />
      <CancelQuestion booking={cancelling ? record : null} onClose={() => setCancelling(false)} />
    </div>
  )
}

type Props = {
  label: string
  question: string
  /** why it cannot be done; null: it can */
  refused: string | null
  run: () => Promise<void>
}

const AskedButton = ({ label, question, refused, run }: Props) => {
  const [asked, ask] = useState(false)
  return (
    <>
      <RefusableButton label={label} refused={refused} onClick={() => ask(true)} />
      <ConfirmDialog
        question={asked ? { title: label, text: question, button: label } : null}
        danger={false}
        onCancel={() => ask(false)}
        onConfirm={async () => {
          await run()
          ask(false)
        }}
      />
    </>
  )
}
