import type { FixedVisit, Objective, Problem, Request, ServicePoint, Travel, Vehicle } from './problem.ts'

/** Small instances for tests: places on a line, one second a metre, so that every time can be added up by hand. */
export const alongALine: Travel = {
  duration: (from, to) => Math.abs(to - from),
  distance: (from, to) => Math.abs(to - from),
}

export const objective: Objective = {
  vehicleTime: 0,
  driveTime: 1,
  rideTime: 0,
  waitTime: 0,
  walkTime: 0,
  distance: 0,
  lateness: 100,
  unserved: 100_000,
}

export function point(location: number, earliest = 0, latest = 10_000, service = 0): ServicePoint {
  return { location, window: { earliest, latest }, service }
}

export function request(
  id: number,
  pickup: ServicePoint,
  delivery: ServicePoint,
  rest: Partial<Request> = {},
): Request {
  return { id, pickup, delivery, load: { seats: 1, wheelchairs: 0 }, maxRideTime: 10_000, walk: 0, ...rest }
}

export function van(id: number, rest: Partial<Vehicle> = {}): Vehicle {
  return {
    id,
    start: { location: 0, time: 0 },
    end: { location: null, time: 10_000 },
    capacity: { seats: 4, wheelchairs: 0, seatsPerWheelchair: 0 },
    maxDuration: Infinity,
    onBoard: [],
    committed: [],
    fixed: [],
    ...rest,
  }
}

export function problem(vehicles: Vehicle[], requests: Request[], rest: Partial<Problem> = {}): Problem {
  return { travel: alongALine, vehicles, requests, objective, ...rest }
}

export function fixedVisit(id: number, kind: FixedVisit['kind'], at: ServicePoint, sequence?: number): FixedVisit {
  return { ...at, id, kind, sequence }
}

export const pick = (id: number) => ({ kind: 'pickup', request: id }) as const
export const drop = (id: number) => ({ kind: 'delivery', request: id }) as const
export const stop = (id: number) => ({ kind: 'fixed', id }) as const
