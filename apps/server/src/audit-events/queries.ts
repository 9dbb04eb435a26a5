import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { type api, type AuditEvent, type AuditKind, auditKinds, MOST_COUNTED_EVENTS } from '@ambit/contract'
import { literally } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import type { Actor } from '../http/bind.ts'
import { maskedChanges, masksAny } from '../http/masks.ts'
import type { Hidden } from '../http/mask-plans.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { type May, mayRead } from './readable.ts'

type Query = Pick<z.output<typeof api.auditEvents.list.query>, 'search' | 'filter'>
export type Reader = { actor: Actor; may: May; hidden: Hidden }

const columns = sql`e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.kind, e.actor_kind,
  e.actor_id, e.actor_name, e.action, e.record_kind, e.record_id, e.record_name, e.parent_kind, e.parent_id, e.region_id,
  (select name from regions where id = e.region_id) as region_name, e.zone_id, e.operation, e.changes, e.reason, e.via,
  e.request_id, e.trace_id, e.session_id, e.address, e.user_agent, e.restored_event`

type Condition = RawBuilder<SqlBool>
const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** What of the audit the reader may see: of some regions only those, and what they did themselves where there is none. */
const visibleTo = ({ actor, may }: Reader): Condition[] => {
  const scope = regionScope(actor)
  const own = sql`e.region_id is null and e.actor_kind = 'user' and e.actor_id = ${userIdOf(actor)}`
  return [
    ...(scope === null ? [] : [sql<SqlBool>`(e.region_id = any(${scope}::int[]) or (${own}))`]),
    ...(may('AuditManagement:access:canRead') ? [] : [sql<SqlBool>`e.kind <> 'access'`]),
  ]
}

/** Every word is in a name, a reason, or a value that the reader may see. */
const searched = (search: string, { may, hidden }: Reader): Condition[] => {
  const readable = auditKinds.filter((kind) => mayRead(may, kind) && !masksAny(kind, hidden))
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const pattern = `%${literally(word)}%`
      const named = hidden.has('name') ? sql`e.actor_kind <> 'passenger' and` : sql``
      return sql<SqlBool>`(${named} e.actor_name ilike ${pattern} or e.reason ilike ${pattern}
        or ((e.record_kind is null or e.record_kind = any(${readable}::text[]))
          and (e.record_name ilike ${pattern} or e.changes::text ilike ${pattern})))`
    })
}

const narrowed = (filter: Query['filter'] = {}): Condition[] => {
  const one = (column: string, values: readonly (string | number)[] | undefined, type: 'text' | 'int'): Condition[] =>
    values === undefined ? [] : [sql<SqlBool>`${sql.ref(`e.${column}`)} = any(${values}::${sql.raw(type)}[])`]
  const { date_range, field } = filter
  return [
    ...one('kind', filter.kind, 'text'),
    ...one('actor_id', filter.actor, 'int'),
    ...one('actor_kind', filter.actor_kind, 'text'),
    ...one('action', filter.action, 'text'),
    ...one('operation', filter.operation, 'text'),
    ...one('record_kind', filter.record_kind, 'text'),
    ...one('record_id', filter.record_id, 'text'),
    ...one('region_id', filter.region, 'int'),
    ...one('zone_id', filter.zone, 'int'),
    ...one('via', filter.via, 'text'),
    ...one('request_id', filter.request, 'text'),
    ...one('address', filter.address, 'text'),
    ...(date_range === undefined
      ? []
      : [sql<SqlBool>`e.at >= ${date_range[0]}::timestamptz and e.at < ${date_range[1]}::timestamptz`]),
    ...(field === undefined ? [] : [sql<SqlBool>`jsonb_exists_any(e.changes, ${field}::text[])`]),
  ]
}

export const conditionOf = (query: Query, reader: Reader): Condition =>
  all([...visibleTo(reader), ...narrowed(query.filter), ...searched(query.search, reader)])

type Row = Omit<AuditEvent, 'hidden'>

/** Without names and values of records that the reader may not read, and with what of passengers is masked for them. */
const shown = (row: Row, reader: Pick<Reader, 'hidden' | 'may'>): AuditEvent => {
  const hidden = !mayRead(reader.may, row.record_kind)
  const named = reader.hidden.has('name')
  const actor_name = named && row.actor_kind === 'passenger' ? `Passenger ${row.actor_id}` : row.actor_name
  if (!hidden) {
    const { record_kind: kind, record_id, record_name } = row
    if (kind === null) return { ...row, actor_name, hidden }
    const changes = maskedChanges(kind, record_id ?? '', row.changes, reader.hidden)
    return {
      ...row,
      actor_name,
      record_name: named && kind === 'travelers' ? `Passenger ${record_id}` : record_name,
      changes,
      hidden,
    }
  }
  const changes = Object.fromEntries(Object.keys(row.changes).map((field) => [field, {}]))
  return { ...row, actor_name, record_name: null, changes, hidden }
}

type Page = { page: number; per_page: number }

/** The newest first. Counts only so far as pages are turned: a table of millions is not counted for each look. */
export const eventsWhere = async (
  db: Kysely<DB>,
  condition: Condition,
  { page, per_page }: Page,
  reader: Pick<Reader, 'hidden' | 'may'>,
): Promise<{ data: AuditEvent[]; meta: { total: number; total_count: number } }> => {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (
      select from audit_events e where ${condition} order by id desc limit ${MOST_COUNTED_EVENTS}) as counted`.execute(
    db,
  )
  const total = counted[0]?.total ?? 0
  const { rows } = await sql<Row>`
    select ${columns} from audit_events e where ${condition}
    order by e.id desc limit ${per_page} offset ${(page - 1) * per_page}`.execute(db)
  return { data: rows.map((row) => shown(row, reader)), meta: { total, total_count: total } }
}

export const withId = (id: number): Condition => sql<SqlBool>`e.id = ${id}`

/** What changed a record or one of its parts; signing in as a driver changes none. */
export const ofRecord = (kind: AuditKind, id: string): Condition =>
  sql<SqlBool>`e.kind = 'change' and e.id in (
    select id from audit_events where record_kind = ${kind} and record_id = ${id}
    union select id from audit_events where parent_kind = ${kind} and parent_id = ${id})`

export const scopeOf = (reader: Reader): Condition => all(visibleTo(reader))
export const both = (one: Condition, other: Condition): Condition => all([one, other])

/** Slices of the newest first, each with the seals that cover its events. */
export async function* eventSlices(
  db: Kysely<DB>,
  condition: Condition,
  reader: Pick<Reader, 'hidden' | 'may'>,
): AsyncGenerator<(AuditEvent & { seal: number | null })[]> {
  const SLICE = 500
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const { rows } = await sql<Row & { seal: number | null }>`
      select ${columns}, (select s.id from audit_seals s where s.ids @> e.id limit 1) as seal
      from audit_events e where ${condition} and e.id < ${before} order by e.id desc limit ${SLICE}`.execute(db)
    if (rows.length === 0) return
    yield rows.map(({ seal, ...row }) => ({ ...shown(row, reader), seal }))
    before = rows.at(-1)!.id
  }
}
