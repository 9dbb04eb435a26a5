import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { ExceptionKind, ExceptionSeverity } from '@ambit/contract'
import { contestedSeverity, isWorse } from '@ambit/domain'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { type Fixed, readFixed } from '../fixes/settle-fixed.ts'
import { gather } from '../floods.ts'
import { interrupt } from '../interrupt.ts'
import { type Change, openAll, publishAll, standingOf, unanswered, writeChanges } from '../store.ts'
import { type Condition, keyOf, openingOf } from '../conditions.ts'

/** So long a condition is gone, or less urgent, before that is shown. */
const EASES_MS = 60_000
/** So long after a person has ended it a condition that goes on is not told of again. */
const CLOSED_MS = 24 * 3_600_000

type Row = Selectable<DB['exceptions']>

/** What becomes of a stored exception; `change`: of its history, and a new version; `by`: whose fix ended it. */
type Next = { row: Row; set: Partial<Row>; change: Change['change'] | null; by?: number | null }

/**
 * Makes the stored exceptions of these kinds equal to what holds now. Nothing is written where nothing differs, and what a
 * person has answered in the meantime is left to the next run.
 */
export const settle = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  conditions: readonly Condition[],
  kinds: readonly ExceptionKind[],
): Promise<void> => {
  const now = clock.now()
  const rows = await readStanding(db)
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  const closed = await followClosed(db, conditions, { kinds, now })
  const fresh = conditions.filter((one) => !byKey.has(keyOf(one)) && !isClosed(closed, one))
  if (fresh.length > 0) await db.transaction().execute((tx) => openFresh(tx, fresh, now))
  const standing = fresh.length === 0 ? rows : await readStanding(db)
  const fixed = standing.some(({ fix_action_id }) => fix_action_id !== null)
    ? await readFixed(db)
    : new Map<number, Fixed>()
  const changes = differences(standing, conditions, { kinds, now, fixed })
  if (changes.length > 0) await db.transaction().execute((tx) => write(tx, changes, now))
}

type Closed = ReadonlyMap<string, ExceptionSeverity>

/** What a person has ended stays so while its condition goes on, unless it gets worse. */
const isClosed = (closed: Closed, condition: Condition): boolean => {
  const severity = closed.get(keyOf(condition))
  return severity !== undefined && !isWorse(condition.severity, severity)
}

/** What people have ended while it lasted, and which has not been gone for a minute since; notes since when it is. */
const followClosed = async (
  db: Deps['db'],
  conditions: readonly Condition[],
  { kinds, now }: { kinds: readonly ExceptionKind[]; now: Date },
): Promise<Closed> => {
  const rows = await db
    .selectFrom('exceptions')
    .where('state', '=', 'resolved')
    .where('judged', '=', true)
    .where('resolved_by', 'is not', null)
    .where('resolved_at', '>', new Date(now.getTime() - CLOSED_MS))
    .where('kind', 'in', [...kinds])
    .where((e) => e.or([e('eased_at', 'is', null), e('eased_at', '>', new Date(now.getTime() - EASES_MS))]))
    .select(['id', 'kind', 'subject', 'severity', 'eased_at'])
    .orderBy('id')
    .execute()
  const holding = new Set(conditions.map(keyOf))
  const mark = async (some: typeof rows, eased_at: Date | null): Promise<void> => {
    const ids = some.map(({ id }) => id)
    if (ids.length > 0) await db.updateTable('exceptions').set({ eased_at }).where('id', 'in', ids).execute()
  }
  await mark(
    rows.filter((row) => row.eased_at !== null && holding.has(keyOf(row))),
    null,
  )
  await mark(
    rows.filter((row) => row.eased_at === null && !holding.has(keyOf(row))),
    now,
  )
  return new Map(rows.map((row) => [keyOf(row), row.severity]))
}

/** What follows from nothing else asks for attention, or is gathered in a flood. */
const openFresh = async (tx: Transaction<DB>, fresh: readonly Condition[], now: Date): Promise<void> => {
  const open = (conditions: readonly Condition[]): Promise<number[]> =>
    openAll(
      tx,
      conditions.map((condition) => openingOf(condition, now)),
      now,
    )
  const causes = await open(fresh.filter(({ parent }) => parent === null))
  const below = await open(fresh.filter(({ parent }) => parent !== null))
  const floods = await gather(tx, causes, now)
  await interrupt(tx, [...floods, ...causes], { now, cause: 'opened' })
  await publishAll(tx, [...causes, ...below, ...floods])
}

