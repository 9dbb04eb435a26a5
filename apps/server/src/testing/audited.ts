import { type Kysely, sql } from 'kysely'
import type { AuditChanges } from '@ambit/contract'
import type { DB } from '../database/schema.ts'

export type AuditEvent = {
  id: number
  kind: string
  actor_kind: string
  actor_id: number | null
  actor_name: string | null
  action: string
  record_kind: string
  record_id: string
  record_name: string | null
  region_id: number | null
  zone_id: number | null
  operation: 'created' | 'changed' | 'deleted' | null
  changes: AuditChanges
  reason: string | null
  via: string
  request_id: string | null
  address: string | null
  at: Date
}

type Fields = Record<string, unknown>
/** every record of the audit, by kind and id */
export type Records = Map<string, Fields>

export const lastEvent = async (db: Kysely<DB>): Promise<number> =>
  (await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_events`.execute(db)).rows[0]!.id // an aggregate

export const eventsSince = async (db: Kysely<DB>, id: number, most: number | null = null): Promise<AuditEvent[]> =>
  (await sql<AuditEvent>`select * from audit_events where id > ${id} order by id limit ${most}`.execute(db)).rows

/** The rows themselves, without what the triggers leave out, and without stops of trips, which come and go with the plan. */
export const readRecords = async (db: Kysely<DB>): Promise<Records> => {
  const { rows: triggers } = await sql<{ name: string; told: string }>`
    select relname as name, convert_from(substring(tgargs for length(tgargs) - 1), 'UTF8') as told
    from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = 'audit' and tgnargs = 1 and relname <> 'trip_stops'`.execute(
    db,
  )
  const selects = triggers.map(({ name, told }) => {
    const { id = ['id'], only }: { id?: string[]; only?: [string, string] } = JSON.parse(told)
    const key = sql.join(
      id.map((column) => sql.ref(column)),
      sql` || ':' || `,
    )
    const fields = sql`audit_fields(to_jsonb(t), ${told}::jsonb)`
    const rows = sql`select ${`${name} `}::text || ${key} as key, ${fields} as fields from ${sql.table(name)} t`
    return only === undefined ? rows : sql`${rows} where ${sql.ref(only[0])} = ${only[1]}`
  })
  const { rows } = await sql<{ key: string; fields: Fields }>`${sql.join(selects, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ key, fields }) => [key, fields]))
}

/** What the records are after the events. Throws for an event that does not fit what was there. */
export const replay = (before: Records, events: readonly AuditEvent[]): Records => {
  const records = new Map([...before].map(([key, fields]) => [key, { ...fields }]))
  for (const { kind, record_kind, record_id, operation, changes } of events) {
    if (kind !== 'change' || record_kind === 'trip_stops') continue
    const key = `${record_kind} ${record_id}`
    const record = records.get(key)
    const problem = record === undefined ? operation !== 'created' : operation === 'created'
    if (problem) throw new Error(`${key} was ${String(operation)}, but ${record === undefined ? 'is not' : 'is'} there`)
    const fields = record ?? {}
    for (const [field, change] of Object.entries(changes)) {
      if (JSON.stringify(fields[field] ?? null) !== JSON.stringify(change.before ?? null))
        throw new Error(`${key}: ${field} was ${JSON.stringify(fields[field])}, not ${JSON.stringify(change.before)}`)
      if ('after' in change) fields[field] = change.after
      else delete fields[field]
    }
    if (operation === 'deleted') {
      if (Object.keys(fields).length > 0)
        throw new Error(`${key} was deleted without ${Object.keys(fields).join(', ')}`)
      records.delete(key)
    } else records.set(key, fields)
  }
  return records
}
