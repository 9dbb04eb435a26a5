import type { Problem, Request, ServicePoint, Travel, Vehicle } from '@ambit/engine'

/**
 * A classical dial-a-ride instance (Cordeau & Laporte 2003; Cordeau 2006; Ropke, Cordeau & Laporte 2007). Line 1:
 * vehicles, requests (nodes in the pr files), longest route duration, capacity, longest ride. Then for each node:
 * id, x, y, service time, load, earliest, latest; 0 is the depot, 1..n pick-ups, n+1..2n deliveries.
 */
export type Instance = { name: string; requests: number; problem: Problem }

type Node = { x: number; y: number; service: number; load: number; earliest: number; latest: number }

/** Longer than any plan of these instances: no request is left out to save distance. */
const UNSERVED = 1e6

/** Times and distances are the file's own units, unrounded. Throws on a file that is not such an instance. */
export function parseInstance(name: string, text: string): Instance {
  const [header, ...rows] = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length > 1)
  const [vehicles, , maxDuration, capacity, maxRideTime] = header ?? []
  const nodes = new Map<number, Node>()
  for (const [id, x, y, service, load, earliest, latest] of rows) {
    if ([id, x, y, service, load, earliest, latest].some((value) => value === undefined || Number.isNaN(value))) {
      throw new Error(`${name}: a node needs seven numbers`)
    }
    nodes.set(id!, { x: x!, y: y!, service: service!, load: load!, earliest: earliest!, latest: latest! })
  }
  if (!vehicles || !maxDuration || !capacity || !maxRideTime)
    throw new Error(`${name}: the first line needs five numbers`)
  const requests = Math.floor(Math.max(...nodes.keys()) / 2)
  const at = (id: number): Node => {
    const node = nodes.get(id)
    if (!node) throw new Error(`${name}: node ${id} is missing`)
    return node
  }
  const depot = at(0)
  const fleet = Array.from({ length: vehicles }, (_, index): Vehicle => ({
    id: index + 1,
    start: { location: 0, time: depot.earliest },
    end: { location: 0, time: depot.latest },
    capacity: { seats: capacity, wheelchairs: 0, seatsPerWheelchair: 0 },
    maxDuration,
    onBoard: [],
    committed: [],
    fixed: [],
  }))
  return {
    name,
    requests,
    problem: {
      travel: euclidean(Array.from({ length: 2 * requests + 1 }, (_, id) => at(id))),
      vehicles: fleet,
      requests: Array.from({ length: requests }, (_, index): Request => {
        const id = index + 1
        const load = { seats: at(id).load, wheelchairs: 0 }
        return {
          id,
          pickup: pointAt(id, at(id)),
          delivery: pointAt(id + requests, at(id + requests)),
          load,
          maxRideTime,
          walk: 0,
        }
      }),
      objective: {
        vehicleTime: 0,
        driveTime: 0,
        rideTime: 0,
        waitTime: 0,
        walkTime: 0,
        distance: 1,
        lateness: 0,
        unserved: UNSERVED,
      },
      waiting: 'anywhere',
    },
  }
}

function pointAt(location: number, { earliest, latest, service }: Node): ServicePoint {
  return { location, window: { earliest, latest }, service }
}

function euclidean(nodes: readonly { x: number; y: number }[]): Travel {
  const table = nodes.map((from) => nodes.map((to) => Math.hypot(from.x - to.x, from.y - to.y)))
  const measure = (from: number, to: number) => table[from]?.[to] ?? Infinity
  return { duration: measure, distance: measure }
}
