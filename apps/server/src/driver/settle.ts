import { type Kysely, sql } from 'kysely'
import { DriverAction as Told, type Deed } from '@ambit/contract'
import { isToldAfterwards } from '@ambit/domain'
import { noteEvent } from '../audit/note-event.ts'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { conflict, notFound, notPossible } from '../http/errors.ts'
import { regionScope, userIdOf, withinScope, type Scope } from '../http/scope.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { changePlan, noteTrip } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { readTrip } from '../planning/change/trips.ts'
import { walkOnsOf } from './aboard.ts'
import { attempt } from './attempt.ts'
import { lastMoment } from './batch.ts'
import { isCancelled } from './go-on.ts'
import { tellWaiting } from './waiting.ts'

/** Below zero: of walk-on passengers, whom the server may not have taken along yet. */
const toldId = sql`(a.input->>'service_request_id')::int`

const shown = (db: Kysely<DB>, scope: Scope) =>
  db
    .selectFrom('driver_actions as a')
    .innerJoin('trips as t', 't.id', 'a.trip_id')
    .innerJoin('zones as z', 'z.id', 't.zone_id')
    .leftJoin('drivers as d', 'd.id', 'a.driver_id')
    .leftJoin('users as u', 'u.id', 'a.settled_by')
    .where(withinScope(scope, 'z.region_id'))
    .select(['a.id', 'a.trip_id', 'a.sequence', 'a.kind', 'a.result', 'a.detail', 'a.happened_at', 'a.done_at'])
    .select(['a.settlement', 'a.settled_reason', 'a.settled_at', 'a.created_at'])
    .select([
      sql<number | null>`coalesce(a.trip_stop_id, (a.input->>'trip_stop_id')::int)`.as('trip_stop_id'),
      sql<number | null>`coalesce(a.service_request_id, case when ${toldId} > 0 then ${toldId}
        else (select w.service_request_id from ${walkOnsOf(db, sql.ref('a.trip_id'))} w where w.ref = - ${toldId}) end)`.as(
        'service_request_id',
      ),
      sql<string | null>`d.first_name || ' ' || d.last_name`.as('driver_name'),
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('settled_by'),
    ])

/** In the order in which they were told. */
export const listActions = async (db: Kysely<DB>, tripId: number, scope: Scope) => {
  const trip = await db
    .selectFrom('trips as t')
    .innerJoin('zones as z', 'z.id', 't.zone_id')
    .where('t.id', '=', tripId)
    .where(withinScope(scope, 'z.region_id'))
    .select('t.id')
    .executeTakeFirst()
  if (trip === undefined) throw notFound()
  const data = await shown(db, scope).where('a.trip_id', '=', tripId).orderBy('a.id').execute()
  return { data, meta: { total: data.length, total_count: data.length } }
}

/**
 * Settles an action that needed a dispatcher. Without a reason it is accepted: applied to the trip as it is now, and
 * refused with what is in the way. With one it is set aside. What the driver was answered stays.
 */
export const settleAction = async (
  deps: Deps,
  actor: Actor,
  { id, reason }: { id: number; reason: string | null },
  keep: Keep,
) => {
  const scope = regionScope(actor)
  const row = await shown(deps.db, scope).where('a.id', '=', id).select('t.zone_id').executeTakeFirst()
  if (row === undefined) throw notFound()
  return changePlan(deps, row.zone_id, null, async (change) => {
    const action = await change.tx
      .selectFrom('driver_actions')
      .where('id', '=', id)
      .select(['id', 'trip_id', 'driver_id', 'kind', 'input', 'result', 'settlement', 'done_at'])
      .executeTakeFirst()
    if (action === undefined) throw notFound()
    if (action.result !== 'needs_dispatcher') throw notPossible('This needs no dispatcher')
    if (action.settlement !== null) throw conflict('This has been settled already')
    noteTrip(change, action.trip_id)
    if (reason === null) await apply(change, actor, action)
    await change.tx
      .updateTable('driver_actions')
      .set({ settlement: reason === null ? 'accepted' : 'set_aside', settled_reason: reason })
      .set({ settled_by: userIdOf(actor), settled_at: change.now })
      .where('id', '=', id)
      .execute()
    await tellWaiting(change.tx, action.trip_id, { at: change.now, by: userIdOf(actor), driver_id: action.driver_id })
    await noteEvent(change.tx, {
      kind: 'access',
      record_kind: 'trips',
      record_id: String(action.trip_id),
      told: {
        driver_action: { id, kind: action.kind, settlement: reason === null ? 'accepted' : 'set aside' },
        reason,
      },
      personal: ['reason'],
    })
    const data = await shown(change.tx, scope).where('a.id', '=', id).executeTakeFirstOrThrow()
    return keep(change.tx, { data })
  })
}

type Waiting = { id: number; trip_id: number; kind: Deed['kind']; input: unknown; done_at: Date }

const apply = async (
  change: PlanChange,
  actor: Actor,
  { id, trip_id, kind, input, done_at }: Waiting,
): Promise<void> => {
  const trip = await readTrip(change.tx, trip_id)
  if (trip === undefined) throw notFound()
  const at = new Date(Math.max(done_at.getTime(), await lastMoment(change, trip_id)))
  const deed = deedOf(kind, input)
  const action = { change, trip, by: byActor(actor), at, onPaper: null, row: id }
  const cancelled = isCancelled(action) && !isToldAfterwards(deed) ? 'The trip is cancelled' : null
  const { result, detail } = await attempt(action, deed, cancelled)
  if (result === 'needs_dispatcher' || result === 'superseded') throw notPossible(detail)
}

/** Stored by `openRow` alone. */
const deedOf = (kind: Deed['kind'], input: unknown): Deed => {
  const envelope = { id: '00000000-0000-4000-8000-000000000000', sequence: 0, happened_at: new Date(0).toISOString() }
  const {
    id: _,
    sequence: __,
    happened_at: ___,
    position: ____,
    ...deed
  } = Told.parse({
    ...envelope,
    ...(typeof input === 'object' ? input : {}),
    kind,
  })
  return deed
}
