import { flatDistance, nearestOnSegment } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import type { Closure, Inside, Streets } from '@ambit/streets'

type Profile = Parameters<Streets['route']>[0]
type Place = Parameters<Streets['route']>[1]

const speeds: Record<Profile, number> = { car: 10, foot: 1.25 }
const reachOf = ({ reach }: Closure): number => Math.max(reach, LEAST_REACH_M)
const pointOf = (place: Place): LngLat => ('point' in place ? place.point : place)

/** A closure closes at least this much of a straight line; going around it adds this many metres. */
const LEAST_REACH_M = 10
const ROUND_M = 3000

function* nothingInside() {
  yield
  return new Int32Array()
}

const nothingWithin: Inside = {
  *streetMetres() {
    yield
    return 0
  },
  *houses() {
    yield
    return 0
  },
  *walks() {
    yield
    return []
  },
  *suggestions() {
    yield
    return { stops: [], left: 0 }
  },
}

/**
 * A world without corners: straight lines, 36 km/h by car and 4.5 km/h on foot, so that times can be added by hand. A
 * line through a closure takes three kilometres more by car; vehicles can leave a closed place but not reach it.
 */
export const straightStreets = (closures: readonly Closure[] = []): Streets => {
  const on = (point: LngLat) => closures.some((one) => flatDistance(point, one.point) <= reachOf(one))
  const metres = (profile: Profile, from: LngLat, to: LngLat): number => {
    const straight = flatDistance(from, to)
    if (profile === 'foot' || straight === 0) return straight
    if (on(to)) return Infinity
    const round = closures.filter(
      (one) => nearestOnSegment(one.point, from, to).distance <= reachOf(one) && flatDistance(from, one.point) > 1,
    )
    return straight + round.length * ROUND_M
  }
  const table: Streets['table'] = (profile, sources, targets) => {
    const distance = Float64Array.from(
      sources.flatMap((from) => targets.map((to) => metres(profile, pointOf(from), pointOf(to)))),
    )
    return { distance, duration: distance.map((length) => length / speeds[profile]) }
  }
  return {
    manifest: {
      format: 1,
      name: 'Straight',
      created_at: '2026-01-01T00:00:00Z',
      bbox: [152, -28, 154, -27],
      counts: { nodes: 0, ways: 0, relations: 0, road_pieces: 0, path_pieces: 0, street_names: 0 },
      demo: true,
      attribution: 'made by hand',
    },
    snap: (_profile, point) => ({ point, distance: 0, side: 'on', at: [] }),
    route: (profile, from, to) => {
      const distance = metres(profile, pointOf(from), pointOf(to))
      if (distance === Infinity) return null
      const point = pointOf(to)
      return {
        distance,
        duration: distance / speeds[profile],
        geometry: [pointOf(from), point],
        streets: [],
        begins: '',
        steps: [{ kind: 'arrive', street: '', distance_m: Math.round(distance), point }],
      }
    },
    table,
    *tableInSteps(...asked) {
      yield
      return table(...asked)
    },
    targets: (profile, targets) => ({ count: targets.length, from: (source) => table(profile, [source], targets) }),
    closedStreets: ({ point }) => ({ streets: ['Straight Road'], lines: [[point, point]] }),
    without: (more) => straightStreets([...closures, ...more]),
    addresses: {
      houses: { count: 0, at: () => [0, 0], inside: nothingInside },
      suggest: () => [],
      reverse: () => [],
      houseNumbers: () => [][Symbol.iterator](),
      streets: () => [],
      places: () => [],
      landmarks: () => [],
    },
    kerb: (point) => ({ point, street: '', distance: 0 }),
    inside: () => nothingWithin,
  }
}
