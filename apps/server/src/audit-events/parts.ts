import { type Kysely, sql } from 'kysely'
import type { AuditKind } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Fields } from './restorable.ts'

type Part = { kind: AuditKind; column: string }

/** Records that are one with their parts: a group is its members and roles, a route its stops. */
const parts: Partial<Record<AuditKind, Readonly<Record<string, Part>>>> = {
  user_groups: {
    users: { kind: 'user_group_members', column: 'user_group_id' },
    roles: { kind: 'user_group_roles', column: 'user_group_id' },
  },
  service_routes: { stops: { kind: 'service_route_stops', column: 'service_route_id' } },
}

type Row = { id: string; fields: Record<string, unknown> }
type Step = { record_id: string; operation: string; changes: Record<string, { before?: unknown }> }

/** The parts of a record as they stood after an event (null: all): as they are now, without what came after. */
export const partsOf = async (
  db: Kysely<DB>,
  kind: AuditKind,
  id: string,
  after: number | null,
): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {}
  for (const [field, part] of Object.entries(parts[kind] ?? {}))
    found[field] = shown(field, await rowsAt(db, part, { kind, id }, after))
  return found
}

const rowsAt = async (
  db: Kysely<DB>,
  { kind, column }: Part,
  whole: { kind: AuditKind; id: string },
  after: number | null,
): Promise<Fields[]> => {
  const { rows: now } = await sql<Row>`
    select audit_record_id(${kind}, to_jsonb(t)) as id, audit_record_fields(${kind}, to_jsonb(t)) as fields
    from ${sql.table(kind)} t where ${sql.ref(column)} = ${Number(whole.id)}`.execute(db)
  const { rows: steps } = await sql<Step>`
    select record_id, operation, changes from audit_events
    where parent_kind = ${whole.kind} and parent_id = ${whole.id} and record_kind = ${kind} and kind = 'change'
      and id > ${after ?? Number.MAX_SAFE_INTEGER} order by id desc`.execute(db)
  const rows = new Map(now.map((row) => [row.id, row.fields]))
  for (const { record_id, operation, changes } of steps) {
    if (operation === 'created') {
      rows.delete(record_id)
      continue
    }
    const before = Object.entries(changes).map(([field, change]) => [field, change.before ?? null])
    rows.set(record_id, { ...rows.get(record_id), ...Object.fromEntries(before) })
  }
  return [...rows.values()]
}

/** As the record's own endpoint tells them. */
const shown = (field: string, rows: readonly Fields[]): unknown => {
  if (field === 'stops')
    return rows
      .toSorted((a, b) => Number(a['position']) - Number(b['position']))
      .map(({ zone_stop_id, dwell_seconds }) => ({ zone_stop_id, dwell_seconds }))
  const column = field === 'users' ? 'user_id' : 'user_role_id'
  return rows.map((row) => Number(row[column])).toSorted((a, b) => a - b)
}
