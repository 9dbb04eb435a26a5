import type { Selectable, Transaction, Updateable } from 'kysely'
import type { z } from 'zod'
import type { ExceptionChangeKind, ResolutionInput, SnoozeInput } from '@ambit/contract'
import { endsByItself, longestSnooze, mayStep } from '@ambit/domain'
import type { Standing } from '../database/exception-tables.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, invalid, notFound, notPossible } from '../http/errors.ts'
import { holds } from '../http/authenticate.ts'
import { holdersOf } from '../http/holders.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { fresh } from '../http/versions.ts'
import { followCalls } from './calls.ts'
import { findException, readException } from './queries.ts'
import { tell } from './raise.ts'
import { standingOf, unanswered, writeChanges } from './store.ts'

const MINUTE_MS = 60_000
const CALLS = 'Messaging:callTask:canUpdate'
/** An exception is offered to another for so long. */
const OFFERED_MS = 2 * MINUTE_MS
/** So long an answer can be taken back. */
const UNDO_MS = 10 * MINUTE_MS

/** Who answers which exception; `version`: as the caller saw it, null: as it is. */
export type Call = { id: number; actor: Actor; version: number | null; keep: Keep }
type Row = Selectable<DB['exceptions']>
type Seen = Awaited<ReturnType<typeof readException>>
type Answer = {
  change: ExceptionChangeKind
  set: Updateable<DB['exceptions']>
  note?: string | null
}

/**
 * Two who answer at the same moment do so one after the other. 404 for an exception of another region, 409 for a stale
 * version; what `answer` throws refuses it.
 */
