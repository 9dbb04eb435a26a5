import { addDays, momentAt, townTraffic, weekdayOf } from '@ambit/domain'
import { insert, type Problem, type Request, type Route, schedule, type Solution, type VisitTime } from '@ambit/engine'
import { type Random, seededRandom } from '@ambit/random'
import type { RosterEntry } from './fleet.ts'

/** A zone's stop: its index in the travel table, and its row. */
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
 * in the order of booking, then driven at the pace of the hour's traffic, with random delays for each
 * drive and each stop. Times are seconds since the epoch.
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
  const random = seededRandom(seed)
  const at = (minutes: number): number => momentAt(timeZone, date, minutes).getTime() / 1000
  const hours = roster.reduce((sum, { shift }) => sum + (shift.to - shift.from) / 60, 0)
  const [midnight, weekday] = [at(0), weekdayOf(date)]
  const weekend = weekday >= 6 ? 0.6 : 1
  const wanted = Math.round(hours * PER_VEHICLE_HOUR * weekend * random.between(0.85, 1.15))
  const drawn = Array.from({ length: wanted }, (_, id) => drawRequest(zone, travelers, random, at, id)).filter(
    (draw) => draw !== null,
  )
  const streets = streetsOf(zone, (time) => townTraffic(weekday, ((time - midnight) / 60) % 1440))
  const problem: Problem = {
    travel: streets.travel,
    vehicles: roster.map((entry, id) => ({
      id,
      start: {
        location: streets.placeAt(random.below(zone.stops.length), at(entry.shift.from)),
        time: at(entry.shift.from),
      },
      end: { location: null, time: at(entry.shift.to) },
      capacity: seatsOf(capacities[entry.vehicle]!), // the roster names vehicles of the fleet
      maxDuration: Infinity,
      onBoard: [],
      committed: [],
      fixed: [],
    })),
    requests: drawn.map(({ request, from, to, direct }) => ({
      ...request,
      pickup: { ...request.pickup, location: streets.placeAt(from, request.pickup.window.earliest) },
      delivery: { ...request.delivery, location: streets.placeAt(to, request.pickup.window.earliest + direct) },
    })),
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
  return drive({ problem, solution: planInOrder(problem), drawn, roster, at, random, streets })
}

const seatsOf = (vehicle: { capacity: number; mobility_capacity: number; seats_per_wheelchair: number }) => ({
  seats: vehicle.capacity,
  wheelchairs: vehicle.mobility_capacity,
  seatsPerWheelchair: vehicle.seats_per_wheelchair,
})

type Drawn = { request: Request; from: number; to: number; traveler: number; direct: number; lead: number }

/** Two peaks, 8:00 and 15:30, over a broad day. */
const drawMinutes = (random: Random): number => {
  const kind = random.next()
  const minutes =
    kind < 0.3
      ? 8 * 60 + random.normal() * 55
      : kind < 0.6
        ? 15.5 * 60 + random.normal() * 70
        : random.between(6 * 60, 21 * 60)
  return Math.min(21.2 * 60, Math.max(5.7 * 60, minutes))
}

const drawRequest = (
  zone: HistoryZone,
  travelers: readonly HistoryTraveler[],
  random: Random,
  at: (minutes: number) => number,
  id: number,
): Drawn | null => {
  const hubs = zone.stops.flatMap((stop, index) => (stop.hub ? [index] : []))
  const anywhere = (): number =>
    hubs.length > 0 && random.chance(0.35) ? random.pick(hubs) : random.below(zone.stops.length)
  const from = anywhere()
  const to = anywhere()
  const direct = zone.travel.duration[from * zone.stops.length + to]
  if (from === to || direct === undefined || direct < 150 || !Number.isFinite(direct)) return null
  const traveler = random.pick(travelers)
  const passengers = random.chance(0.8) ? 1 : random.chance(0.75) ? 2 : 3
  const wheelchairs = traveler.handicapped && random.chance(0.6) ? 1 : 0
  const earliest = Math.round(at(drawMinutes(random)) / 60) * 60
  const maxRide = 1.5 * direct + 600
  const service = 30 + 10 * passengers + 120 * wheelchairs
  return {
    from,
    to,
    traveler: traveler.id,
    direct,
    lead: random.chance(0.5) ? random.between(600, 5400) : random.between(6 * 3600, 3 * 86_400),
    request: {
      id,
      pickup: { location: from, window: { earliest, latest: earliest + WINDOW }, service },
      delivery: { location: to, window: { earliest, latest: earliest + WINDOW + service + maxRide }, service },
      load: { seats: passengers - wheelchairs, wheelchairs },
      maxRideTime: maxRide,
      walk: random.between(30, 300),
    },
  }
}

/** Requests are planned in the order of booking; a request that cannot be served was refused and left no booking. */
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

type Streets = {
  travel: Problem['travel']
  /** the location of a stop that is visited at that moment */
  placeAt: (stop: number, time: number) => number
  /** seconds in free flow between the stops of two such places */
  free: (from: number, to: number) => number
  stopOf: (place: number) => number
  trafficAt: (time: number) => number
}

