import type { Transaction } from 'kysely'
import type { Disruption, DisruptionPreview, Reason } from '@ambit/contract'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Keep } from '../http/bind.ts'
import { invalid, notFound } from '../http/errors.ts'
import { regionScope, userIdOf } from '../http/scope.ts'
import { recordChanged } from '../live/record-changed.ts'
import { byActor } from '../planning/change/booking-history.ts'
import { changePlans, previewChanges } from '../planning/change/change-plan.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { asActionOfZones } from '../planning/effects/as-action.ts'
import { planDetour, takeDetour } from '../planning/disrupt/close-road.ts'
import type { ZoneDetour } from '../planning/disrupt/close-road.ts'
import { compared } from '../planning/disrupt/outcomes.ts'
import { toSeconds } from '../planning/plan/types.ts'
import type { Replan } from '../planning/reassign/replan.ts'
import { refusalReasons } from '../planning/search/refusals.ts'
import { requireStreets } from '../streets/source.ts'
import { closedBy } from './standing.ts'
import { tellLeft } from './tell-left.ts'
import { requireShown, tokenOf } from './token.ts'

type RoadClosed = Extract<Disruption, { kind: 'road_closed' }>

/** What closing a road does to every booking in the region: planned on the streets that are left. Nothing is changed. */
export const previewClosure = async (deps: Deps, disruption: RoadClosed, actor: Actor): Promise<DisruptionPreview> => {
  const zones = await zonesOf(deps, disruption, actor)
  return previewChanges(deps, zones, async (changes) =>
    answer(deps, disruption, await planDetours(deps, disruption, changes)),
  )
}

/** Closes it as it was shown: from then on no vehicle is planned to drive there. 409 where it comes out otherwise. */
export const acceptClosure = async (
  deps: Deps,
  { disruption, token }: { disruption: RoadClosed; token: string },
  actor: Actor,
  keep: Keep,
): Promise<{ data: DisruptionPreview }> => {
  const zones = await zonesOf(deps, disruption, actor)
  return changePlans(deps, zones, 'disruption', async (changes, tx) => {
    const detours = await planDetours(deps, disruption, changes)
    const fresh = answer(deps, disruption, detours)
    requireShown(token, fresh)
    const message = disruption.message ?? null
    const at = deps.clock.now()
    const by = byActor(actor)
    const recorded = { action: disruption, title: 'Road closed', by, reason: message, everyTrip: true }
    const id = await asActionOfZones(changes, recorded, async () => {
      for (const detour of detours) await takeDetour(detour, { message, by })
      return store(tx, disruption, actor, at)
    })
    await tellLeft(tx, fresh.service_requests, { subject: `closure:${id}`, trip_id: null, at })
    return keep(tx, { data: fresh })
  })
}

/** All zones of the region. Throws 404 for a region that the caller may not see, 422 for a road that cannot be closed. */
export const zonesOf = async (deps: Deps, disruption: RoadClosed, actor: Actor): Promise<number[]> => {
  const scope = regionScope(actor)
  if (scope !== null && !scope.includes(disruption.region_id)) throw notFound()
  const region = await deps.db
    .selectFrom('regions')
    .select('id')
    .where('id', '=', disruption.region_id)
    .executeTakeFirst()
  if (region === undefined) throw notFound()
  refuse(deps, disruption)
  const zones = await deps.db.selectFrom('zones').select('id').where('region_id', '=', disruption.region_id).execute()
  return zones.map(({ id }) => id)
}

/** Throws 422 for a point without a street, and for a closure that is over. */
const refuse = (deps: Deps, road: RoadClosed): void => {
  if (closedBy(requireStreets(deps), road) === null)
    throw invalid([{ pointer: '/longitude', detail: 'There is no street for vehicles within 50 metres of this point' }])
  if (road.until != null && new Date(road.until) <= deps.clock.now())
    throw invalid([{ pointer: '/until', detail: 'A road cannot be closed until a time in the past' }])
}

export const planDetours = async (
  deps: Deps,
  { longitude, latitude, reach_m: reach, until }: RoadClosed,
  changes: readonly PlanChange[],
): Promise<ZoneDetour[]> => {
  const detours: ZoneDetour[] = []
  const closure = { reach, until: until == null ? null : toSeconds(new Date(until)) }
  for (const change of changes)
    detours.push(await planDetour(change, requireStreets(deps), { ...closure, point: [longitude, latitude] }))
  return detours
}

const answer = (deps: Deps, disruption: RoadClosed, detours: readonly ZoneDetour[]): DisruptionPreview => {
  const service_requests = detours.flatMap(({ context, affected, before, after, found }) =>
    compared(context, {
      left: new Set(affected.map((booking) => booking.id)),
      before: (id) => before.get(id),
      after,
      reasons: (id) => reasonsOf(found, id, context.plan.settings.time_zone),
    }),
  )
  return {
    disruption,
    zones: detours.map(({ change: { zone } }) => ({ zone_id: zone.zone_id, plan_version: zone.version })),
    closed: closedBy(requireStreets(deps), disruption),
    service_requests,
    token: tokenOf(service_requests),
  }
}

const reasonsOf = ({ failed, pp }: Replan, id: number, timeZone: string): Reason[] => {
  const refusals = failed.get(id)
  return refusals === undefined
    ? [{ code: 'no_way', text: 'No open street leads there' }]
    : refusalReasons(refusals, pp.epoch, timeZone)
}

export const store = async (tx: Transaction<DB>, disruption: RoadClosed, actor: Actor, now: Date): Promise<number> => {
  const { region_id, longitude, latitude, reach_m, until, message } = disruption
  const { id } = await tx
    .insertInto('road_closures')
    .values({
      region_id,
      longitude,
      latitude,
      reach_m,
      until: until ?? null,
      message: message ?? null,
      created_by: userIdOf(actor),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChanged(tx, 'road_closures', id)
  return id
}
