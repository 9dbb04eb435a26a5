import { type Kysely, sql } from 'kysely'
import type { AuditChanges, AuditKind, RecordVersion } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import { regionScope } from '../http/scope.ts'
import { type Reader, scopeOf } from './queries.ts'

type Fields = Record<string, unknown>
type Step = {
  id: number
  at: string
  operation: 'created' | 'changed' | 'deleted'
  changes: AuditChanges
  seen: boolean
}
export type Moment = { event?: number | undefined; at?: string | undefined }

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
  const { rows: now } = await sql<{ fields: Fields | null }>`select audit_record(${kind}, ${id}) as fields`.execute(db)
  const { rows: steps } = await sql<Step>`
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, operation, changes, ${scopeOf(reader)} as seen
    from audit_events e where record_kind = ${kind} and record_id = ${id} and kind = 'change' order by id desc`.execute(
    db,
  )
  let fields = now[0]?.fields ?? null
  for (const step of steps) {
    if (!isAfter(step, moment)) return step.seen ? { event_id: step.id, at: step.at, fields } : null
    fields = undone(fields, step)
  }
  const seen = steps.at(-1)?.seen ?? regionScope(reader.actor) === null
  return seen ? { event_id: null, at: null, fields } : null
}

const isAfter = ({ id, at }: Step, { event, at: until }: Moment): boolean => {
  if (event !== undefined) return id > event
  return until !== undefined && Date.parse(at) > Date.parse(until)
}

const undone = (fields: Fields | null, { operation, changes }: Step): Fields | null => {
  if (operation === 'created') return null
  const before: Fields = { ...fields }
  for (const [field, change] of Object.entries(changes)) before[field] = change.before ?? null
  return before
}
