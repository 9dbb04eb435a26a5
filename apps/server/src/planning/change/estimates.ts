import { sql } from 'kysely'
import { toDate } from '../plan/types.ts'
import type { Seconds } from '../plan/types.ts'
import type { PlanProblem } from '../problem/build.ts'
import { itineraryOf } from '../problem/itinerary.ts'
import { announceTrips } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'
import { matchStops } from './match-stops.ts'

/** A smaller change than this is not worth publishing. */
const WORTH_S = 15

type Estimate = { stop_id: number; eta: Seconds; was: Seconds | null }

/**
 * Writes when the vehicles of a plan's problem are expected at their stops: the plan itself stands. Answers how many
 * trips are expected otherwise, and whether a promise is late by it that was not.
 */
export const writeEstimates = async (
  change: PlanChange,
  pp: PlanProblem,
): Promise<{ trips: number; late: boolean }> => {
  const estimates = estimatesOf(pp)
  if (estimates.length === 0) return { trips: 0, late: false }
  const { rows } = await sql<{ id: number; trip_id: number }>`
    update trip_stops s set eta = v.eta
    from unnest(${estimates.map((one) => one.stop_id)}::int[], ${estimates.map((one) => toDate(one.eta))}::timestamptz[]) as v(id, eta)
    where s.id = v.id and (s.eta is null or abs(extract(epoch from s.eta - v.eta)) >= ${WORTH_S})
    returning s.id, s.trip_id`.execute(change.tx)
  const trips = new Set(rows.map((row) => row.trip_id))
  announceTrips(change, trips)
  const written = new Set(rows.map((row) => row.id))
  const late = becomesLate(
    pp,
    estimates.filter((one) => written.has(one.stop_id)),
  )
  return { trips: trips.size, late }
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

/** Whether a passenger was expected in time for what was promised, and is not any more. */
const becomesLate = (pp: PlanProblem, estimates: readonly Estimate[]): boolean => {
  const at = new Map(estimates.map((one) => [one.stop_id, one]))
  const isLateNow = (stop: number | null, promised: Seconds): boolean => {
    const estimate = stop === null ? undefined : at.get(stop)
    return estimate !== undefined && (estimate.was ?? promised) <= promised && estimate.eta > promised
  }
  return [...pp.bookings.values()].some(
    ({ pickup, dropoff, pickup_trip_stop_id, dropoff_trip_stop_id }) =>
      isLateNow(pickup_trip_stop_id, pickup.upper) || isLateNow(dropoff_trip_stop_id, dropoff.upper),
  )
}
