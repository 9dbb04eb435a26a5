import type { Problem, Request, Solution, Travel, Vehicle, Visit } from '@ambit/engine'

/** A made-up town of stops with a fleet under way in it. */
export type Fleet = { problem: Problem; solution: Solution; tableBytes: number }

const PLACES = 500
const TOWN_METRES = 12_000
const METRES_PER_SECOND = 9

/** Reproducible numbers 0 ≤ x < 1. Not from @ambit/random: earlier figures of this benchmark are of the fleets that this sequence draws. */
function stream(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

/**
 * A fleet in which every vehicle has `stops` stops ahead, two for each passenger, most of them shared rides. Windows
 * are drawn around the times at which the vehicle passes, so that every route is feasible, with ten to twenty-five minutes of slack.
 */
export function drawFleet(vehicles: number, stops: number): Fleet {
  const random = stream(vehicles * 1000 + stops)
  const { travel, bytes } = drawTown(random)
  const requests: Request[] = []
  const routes: { vehicle: number; visits: Visit[] }[] = []
  const fleet: Vehicle[] = []
  for (let id = 1; id <= vehicles; id++) {
    const location = Math.floor(random() * PLACES)
    const { visits, added, ends } = drawRoute(random, travel, location, stops, requests.length)
    requests.push(...added)
    routes.push({ vehicle: id, visits })
    fleet.push({
      id,
      start: { location, time: 0 },
      end: { location: null, time: ends + 3600 },
      capacity: { seats: 8, wheelchairs: 1, seatsPerWheelchair: 2 },
      maxDuration: Infinity,
      onBoard: [],
      committed: [],
      fixed: [],
    })
  }
  const objective = {
    vehicleTime: 1,
    driveTime: 0,
    rideTime: 1,
    waitTime: 0,
    walkTime: 1,
    distance: 0,
    lateness: 100,
    unserved: 1e6,
  }
  return {
    problem: { travel, vehicles: fleet, requests, objective },
    solution: { routes, unserved: [] },
    tableBytes: bytes,
  }
}

/** A passenger who wants to leave within twenty minutes of some time in the next hour. */
export function drawRequest({ problem }: Fleet, seed: number): Request {
  const random = stream(seed * 7919 + 17)
  const [from, to] = [Math.floor(random() * PLACES), Math.floor(random() * PLACES)]
  const earliest = random() * 3600
  const direct = problem.travel.duration(from, to)
  const maxRideTime = 1.5 * direct + 600
  return {
    id: -1,
    pickup: { location: from, window: { earliest, latest: earliest + 1200 }, service: 40 },
    delivery: { location: to, window: { earliest: 0, latest: earliest + 1240 + maxRideTime }, service: 40 },
    load: { seats: 1, wheelchairs: 0 },
    maxRideTime,
    walk: 120,
  }
}

function drawTown(random: () => number): { travel: Travel; bytes: number } {
  const xs = Array.from({ length: PLACES }, () => [random() * TOWN_METRES, random() * TOWN_METRES] as const)
  const metres = new Float32Array(PLACES * PLACES)
  xs.forEach(([x, y], from) => {
    xs.forEach(([u, v], to) => (metres[from * PLACES + to] = 1.3 * Math.hypot(x - u, y - v)))
  })
  const distance = (from: number, to: number) => metres[from * PLACES + to] ?? Infinity
  const duration = (from: number, to: number) => (metres[from * PLACES + to] ?? Infinity) / METRES_PER_SECOND
  return { travel: { duration, distance }, bytes: metres.byteLength }
}

function drawRoute(random: () => number, travel: Travel, from: number, stops: number, firstId: number) {
  const visits: Visit[] = []
  const added: Request[] = []
  const riding: { id: number; boarded: number; place: number }[] = []
  let here = from
  let time = 0
  while (visits.length < stops) {
    const boards = riding.length === 0 || (visits.length + riding.length < stops && riding.length < 3 && random() < 0.5)
    const next = boards ? nearby(random, travel, here) : here
    const leaves = boards ? undefined : riding.shift()
    const place = leaves?.place ?? next
    time += travel.duration(here, place)
    here = place
    if (leaves) {
      const request = added.find(({ id }) => id === leaves.id)
      if (request) {
        request.delivery = {
          location: place,
          window: { earliest: 0, latest: time + 600 + random() * 900 },
          service: 40,
        }
        request.maxRideTime = Math.max(
          time - leaves.boarded + 60,
          1.5 * travel.duration(request.pickup.location, place) + 600,
        )
      }
      visits.push({ kind: 'delivery', request: leaves.id })
    } else {
      const id = firstId + added.length
      const earliest = time - random() * 300
      const pickup = { location: place, window: { earliest, latest: earliest + 1200 }, service: 40 }
      added.push({ id, pickup, delivery: pickup, load: { seats: 1, wheelchairs: 0 }, maxRideTime: Infinity, walk: 0 })
      riding.push({ id, boarded: time + 40, place: nearby(random, travel, place) })
      visits.push({ kind: 'pickup', request: id })
    }
    time += 40
  }
  return { visits, added, ends: time }
}

/** One of a few random places, the nearest: rides are local. */
function nearby(random: () => number, travel: Travel, here: number): number {
  const drawn = Array.from({ length: 4 }, () => Math.floor(random() * PLACES))
  return drawn.reduce((best, place) => (travel.duration(here, place) < travel.duration(here, best) ? place : best))
}
