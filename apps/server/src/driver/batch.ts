import { sql } from 'kysely'
import type { z } from 'zod'
import {
  DriverAction as Told,
  type DriverActionAnswer,
  type DriverActionBatch,
  type DriverActionResult,
  MOST_ACTIONS_AT_ONCE,
} from '@ambit/contract'
import { deedTime, deviceClockOf } from '@ambit/domain'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { HttpError, invalid, notFound, notFoundAt } from '../http/errors.ts'
import { parse } from '../http/validate.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { changePlan, noteTrip } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { readTrip } from '../planning/change/trips.ts'
import { settingsAt } from '../planning/plan/cache.ts'
import { clockTime } from '../planning/plan/format.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { issueUploadToken } from '../sessions/upload-token.ts'
import type { DriverAction } from './action.ts'
import { attempt } from './attempt.ts'
import { openRow } from './deed.ts'
import { isCancelled } from './go-on.ts'
import { tellWaiting } from './waiting.ts'
import { drivenBy, isLongOver, LATEST_MS, requireOwn } from './require-own.ts'

type Answer = Omit<DriverActionAnswer, 'done_at'> & { done_at: Date }
type Driver = Extract<Actor, { kind: 'driver' }>

/**
 * Takes in what a driver did on a trip, in one change of the plan: action by action, each with an answer that is kept,
 * and given again when the action is sent again. Of a batch with a bad action that which came before it is stored; then
 * this throws what is wrong and where.
 */
export const sendActions = async (
  deps: Deps,
  actor: Actor,
  tripId: number,
  { actions: sent, ...clockTold }: z.output<typeof DriverActionBatch>,
) => {
  if (actor.kind !== 'driver') throw notFound()
  const trip = await tripOf(deps, actor, tripId)
  const read = readActions(sent)
  const { answers, fault } = await changePlan(deps, trip.zone_id, null, (change) =>
    takeIn(change, { tripId, driver: actor, over: trip.over, ...deviceClockOf(clockTold) }, read.actions),
  )
  const wrong = fault ?? read.fault
  if (wrong !== null) throw wrong
  const { version } = await readVersion(deps.db, trip.zone_id)
  const signedOn = answers.some(({ kind }) => kind === 'sign_on')
  const upload_token = signedOn ? await issueUploadToken(deps, { driver_id: actor.id, trip_id: tripId }) : null
  return { data: { server_time: deps.clock.now(), plan_version: version, actions: answers, upload_token } }
}

const tripOf = async ({ db, clock }: Deps, { id }: Driver, tripId: number) => {
  const trip = await db
    .selectFrom('trips as t')
    .where('t.id', '=', tripId)
    .where(drivenBy(id))
    .select(['t.zone_id', 't.end_datetime', 't.current_state'])
    .executeTakeFirst()
  // At the first action, as nothing that is told of this trip will ever be taken.
  if (trip === undefined) throw notFoundAt('/actions/0', 'This trip is not known')
  return { zone_id: trip.zone_id, over: isLongOver(trip, clock.now()) }
}

/** The actions up to the first that cannot be read, or is out of sequence, and what is wrong with that one. */
const readActions = (sent: readonly unknown[]): { actions: Told[]; fault: HttpError | null } => {
  const actions: Told[] = []
  for (const [index, one] of sent.entries()) {
    const at = `/actions/${index}`
    try {
      if (index >= MOST_ACTIONS_AT_ONCE)
        throw invalid([{ pointer: at, detail: `At most ${MOST_ACTIONS_AT_ONCE} actions at once` }])
      const action = parse(Told, one, at)
      const last = actions.at(-1)
      if (last !== undefined && action.sequence <= last.sequence)
        throw invalid([
          { pointer: `${at}/sequence`, detail: 'The sequence number must be greater than that of the action before' },
        ])
      actions.push(action)
    } catch (error) {
      if (error instanceof HttpError) return { actions, fault: error }
      throw error
    }
  }
  return { actions, fault: null }
}

type Batch = {
  tripId: number
  driver: Driver
  /** it is too late to tell anything new of the trip */
  over: boolean
  /** by the device's clock, ms */
  sent: number
  /** by how much at most the device knows its times to be off, ms; null: it does not know */
  error: number | null
}

