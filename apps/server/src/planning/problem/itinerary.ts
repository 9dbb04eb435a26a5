import { schedule } from '@ambit/engine'
import type { Location, Problem, Visit, VisitTime } from '@ambit/engine'
import { isFixed, isRevised } from '../plan/types.ts'
import type { FixedStop, PlannedStop, PlanTrip, Seconds } from '../plan/types.ts'
import type { PlanProblem } from './build.ts'
import type { Demand } from './request.ts'
import { groupVisits, splitVisits } from '../plan/stop-order.ts'
import type { StopGroup, VisitFacts } from '../plan/stop-order.ts'

/** One stop of a trip as the plan wants it; times in seconds since 1970. */
export type ItineraryStop = {
  location_id: number
  kind: PlannedStop['kind']
  visits: readonly Visit[]
  arrival: Seconds
  /** how long the way takes from the stop before, or from where the vehicle is */
  drive: Seconds
  /** when the vehicle should leave: it waits where it is rather than at the next stop, as long as it is empty */
  departure: Seconds
  /** the last moment that keeps every promise made here */
  latest: Seconds | null
  /** the earliest end of what was first promised to passengers whose windows a disruption made end later */
  promised: Seconds | null
}

export type Itinerary = readonly ItineraryStop[]

/** The demands of a plan's bookings and of those about to join it. */
export type Demands = ReadonlyMap<number, Demand>

/**
 * A route as stops with times: consecutive visits at one place become one stop, and the schedule is the engine's.
 * `problem` has every request of the route. Throws where the route cannot be driven.
 */
export const itineraryOf = (
  pp: PlanProblem,
  problem: Problem,
  demands: Demands,
  trip: PlanTrip,
  visits: readonly Visit[],
): Itinerary => {
  const demandOf = (id: number): Demand => {
    const demand = demands.get(id)
    if (demand === undefined) throw new Error(`The route of trip ${trip.id} visits an unknown request ${id}`)
    return demand
  }
  const fixedOf = fixedStopsOf(trip)
  const facts: VisitFacts = {
    locationOf: (visit) => {
      if (visit.kind === 'fixed') return fixedOf(visit.id).location_id
      const demand = demandOf(visit.request)
      return visit.kind === 'pickup' ? demand.pickup.location_id : demand.dropoff.location_id
    },
    bookingOf: demandOf,
    fixedKind: (id) => fixedOf(id).kind,
  }
  const { groups, times } = chooseGroups(problem, trip, visits, groupVisits(visits, facts), splitVisits(visits, facts))
  return timed(pp, problem, trip, groups, times, demandOf)
}

const fixedStopsOf = (trip: PlanTrip): ((id: number) => FixedStop) => {
  const stops = new Map(trip.stops.filter(isFixed).map((stop) => [stop.id, stop]))
  return (id) => {
    const stop = stops.get(id)
    if (stop === undefined) throw new Error(`The route of trip ${trip.id} visits an unknown stop ${id}`)
    return stop
  }
}

const chooseGroups = (
  problem: Problem,
  trip: PlanTrip,
  visits: readonly Visit[],
  merged: StopGroup[],
  split: StopGroup[],
) => {
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
  problem: Problem,
  trip: PlanTrip,
  groups: readonly StopGroup[],
  times: readonly VisitTime[],
  demandOf: (id: number) => Demand,
): Itinerary => {
  const stops: ItineraryStop[] = []
  const vehicle = problem.vehicles.find((one) => one.id === trip.id)
  const fixedOf = fixedStopsOf(trip)
  let empty = (vehicle?.onBoard.length ?? 0) === 0
  let from = 0
  let left: Seconds | null = null
  for (const group of groups) {
    const own = times.slice(from, from + group.visits.length)
    from += group.visits.length
    const [first] = own
    const last = own.at(-1)
    if (first === undefined || last === undefined) continue
    const call = group.visits.flatMap((visit) => (visit.kind === 'fixed' ? [fixedOf(visit.id)] : []))[0]
    // An empty vehicle arrives when it is needed: at a stop of its route at its scheduled time.
    const wanted =
      call?.kind === 'route_stop'
        ? Math.min(first.begin, Math.max(first.arrival, call.window.from - call.dwell_s - pp.epoch))
        : first.begin
    const arrival = (empty ? wanted : first.arrival) + pp.epoch
    const drive = left === null ? firstDrive(problem, trip, group.visits[0]) : first.arrival - left
    left = last.departure
    const before = stops.at(-1)
    if (empty && before !== undefined) before.departure = arrival - drive
    stops.push({
      location_id: group.location_id,
      kind: group.kind,
      visits: group.visits,
      arrival,
      drive,
      departure: last.departure + pp.epoch,
      latest: Math.min(...group.visits.map((visit) => dueOf(visit, demandOf, fixedOf))),
      promised: firstPromise(group.visits, demandOf),
    })
    empty = last.load.seats + last.load.wheelchairs === 0
  }
  return stops
}

/** From where the vehicle is. */
const firstDrive = ({ travel, vehicles, requests }: Problem, trip: PlanTrip, visit: Visit | undefined): Seconds => {
  const vehicle = vehicles.find((one) => one.id === trip.id)
  const placeOf = (): Location | undefined => {
    if (visit === undefined) return undefined
    if (visit.kind === 'fixed') return vehicle?.fixed.find((one) => one.id === visit.id)?.location
    const request = requests.find((one) => one.id === visit.request)
    return visit.kind === 'pickup' ? request?.pickup.location : request?.delivery.location
  }
  const place = placeOf()
  return vehicle === undefined || place === undefined ? 0 : travel.duration(vehicle.start.location, place)
}

const dueOf = (visit: Visit, demandOf: (id: number) => Demand, fixedOf: (id: number) => FixedStop): Seconds => {
  if (visit.kind === 'fixed') {
    const stop = fixedOf(visit.id)
    return stop.kind === 'break' ? stop.window.until - stop.dwell_s : stop.window.until
  }
  const demand = demandOf(visit.request)
  return visit.kind === 'pickup' ? demand.pickup.upper : demand.dropoff.upper
}

const firstPromise = (visits: readonly Visit[], demandOf: (id: number) => Demand): Seconds | null => {
  const revised = visits.flatMap((visit) => {
    if (visit.kind === 'fixed') return []
    const demand = demandOf(visit.request)
    const end = visit.kind === 'pickup' ? demand.pickup : demand.dropoff
    return isRevised(end) ? [end.promised_upper] : []
  })
  return revised.length === 0 ? null : Math.min(...revised)
}