/** As planning does: a location has the level of the hour in which it is visited, and a drive takes the slower one of its ends. */
const streetsOf = (zone: HistoryZone, trafficAt: (time: number) => number): Streets => {
  const size = zone.stops.length
  const hours: number[] = []
  const factors: number[] = []
  const placeAt = (stop: number, time: number): number => {
    const hour = Math.floor(time / 3600)
    const known = hours.indexOf(hour)
    if (known >= 0) return known * size + stop
    hours.push(hour)
    factors.push(trafficAt(hour * 3600 + 1800))
    return (hours.length - 1) * size + stop
  }
  const cell = (from: number, to: number): number => (from % size) * size + (to % size)
  const factorOf = (place: number): number => factors[Math.floor(place / size)] ?? 1
  const free = (from: number, to: number): number => zone.travel.duration[cell(from, to)] ?? Infinity
  return {
    travel: {
      duration: (from, to) => free(from, to) * Math.max(factorOf(from), factorOf(to)),
      distance: (from, to) => zone.travel.distance[cell(from, to)] ?? Infinity,
    },
    placeAt,
    free,
    stopOf: (place) => place % size,
    trafficAt,
  }
}

type Day = {
  problem: Problem
  solution: Solution
  drawn: readonly Drawn[]
  roster: readonly RosterEntry[]
  at: (minutes: number) => number
  random: Random
  streets: Streets
}

const drive = (day: Day): PastTrip[] =>
  day.solution.routes.map((route) => {
    const entry = day.roster[route.vehicle]! // routes are made one per roster entry
    return {
      roster: entry,
      start: day.at(entry.shift.from),
      end: day.at(entry.shift.to),
      ...driveRoute(day, route),
    }
  })

/** Drivers leave a little early. */
const AHEAD_S = 60

const driveRoute = (day: Day, route: Route): Pick<PastTrip, 'stops' | 'bookings'> => {
  const { problem, drawn, random, streets } = day
  const bookings = new Map<number, PastBooking>()
  const stops: PastStop[] = []
  const times = schedule(problem, route) ?? []
  const { start } = problem.vehicles[route.vehicle]! // named by the roster's index
  let place = start.location
  let ready = start.time
  let riding = 0
  route.visits.forEach((visit, index) => {
    const planned = times[index]
    const which = visit.kind === 'fixed' ? -1 : problem.requests.findIndex(({ id }) => id === visit.request)
    const [request, draw] = [problem.requests[which], drawn[which]]
    if (planned === undefined || request === undefined || draw === undefined || visit.kind === 'fixed') return
    const target = visit.kind === 'pickup' ? request.pickup.location : request.delivery.location
    const before = stops.at(-1)
    const stop = streets.stopOf(target)
    let here = before?.stop === stop ? before : undefined
    if (here === undefined) {
      // An empty vehicle has time until it has to leave for the next stop.
      const leaves = Math.round(
        riding > 0 ? ready : Math.max(ready, planned.begin - problem.travel.duration(place, target) - AHEAD_S),
      )
      if (before !== undefined) before.departed = leaves
      const arrived = Math.round(leaves + Math.max(1, driven(random, streets, streets.free(place, target), leaves)))
      here = { stop, planned, arrived, departed: arrived }
      stops.push(here)
      ready = arrived
      place = target
    }
    const moment = Math.round(visit.kind === 'pickup' ? Math.max(ready, request.pickup.window.earliest) : ready)
    ready = moment + Math.round(service(random, planned.departure - planned.begin))
    here.departed = ready
    const booking = bookings.get(visit.request) ?? bookingOf(draw, planned, random)
    if (visit.kind === 'pickup') {
      riding++
      booking.pickupVisit = stops.indexOf(here)
      booking.boardedAt = moment
    } else {
      riding--
      booking.dropoffVisit = stops.indexOf(here)
      booking.droppedOffAt = moment
      booking.dropoffWindow = [
        Math.round(planned.begin),
        Math.round(Math.min(planned.begin + 900, request.delivery.window.latest)),
      ]
    }
    bookings.set(visit.request, booking)
  })
  return { stops, bookings: [...bookings.values()] }
}

/** A little slower or faster than usual, and sometimes held up. */
const driven = (random: Random, { trafficAt }: Streets, free: number, leaves: number): number => {
  const luck = Math.min(1.5, Math.max(0.75, Math.exp(0.07 * random.normal())))
  return free * trafficAt(leaves) * luck + (random.chance(0.008) ? random.between(90, 420) : 0)
}

/** Usually a little less than planned, sometimes much more. */
const service = (random: Random, planned: number): number =>
  planned * Math.min(2.2, 0.85 * Math.exp(0.28 * random.normal()))

const bookingOf = (
  { request, from, to, traveler, direct, lead }: Drawn,
  planned: VisitTime,
  random: Random,
): PastBooking => ({
  traveler,
  passengers: request.load.seats + request.load.wheelchairs,
  wheelchairs: request.load.wheelchairs,
  pickup: from,
  dropoff: to,
  pickupWindow: [request.pickup.window.earliest, request.pickup.window.latest],
  dropoffWindow: [planned.begin, request.delivery.window.latest],
  maxRide: request.maxRideTime,
  direct,
  bookedAt: Math.round(request.pickup.window.earliest - lead),
  outcome: random.chance(0.955) ? 'completed' : 'no_show',
  pickupVisit: null,
  dropoffVisit: null,
  boardedAt: 0,
  droppedOffAt: 0,
  rating: random.chance(0.18) ? Math.min(5, Math.max(1, Math.round(4.3 + random.normal()))) : null,
})

/** The days before today, oldest first. */
export const pastDates = (today: string, days: number): string[] =>
  Array.from({ length: days }, (_, at) => addDays(today, at - days))
