import { type Kysely, sql } from 'kysely'
import type { AuditChanges, AuditKind, RecordVersion } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { regionScope } from '../http/scope.ts'
import { partsOf } from './parts.ts'
import { ofRecord, type Reader, scopeOf } from './queries.ts'

type Fields = Record<string, unknown>
type Operation = 'created' | 'changed' | 'deleted'
type Step = { id: number; at: string; operation: Operation; changes: AuditChanges; seen: boolean }
/** After an event with all that its request did, before that, or at a time; without any: as it is. */
export type Moment = { event?: number | undefined; before?: number; at?: string | undefined }

/**
 * The record as it stood: as it is now, without what came after. Null for a version that an event made which the reader
 * may not see: a record that has moved to another region is shown as it was before.
 */
export const versionOf = async (
  db: Kysely<DB>,
  kind: AuditKind,
  id: string,
  moment: Moment,
  reader: Reader,
): Promise<RecordVersion | null> => {
  const last = await lastEventOf(db, kind, id, moment)
  const { rows: now } = await sql<{ fields: Fields | null }>`select audit_record(${kind}, ${id}) as fields`.execute(db)
  const { rows: steps } = await sql<Step>`
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, operation, changes,
      ${scopeOf(reader)} as seen
    from audit_events e where record_kind = ${kind} and record_id = ${id} and kind = 'change' order by id desc`.execute(
    db,
  )
  let fields = now[0]?.fields ?? null
  for (const step of steps) {
    if (last === null || step.id <= last)
      return step.seen ? { event_id: step.id, at: step.at, fields: await whole(db, kind, id, fields, last) } : null
    fields = undone(fields, step)
  }
  const seen = steps.at(-1)?.seen ?? regionScope(reader.actor) === null
  return seen ? { event_id: null, at: null, fields: await whole(db, kind, id, fields, last) } : null
}

/** The last event that counts; null: all count. */
const lastEventOf = async (
  db: Kysely<DB>,
  kind: AuditKind,
  id: string,
  { event, before, at }: Moment,
): Promise<number | null> => {
  if (event === undefined && before === undefined && at === undefined) return null
  const named = event ?? before
  const { rows } = await sql<{ first: number; last: number }>`
    select coalesce(min(id), ${named ?? 1}) as first, coalesce(max(id), ${named ?? 0}) as last
    from audit_events e where ${ofRecord(kind, id)} and ${
      named === undefined
        ? sql`at <= ${at}::timestamptz`
        : sql`request_id = (select request_id from audit_events where id = ${named})`
    }`.execute(db)
  const { first, last } = rows[0]! // an aggregate
  return before === undefined ? last : first - 1
}

const whole = async (db: Kysely<DB>, kind: AuditKind, id: string, fields: Fields | null, last: number | null) =>
  fields === null ? null : { ...fields, ...(await partsOf(db, kind, id, last)) }

const undone = (fields: Fields | null, { operation, changes }: Step): Fields | null => {
  if (operation === 'created') return null
  const before: Fields = { ...fields }
  for (const [field, change] of Object.entries(changes)) before[field] = change.before ?? null
  return before
}