const readStanding = (db: Deps['db']): Promise<Row[]> =>
  db.selectFrom('exceptions').selectAll().where('state', '<>', 'resolved').orderBy('id').execute()

const differences = (
  rows: readonly Row[],
  conditions: readonly Condition[],
  { kinds, now, fixed }: { kinds: readonly ExceptionKind[]; now: Date; fixed: ReadonlyMap<number, Fixed> },
): Next[] => {
  const holding = new Map(conditions.map((one) => [keyOf(one), one]))
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]))
  const floods = new Set(rows.filter(({ kind }) => kind === 'mass_event').map(({ id }) => id))
  return rows
    .filter(({ judged, kind }) => judged && kinds.includes(kind))
    .flatMap((row) => {
      const condition = holding.get(keyOf(row))
      return condition === undefined
        ? ending(row, now, fixed.get(row.id) ?? null)
        : [next(row, condition, { ids, floods, now })]
    })
    .filter(({ row, set }) => Object.entries(set).some(([key, to]) => !isDeepStrictEqual(row[key as keyof Row], to))) // keys of a row
}

/** Its condition is gone: for a minute it stays. What was accepted as its fix has fixed it. */
const ending = (row: Row, now: Date, fixed: Fixed | null): Next[] => {
  if (row.eased_at === null) return [{ row, set: { eased_at: now }, change: null }]
  if (now.getTime() - row.eased_at.getTime() < EASES_MS) return []
  return [
    {
      row,
      change: 'resolved',
      by: fixed?.user_id ?? null,
      set: {
        ...unanswered,
        owner_id: row.owner_id,
        acknowledged_at: row.acknowledged_at,
        state: 'resolved',
        resolved_at: now,
        ...(fixed === null ? {} : { outcome: 'fixed', resolved_by: fixed.user_id, note: fixed.title }),
      },
    },
  ]
}

type Known = { ids: ReadonlyMap<string, number>; floods: ReadonlySet<number>; now: Date }

const next = (row: Row, condition: Condition, { ids, floods, now }: Known): Next => {
  const { facts, bookings, people, wheelchairs, harm_at, parent, severity } = condition
  const told = { facts, bookings, people, wheelchairs, harm_at }
  const flood = row.parent_id !== null && floods.has(row.parent_id) ? row.parent_id : null
  const parent_id = parent === null ? flood : (ids.get(parent) ?? flood)
  if (isWorse(severity, row.severity)) {
    // What was put off comes back.
    const woken = row.state === 'snoozed' ? unanswered : {}
    return { row, change: 'severity', set: { ...told, ...woken, parent_id, severity, eased_at: null } }
  }
  if (severity === row.severity) return { row, change: null, set: { ...told, parent_id, eased_at: null } }
  if (row.eased_at === null || now.getTime() - row.eased_at.getTime() < EASES_MS)
    return { row, change: null, set: { ...told, parent_id, eased_at: row.eased_at ?? now } }
  return { row, change: 'severity', set: { ...told, parent_id, severity, eased_at: null } }
}

/** What time alone makes more or less urgent. */
export const regrade = (
  tx: Transaction<DB>,
  graded: readonly { row: Row; severity: ExceptionSeverity }[],
  now: Date,
): Promise<void> =>
  write(
    tx,
    graded.flatMap(({ row, severity }) => (severity === row.severity ? [] : [asUrgent(row, severity)])),
    now,
  )

/**
 * More is known of a cause that stands: it stays with its owner or put off, and asks for attention again only where it has
 * become worse.
 */
export const tellMore = (
  tx: Transaction<DB>,
  row: Row,
  { severity, ...told }: Pick<Row, 'severity' | 'facts' | 'people'>,
  now: Date,
): Promise<void> => {
  const { change, set } = severity === row.severity ? { change: null, set: {} } : asUrgent(row, severity)
  return write(tx, [{ row, change, set: { ...told, ...set } }], now)
}

/** What was put off comes back when it gets worse. */
const asUrgent = (row: Row, severity: ExceptionSeverity): Next => {
  const woken = row.state === 'snoozed' && isWorse(severity, row.severity) ? unanswered : {}
  return { row, change: 'severity', set: { ...woken, severity } }
}

