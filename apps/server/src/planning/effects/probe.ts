import { insertInto } from '@ambit/engine'
import type { Insertion, Refusal, Visit } from '@ambit/engine'
import { EFFECT_WORTH_S } from '@ambit/contract'
import type { ProbePlace, Reason } from '@ambit/contract'
import { relaxBy } from '../disrupt/later.ts'
import type { PlanningContext } from '../plan/context.ts'
import { pointIn } from '../plan/lookups.ts'
import { toDate } from '../plan/types.ts'
import type { PlanBooking, PlanTrip } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import type { PlanProblem } from '../problem/build.ts'
import { insertOnRuns, openRoutesOf } from '../problem/insert.ts'
import { requestOf } from '../problem/request.ts'
import type { Demand } from '../problem/request.ts'
import { refusalReasons } from '../search/refusals.ts'
import { stopOf } from './slack.ts'

/** Places in the order of one trip that are answered, the best first. */
const MOST_PLACES = 12

/**
 * Whether each of these trips can take a booking that is on none in this plan, as an assignment by hand would put it there:
 * the others keep what they were promised, and the booking comes late by no more than an override may.
 */
export const probeTrips = (context: PlanningContext, booking: PlanBooking, trips: ReadonlySet<PlanTrip>) => {
  const { settings } = context.plan
  const limit = settings.strategy.override_limit_minutes
  const { epoch, found } = placesOn(context, booking, trips, limit)
  return found.map(({ refused, ...one }) => {
    const reasons: Reason[] = refused === undefined ? [] : refusalReasons([refused], epoch, settings.time_zone)
    return { ...one, reasons }
  })
}

/** The same with what refused it, and late by so many minutes at most where no place keeps its promise. */
export const placesOn = (
  context: PlanningContext,
  booking: PlanBooking,
  trips: ReadonlySet<PlanTrip>,
  mostLate: number,
) => {
  const places = [booking.pickup, booking.dropoff].map(({ location_id }) => pointIn(context.plan, location_id))
  const pp = buildProblem({ ...context, trips: (trip) => trips.has(trip), places })
  const demand: Demand = { ...booking, status: 'unassigned', trip_id: null, bans: [] }
  const within = insertions(pp, demand)
  const late = mostLate > 0 ? insertions(pp, relaxBy(mostLate)(demand)) : within
  const found = [...trips].map(({ id }) => {
    const [kept, broken] = [within.places.get(id) ?? [], late.places.get(id) ?? []]
    const of = (insertion: readonly Insertion[]) =>
      insertion.map((one) => placeOf(pp, booking, one)).slice(0, MOST_PLACES)
    // The same places with more time are no better: those that break a promise follow where none keeps it.
    const all = of(kept.length > 0 ? kept : broken)
    return { trip_id: id, fit: all[0]?.fit ?? ('impossible' as const), places: all, refused: within.refusals.get(id) }
  })
  return { epoch: pp.epoch, found }
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
