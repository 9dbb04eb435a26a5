import { sql, type Transaction } from 'kysely'
import type { ExceptionChangeKind, ExceptionFacts, ExceptionKind, ExceptionSeverity } from '@ambit/contract'
import type { ConcernedBooking, Standing } from '../database/exception-tables.ts'
import type { DB } from '../database/schema.ts'
import { publish } from '../live/publish.ts'

/** A cause that ended less than this ago is the same one when it comes back. */
export const RETURNS_MS = 10 * 60_000
/** So often within so long: it is unsteady. */
const UNSTEADY_TIMES = 3
const UNSTEADY_MS = 30 * 60_000

/** What an exception says besides how it is answered. */
export type Told = {
  severity: ExceptionSeverity
  facts: ExceptionFacts
  bookings: ConcernedBooking[]
  people: number
  wheelchairs: number
  harm_at: Date | null
}

export type Opening = Told & {
  kind: ExceptionKind
  subject: string
  zone_id: number | null
  trip_id: number | null
  driver_id: number | null
  service_plan_id: number | null
  traveler_id: number | null
  text: string | null
  uuids: string[]
  judged: boolean
  opened_at: Date
}

export const standingOf = (row: Standing): Standing => ({
  state: row.state,
  severity: row.severity,
  owner_id: row.owner_id,
  acknowledged_at: row.acknowledged_at,
  snoozed_until: row.snoozed_until,
  snooze: row.snooze,
  snooze_stop_id: row.snooze_stop_id,
})

/** Nobody's, and not put off. */
export const unanswered = {
  state: 'open',
  owner_id: null,
  acknowledged_at: null,
  snoozed_until: null,
  snooze: null,
  snooze_stop_id: null,
} as const satisfies Partial<Standing>

export type Change = {
  exception_id: number
  at: Date
  change: ExceptionChangeKind
  user_id: number | null
  before: Standing | null
  after: Standing
  note?: string | null
}

export const writeChanges = async (tx: Transaction<DB>, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  await tx
    .insertInto('exception_changes')
    .values(
      changes.map(({ before, after, note = null, ...change }) => ({
        ...change,
        note,
        before: before === null ? null : JSON.stringify(before),
        after: JSON.stringify(after),
      })),
    )
    .execute()
}

/** Tells open pages that these have changed. */
export const publishAll = async (tx: Transaction<DB>, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const told = await tx
    .selectFrom('exceptions as e')
    .leftJoin('zones as z', 'z.id', 'e.zone_id')
    .where('e.id', '=', sql<number>`any(${ids}::int[])`)
    .select(['e.id as exception_id', 'e.zone_id', 'z.region_id'])
    .orderBy('e.id')
    .execute()
  await publish(
    tx,
    told.map((event) => ({ kind: 'exception', ...event })),
  )
}

const columns = sql`kind text, subject text, severity text, zone_id int, trip_id int, driver_id int, service_plan_id int,
  traveler_id int,   facts jsonb, bookings jsonb, people int, wheelchairs int, harm_at timestamptz, text text, uuids uuid[], judged boolean,
  opened_at timestamptz`

/**
 * Opens causes of which none stands. One that ended a moment ago is opened again; one that somebody else has opened in the
 * meantime is left out. Answers with the ids.
 */
export const openAll = async (tx: Transaction<DB>, openings: readonly Opening[], now: Date): Promise<number[]> => {
  if (openings.length === 0) return []
  const asked = sql`json_to_recordset(${JSON.stringify(openings)}::json) as a(${columns})`
  const { rows: again } = await sql<{ id: number; kind: string; subject: string }>`
    with last as (
      select distinct on (a.kind, a.subject) e.id as last_id, a.*
      from ${asked} join exceptions e on e.kind = a.kind and e.subject = a.subject and e.state = 'resolved'
        and e.resolved_at > ${new Date(now.getTime() - RETURNS_MS)}
      where not exists (select from exceptions s
        where s.kind = a.kind and s.subject = a.subject and s.state <> 'resolved')
      order by a.kind, a.subject, e.resolved_at desc)
    update exceptions e set state = 'open', severity = last.severity, driver_id = last.driver_id, facts = last.facts,
      bookings = last.bookings, people = last.people, wheelchairs = last.wheelchairs, harm_at = last.harm_at,
      text = coalesce(last.text, e.text), uuids = e.uuids || coalesce(last.uuids, '{}'), judged = last.judged,
      opened_at = last.opened_at, opened_count = e.opened_count + 1, eased_at = null, parent_id = null, owner_id = null,
      acknowledged_at = null, escalated_at = null, offered_to = null, offered_at = null, snoozed_until = null, snooze = null,
      snooze_stop_id = null, resolved_at = null, resolved_by = null, outcome = null, note = null,
      fix = null, fix_action_id = null, version = e.version + 1,
      unsteady = (select count(*) from exception_changes c where c.exception_id = e.id and c.change = 'opened'
        and c.at > ${new Date(now.getTime() - UNSTEADY_MS)}) >= ${UNSTEADY_TIMES - 1}
    from last where e.id = last.last_id and e.state = 'resolved'
    returning e.id, e.kind, e.subject`.execute(tx)
  const known = new Set(again.map(({ kind, subject }) => `${kind} ${subject}`))
  const first = openings.filter(({ kind, subject }) => !known.has(`${kind} ${subject}`))
  const { rows: opened } = await sql<{ id: number }>`
    insert into exceptions (kind, subject, severity, zone_id, trip_id, driver_id, service_plan_id, traveler_id, facts, bookings,
      people, wheelchairs, harm_at, text, uuids, judged, opened_at)
    select kind, subject, severity, zone_id, trip_id, driver_id, service_plan_id, traveler_id, facts, bookings, people,
      wheelchairs, harm_at, text, coalesce(uuids, '{}'), judged, opened_at
    from json_to_recordset(${JSON.stringify(first)}::json) as a(${columns})
    on conflict (kind, subject) where state <> 'resolved' do nothing
    returning id`.execute(tx)
  const ids = [...again, ...opened].map(({ id }) => id)
  const rows = await tx
    .selectFrom('exceptions')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('id')
    .execute()
  await writeChanges(
    tx,
    rows.map((row) => ({
      exception_id: row.id,
      at: row.opened_at,
      change: 'opened',
      user_id: null,
      before: null,
      after: standingOf(row),
    })),
  )
  return ids
}