const write = async (tx: Transaction<DB>, changes: readonly Next[], now: Date): Promise<void> => {
  const after = changes.map(({ row, set, change }) => ({ ...row, ...set, told: change !== null }))
  const { rows: written } = await sql<{ id: number }>`
    update exceptions e set severity = n.severity, state = n.state, facts = n.facts, bookings = n.bookings,
      people = n.people, wheelchairs = n.wheelchairs, harm_at = n.harm_at, eased_at = n.eased_at, parent_id = n.parent_id,
      owner_id = n.owner_id, acknowledged_at = n.acknowledged_at, snoozed_until = n.snoozed_until, snooze = n.snooze,
      snooze_stop_id = n.snooze_stop_id, resolved_at = n.resolved_at, resolved_by = n.resolved_by, outcome = n.outcome,
      note = n.note, version = e.version + n.told::int
    from json_to_recordset(${JSON.stringify(after)}::json) as n(id int, version int, severity text, state text, facts jsonb,
      bookings jsonb, people int, wheelchairs int, harm_at timestamptz, eased_at timestamptz, parent_id int, owner_id int,
      acknowledged_at timestamptz, snoozed_until timestamptz, snooze text, snooze_stop_id int, resolved_at timestamptz,
      resolved_by int, outcome text, note text, told boolean)
    where e.id = n.id and e.version = n.version
    returning e.id`.execute(tx)
  const done = new Set(written.map(({ id }) => id))
  const kept = changes.filter(({ row }) => done.has(row.id))
  await writeChanges(
    tx,
    kept.flatMap(({ row, set, change, by = null }) =>
      change === null
        ? []
        : [
            {
              exception_id: row.id,
              at: now,
              change,
              user_id: by,
              before: standingOf(row),
              after: standingOf({ ...row, ...set }),
              note: set.note ?? null,
            },
          ],
    ),
  )
  await interruptFor(tx, kept, now)
  await publishAll(
    tx,
    kept.filter(({ set }) => !onlyEases(set)).map(({ row }) => row.id),
  )
}

/** What has become worse, has outlived what it followed from, or comes back from a snooze. */
const interruptFor = async (tx: Transaction<DB>, changes: readonly Next[], now: Date): Promise<void> => {
  const ids = (holds: (change: Next) => boolean): number[] => changes.filter(holds).map(({ row }) => row.id)
  const worse = ids(({ row, set: { severity } }) => severity !== undefined && isWorse(severity, row.severity))
  await interrupt(tx, worse, { now, cause: 'worse' })
  const stands = ids(
    ({ row, set, change }) =>
      change === 'woken' || (row.parent_id !== null && set.parent_id === null && row.interrupted_at === null),
  )
  await interrupt(tx, stands, { now, cause: 'opened' })
}

/** What nobody sees yet. */
const onlyEases = (set: Partial<Row>): boolean => Object.keys(set).join() === 'eased_at'

const APPROVAL_MS = 10 * 60_000

/** What time alone changes of exceptions that people answer: snoozes end, nobody approves for ever, and a contested miss becomes less urgent. */
export const settleTimes = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const due = await db
    .selectFrom('exceptions as e')
    .leftJoin('trip_stops as s', 's.id', 'e.snooze_stop_id')
    .where('e.state', '<>', 'resolved')
    .where((e) =>
      e.or([
        e('e.snoozed_until', '<=', now),
        e.and([e('e.snooze', '=', 'next_stop'), e.or([e('s.id', 'is', null), e('s.arrived_at', 'is not', null)])]),
        e.and([e('e.kind', '=', 'approval'), e('e.opened_at', '<=', new Date(now.getTime() - APPROVAL_MS))]),
      ]),
    )
    .selectAll('e')
    .orderBy('e.id')
    .execute()
  const contested = await db
    .selectFrom('exceptions')
    .where('state', '<>', 'resolved')
    .where('kind', '=', 'no_show_contested')
    .where('severity', '=', 'soon')
    .selectAll()
    .orderBy('id')
    .execute()
  const eased = contested.flatMap((row) => {
    const severity = contestedSeverity(row.opened_at.getTime(), now.getTime())
    return severity === row.severity ? [] : [{ row, severity }]
  })
  if (eased.length > 0) await db.transaction().execute((tx) => regrade(tx, eased, now))
  if (due.length === 0) return
  const changes = due.map((row): Next => {
    const lapsed = row.kind === 'approval' && row.opened_at.getTime() <= now.getTime() - APPROVAL_MS
    return lapsed
      ? { row, change: 'resolved', set: { ...unanswered, state: 'resolved', resolved_at: now } }
      : { row, change: 'woken', set: unanswered }
  })
  await db.transaction().execute((tx) => write(tx, changes, now))
}
