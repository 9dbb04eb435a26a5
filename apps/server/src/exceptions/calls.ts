import { type Selectable, sql, type Transaction } from 'kysely'
import type { Standing } from '../database/exception-tables.ts'
import type { DB } from '../database/schema.ts'
import { publish } from '../live/publish.ts'
import { byActor, recordHistory } from '../planning/change/booking-history.ts'
import type { Actor } from '../http/bind.ts'
import { userIdOf } from '../http/scope.ts'
import { pass, tell } from './raise.ts'
import { standingOf, unanswered, writeChanges } from './store.ts'

// A passenger who is to be called is a task of the call list and an exception. What is done with the one is done with the other.

type Row = Selectable<DB['exceptions']>
const KIND = 'notification_failed'
const subjectOf = (bookingId: number): string => `booking:${bookingId}`
const bookingOf = ({ subject }: Row): number => Number(subject.slice(subject.indexOf(':') + 1))

/** Exceptions before calls: two people who do both at once wait for each other in this order. */
export const lockException = async (tx: Transaction<DB>, callTaskId: number): Promise<void> => {
  await sql`select e.id from exceptions e where e.kind = ${KIND} and e.state <> 'resolved' and e.subject = (
    select 'booking:' || m.service_request_id from call_tasks c join messages m on m.id = c.message_id
    where c.id = ${callTaskId}) for update`.execute(tx)
}

const standing = (tx: Transaction<DB>, bookingId: number) =>
  tx
    .selectFrom('exceptions')
    .selectAll()
    .where('kind', '=', KIND)
    .where('subject', '=', subjectOf(bookingId))
    .where('state', '<>', 'resolved')
    .executeTakeFirst()

type Caller = { by: number; at: Date }
type Leaver = { by: number | null; at: Date }
/** `holder`: who had taken the call */
type Left = Leaver & { holder: number | null }

/** Who has taken the call sees to the exception, unless a colleague does. */
export const callTaken = async (tx: Transaction<DB>, bookingId: number, { by, at }: Caller): Promise<void> => {
  const row = await standing(tx, bookingId)
  if (row === undefined || row.state === 'acknowledged') return
  const set = { ...unanswered, state: 'acknowledged', owner_id: by, acknowledged_at: at, escalated_at: null } as const
  await answer(tx, row, { set, change: 'acknowledged', by, at })
}

/** The call is for others again, and so is the exception, unless a colleague sees to it. `by` null: it was left lying. */
export const callLeft = async (tx: Transaction<DB>, bookingId: number, { holder, by, at }: Left): Promise<void> => {
  const row = await standing(tx, bookingId)
  if (row === undefined || row.state === 'open' || row.owner_id !== holder) return
  await answer(tx, row, { set: unanswered, change: 'released', by, at })
}

type Answered = Partial<Omit<Standing, 'severity'>> & { escalated_at?: null }

const answer = async (
  tx: Transaction<DB>,
  row: Row,
  { set, change, by, at }: { set: Answered; change: 'acknowledged' | 'released' } & Leaver,
): Promise<void> => {
  const after = await tx
    .updateTable('exceptions')
    .set({ ...set, offered_to: null, offered_at: null, version: row.version + 1 })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const [before, now] = [standingOf(row), standingOf(after)]
  await writeChanges(tx, [{ exception_id: row.id, at, change, user_id: by, before, after: now }])
  await tell(tx, row.id, change)
}

/** The exception ends with the last call of its booking. */
export const callEnded = async (
  tx: Transaction<DB>,
  bookingId: number,
  { by, at, told }: Caller & { told: boolean },
): Promise<void> => {
  const { rows } = await sql`select c.id from call_tasks c join messages m on m.id = c.message_id
    where m.service_request_id = ${bookingId} and c.state in ('open', 'taken') limit 1`.execute(tx)
  if (rows.length > 0) return
  const end = told
    ? ({ outcome: 'passenger_told', note: 'Called: the passenger was told' } as const)
    : ({ outcome: 'other', note: 'Called in vain: no answer' } as const)
  await pass(tx, { kind: KIND, subject: subjectOf(bookingId) }, { at, by, ...end })
}

/** Calls of the booking go on as its exception does: taken by its owner, for everybody again, or ended as it was. */
export const followCalls = async (
  tx: Transaction<DB>,
  before: Row,
  { after, actor, at }: { after: Row; actor: Actor; at: Date },
): Promise<void> => {
  if (before.kind !== KIND) return
  const booking = bookingOf(before)
  const move = (from: ReturnType<typeof sql>, step: Step) => moveCalls(tx, booking, { from, step, at })
  if (after.state === 'resolved') {
    const told = after.outcome === 'passenger_told' || after.outcome === 'fixed'
    const moved = await move(sql`c.state in ('open', 'taken')`, {
      ...(told ? steps.done : steps.needless),
      user: userIdOf(actor),
    })
    if (told && moved > 0) await noteCalled(tx, booking, { actor, at })
    return
  }
  const mine =
    after.state === 'acknowledged' && after.owner_id !== null ? { ...steps.taken, user: after.owner_id } : null
  if (before.state === 'resolved')
    await move(sql`c.state in ('done', 'expired') and c.state_at = ${before.resolved_at}`, mine ?? steps.open)
  else if (mine !== null)
    await move(sql`(c.state = 'open' or c.state = 'taken' and c.user_id is not distinct from ${before.owner_id})`, mine)
  else if (after.state === 'open')
    await move(sql`c.state = 'taken' and c.user_id is not distinct from ${before.owner_id}`, steps.open)
}

type Step = { task: string; message: string; reason: string | null; /** null: as it was */ user: number | null }
const steps = {
  taken: { task: 'taken', message: 'sending', reason: null },
  open: { task: 'open', message: 'queued', reason: null, user: null },
  done: { task: 'done', message: 'delivered', reason: null },
  needless: { task: 'expired', message: 'superseded', reason: 'no call was needed' },
} as const

const moveCalls = async (
  tx: Transaction<DB>,
  bookingId: number,
  { from, step, at }: { from: ReturnType<typeof sql>; step: Step; at: Date },
): Promise<number> => {
  const { rows } = await sql<{ id: number; region_id: number; zone_id: number }>`
    with moved as (
      update call_tasks c set state = ${step.task}, state_at = ${at},
        user_id = case when ${step.task} = 'open' then null else coalesce(${step.user}::int, c.user_id) end
      from messages m where m.id = c.message_id and m.service_request_id = ${bookingId} and ${from}
      returning c.id, c.message_id),
    told as (update messages m set state = ${step.message}, reason = ${step.reason}, state_at = ${at} from moved
      where m.id = moved.message_id)
    select moved.id, m.region_id, r.zone_id from moved join messages m on m.id = moved.message_id
    join service_requests r on r.id = m.service_request_id`.execute(tx)
  await publish(
    tx,
    rows.map(({ id, ...place }) => ({ kind: 'call_task', call_task_id: id, ...place })),
  )
  return rows.length
}

const noteCalled = async (
  tx: Transaction<DB>,
  id: number,
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> => {
  const { status, trip_id } = await tx
    .selectFrom('service_requests')
    .where('id', '=', id)
    .select(['status', 'trip_id'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const reasons = [{ code: 'called', text: 'Called: the passenger was told', figures: {} }]
  await recordHistory(tx, at, [{ service_request_id: id, status, trip_id, by: byActor(actor), reasons }])
}
