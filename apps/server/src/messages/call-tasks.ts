import { type Kysely, sql, type Transaction } from 'kysely'
import type { CallTaskState } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { callEnded, callLeft, callTaken, lockException } from '../exceptions/calls.ts'
import { conflict, notFound } from '../http/errors.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { each } from '../jobs/each.ts'
import { publish } from '../live/publish.ts'
import { byActor, recordHistory } from '../planning/change/booking-history.ts'
import type { Actor } from '../http/bind.ts'
import { findCallTask } from './call-queries.ts'

/** After a call without an answer it is tried again so much later, */
const AGAIN_MS = 5 * 60_000
/** so often. */
const AGAIN = 2
/** What was taken and not closed for so long was forgotten. */
const FORGOTTEN_MS = 15 * 60_000

/** Puts a message that has its text on the list of calls; once more where it was for somebody else before. */
export const askForCall = async (
  tx: Transaction<DB>,
  { id, region_id, zone_id }: { id: number; region_id: number; zone_id: number },
  now: Date,
): Promise<void> => {
  const call = { due_at: now, user_id: null, state_at: now }
  const task = await tx
    .insertInto('call_tasks')
    .values({ message_id: id, ...call, created_at: now })
    .onConflict((on) => on.column('message_id').doUpdateSet({ ...call, state: 'open', attempts: 0 }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await announce(tx, { id: task.id, region_id, zone_id })
}

type Placed = { id: number; zone_id: number; region_id: number }

/** Tells open pages of a call. */
const announce = (tx: Transaction<DB>, { id, zone_id, region_id }: Placed) =>
  publish(tx, [{ kind: 'call_task', call_task_id: id, zone_id, region_id }])

/** 404 for one of another region. What two people do with one comes one after the other. */
const lock = async (tx: Transaction<DB>, scope: Scope, id: number) => {
  const task = await tx
    .selectFrom('call_tasks as c')
    .innerJoin('messages as m', 'm.id', 'c.message_id')
    .innerJoin('service_requests as r', 'r.id', 'm.service_request_id')
    .innerJoin('zones as z', 'z.id', 'r.zone_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .where('c.id', '=', id)
    .where(withinScope(scope, 'm.region_id'))
    .select(['c.id', 'c.message_id', 'c.state', 'c.attempts', 'c.user_id'])
    .select(['m.service_request_id', 'm.event', 'm.region_id', 'r.zone_id'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('user_name'))
    .forUpdate(['c', 'm'])
    .executeTakeFirst()
  if (task === undefined) throw notFound()
  return task
}
type Task = Awaited<ReturnType<typeof lock>>

const closed: Readonly<Partial<Record<CallTaskState, string>>> = {
  done: 'This passenger was told',
  no_answer: 'This passenger did not answer, and is not called any more',
  expired: 'This call is of no use any more',
}

const heldBy = ({ user_name }: Task): string => `${user_name ?? 'A colleague'} has taken this call`

type Call = { id: number; scope: Scope; actor: Extract<Actor, { kind: 'user' }> }
type MessageEnd = { state: 'queued' | 'sending' | 'delivered' | 'failed'; reason: string | null }

const goOn = async (
  tx: Transaction<DB>,
  task: Task,
  step: { state: CallTaskState; user_id?: number | null; attempts?: number; due_at?: Date },
  message: MessageEnd,
  now: Date,
) => {
  await tx
    .updateTable('call_tasks')
    .set({ ...step, state_at: now })
    .where('id', '=', task.id)
    .execute()
  await tx
    .updateTable('messages')
    .set({ ...message, state_at: now, attempts: step.attempts ?? task.attempts })
    .where('id', '=', task.message_id)
    .execute()
  await announce(tx, task)
  return { data: (await findCallTask(tx, null, task.id))! } // locked above
}

const work = (deps: Deps, { id, scope }: Call, step: (tx: Transaction<DB>, task: Task, now: Date) => Told): Told =>
  deps.db.transaction().execute(async (tx) => {
    await lockException(tx, id)
    return step(tx, await lock(tx, scope, id), deps.clock.now())
  })
type Told = ReturnType<typeof goOn>

/** 409 where a colleague has it, or the call is over. Taking it twice is taking it. */
export const takeCall = (deps: Deps, call: Call): Told =>
  work(deps, call, async (tx, task, now) => {
    const over = closed[task.state]
    if (over !== undefined) throw conflict(over)
    if (task.state === 'taken' && task.user_id !== call.actor.id) throw conflict(heldBy(task))
    await callTaken(tx, task.service_request_id, { by: call.actor.id, at: now })
    return goOn(tx, task, { state: 'taken', user_id: call.actor.id }, { state: 'sending', reason: null }, now)
  })

export const putBackCall = (deps: Deps, call: Call): Told =>
  work(deps, call, async (tx, task, now) => {
    const over = closed[task.state]
    if (over !== undefined) throw conflict(over)
    await callLeft(tx, task.service_request_id, { holder: task.user_id, by: call.actor.id, at: now })
    return goOn(tx, task, { state: 'open', user_id: null }, { state: 'queued', reason: null }, now)
  })

/** 409 unless the caller has it. Each call stands in the history of the booking. */
export const closeCall = (deps: Deps, call: Call, outcome: 'done' | 'no_answer'): Told =>
  work(deps, call, async (tx, task, now) => {
    const over = closed[task.state]
    if (over !== undefined) throw conflict(over)
    if (task.state === 'open') throw conflict('Please take this call first')
    if (task.user_id !== call.actor.id) throw conflict(heldBy(task))
    await noteCall(tx, task, call.actor, outcome, now)
    const whose = { by: call.actor.id, at: now }
    const attempts = task.attempts + (outcome === 'done' ? 0 : 1)
    if (outcome === 'no_answer' && attempts <= AGAIN) {
      await callLeft(tx, task.service_request_id, { holder: task.user_id, ...whose })
      const due_at = new Date(now.getTime() + AGAIN_MS)
      return goOn(tx, task, { state: 'open', user_id: null, attempts, due_at }, { state: 'queued', reason: null }, now)
    }
    const message: MessageEnd =
      outcome === 'done' ? { state: 'delivered', reason: null } : { state: 'failed', reason: 'no answer' }
    const ended = await goOn(tx, task, { state: outcome, attempts }, message, now)
    await callEnded(tx, task.service_request_id, { ...whose, told: outcome === 'done' })
    return ended
  })

/** The codes of the entries in a booking's history that tell of a call. */
const words = {
  done: { code: 'called', text: 'Called: the passenger was told' },
  no_answer: { code: 'called_in_vain', text: 'Called: no answer' },
} as const

/** The booking stays what it is: the entry says that staff called. */
const noteCall = async (tx: Transaction<DB>, task: Task, actor: Actor, outcome: 'done' | 'no_answer', now: Date) => {
  const { status, trip_id } = await tx
    .selectFrom('service_requests')
    .where('id', '=', task.service_request_id)
    .select(['status', 'trip_id'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { code, text } = words[outcome]
  await recordHistory(tx, now, [
    {
      service_request_id: task.service_request_id,
      status,
      trip_id,
      by: byActor(actor),
      reasons: [{ code, text, figures: { event: task.event } }],
    },
  ])
}

/** A call that was taken and left lying is for everybody again, as its exception is, and loses its sense as any other does. */
export const giveBackForgotten = async (deps: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<void> => {
  const forgotten = (tx: Kysely<DB>) =>
    tx
      .selectFrom('call_tasks')
      .where('state', '=', 'taken')
      .where('state_at', '<', new Date(deps.clock.now().getTime() - FORGOTTEN_MS))
      .select('id')
      .orderBy('id')
  await each(await forgotten(deps.db).execute(), { signal, words: 'Not all calls could be given back' }, ({ id }) =>
    deps.db.transaction().execute(async (tx) => {
      await lockException(tx, id)
      const task = await lock(tx, null, id)
      // Who has it may have gone on with it meanwhile.
      if ((await forgotten(tx).where('id', '=', id).executeTakeFirst()) === undefined) return
      const now = deps.clock.now()
      await callLeft(tx, task.service_request_id, { holder: task.user_id, by: null, at: now })
      await goOn(tx, task, { state: 'open', user_id: null }, { state: 'queued', reason: null }, now)
    }),
  )
}