const takeIn = async (
  change: PlanChange,
  batch: Batch,
  actions: readonly Told[],
): Promise<{ answers: Answer[]; fault: HttpError | null }> => {
  const answers: Answer[] = []
  const takenBack = new Set(actions.flatMap((told) => (told.kind === 'undo' ? (told.action_id ?? []) : [])))
  let notBefore = await lastMoment(change, batch.tripId)
  for (const [index, told] of actions.entries()) {
    try {
      const pointer = `/actions/${index}`
      const kept = await keptAnswer(change, batch.tripId, told, pointer)
      if (kept === null && batch.over) throw notFoundAt(pointer, 'This trip ended more than a day ago')
      const answer =
        kept ?? (await tell(change, batch, told, { notBefore, pointer, takenBack: takenBack.has(told.id) }))
      answers.push(answer)
      notBefore = Math.max(notBefore, answer.done_at.getTime())
    } catch (error) {
      if (error instanceof HttpError) return { answers, fault: error }
      throw error
    }
  }
  return { answers, fault: null }
}

/** The latest that is known to have happened on the trip: what is told next was not before it. ms */
export const lastMoment = async ({ tx }: PlanChange, tripId: number): Promise<number> => {
  const { last } = await tx
    .selectFrom('trips as t')
    .leftJoin('trip_stops as s', 's.trip_id', 't.id')
    .where('t.id', '=', tripId)
    .select(
      sql<Date | null>`greatest(t.signed_on_at, max(s.arrived_at),
      max(s.departed_at) filter (where s.id is distinct from (t.lapsed ->> 'standing')::int))`.as('last'),
    )
    .groupBy('t.id')
    .executeTakeFirstOrThrow()
  return last?.getTime() ?? 0
}

const answered = ['uuid as id', 'sequence', 'kind', 'result', 'detail', 'done_at'] as const

/** What was answered when this action was told first; null: it is new. 422 for the id of another trip's action. */
const keptAnswer = async (
  { tx }: PlanChange,
  tripId: number,
  { id }: Told,
  pointer: string,
): Promise<Answer | null> => {
  const row = await tx
    .selectFrom('driver_actions')
    .where('uuid', '=', id)
    .select([...answered, 'trip_id'])
    .executeTakeFirst()
  if (row === undefined) return null
  const { trip_id, ...answer } = row
  if (trip_id === tripId) return answer
  throw invalid([{ pointer: `${pointer}/id`, detail: 'This id was used for an action on another trip' }])
}

const tell = async (
  change: PlanChange,
  { tripId, driver, sent, error }: Batch,
  told: Told,
  { notBefore, pointer, takenBack }: { notBefore: number; pointer: string; takenBack: boolean },
): Promise<Answer> => {
  const trip = await readTrip(change.tx, tripId)
  if (trip === undefined) throw notFound()
  const { id: _, sequence: __, happened_at, position: ___, ...deed } = told
  await requireOwn(change, tripId, deed, pointer)
  const received = change.now.getTime()
  const time = deedTime({
    happened: Date.parse(happened_at),
    sent,
    received,
    error,
    notBefore: Math.max(notBefore, received - LATEST_MS),
  })
  const at = new Date(time.at)
  noteTrip(change, tripId)
  const row = await openRow({ change, trip, at }, { deed, driver_id: driver.id, told })
  const action = { change, trip, by: byActor(driver), at, onPaper: null, row }
  const outcome = await attempt(action, deed, refusal(action, driver), takenBack)
  const answer = await keep(
    change,
    row,
    time.moved && outcome.result === 'applied' ? await adjusted(change, at, outcome) : outcome,
  )
  if (answer.result === 'needs_dispatcher')
    await tellWaiting(change.tx, tripId, { at: change.now, by: null, driver_id: driver.id })
  return answer
}

/** Why nothing that this driver did can be applied to the trip any more. */
const refusal = (action: DriverAction, driver: Driver): string | null => {
  if (action.trip.driver_id !== driver.id)
    return 'The trip was given to another driver meanwhile: dispatch decides what becomes of this'
  return isCancelled(action) ? 'The trip was cancelled meanwhile: dispatch decides what becomes of this' : null
}

type Result = { result: DriverActionResult; detail: string }

const adjusted = async (change: PlanChange, at: Date, { detail }: Result): Promise<Result> => {
  const { time_zone } = await settingsAt(change.deps, change.tx, change.zone)
  const time = `It counts as done at ${clockTime(at, time_zone)}: the time that was sent cannot be`
  return { result: 'adjusted', detail: `${detail}. ${time}` }
}

const keep = (change: PlanChange, row: number, { result, detail }: Result): Promise<Answer> =>
  change.tx
    .updateTable('driver_actions')
    .set({ result, detail })
    .where('id', '=', row)
    .returning(answered)
    .executeTakeFirstOrThrow()
