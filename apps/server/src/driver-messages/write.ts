import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { DriverMessageInput, DriverMessageReport } from '@ambit/contract'
import { deedTime, deviceClockOf } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { invalid, notFound, notPossible } from '../http/errors.ts'
import { type Scope, withinScope } from '../http/scope.ts'
import { publish } from '../live/publish.ts'
import { notePushes } from '../planning/change/driver-pushes.ts'

type Thread = { id: number; zone_id: number; region_id: number; driver_id: number | null }

/** 404 for a trip of another region. */
export const requireThread = async (tx: Kysely<DB>, tripId: number, scope: Scope): Promise<Thread> => {
  const trip = await tx
    .selectFrom('trips as t')
    .innerJoin('zones as z', 'z.id', 't.zone_id')
    .where('t.id', '=', tripId)
    .where(withinScope(scope, 'z.region_id'))
    .select(['t.id', 't.zone_id', 'z.region_id', 't.driver_id'])
    .executeTakeFirst()
  if (trip === undefined) throw notFound()
  return trip
}

export const announce = (tx: Transaction<DB>, { id, zone_id, region_id }: Thread, from: 'driver' | 'dispatch') =>
  publish(tx, [{ kind: 'driver_message', trip_id: id, zone_id, region_id, from }])

type Dispatch = { tripId: number; scope: Scope; user_id: number | null; now: Date }

/** Writes to the trip's driver, who gets it as soon as there is a signal. Answers with the message's id. */
export const writeToDriver = async (
  tx: Transaction<DB>,
  { tripId, scope, user_id, now }: Dispatch,
  { text, buttons }: z.output<typeof DriverMessageInput>,
): Promise<number> => {
  const thread = await requireThread(tx, tripId, scope)
  if (thread.driver_id === null) throw notPossible('This trip has no driver to write to')
  const { id } = await tx
    .insertInto('driver_messages')
    .values({
      trip_id: tripId,
      driver_id: thread.driver_id,
      sender: 'dispatch',
      user_id,
      text,
      buttons: JSON.stringify(buttons),
      written_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await announce(tx, thread, 'dispatch')
  await notePushes(tx, 'message', [tripId], now)
  return id
}

/** What the driver wrote has been read by dispatch. */
export const readByDispatch = async (tx: Transaction<DB>, { tripId, scope, now }: Omit<Dispatch, 'user_id'>) => {
  const thread = await requireThread(tx, tripId, scope)
  const { numUpdatedRows } = await tx
    .updateTable('driver_messages')
    .set({ read_at: now })
    .where('trip_id', '=', tripId)
    .where('sender', '=', 'driver')
    .where('read_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await announce(tx, thread, 'driver')
}

/**
 * Takes in what a driver's device tells: messages by their ids, so that sending them again stores them once, and what it
 * has got and shown. A message of the former driver of a trip is still theirs to send.
 */
export const takeReport = async (
  deps: Deps,
  { tripId, driverId }: { tripId: number; driverId: number },
  report: z.output<typeof DriverMessageReport>,
): Promise<void> => {
  await deps.db.transaction().execute(async (tx) => {
    const thread = await requireThread(tx, tripId, null)
    const now = deps.clock.now()
    const said = await say(tx, thread, driverId, report, now)
    const marked = await mark(tx, thread, driverId, report, now)
    if (said > 0) await announce(tx, thread, 'driver')
    if (marked) await announce(tx, thread, 'dispatch')
  })
}

type Report = z.output<typeof DriverMessageReport>

const say = async (
  tx: Transaction<DB>,
  { id: trip_id }: Thread,
  driver_id: number,
  { messages, ...clockTold }: Report,
  now: Date,
): Promise<number> => {
  if (messages.length === 0) return 0
  await requireNew(tx, trip_id, messages)
  await requireAnswered(tx, trip_id, driver_id, messages)
  const device = deviceClockOf(clockTold)
  let notBefore = 0
  const values = messages.map(({ id, text, answer_to, written_at }) => {
    const { at } = deedTime({ ...device, happened: Date.parse(written_at), received: now.getTime(), notBefore })
    notBefore = at
    return {
      trip_id,
      uuid: id,
      driver_id,
      sender: 'driver' as const,
      user_id: null,
      text,
      answer_to: answer_to ?? null,
      written_at: new Date(at),
      delivered_at: now,
      created_at: now,
    }
  })
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('driver_messages')
    .values(values)
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

/** An id belongs to one message: of this trip, or it is refused where it stands. */
const requireNew = async (tx: Transaction<DB>, tripId: number, messages: Report['messages']): Promise<void> => {
  const taken = await tx
    .selectFrom('driver_messages')
    .where(
      'uuid',
      'in',
      messages.map(({ id }) => id),
    )
    .where('trip_id', '<>', tripId)
    .select('uuid')
    .executeTakeFirst()
  if (taken === undefined) return
  const index = messages.findIndex(({ id }) => id === taken.uuid)
  throw invalid([{ pointer: `/messages/${index}/id`, detail: 'This id was used for a message on another trip' }])
}

const requireAnswered = async (
  tx: Transaction<DB>,
  tripId: number,
  driverId: number,
  messages: Report['messages'],
): Promise<void> => {
  const answered = messages.flatMap(({ answer_to }) => answer_to ?? [])
  if (answered.length === 0) return
  const known = await tx
    .selectFrom('driver_messages')
    .where('id', 'in', answered)
    .where('trip_id', '=', tripId)
    .where('driver_id', '=', driverId)
    .where('sender', '=', 'dispatch')
    .select('id')
    .execute()
  const index = messages.findIndex(({ answer_to }) => answer_to != null && !known.some(({ id }) => id === answer_to))
  if (index >= 0)
    throw invalid([{ pointer: `/messages/${index}/answer_to`, detail: 'There is no such message to answer' }])
}

/** An answer has been read as well. */
const mark = async (
  tx: Transaction<DB>,
  { id: trip_id }: Thread,
  driver_id: number,
  { delivered, read, messages }: Report,
  now: Date,
): Promise<boolean> => {
  const opened = [...read, ...messages.flatMap(({ answer_to }) => answer_to ?? [])]
  const theirs = () =>
    tx
      .updateTable('driver_messages')
      .where('trip_id', '=', trip_id)
      .where('driver_id', '=', driver_id)
      .where('sender', '=', 'dispatch')
  const got = [...delivered, ...opened]
  if (got.length === 0) return false
  const one = await theirs()
    .set({ delivered_at: now })
    .where('id', 'in', got)
    .where('delivered_at', 'is', null)
    .executeTakeFirst()
  if (opened.length === 0) return one.numUpdatedRows > 0n
  const other = await theirs()
    .set({ read_at: now })
    .where('id', 'in', opened)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return one.numUpdatedRows + other.numUpdatedRows > 0n
}
