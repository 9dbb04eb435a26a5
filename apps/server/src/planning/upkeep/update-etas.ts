import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { publish } from '../../live/publish.ts'
import type { Seen } from './busy-zones.ts'
import { itineraryOf, matchStops } from '../problem/itinerary.ts'
import { planAt } from '../plan/cache.ts'
import { tripEvents } from '../change/move.ts'
import { lookAtOnce } from '../reassign/wake-optimiser.ts'
import { toDate } from '../plan/types.ts'
import type { PlanTrip, Seconds, ZonePlan } from '../plan/types.ts'
import { lookupsOf } from '../plan/lookups.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import { lockPlan, raisePlanVersion } from '../plan/queries.ts'
import type { ZoneVersion } from '../plan/queries.ts'
import { nowOf, contextOf } from '../plan/context.ts'

/** Less of a change than this is not worth telling. */
const WORTH_S = 15

type Estimate = { stop_id: number; eta: Seconds; was: Seconds | null }

/** Without news an estimate stands so long. */
const STANDS_S = 60

/** What the last estimate of a trip rested on, and when it was made. */
type Basis = { on: string; at: Seconds }
const bases = new WeakMap<Deps, Map<number, Map<number, Basis>>>()

const moving = ({ stops, state, start }: PlanTrip, now: Seconds): boolean =>
  stops.length > 0 && (state !== 'staged' || start <= now)

/**
 * Estimates anew where a vehicle was seen elsewhere, its trip changed, or nothing was heard for a minute. Between two
 * positions nothing is known that would change an estimate, so neither is the zone locked nor anything written.
 */
export const updateEtasWithNews = async (deps: Deps, zone: ZoneVersion & { seen: Seen[] }): Promise<number> => {
  const plan = await planAt(deps, deps.db, zone)
  const now = nowOf(deps)
  const known = bases.get(deps) ?? new Map<number, Map<number, Basis>>()
  bases.set(deps, known)
  const before = known.get(zone.zone_id)
  const seen = new Map(zone.seen.map(({ trip_id, at }) => [trip_id, at]))
  const after = new Map<number, Basis>()
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
 * change, so its version stands; only where somebody's promise is late from now on is the plan to be looked at again,
 * and at once. Answers how many trips changed.
 */
export const updateEtas = async (deps: Deps, zoneId: number, only?: ReadonlySet<number>): Promise<number> => {
  const { trips, late } = await deps.db.transaction().execute(async (tx) => {
    const context = await contextOf(deps, tx, await lockPlan(tx, zoneId))
    const which = (trip: PlanTrip): boolean => moving(trip, context.now) && only?.has(trip.id) !== false
    const written = await writeEtas(tx, buildProblem({ ...context, trips: which }))
    if (written.late && deps.config.optimiser) await raisePlanVersion(tx, zoneId)
    await publish(tx, tripEvents(context.plan.settings, written.trips))
    return written
  })
  if (late) await lookAtOnce(deps, zoneId)
  return trips.size
}

const estimatesOf = (pp: PlanProblem): Estimate[] =>
  [...pp.trips.values()].flatMap((trip): Estimate[] => {
    const route = pp.solution.routes.find((one) => one.vehicle === trip.id)
    if (route === undefined) return []
    const itinerary = itineraryOf(pp, pp.problem, pp.bookings, trip, route.visits)
    const matched = matchStops(pp, trip, itinerary)
    return matched.flatMap(({ stop, stored }) =>
      stored === null || stored.arrived_at !== null ? [] : [{ stop_id: stored.id, eta: stop.arrival, was: stored.eta }],
    )
  })

/** Whether somebody was expected in time for what they were promised, and is not any more. */
const someoneFallsLate = (pp: PlanProblem, estimates: readonly Estimate[]): boolean => {
  const at = new Map(estimates.map((one) => [one.stop_id, one]))
  const fallsLate = (stop: number | null, promised: Seconds): boolean => {
    const estimate = stop === null ? undefined : at.get(stop)
    return estimate !== undefined && (estimate.was ?? promised) <= promised && estimate.eta > promised
  }
  return [...pp.bookings.values()].some(
    ({ pickup, dropoff, pickup_trip_stop_id, dropoff_trip_stop_id }) =>
      fallsLate(pickup_trip_stop_id, pickup.upper) || fallsLate(dropoff_trip_stop_id, dropoff.upper),
  )
}

/**
 * Writes when the vehicles of a plan's problem are expected at their stops. Answers which trips changed, and whether
 * somebody's promise is late by it that was not.
 */
export const writeEtas = async (
  tx: Transaction<DB>,
  pp: PlanProblem,
): Promise<{ trips: Set<number>; late: boolean }> => {
  const estimates = estimatesOf(pp)
  if (estimates.length === 0) return { trips: new Set(), late: false }
  const { rows } = await sql<{ id: number; trip_id: number }>`
    update trip_stops s set eta = v.eta
    from unnest(${estimates.map((one) => one.stop_id)}::int[], ${estimates.map((one) => toDate(one.eta))}::timestamptz[]) as v(id, eta)
    where s.id = v.id and (s.eta is null or abs(extract(epoch from s.eta - v.eta)) >= ${WORTH_S})
    returning s.id, s.trip_id`.execute(tx)
  const told = new Set(rows.map((row) => row.id))
  return {
    trips: new Set(rows.map((row) => row.trip_id)),
    late: someoneFallsLate(
      pp,
      estimates.filter((one) => told.has(one.stop_id)),
    ),
  }
}
