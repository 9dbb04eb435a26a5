import { setImmediate } from 'node:timers/promises'
import { insertInto } from '@ambit/engine'
import type { Insertion, Refusal, Visit } from '@ambit/engine'
import { EFFECT_WORTH_S } from '@ambit/contract'
import type { ProbePlace, Reason } from '@ambit/contract'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/bind.ts'
import { isOverOrAboard } from '../dispatch-actions/kinds/refusals.ts'
import { findBookings } from '../dispatch-actions/kinds/find.ts'
import { notFound } from '../http/errors.ts'
import { relaxBy } from '../planning/disrupt/later.ts'
import { contextOf } from '../planning/plan/context.ts'
import type { PlanningContext } from '../planning/plan/context.ts'
import { pointIn } from '../planning/plan/lookups.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { toDate } from '../planning/plan/types.ts'
import type { PlanBooking, PlanTrip } from '../planning/plan/types.ts'
import { withoutBookings } from '../planning/plan/without-bookings.ts'
import { buildProblem } from '../planning/problem/build.ts'
import type { PlanProblem } from '../planning/problem/build.ts'
import { insertOnRuns, openRoutesOf } from '../planning/problem/insert.ts'
import { requestOf } from '../planning/problem/request.ts'
import type { Demand } from '../planning/problem/request.ts'
import { readyNetwork } from '../planning/problem/ready-network.ts'
import { refusalReasons } from '../planning/search/refusals.ts'
import { stopOf } from './slack.ts'

/** Places in the order of one trip that are answered, the best first. */
const MOST_PLACES = 12
/** Trips that are asked before others have their turn. */
const AT_ONCE = 50

/**
 * Whether each vehicle of its zone can take a booking, as an assignment by hand would put it there: the others keep what
 * they were promised, and the booking comes late by no more than an override may.
 */
export const probe = async (deps: Deps, id: number, actor: Actor) => {
  const [named] = await findBookings(deps.db, [id], actor)
  if (named === undefined) throw notFound()
  const context = await contextOf(deps, deps.db, await readVersion(deps.db, named.zone_id))
  const answer = { service_request_id: id, zone_id: named.zone_id, plan_version: context.plan.version }
  const booking = context.plan.bookings.find((one) => one.id === id)
  const held = isOverOrAboard(named)
  if (held !== null || booking === undefined) return { ...answer, held: held ?? 'The plan does not hold it', trips: [] }
  await readyNetwork(deps.clock, context)
  const plan = withoutBookings(context.plan, new Set([id]))
  const open = plan.trips.filter((trip) => trip.available && trip.end > context.now)
  const trips: ReturnType<typeof probeTrips> = []
  for (let from = 0; from < open.length; from += AT_ONCE) {
    trips.push(...probeTrips({ ...context, plan }, booking, new Set(open.slice(from, from + AT_ONCE))))
    await setImmediate()
  }
  return { ...answer, held: null, trips }
}

const probeTrips = (context: PlanningContext, booking: PlanBooking, trips: ReadonlySet<PlanTrip>) => {
  const { settings } = context.plan
  const places = [booking.pickup, booking.dropoff].map(({ location_id }) => pointIn(context.plan, location_id))
  const pp = buildProblem({ ...context, trips: (trip) => trips.has(trip), places })
  const demand: Demand = { ...booking, status: 'unassigned', trip_id: null, bans: [] }
  const within = insertions(pp, demand)
  const limit = settings.strategy.override_limit_minutes
  const late = limit > 0 ? insertions(pp, relaxBy(limit)(demand)) : within
  return [...trips].map(({ id }) => {
    const [kept, broken] = [within.places.get(id) ?? [], late.places.get(id) ?? []]
    const of = (found: readonly Insertion[]) =>
      found.map((insertion) => placeOf(pp, booking, insertion)).slice(0, MOST_PLACES)
    // The same places with more time are no better: those that break a promise follow where none keeps it.
    const found = of(kept.length > 0 ? kept : broken)
    const refused = within.refusals.get(id)
    const reasons: Reason[] = refused === undefined ? [] : refusalReasons([refused], pp.epoch, settings.time_zone)
    return { trip_id: id, fit: found[0]?.fit ?? ('impossible' as const), places: found, reasons }
  })
}

/** All places by trip, the cheapest first, and why there is none. */
const insertions = (pp: PlanProblem, demand: Demand) => {
  const request = requestOf(pp, demand)
  const routes = openRoutesOf(pp)
  const { pickup, dropoff } = demand
  const window = { earliest: pickup.lower, latest: pickup.upper }
  const ends = { from: pickup.location_id, to: dropoff.location_id, window }
  const answers = [
    insertInto(routes.free, request, { perVehicle: MOST_PLACES }),
    ...insertOnRuns(pp, routes, ends, () => request).map(({ answer }) => answer),
  ]
  return {
    places: Map.groupBy(
      answers.flatMap((answer) => answer.insertions),
      ({ vehicle }) => vehicle,
    ),
    refusals: new Map<number, Refusal>(answers.flatMap((answer) => answer.refusals).map((one) => [one.vehicle, one])),
  }
}

const placeOf = (pp: PlanProblem, booking: PlanBooking, insertion: Insertion): ProbePlace => {
  const { visits } = insertion.route
  const [pickup, dropoff] = (['pickup', 'delivery'] as const).map((kind) =>
    visits.findIndex((visit) => visit.kind === kind && visit.request === booking.id),
  )
  const others = insertion.affected.filter(({ delay }) => delay >= EFFECT_WORTH_S)
  const [pickup_at, dropoff_at] = [insertion.pickupTime + pp.epoch, insertion.deliveryTime + pp.epoch]
  const late = Math.max(pickup_at - booking.pickup.promised_upper, dropoff_at - booking.dropoff.promised_upper)
  const late_s = Math.max(0, Math.round(late))
  return {
    fit: late_s >= EFFECT_WORTH_S ? 'breaks_promise' : others.length > 0 ? 'others_later' : 'fits',
    pickup_before: nextStop(pp, visits, pickup! + 1, booking.id), // both are in the route
    dropoff_before: nextStop(pp, visits, dropoff! + 1, booking.id),
    pickup_at: toDate(pickup_at).toISOString(),
    dropoff_at: toDate(dropoff_at).toISOString(),
    others_later: others.length,
    worst_later_s: Math.max(0, ...others.map(({ delay }) => Math.round(delay))),
    late_s,
  }
}

/** The stop of the first visit from there on that is another's; null: there is none. */
const nextStop = ({ bookings }: PlanProblem, visits: readonly Visit[], from: number, own: number): number | null => {
  const next = visits.slice(from).find((visit) => visit.kind === 'fixed' || visit.request !== own)
  return next === undefined ? null : stopOf(next, bookings)
}
