import { schedule } from '@ambit/engine'
import type { Problem, Visit, VisitTime } from '@ambit/engine'
import type { PlannedStop, PlanTrip, Seconds } from './plan.ts'
import type { PlanProblem, Wish } from './problem.ts'
import { groupVisits, splitVisits } from './stop-order.ts'

/** One stop of a trip as the plan wants it; times in seconds since 1970. */
export type ItineraryStop = {
  location_id: number
  visits: readonly Visit[]
  arrival: Seconds
  /** when the vehicle should leave: it waits where it is rather than at the next stop, as long as nobody is on board */
  departure: Seconds
  /** the last moment that keeps every promise made here */
  latest: Seconds | null
}

export type Itinerary = readonly ItineraryStop[]

/** The wishes of a plan's bookings and of those about to join it. */
export type Wishes = ReadonlyMap<number, Wish>

type Group = { location_id: number; visits: Visit[] }

/**
 * A route as stops with times: consecutive visits at one place become one stop, and the schedule is the engine's.
 * `problem` knows every request of the route. Throws where the route cannot be driven.
 */
export const itineraryOf = (
  pp: PlanProblem,
  problem: Problem,
  wishes: Wishes,
  trip: PlanTrip,
  visits: readonly Visit[],
): Itinerary => {
  const wishOf = (id: number): Wish => {
    const wish = wishes.get(id)
    if (wish === undefined) throw new Error(`The route of trip ${trip.id} visits an unknown request ${id}`)
    return wish
  }
  const placeOf = (visit: Visit): number => {
    if (visit.kind === 'fixed') throw new Error('Fixed visits have no booking')
    const wish = wishOf(visit.request)
    return visit.kind === 'pickup' ? wish.pickup.location_id : wish.dropoff.location_id
  }
  const { groups, times } = chooseGroups(
    problem,
    trip,
    visits,
    groupVisits(visits, placeOf, wishOf),
    splitVisits(visits, placeOf, wishOf),
  )
  return timed(pp, trip, groups, times, wishOf)
}

const chooseGroups = (problem: Problem, trip: PlanTrip, visits: readonly Visit[], merged: Group[], split: Group[]) => {
  const together = merged.flatMap((group) => group.visits)
  const route = (order: readonly Visit[]) => ({ vehicle: trip.id, visits: order })
  const strict = schedule(problem, route(together), { strict: true })
  if (strict !== null) return { groups: merged, times: strict }
  const own = schedule(problem, route(visits))
  const loose = schedule(problem, route(together))
  if (own === null) throw new Error(`The route of trip ${trip.id} cannot be driven`)
  const late = (times: readonly VisitTime[]): number => times.reduce((sum, time) => sum + time.lateness, 0)
  const keeps = schedule(problem, route(visits), { strict: true }) !== null
  return !keeps && loose !== null && late(loose) <= late(own)
    ? { groups: merged, times: loose }
    : { groups: split, times: own }
}

const timed = (
  pp: PlanProblem,
  trip: PlanTrip,
  groups: readonly Group[],
  times: readonly VisitTime[],
  wishOf: (id: number) => Wish,
): Itinerary => {
  const stops: ItineraryStop[] = []
  const vehicle = pp.problem.vehicles.find((one) => one.id === trip.id)
  let empty = (vehicle?.onBoard.length ?? 0) === 0
  let from = 0
  for (const group of groups) {
    const own = times.slice(from, from + group.visits.length)
    from += group.visits.length
    const [first] = own
    const last = own.at(-1)
    if (first === undefined || last === undefined) continue
    const arrival = (empty ? first.begin : first.arrival) + pp.epoch
    const before = stops.at(-1)
    if (empty && before !== undefined) before.departure = arrival - drive(pp, before.location_id, group.location_id)
    stops.push({
      location_id: group.location_id,
      visits: group.visits,
      arrival,
      departure: last.departure + pp.epoch,
      latest: Math.min(...group.visits.map((visit) => dueOf(visit, wishOf))),
    })
    empty = last.load.seats + last.load.wheelchairs === 0
  }
  return stops
}

const drive = ({ plan, network }: PlanProblem, from: number, to: number): Seconds => {
  const [a, b] = [plan.points.get(from), plan.points.get(to)]
  return a === undefined || b === undefined ? 0 : network.travel.duration(network.place(a), network.place(b))
}

const dueOf = (visit: Visit, wishOf: (id: number) => Wish): Seconds => {
  if (visit.kind === 'fixed') return Infinity
  const wish = wishOf(visit.request)
  return visit.kind === 'pickup' ? wish.pickup.upper : wish.dropoff.upper
}

/** A stop of the new plan and the stored stop that it goes on as, so that its identity survives the change. */
export type MatchedStop = { stop: ItineraryStop; stored: PlannedStop | null }

/**
 * Which stored stops the new ones are: first those that share a booking at the same place, then those at the same
 * place alone. A stop where the vehicle stands now is always the first, even when nobody boards or alights any more;
 * the vehicle leaves it when it has to for the next.
 */
export const matchStops = (pp: PlanProblem, trip: PlanTrip, itinerary: Itinerary): MatchedStop[] => {
  const stopsOfBooking = (id: number): { pickup: number | null; dropoff: number | null } => {
    const booking = pp.bookings.get(id)
    return { pickup: booking?.pickup_trip_stop_id ?? null, dropoff: booking?.dropoff_trip_stop_id ?? null }
  }
  const free = new Map(trip.stops.map((stop) => [stop.id, stop]))
  const take = (id: number | null | undefined, location: number): PlannedStop | null => {
    const stop = id == null ? undefined : free.get(id)
    if (stop === undefined || stop.location_id !== location) return null
    free.delete(stop.id)
    return stop
  }
  const standing = trip.stops[0]?.arrived_at == null ? undefined : trip.stops[0]
  const matched: MatchedStop[] = itinerary.map((stop) => ({ stop, stored: null }))
  if (standing !== undefined) {
    const [first] = matched
    if (first !== undefined && first.stop.location_id === standing.location_id)
      first.stored = take(standing.id, standing.location_id)
    else {
      free.delete(standing.id)
      const next = itinerary[0]
      const leaves =
        next === undefined
          ? standing.scheduled_departure_at
          : next.arrival - drive(pp, standing.location_id, next.location_id)
      matched.unshift({
        stop: {
          location_id: standing.location_id,
          visits: [],
          arrival: standing.scheduled_at,
          departure: Math.max(standing.scheduled_at, leaves),
          latest: null,
        },
        stored: standing,
      })
    }
  }
  for (const match of matched)
    for (const visit of match.stop.visits) {
      if (match.stored !== null || visit.kind === 'fixed') continue
      const known = stopsOfBooking(visit.request)
      match.stored = take(visit.kind === 'pickup' ? known.pickup : known.dropoff, match.stop.location_id)
    }
  for (const match of matched)
    match.stored ??= take(
      [...free.values()].find((stop) => stop.location_id === match.stop.location_id)?.id,
      match.stop.location_id,
    )
  return matched
}
