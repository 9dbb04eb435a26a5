import { sql, type Transaction } from 'kysely'
import type { ExceptionFacts, ExceptionKind, ExceptionSeverity } from '@ambit/contract'
import { noteEvent } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import { publish } from '../live/publish.ts'

export type Cause = {
  kind: ExceptionKind
  severity: ExceptionSeverity
  /** null: it is of no trip, and `zone_id` and `subject` are given */
  trip_id: number | null
  zone_id?: number
  /** the trip, unless another is given */
  subject?: string
  driver_id: number | null
  facts: ExceptionFacts
  text?: string | null
  /** what a device calls it */
  uuid?: string
  at: Date
}

/** Tells open pages, and the audit of the trip, what became of an exception. */
export const tell = async (tx: Transaction<DB>, id: number, what: string, note: string | null = null) => {
  const told = await tx
    .selectFrom('exceptions as e')
    .innerJoin('zones as z', 'z.id', 'e.zone_id')
    .where('e.id', '=', id)
    .select(['e.kind', 'e.trip_id', 'e.zone_id', 'z.region_id'])
    .executeTakeFirstOrThrow()
  const { kind, trip_id, zone_id, region_id } = told
  await publish(tx, [{ kind: 'exception', exception_id: id, zone_id, region_id }])
  await noteEvent(tx, {
    kind: 'access',
    ...(trip_id === null ? {} : { record_kind: 'trips', record_id: String(trip_id) }),
    told: { exception: { id, kind, became: what }, ...(note === null ? {} : { note }) },
    personal: ['note'],
  })
}

/**
 * Raises an exception of the trip. The same cause that is not resolved yet is told of once more: it is open again, with what
 * is known now. Answers with its id.
 */
export const raise = async (tx: Transaction<DB>, cause: Cause): Promise<number> => {
  const { kind, severity, trip_id, driver_id, facts, subject = `trip:${trip_id}`, text = null, uuid, at } = cause
  const uuids = uuid === undefined ? [] : [uuid]
  const zone_id = cause.zone_id ?? (await zoneOf(tx, trip_id))
  const { id } = await tx
    .insertInto('exceptions')
    .values({
      kind,
      subject,
      severity,
      zone_id,
      trip_id,
      driver_id,
      facts: JSON.stringify(facts),
      text,
      uuids,
      opened_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        // The index is found by the words, and not by a parameter.
        .where(sql<boolean>`state <> 'resolved'`)
        .doUpdateSet({
          state: 'open',
          taken_at: null,
          taken_by: null,
          severity,
          driver_id,
          facts: JSON.stringify(facts),
          text: sql`coalesce(excluded.text, exceptions.text)`,
          uuids: sql`exceptions.uuids || excluded.uuids`,
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(tx, id, 'raised')
  return id
}

const zoneOf = async (tx: Transaction<DB>, tripId: number | null): Promise<number> =>
  (await tx.selectFrom('trips').where('id', '=', tripId).select('zone_id').executeTakeFirstOrThrow()).zone_id

type Known = { kind: ExceptionKind; trip_id: number }

const standing = (tx: Transaction<DB>, { kind, trip_id }: Known) =>
  tx
    .selectFrom('exceptions')
    .where('kind', '=', kind)
    .where('subject', '=', `trip:${trip_id}`)
    .where('state', '<>', 'resolved')
    .select('id')
    .executeTakeFirst()

/** Whether the trip has one of this kind that is not resolved. */
export const stands = async (tx: Transaction<DB>, known: Known): Promise<boolean> =>
  (await standing(tx, known)) !== undefined

/** The cause is gone: `by` has seen to it elsewhere, null: it has passed by itself. */
export const pass = async (
  tx: Transaction<DB>,
  known: Known,
  { at, by, note }: { at: Date; by: number | null; note: string },
): Promise<void> => {
  const found = await standing(tx, known)
  if (found === undefined) return
  await tx
    .updateTable('exceptions')
    .set({ state: 'resolved', resolved_at: at, resolved_by: by, note })
    .where('id', '=', found.id)
    .execute()
  await tell(tx, found.id, 'resolved', note)
}
