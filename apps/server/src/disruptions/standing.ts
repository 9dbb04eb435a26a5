import type { RoadClosure } from '@ambit/contract'
import type { Streets } from '@ambit/streets'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Wire } from '../http/bind.ts'
import { notFound } from '../http/errors.ts'
import { regionScope, withinScope } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { changePlans } from '../planning/change/change-plan.ts'
import { asActionOfZones } from '../planning/effects/as-action.ts'

/** The roads that are closed now, with what that means on the map. */
export const listClosures = async ({ db, clock, streets }: Deps, actor: Actor): Promise<Wire<RoadClosure>[]> => {
  const rows = await db
    .selectFrom('road_closures')
    .leftJoin('users', 'users.id', 'created_by')
    .select(['road_closures.id', 'region_id', 'longitude', 'latitude', 'reach_m', 'until', 'message'])
    .select(['road_closures.created_at', sql<string | null>`first_name || ' ' || last_name`.as('created_by_name')])
    .where('lifted_at', 'is', null)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', clock.now())]))
    .where(withinScope(regionScope(actor), 'region_id'))
    .orderBy('road_closures.id')
    .execute()
  const open = streets.current()
  return rows.map((row) => ({
    ...row,
    closed: open && closedBy(open, row),
  }))
}

/** What a closure closes; null where there is no street. */
export const closedBy = (
  streets: Streets,
  { longitude, latitude, reach_m }: Pick<RoadClosure, 'longitude' | 'latitude' | 'reach_m'>,
): RoadClosure['closed'] => {
  const closed = streets.closedStreets({ point: [longitude, latitude], reach: reach_m })
  return closed && { ...closed, lines: closed.lines.map((line) => line.map(([lng, lat]) => [lng, lat])) }
}

/** Opens a road again. Bookings stay as they were planned: another street makes no booking worse off. */
export const liftClosure = async (deps: Deps, id: number, actor: Actor): Promise<void> => {
  const zones = await deps.db
    .selectFrom('road_closures as c')
    .innerJoin('zones', 'zones.region_id', 'c.region_id')
    .where('c.id', '=', id)
    .where('c.lifted_at', 'is', null)
    .where(withinScope(regionScope(actor), 'c.region_id'))
    .select('zones.id')
    .execute()
  if (zones.length === 0) throw notFound()
  const recorded = {
    action: { kind: 'road_opened' as const, road_closure_id: id },
    title: 'Open the road',
    by: byActor(actor),
    reason: null,
    about: { closures: [id] },
    everyTrip: true,
  }
  await changePlans(
    deps,
    zones.map((zone) => zone.id),
    null,
    (changes, tx) => asActionOfZones(changes, recorded, () => liftInPlan(tx, id, actor, deps.clock.now())),
  )
}

/** The same as a part of a change. 404 for one that does not stand, or is out of sight. */
export const liftInPlan = async (tx: Transaction<DB>, id: number, actor: Actor, at: Date): Promise<void> => {
  const lifted = await tx
    .updateTable('road_closures')
    .set({ lifted_at: at })
    .where('id', '=', id)
    .where('lifted_at', 'is', null)
    .where(withinScope(regionScope(actor), 'region_id'))
    .returning('id')
    .executeTakeFirst()
  if (lifted === undefined) throw notFound()
  await recordChanged(tx, 'road_closures', id)
}
