import { addDays, momentAt, weekdayOf } from '@ambit/domain'
import { insert, type Problem, type Request, schedule, type Solution, type VisitTime } from '@ambit/engine'
import { createChance, type Chance } from './chance.ts'
import type { RosterEntry } from './fleet.ts'

/** One stop of a zone as the history needs it: its place in the travel table, and its row. */
export type HistoryStop = { location_id: number; name: string; longitude: number; latitude: number; hub: boolean }
export type HistoryZone = {
  stops: readonly HistoryStop[]
  /** seconds and metres, row-major over `stops` */
  travel: { duration: Float64Array; distance: Float64Array }
}
export type HistoryTraveler = { id: number; handicapped: boolean }

export type PastBooking = {
  traveler: number
  passengers: number
  wheelchairs: number
  pickup: number
  dropoff: number
  pickupWindow: [number, number]
  dropoffWindow: [number, number]
  maxRide: number
  direct: number
  bookedAt: number
  outcome: 'completed' | 'no_show' | 'cancelled'
  pickupVisit: number | null
  dropoffVisit: number | null
  /** when it happened, which at a stop with others may be after the vehicle's arrival */
  boardedAt: number
  droppedOffAt: number
  rating: number | null
}
export type PastStop = { stop: number; planned: VisitTime; arrived: number; departed: number }
export type PastTrip = { roster: RosterEntry; start: number; end: number; stops: PastStop[]; bookings: PastBooking[] }

const WINDOW = 600
/** bookings an hour of a zone's vehicles, over an ordinary day */
const PER_VEHICLE_HOUR = 0.9

/**
 * One past day of one zone: demand drawn with its morning and afternoon peaks, planned by the engine's own insertion
 * in the order in which people booked, then driven with ordinary delays. Times are seconds since the epoch.
 */
export const liveThroughDay = (
  zone: HistoryZone,
  roster: readonly RosterEntry[],
  capacities: readonly { capacity: number; mobility_capacity: number; seats_per_wheelchair: number }[],
  travelers: readonly HistoryTraveler[],
  timeZone: string,
  date: string,
  seed: number,
): PastTrip[] => {
  const chance = createChance(seed)
  const at = (minutes: number): number => momentAt(timeZone, date, minutes).getTime() / 1000
  const hours = roster.reduce((sum, { shift }) => sum + (shift.to - shift.from) / 60, 0)
  const weekend = weekdayOf(date) >= 6 ? 0.6 : 1
  const wanted = Math.round(hours * PER_VEHICLE_HOUR * weekend * chance.between(0.85, 1.15))
  const drawn = Array.from({ length: wanted }, (_, id) => drawRequest(zone, travelers, chance, at, id)).filter(
    (draw) => draw !== null,
  )
  const size = zone.stops.length
  const problem: Problem = {
    travel: {
      duration: (from, to) => zone.travel.duration[from * size + to] ?? Infinity,
      distance: (from, to) => zone.travel.distance[from * size + to] ?? Infinity,
    },
    vehicles: roster.map((entry, id) => ({
      id,
      start: { location: chance.below(size), time: at(entry.shift.from) },
      end: { location: null, time: at(entry.shift.to) },
      capacity: seatsOf(capacities[entry.vehicle]!), // the roster names vehicles of the fleet
      maxDuration: Infinity,
      onBoard: [],
      committed: [],
      fixed: [],
    })),
    requests: drawn.map(({ request }) => request),
    objective: {
      vehicleTime: 0.5,
      driveTime: 0.5,
      rideTime: 0.5,
      waitTime: 0.5,
      walkTime: 0.5,
      distance: 0,
      lateness: 10,
      unserved: 100_000,
    },
  }
  return drive(problem, planInOrder(problem), drawn, roster, at, chance)
}

const seatsOf = (vehicle: { capacity: number; mobility_capacity: number; seats_per_wheelchair: number }) => ({
  seats: vehicle.capacity,
  wheelchairs: vehicle.mobility_capacity,
  seatsPerWheelchair: vehicle.seats_per_wheelchair,
})

type Drawn = { request: Request; traveler: number; direct: number; lead: number }

/** Two peaks, 8:00 and 15:30, over a broad day. */
const drawMinutes = (chance: Chance): number => {
  const kind = chance.next()
  const minutes =
    kind < 0.3
      ? 8 * 60 + chance.normal() * 55
      : kind < 0.6
        ? 15.5 * 60 + chance.normal() * 70
        : chance.between(6 * 60, 21 * 60)
  return Math.min(21.2 * 60, Math.max(5.7 * 60, minutes))
}

