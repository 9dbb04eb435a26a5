import { sql, type Transaction } from 'kysely'
import type { ExceptionFacts, ExceptionKind, ExceptionOutcome, ExceptionSeverity } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import type { ConcernedBooking } from '../database/exception-tables.ts'
import type { DB } from '../database/schema.ts'
import { gather } from './floods.ts'
import { interrupt } from './interrupt.ts'
import { openAll, publishAll, standingOf, unanswered, writeChanges } from './store.ts'

export type Cause = {
  kind: ExceptionKind
  severity: ExceptionSeverity
  /** null: it is of no trip, and `zone_id` and `subject` are given */
  trip_id: number | null
  zone_id?: number
  /** the trip, unless another is given */
  subject?: string
  driver_id: number | null
  traveler_id?: number | null
  facts: ExceptionFacts
  bookings?: ConcernedBooking[]
  text?: string | null
  /** what a device calls it */
  uuid?: string
  at: Date
}

/** Tells open pages, and the audit of the trip, what became of an exception. */
export const tell = async (tx: Transaction<DB>, id: number, what: string, note: string | null = null) => {
  const { kind, trip_id } = await tx
    .selectFrom('exceptions')
    .where('id', '=', id)
    .select(['kind', 'trip_id'])
    .executeTakeFirstOrThrow()
  await publishAll(tx, [id])
  await noteEvent(tx, {
    kind: 'access',
    ...(trip_id === null ? {} : { record_kind: 'trips', record_id: String(trip_id) }),
    told: { exception: { id, kind, became: what }, ...(note === null ? {} : { note }) },
    personal: ['note'],
  })
}

/**
 * Raises an exception that a device or a person tells of. The same cause that is not resolved yet is told of once more: it
 * is open again, with what is known now. Answers with its id.
 */
export const raise = async (tx: Transaction<DB>, cause: Cause): Promise<number> => {
  const {
    kind,
    trip_id,
    subject = `trip:${trip_id}`,
    uuid,
    text = null,
    bookings = [],
    traveler_id = null,
    at,
    ...rest
  } = cause
  const zone_id = cause.zone_id ?? (await zoneOf(tx, trip_id))
  const opening = {
    ...rest,
    kind,
    trip_id,
    subject,
    zone_id,
    text,
    bookings,
    service_plan_id: null,
    traveler_id,
    people: cause.facts.people ?? 0,
    wheelchairs: 0,
    harm_at: null,
    uuids: uuid === undefined ? [] : [uuid],
    judged: false,
    opened_at: at,
  }
  const [id = await tellAgain(tx, opening)] = await openAll(tx, [opening], at)
  const floods = await gather(tx, [id], at)
  await interrupt(tx, [id, ...floods], { now: at, cause: 'opened' })
  await publishAll(tx, floods)
  await tell(tx, id, 'raised')
  return id
}

type Opening = Parameters<typeof openAll>[1][number]

/** It stands: it is open to everybody again. */
const tellAgain = async (tx: Transaction<DB>, told: Opening): Promise<number> => {
  const before = await tx
    .selectFrom('exceptions')
    .selectAll()
    .where('kind', '=', told.kind)
    .where('subject', '=', told.subject)
    .where('state', '<>', 'resolved')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const after = await tx
    .updateTable('exceptions')
    .set((e) => ({
      ...unanswered,
      offered_to: null,
      offered_at: null,
      escalated_at: null,
      severity: told.severity,
      driver_id: told.driver_id,
      facts: JSON.stringify(told.facts),
      bookings: JSON.stringify(told.bookings),
      people: told.people,
      judged: false,
      text: told.text ?? before.text,
      uuids: [...before.uuids, ...told.uuids],
      version: e('version', '+', 1),
    }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (before.state !== 'open' || before.severity !== after.severity)
    await writeChanges(tx, [
      {
        exception_id: before.id,
        at: told.opened_at,
        change: 'opened',
        user_id: null,
        before: standingOf(before),
        after: standingOf(after),
      },
    ])
  return before.id
}

const zoneOf = async (tx: Transaction<DB>, tripId: number | null): Promise<number> =>
  (await tx.selectFrom('trips').where('id', '=', tripId).select('zone_id').executeTakeFirstOrThrow()).zone_id

type Known = { kind: ExceptionKind } & ({ trip_id: number } | { subject: string })

const standing = (tx: Transaction<DB>, known: Known) =>
  tx
    .selectFrom('exceptions')
    .where('kind', '=', known.kind)
    .where('subject', '=', 'subject' in known ? known.subject : `trip:${known.trip_id}`)
    .where('state', '<>', 'resolved')

/** What has been raised of this cause and is not resolved; it is locked. */
export const lockStanding = (tx: Transaction<DB>, known: Known) =>
  standing(tx, known).selectAll().forUpdate().executeTakeFirst()

/** Whether there is one of this kind that a device or a person told of and that is not resolved. */
export const stands = async (tx: Transaction<DB>, known: Known): Promise<boolean> =>
  (await standing(tx, known).where('judged', '=', false).select('id').executeTakeFirst()) !== undefined

export type Ending = { at: Date; by: number | null; note: string; outcome?: ExceptionOutcome | null }

/** The cause is gone: `by` has seen to it elsewhere, null: it has passed by itself. */
export const pass = async (tx: Transaction<DB>, known: Known, { at, by, note, outcome }: Ending): Promise<void> => {
  const before = await lockStanding(tx, known)
  if (before === undefined) return
  const after = await tx
    .updateTable('exceptions')
    .set({
      state: 'resolved',
      resolved_at: at,
      resolved_by: by,
      note,
      outcome: outcome ?? (by === null ? null : 'fixed'),
      snoozed_until: null,
      snooze: null,
      snooze_stop_id: null,
      version: sql`version + 1`,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeChanges(tx, [
    {
      exception_id: before.id,
      at,
      change: 'resolved',
      user_id: by,
      before: standingOf(before),
      after: standingOf(after),
      note,
    },
  ])
  await tell(tx, before.id, 'resolved', note)
}
