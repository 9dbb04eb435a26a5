import { api, type PaymentEntry, type ServiceRequest } from '@ambit/contract'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { useCan } from '../auth/permissions.ts'
import { useRepresents } from '../auth/use-me.ts'
import { notify } from '../notifications/notify.tsx'
import { bookingChanged, bookingPaymentsQuery } from '../records/bookings.ts'
import { type CardElementSource, cardProviderQuery } from '../records/card-provider.ts'
import type { Format } from '../settings/create-format.ts'
import { ToneAlert } from '../ui/ToneAlert.tsx'
import classes from './BookingPayments.module.css'
import { EventLog } from '../ui/EventLog.tsx'
import { confirmWithBank } from './confirm-with-bank.ts'
import { SettleFare } from './SettleFare.tsx'
import { bookingStrings as words } from './strings.ts'

/** What the card provider did with the fare, what went wrong, and what staff can do about it. */
export const BookingPayments = ({ record, format }: { record: ServiceRequest; format: Format }) => {
  const { charge_state, refund_state } = record.booking_log
  const asked = charge_state !== null || refund_state !== null
  const payments = useQuery({ ...bookingPaymentsQuery(record.id), enabled: asked })
  if (!asked) return null
  const entries = payments.data ?? []
  return (
    <>
      <Problem record={record} last={entries.at(-1)} format={format} />
      <EventLog
        title={words.payments.title}
        what={words.payments.what}
        query={payments}
        format={format}
        entries={entries.toReversed().map((entry) => ({
          id: entry.id,
          created_at: entry.created_at,
          text: <Happened entry={entry} />,
          user: entry.user_name ?? words.payments.automatic,
        }))}
      />
    </>
  )
}

const settled = {
  paid_in_cash: words.paymentStatuses.paid_in_cash,
  paid_by_terminal: words.paymentStatuses.paid_by_terminal,
  waived: words.paymentStatuses.waived,
}
const happened = {
  charge: { ...words.payments.happened.charge, ...settled },
  refund: { ...words.payments.happened.refund, ...settled },
}

const Happened = ({ entry: { kind, code, detail, last4 } }: { entry: PaymentEntry }) => (
  <>
    {happened[kind][code]}
    {last4 !== null && ` ${words.payments.card(last4)}`}
    {detail !== null && <span className={classes['detail']}>{detail}</span>}
  </>
)

type ProblemProps = { record: ServiceRequest; last: PaymentEntry | undefined; format: Format }

const Problem = ({ record, last, format }: ProblemProps) => {
  switch (record.payment_status) {
    case 'failed':
      return (
        <ToneAlert tone="danger" title={words.payments.failed}>
          {record.booking_log.charge_state === 'action_needed' ? words.payments.askedByBank : last?.detail}
          <Actions record={record} format={format} />
        </ToneAlert>
      )
    case 'refund_failed':
      return (
        <ToneAlert tone="danger" title={words.payments.refundFailed}>
          {last?.detail}
        </ToneAlert>
      )
    case 'charging':
    case 'refunding':
      if (last?.code !== 'unreachable') return null
      return (
        <ToneAlert tone="warning" title={last.detail ?? ''}>
          {words.payments.again}
        </ToneAlert>
      )
    case 'free':
    case 'not_charged':
    case 'charged':
    case 'refunded':
    case 'paid_in_cash':
    case 'paid_by_terminal':
    case 'waived':
      return null
  }
}

const Actions = ({ record, format }: { record: ServiceRequest; format: Format }) => {
  const { id, booking_log } = record
  const [settling, setSettling] = useState(false)
  const queries = useQueryClient()
  const element = useQuery(cardProviderQuery).data?.element ?? null
  const [busy, setBusy] = useState(false)
  const represents = useRepresents()
  if (!useCan()('LiveBooking:booking:canUpdate') || represents) return null
  const doing = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      announceFailure(error, words.payments.chargeFailed)
    }
    bookingChanged(queries, id)
    setBusy(false)
  }
  const retry = (): Promise<void> =>
    doing(async () => {
      await client.call(api.payments.retry, { params: { id } })
    })
  const confirm = (source: CardElementSource): Promise<void> =>
    doing(async () => {
      const refused = await confirmWithBank(id, source)
      notify(
        refused === null
          ? { type: 'success', title: words.payments.confirm, message: words.payments.confirmed }
          : { type: 'error', title: words.payments.confirm, message: refused },
      )
    })
  return (
    <div className={classes['buttons']}>
      <Button variant="default" size="xs" loading={busy} onClick={() => void retry()}>
        {words.payments.retry}
      </Button>
      {booking_log.charge_state === 'action_needed' && element !== null && (
        <Button variant="default" size="xs" loading={busy} onClick={() => void confirm(element)}>
          {words.payments.confirm}
        </Button>
      )}
      <Button variant="default" size="xs" disabled={busy} onClick={() => setSettling(true)}>
        {words.payments.settle}
      </Button>
      {settling && <SettleFare record={record} format={format} onClose={() => setSettling(false)} />}
    </div>
  )
}
