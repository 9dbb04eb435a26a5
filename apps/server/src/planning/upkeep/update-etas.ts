import type { Deps } from '../../deps.ts'
import { changePlan, planBefore, requireBetterPlan } from '../change/change-plan.ts'
import { writeEstimates } from '../change/estimates.ts'
import { planAt } from '../plan/cache.ts'
import { nowOf } from '../plan/context.ts'
import { lookupsOf } from '../plan/lookups.ts'
import type { ZoneVersion } from '../plan/queries.ts'
import type { PlanTrip, Seconds, ZonePlan } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import type { VehicleSeen } from './busy-zones.ts'

/** Without news an estimate is kept for this long. */
const STANDS_S = 60

/** What the last estimate of a trip rested on, and when it was made. */
export type EstimateBasis = { on: string; at: Seconds }

const moving = ({ stops, state, start }: PlanTrip, now: Seconds): boolean =>
  stops.length > 0 && (state !== 'staged' || start <= now)

/**
 * Estimates where a vehicle was seen elsewhere, its trip changed, or nothing was heard for a minute. Between two
 * positions nothing is known that would change an estimate, so the zone is not locked and nothing is written.
 */
export const updateEtasWithNews = async (deps: Deps, zone: ZoneVersion & { seen: VehicleSeen[] }): Promise<number> => {
  const plan = await planAt(deps, deps.db, zone)
  const now = nowOf(deps)
  const known = deps.planning.estimates
  const before = known.get(zone.zone_id)
  const seen = new Map(zone.seen.map(({ trip_id, at }) => [trip_id, at]))
  const after = new Map<number, EstimateBasis>()
  const news = new Set<number>()
  for (const trip of plan.trips) {
    if (!moving(trip, now)) continue
    const on = basisOf(plan, trip, seen.get(trip.id) ?? null)
    const last = before?.get(trip.id)
    const stands = last !== undefined && last.on === on && now < last.at + STANDS_S
    if (!stands) news.add(trip.id)
    after.set(trip.id, stands ? last : { on, at: now })
  }
  const changed = news.size === 0 ? 0 : await updateEtas(deps, zone.zone_id, news)
  known.set(zone.zone_id, after)
  return changed
}

/** All of a trip that an estimate follows from, but the time of day. */
const basisOf = (plan: ZonePlan, trip: PlanTrip, seen: Seconds | null): string =>
  JSON.stringify([
    seen,
    trip.state,
    plan.settings.strategy,
    trip.stops.map(({ id, arrived_at }) => [id, arrived_at]),
    lookupsOf(plan)
      .bookingsOf(trip.id)
      .map(({ id, status }) => [id, status === 'on_board']),
  ])

/**
 * What is expected now, from where the vehicles are: lateness spreads along each trip. The plan itself does not
 * change, so its version stands; only where a promise is late from now on is a better plan looked for, and at once. Answers how many trips changed.
 */
export const updateEtas = async (deps: Deps, zoneId: number, only?: ReadonlySet<number>): Promise<number> =>
  changePlan(deps, zoneId, null, async (change) => {
    const context = await planBefore(change)
    const which = (trip: PlanTrip): boolean => moving(trip, context.now) && only?.has(trip.id) !== false
    const { trips, late } = await writeEstimates(change, buildProblem({ ...context, trips: which }))
    if (late && deps.config.optimiser) requireBetterPlan(change)
    return trips
  })