const answering = async (
  deps: Deps,
  { id, actor, version, keep }: Call,
  answer: (tx: Transaction<DB>, row: Row, seen: Seen) => Promise<Answer>,
) => {
  // Before the transaction: the embedded database has one session.
  const calls = await holds(deps, CALLS, actor)
  return deps.db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('exceptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (row === undefined) throw notFound('There is no such exception')
    const seen = fresh(await readException(tx, regionScope(actor), id), version)
    const { change, set, note = null } = await answer(tx, row, seen)
    const after = await tx
      .updateTable('exceptions')
      .set({ ...set, version: row.version + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const at = deps.clock.now()
    if (calls) await followCalls(tx, row, { after, actor, at })
    const [before, now] = [standingOf(row), standingOf(after)]
    await writeChanges(tx, [{ exception_id: id, at, change, user_id: userIdOf(actor), before, after: now, note }])
    await tell(tx, id, change, note)
    return keep(tx, { data: (await findException(tx, null, id))! }) // locked above
  })
}

/** Throws 409 for a step that its state does not allow, naming who was first. */
const requireStep = ({ state, owner, resolved_by }: Seen, to: Standing['state']): void => {
  if (mayStep(state, to)) return
  if (state === 'resolved') throw conflict(`This was resolved by ${resolved_by ?? 'the service'}`)
  if (state === 'snoozed') throw conflict('This is snoozed. Wake it first')
  throw conflict(`${owner ?? 'A former user'} has acknowledged this already`)
}

/** Throws 409 for what another person sees to. */
const requireOwn = ({ state, owner_id, owner }: Seen, actor: Actor): void => {
  if (state === 'acknowledged' && owner_id !== userIdOf(actor))
    throw conflict(`${owner ?? 'A former user'} sees to this`)
}

const notOffered = { offered_to: null, offered_at: null } as const
const notSnoozed = { snoozed_until: null, snooze: null, snooze_stop_id: null } as const

/** The caller sees to it from now on, also where it was offered to them. 409 names who does already. */
export const acknowledge = (deps: Deps, call: Call) =>
  answering(deps, call, async (_, row, seen) => {
    const me = userIdOf(call.actor)
    const now = deps.clock.now()
    const since = row.offered_at?.getTime() ?? 0
    const offered = row.offered_to === me && me !== null && now.getTime() - since <= OFFERED_MS
    if (!(offered && row.state === 'acknowledged')) requireStep(seen, 'acknowledged')
    return {
      change: offered ? 'handed_over' : 'acknowledged',
      set: { state: 'acknowledged', acknowledged_at: now, owner_id: me, escalated_at: null, ...notOffered },
    }
  })

/** Nobody's again; one that is snoozed is open again. */
export const release = (deps: Deps, call: Call) =>
  answering(deps, call, async (_, row, seen) => {
    if (row.state === 'open') throw conflict('This is nobody’s')
    requireStep(seen, 'open')
    requireOwn(seen, call.actor)
    return { change: row.state === 'snoozed' ? 'woken' : 'released', set: { ...unanswered, ...notOffered } }
  })

/** It stays the caller's until the other accepts it. 422 for a user who may not. */
export const handOver = (deps: Deps, call: Call, userId: number) =>
  answering(deps, call, async (tx, row, seen) => {
    if (row.state !== 'acknowledged') throw conflict('Acknowledge this before you hand it over')
    requireOwn(seen, call.actor)
    const holders = await holdersOf(tx, 'ExceptionManagement:exception:canUpdate', seen.region_id)
    if (userId === row.owner_id || !holders.some(({ id }) => id === userId))
      throw invalid([
        { pointer: '/user_id', detail: 'Please choose somebody else who may answer exceptions of this zone' },
      ])
    return { change: 'offered', set: { offered_to: userId, offered_at: deps.clock.now() } }
  })

/** Puts it off, for ten minutes at most where it is urgent. */
export const snooze = (deps: Deps, call: Call, { ends, until }: z.output<typeof SnoozeInput>) =>
  answering(deps, call, async (tx, row, seen) => {
    const minutes = longestSnooze(row.kind, row.severity)
    if (minutes === null) throw notPossible('An emergency cannot be snoozed')
    requireStep(seen, 'snoozed')
    requireOwn(seen, call.actor)
    const now = deps.clock.now().getTime()
    const last = now + minutes * MINUTE_MS
    const asked = ends === 'time' ? Date.parse(until ?? '') : last
    if (!(asked > now && asked <= last))
      throw invalid([{ pointer: '/until', detail: `Please choose a time within ${minutes} minutes` }])
    const snooze_stop_id = ends === 'next_stop' ? await nextStopOf(tx, row.trip_id) : null
    return {
      change: 'snoozed',
      set: { state: 'snoozed', snooze: ends, snoozed_until: new Date(asked), snooze_stop_id, ...notOffered },
    }
  })

const nextStopOf = async (tx: Transaction<DB>, tripId: number | null): Promise<number> => {
  const stop = await tx
    .selectFrom('trip_stops')
    .where('trip_id', '=', tripId)
    .where('arrived_at', 'is', null)
    .where('departed_at', 'is', null)
    .orderBy('location_index')
    .select('id')
    .executeTakeFirst()
  if (stop === undefined) throw invalid([{ pointer: '/ends', detail: 'There is no stop ahead' }])
  return stop.id
}

/** Ends it, with what came of it; also without having acknowledged it. */
export const resolve = (deps: Deps, call: Call, { outcome, note, counts }: z.output<typeof ResolutionInput>) =>
  answering(deps, call, async (tx, row, seen) => {
    requireStep(seen, 'resolved')
    if (endsByItself(row.kind) && row.eased_at === null)
      throw notPossible(
        `This cannot be resolved while it lasts: ${row.facts.rule ?? row.facts.job ?? row.facts.fault ?? row.kind}`,
      )
    if (counts === false) await setCounted(tx, row, null, 'excused')
    await setAsked(tx, row, 'waiting', 'lapsed')
    return {
      change: 'resolved',
      note: note ?? null,
      set: {
        state: 'resolved',
        resolved_at: deps.clock.now(),
        resolved_by: userIdOf(call.actor),
        outcome,
        note: note ?? null,
        ...notOffered,
        ...notSnoozed,
      },
    }
  })

/** A contested miss does not count, as staff have decided, and counts again when they take that back. */
const setCounted = async (
  tx: Transaction<DB>,
  { kind, facts }: Row,
  from: 'excused' | null,
  to: 'excused' | null,
): Promise<void> => {
  if (kind !== 'no_show_contested' || facts.service_request_id === undefined) return
  await tx
    .updateTable('misses')
    .set({ not_counted: to })
    .where('service_request_id', '=', facts.service_request_id)
    .where('not_counted', 'is not distinct from', from)
    .execute()
}

/** What an approval was asked for can be approved no more once that was refused, and again when the refusal is taken back. */
const setAsked = async (
  tx: Transaction<DB>,
  { kind, facts }: Row,
  from: 'waiting' | 'lapsed',
  to: 'waiting' | 'lapsed',
): Promise<void> => {
  if (kind !== 'approval' || facts.override === undefined) return
  await tx
    .updateTable('overrides')
    .set({ state: to })
    .where('id', '=', facts.override)
    .where('state', '=', from)
    .execute()
}

export const addNote = (deps: Deps, call: Call, note: string) =>
  answering(deps, call, async () => ({ change: 'noted', set: {}, note }))

const undoable: readonly ExceptionChangeKind[] = [
  'acknowledged',
  'snoozed',
  'resolved',
  'handed_over',
  'offered',
  'released',
]

/** What changes nothing of how an exception was answered. */
const besides: readonly ExceptionChangeKind[] = ['noted', 'severity', 'escalated']

/** Takes back the caller's own answer, where no other followed it. How urgent it is by now stays. */
export const undo = (deps: Deps, call: Call) =>
  answering(deps, call, async (tx, row) => {
    const last = await tx
      .selectFrom('exception_changes')
      .selectAll()
      .where('exception_id', '=', row.id)
      .where('change', 'not in', besides)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const since = deps.clock.now().getTime() - UNDO_MS
    if (last === undefined || last.user_id !== userIdOf(call.actor) || !undoable.includes(last.change))
      throw conflict('Something else has happened since')
    if (last.at.getTime() < since || last.before === null) throw conflict('This can be taken back for ten minutes only')
    if (row.state === 'resolved' && (await standsAgain(tx, row))) throw conflict('Its cause has come back by itself')
    if (row.state === 'resolved') {
      await setAsked(tx, row, 'lapsed', 'waiting')
      await setCounted(tx, row, 'excused', null)
    }
    const { snooze_stop_id, ...before } = standingOf(last.before)
    return {
      change: 'undone',
      set: {
        ...before,
        severity: row.severity,
        snooze_stop_id: await stillThere(tx, snooze_stop_id),
        resolved_at: null,
        resolved_by: null,
        outcome: null,
        note: null,
        ...notOffered,
      },
    }
  })

/** The plan may have changed since. */
const stillThere = async (tx: Transaction<DB>, stopId: number | null): Promise<number | null> => {
  const stop = await tx.selectFrom('trip_stops').where('id', '=', stopId).select('id').executeTakeFirst()
  return stop?.id ?? null
}

const standsAgain = async (tx: Transaction<DB>, { kind, subject }: Row): Promise<boolean> =>
  (await tx
    .selectFrom('exceptions')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '<>', 'resolved')
    .select('id')
    .executeTakeFirst()) !== undefined
