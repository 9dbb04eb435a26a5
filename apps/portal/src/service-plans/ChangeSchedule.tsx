import { api, ApiError, type FlexibleBooking, FlexibleSchedule } from '@ambit/contract'
import { Button, Group, Modal } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { EffectBeneath } from '../records/effects/EffectBeneath.tsx'
import { PassengerContact } from '../records/PassengerContact.tsx'
import { planRecords } from '../records/service-plans.ts'
import { announceFailure } from '../api/announce-failure.ts'
import { client } from '../api/client.ts'
import { notify } from '../notifications/notify.tsx'
import { useFormat } from '../settings/format.ts'
import { StatusTag } from '../ui/StatusTag.tsx'
import { revertTimes } from './edit-plans.ts'
import { type FlexibleQuestion, type PlanSession, takePlans } from './plan-session.ts'
import { draftOf } from './plans.ts'
import shared from './service-plans.module.css'
import classes from './ChangeSchedule.module.css'
import { flexibleStrings as words, planStrings } from './strings.ts'
import { useZoneOf } from './use-zone-of.ts'

const WIDTH = '60vw'

/** What a shorter schedule, or none, does to its bookings: shown before anything is changed. */
export const ChangeSchedule = ({ session }: { session: PlanSession }) => {
  const question = useSyncExternalStore(session.question.subscribe, session.question.get)
  const [busy, setBusy] = useState(false)
  const close = (): void => session.question.set(null)
  const discard = (): void => {
    if (question !== null && question.type !== 'cancellation') revertTimes(session, question.plan.id)
    close()
  }
  const save = async (): Promise<void> => {
    if (question === null) return
    setBusy(true)
    try {
      const deleted = await carryOut(question)
      notify({ type: 'success', title: planStrings.thanks, message: deleted ? words.deleted : words.done })
      close()
      await takeOutcome(session, question, deleted)
    } catch (error) {
      const fresh = freshOf(error)
      if (fresh === null) announceFailure(error, words.failed)
      else {
        session.question.set({ ...question, flexible: fresh })
        notify({ type: 'warning', title: planStrings.one, message: words.changed })
      }
    } finally {
      setBusy(false)
      planRecords.changed()
    }
  }
  return (
    <Modal
      opened={question !== null}
      onClose={discard}
      title={words.title}
      size={WIDTH}
      zIndex={400}
      closeOnClickOutside={false}
      withCloseButton={!busy}
      closeOnEscape={!busy}
      attributes={{ header: { role: 'none' }, content: { 'data-dialog': question?.type ?? '' } }}
    >
      {question !== null && <Affected question={question} />}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={discard} disabled={busy} data-autofocus>
          {words.discard}
        </Button>
        <Button color="red.8" onClick={() => void save()} loading={busy}>
          {words.save}
        </Button>
      </Group>
      {question !== null && <EffectOf question={question} />}
    </Modal>
  )
}

const EffectOf = ({ question: { plan, type, flexible } }: { question: FlexibleQuestion }) => {
  const { start_time, end_time } = flexible
  if (type !== 'cancellation')
    return (
      <EffectBeneath action={{ kind: 'schedule_shortened', service_plan_id: Number(plan.id), start_time, end_time }} />
    )
  return plan.trip_id === null ? null : <EffectBeneath action={{ kind: 'trip_cancelled', trip_id: plan.trip_id }} />
}

const carryOut = async ({ plan, flexible }: FlexibleQuestion): Promise<boolean> => {
  const { start_time, end_time, bookings, token } = flexible
  const answer = await client.call(api.servicePlans.flexibleUpdate, {
    params: { id: Number(plan.id) },
    body: {
      start_time,
      end_time,
      token,
      bookings: bookings.flatMap(({ id, actions: [action] }) => (action === undefined ? [] : [{ id, action }])),
    },
  })
  return answer.data.deleted
}

/** Updates the stored schedule below its draft; drafted fields besides the times are kept. */
const takeOutcome = async (session: PlanSession, { plan }: FlexibleQuestion, deleted: boolean): Promise<void> => {
  const { base } = session.drafts.get()
  const id = Number(plan.id)
  session.failed.set(session.failed.get().filter((one) => one.plan.id !== plan.id))
  const others = base.plans.filter((one) => one.id !== plan.id)
  const now = deleted ? [] : [draftOf((await client.call(api.servicePlans.show, { params: { id } })).data)]
  takePlans(session, [...others, ...now], () => true)
}

const freshOf = (error: unknown): FlexibleSchedule | null => {
  if (!(error instanceof ApiError)) return null
  const fresh = FlexibleSchedule.safeParse(error.meta?.['flexible_schedule'])
  return fresh.success ? fresh.data : null
}

const groups = [
  { action: 'unlink', text: words.reallocated },
  { action: 'cancel', text: words.cancelled },
  { action: 'incomplete', text: words.incomplete },
] as const

const Affected = ({ question: { plan, flexible } }: { question: FlexibleQuestion }) => {
  const shown = groups
    .map((group) => ({ ...group, bookings: flexible.bookings.filter(({ actions }) => actions[0] === group.action) }))
    .filter(({ bookings }) => bookings.length > 0)
  if (shown.length === 0) return <p className={shared['text']}>{words.none}</p>
  return (
    <div className={classes['affected']}>
      {shown.map(({ action, text, bookings }) => (
        <section key={action}>
          <p className={shared['text']}>{text}</p>
          <Bookings label={text} bookings={bookings} zone={plan.zone_id} />
        </section>
      ))}
    </div>
  )
}

type BookingsProps = { label: string; bookings: readonly FlexibleBooking[]; zone: number }

const Bookings = ({ label, bookings, zone }: BookingsProps) => {
  const format = useFormat(useZoneOf(zone)?.time_zone)
  return (
    <table className={shared['bookings']}>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {Object.values(words.columns).map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => (
          <tr key={booking.id}>
            <td className="numbers">{booking.id}</td>
            <td>
              <PassengerContact {...booking.traveler} among={bookings.map(({ traveler }) => traveler.id)} newTab />
            </td>
            <td>
              <div className="numbers">
                {planStrings.span(format.time(booking.pickup.lower_bound), format.time(booking.pickup.upper_bound))}
              </div>
              {booking.pickup.name}
            </td>
            <td>{booking.dropoff.name}</td>
            <td>
              <Outcome booking={booking} time={(at) => format.time(at)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Outcome = ({ booking, time }: { booking: FlexibleBooking; time: (at: string) => string }) => {
  const { after, late_s, reasons } = booking
  if (after === null) return <span className={shared['muted']}>{reasons.map(({ text }) => text).join(' ')}</span>
  return (
    <>
      {words.after(after.vehicle_number, after.pickup_at === null ? '' : time(after.pickup_at))}{' '}
      {late_s >= 60 && <StatusTag tone="warning">{words.late(Math.round(late_s / 60))}</StatusTag>}
    </>
  )
}
