import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { ExceptionFix, ExceptionKind } from '@ambit/contract'
import type { Steps } from '@ambit/streets'
import type { ConcernedBooking } from '../../database/exception-tables.ts'
import type { DB } from '../../database/schema.ts'
import type { Clock, Deps } from '../../deps.ts'
import { inSlices } from '../../jobs/in-slices.ts'
import type { Job } from '../../jobs/runner.ts'
import { bestMove, type Wanted } from '../../planning/effects/best-move.ts'
import { contextOf, type PlanningContext } from '../../planning/plan/context.ts'
import { readVersion } from '../../planning/plan/queries.ts'
import { readyNetwork } from '../../planning/problem/ready-network.ts'
import { publishAll } from '../store.ts'

/** Whose best fix stands on its row. */
const fixable: readonly ExceptionKind[] = ['promise_at_risk', 'booking_waiting', 'disruption']
/** It is worked out again before it is too old to be shown. */
const AGAIN_MS = 20_000
/** So many in one run, and for so long. */
const MOST = 10
const LONGEST_MS = 2000
/** The worst of its bookings alone: the others gain by it too. */
const MOST_BOOKINGS = 3

type Due = {
  id: number
  zone_id: number
  bookings: readonly ConcernedBooking[]
  fix: ExceptionFix | null
}

/**
 * Those whose fix is old or of an earlier plan. The most urgent of those without one come first, then the one that was
 * worked out the longest time ago: none waits for ever, however many there are.
 */
const readDue = async (db: Kysely<DB>, now: Date): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select e.id, e.zone_id, e.bookings, e.fix from exceptions e join zone_plans p on p.zone_id = e.zone_id
    where e.kind = any(${fixable}::text[]) and e.state in ('open', 'acknowledged') and e.bookings <> '[]'
      and (e.fix is null or (e.fix ->> 'plan_version')::int <> p.version
        or (e.fix ->> 'worked_out_at')::timestamptz <= ${new Date(now.getTime() - AGAIN_MS)})
    order by (e.fix ->> 'worked_out_at')::timestamptz nulls first,
      array_position(array['urgent', 'soon', 'watch'], e.severity), e.harm_at, e.id limit ${MOST}`.execute(db)
  return rows
}

/** Bookings that can still go with another vehicle. One that a disruption left and that has a vehicle by now is served. */
const wantedOf = ({ plan }: PlanningContext, bookings: readonly ConcernedBooking[]): Wanted[] =>
  bookings
    .flatMap(({ id, minutes }) => {
      const booking = plan.bookings.find((one) => one.id === id)
      if (booking === undefined || booking.status === 'on_board') return []
      if (minutes === null && booking.trip_id !== null) return []
      return [{ booking, late: minutes }]
    })
    .slice(0, MOST_BOOKINGS)

const NOBODY = { best: null, why: 'Everybody concerned is on board or served', nearest: null } as const
/** It had a whole run: the others have their turn first. */
const TOO_LONG = { best: null, why: 'None was found in the time that there is', nearest: null } as const

/** Ends when the run has lasted too long, with null. */
function* until<T>(clock: Clock, end: number, steps: Steps<T>): Steps<T | null> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (clock.monotonic() >= end) return null
    yield
  }
}

const contextAt = async (deps: Deps, zoneId: number): Promise<PlanningContext> => {
  const context = await contextOf(deps, deps.db, await readVersion(deps.db, zoneId))
  await readyNetwork(deps.clock, context)
  return context
}

const told = (fix: ExceptionFix | null) => fix && { best: fix.best, why: fix.why, nearest: fix.nearest }

/** Works the best fix out ahead, a few at a time and in slices, so that no search waits for it. Nothing is locked. */
export const workOutFixes: Job = {
  name: 'exceptions.fixes',
  every: 5000,
  run: async (deps, signal) => {
    const { db, clock } = deps
    if (deps.streets.current() === null) return
    const due = await readDue(db, clock.now())
    const end = clock.monotonic() + LONGEST_MS
    const contexts = new Map<number, PlanningContext>()
    const worked: { id: number; fix: ExceptionFix; changed: boolean }[] = []
    for (const { id, zone_id, bookings, fix } of due) {
      if (signal.aborted || clock.monotonic() >= end) break
      const context = contexts.get(zone_id) ?? (await contextAt(deps, zone_id))
      contexts.set(zone_id, context)
      const wanted = wantedOf(context, bookings)
      const found = wanted.length === 0 ? NOBODY : await inSlices(clock, until(clock, end, bestMove(context, wanted)))
      if (found === null && worked.length > 0) break
      const move = found ?? TOO_LONG
      const worked_out_at = clock.now().toISOString()
      const next = { ...move, worked_out_at, plan_version: context.plan.version }
      worked.push({ id, fix: next, changed: !isDeepStrictEqual(told(next), told(fix)) })
    }
    if (worked.length > 0) await store(db, worked)
  },
}

const store = (db: Kysely<DB>, worked: readonly { id: number; fix: ExceptionFix; changed: boolean }[]) =>
  db.transaction().execute(async (tx) => {
    await sql`update exceptions e set fix = n.fix from json_to_recordset(${JSON.stringify(worked)}::json) as n(id int, fix jsonb)
      where e.id = n.id and e.state <> 'resolved'`.execute(tx)
    await publishAll(
      tx,
      worked.flatMap(({ id, changed }) => (changed ? [id] : [])),
    )
  })