const drawRequest = (
  zone: HistoryZone,
  travelers: readonly HistoryTraveler[],
  chance: Chance,
  at: (minutes: number) => number,
  id: number,
): Drawn | null => {
  const hubs = zone.stops.flatMap((stop, index) => (stop.hub ? [index] : []))
  const anywhere = (): number =>
    hubs.length > 0 && chance.holds(0.35) ? chance.pick(hubs) : chance.below(zone.stops.length)
  const from = anywhere()
  const to = anywhere()
  const direct = zone.travel.duration[from * zone.stops.length + to]
  if (from === to || direct === undefined || direct < 150 || !Number.isFinite(direct)) return null
  const traveler = chance.pick(travelers)
  const passengers = chance.holds(0.8) ? 1 : chance.holds(0.75) ? 2 : 3
  const wheelchairs = traveler.handicapped && chance.holds(0.6) ? 1 : 0
  const earliest = Math.round(at(drawMinutes(chance)) / 60) * 60
  const maxRide = 1.5 * direct + 600
  const service = 30 + 10 * passengers + 120 * wheelchairs
  return {
    traveler: traveler.id,
    direct,
    lead: chance.holds(0.5) ? chance.between(600, 5400) : chance.between(6 * 3600, 3 * 86_400),
    request: {
      id,
      pickup: { location: from, window: { earliest, latest: earliest + WINDOW }, service },
      delivery: { location: to, window: { earliest, latest: earliest + WINDOW + service + maxRide }, service },
      load: { seats: passengers - wheelchairs, wheelchairs },
      maxRideTime: maxRide,
      walk: chance.between(30, 300),
    },
  }
}

/** Whoever books first is planned first; who cannot be served was refused and left no booking. */
const planInOrder = (problem: Problem): Solution => {
  let solution: Solution = {
    routes: problem.vehicles.map(({ id }) => ({ vehicle: id, visits: [] })),
    unserved: problem.requests.map(({ id }) => id),
  }
  for (const { id } of problem.requests) {
    const best = insert(problem, solution, id).insertions[0]
    if (best === undefined) continue
    solution = {
      routes: solution.routes.map((route) => (route.vehicle === best.vehicle ? best.route : route)),
      unserved: solution.unserved.filter((other) => other !== id),
    }
  }
  return solution
}

const drive = (
  problem: Problem,
  solution: Solution,
  drawn: readonly Drawn[],
  roster: readonly RosterEntry[],
  at: (minutes: number) => number,
  chance: Chance,
): PastTrip[] =>
  solution.routes.map((route) => {
    const entry = roster[route.vehicle]! // routes are made one per roster entry
    const bookings = new Map<number, PastBooking>()
    const stops: PastStop[] = []
    const times = schedule(problem, route) ?? []
    let delay = 0
    route.visits.forEach((visit, index) => {
      const planned = times[index]
      const draw = visit.kind === 'fixed' ? undefined : drawn.find(({ request }) => request.id === visit.request)
      if (planned === undefined || draw === undefined || visit.kind === 'fixed') return
      const stop = visit.kind === 'pickup' ? draw.request.pickup.location : draw.request.delivery.location
      // Delay builds up and is made good again: an autoregressive walk, never early at a pickup.
      delay = Math.max(visit.kind === 'pickup' ? 0 : -60, delay * 0.7 + chance.normal() * 45 + 8)
      const before = stops.at(-1)
      const here = before !== undefined && before.stop === stop ? before : undefined
      const moment = Math.round(Math.max(planned.begin + delay, (before?.departed ?? 0) + (here === undefined ? 1 : 0)))
      const place = here ?? { stop, planned, arrived: moment, departed: moment }
      if (here === undefined) stops.push(place)
      place.departed = moment + Math.round(planned.departure - planned.begin)
      const booking = bookings.get(visit.request) ?? bookingOf(draw, planned, chance)
      if (visit.kind === 'pickup') {
        booking.pickupVisit = stops.indexOf(place)
        booking.boardedAt = moment
      } else {
        booking.dropoffVisit = stops.indexOf(place)
        booking.droppedOffAt = moment
        booking.dropoffWindow = [
          Math.round(planned.begin),
          Math.round(Math.min(planned.begin + 900, draw.request.delivery.window.latest)),
        ]
      }
      bookings.set(visit.request, booking)
    })
    return {
      roster: entry,
      start: at(entry.shift.from),
      end: at(entry.shift.to),
      stops,
      bookings: [...bookings.values()],
    }
  })

const bookingOf = ({ request, traveler, direct, lead }: Drawn, planned: VisitTime, chance: Chance): PastBooking => ({
  traveler,
  passengers: request.load.seats + request.load.wheelchairs,
  wheelchairs: request.load.wheelchairs,
  pickup: request.pickup.location,
  dropoff: request.delivery.location,
  pickupWindow: [request.pickup.window.earliest, request.pickup.window.latest],
  dropoffWindow: [planned.begin, request.delivery.window.latest],
  maxRide: request.maxRideTime,
  direct,
  bookedAt: Math.round(request.pickup.window.earliest - lead),
  outcome: chance.holds(0.955) ? 'completed' : 'no_show',
  pickupVisit: null,
  dropoffVisit: null,
  boardedAt: 0,
  droppedOffAt: 0,
  rating: chance.holds(0.18) ? Math.min(5, Math.max(1, Math.round(4.3 + chance.normal()))) : null,
})

/** The days before today, oldest first. */
export const pastDates = (today: string, days: number): string[] =>
  Array.from({ length: days }, (_, at) => addDays(today, at - days))
