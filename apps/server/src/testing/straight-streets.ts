import { flatDistance } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import type { Streets } from '@ambit/streets'

type Profile = Parameters<Streets['route']>[0]
type Place = Parameters<Streets['route']>[1]

const speeds: Record<Profile, number> = { car: 10, foot: 1.25 }
const pointOf = (place: Place): LngLat => ('point' in place ? place.point : place)

/** A world without corners: straight lines, 36 km/h by car and 4.5 km/h on foot, so that times can be added by hand. */
export const straightStreets = (): Streets => {
  const table: Streets['table'] = (profile, sources, targets) => {
    const distance = Float64Array.from(
      sources.flatMap((from) => targets.map((to) => flatDistance(pointOf(from), pointOf(to)))),
    )
    return { distance, duration: distance.map((metres) => metres / speeds[profile]) }
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
      const distance = flatDistance(pointOf(from), pointOf(to))
      return { distance, duration: distance / speeds[profile], geometry: [pointOf(from), pointOf(to)], streets: [] }
    },
    table,
    targets: (profile, targets) => ({ count: targets.length, from: (source) => table(profile, [source], targets) }),
    addresses: {
      houses: { count: 0, at: () => [0, 0], inside: () => new Int32Array() },
      suggest: () => [],
      reverse: () => [],
      houseNumbers: () => [][Symbol.iterator](),
      places: () => [],
      landmarks: () => [],
    },
    kerb: (point) => ({ point, street: '', distance: 0 }),
    inside: () => ({
      streetMetres: () => 0,
      houses: () => 0,
      *walks() {
        yield
        return []
      },
      *suggestions() {
        yield
        return { stops: [], left: 0 }
      },
    }),
  }
}
