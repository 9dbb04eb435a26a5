import { seededRandom } from '@ambit/random'
import type { Point } from '@ambit/streets'
import { add, along, awayFrom, distance, inside, left, lengthOf, rectangle } from './geometry.ts'
import type { Line } from './geometry.ts'
import { RAILWAY, SUBURBS } from './layout.ts'
import { MAIN_ROADS, MOTORWAY } from './main-roads.ts'
import type { Terrain } from './terrain.ts'

export type GroundKind =
  | 'hospital'
  | 'school'
  | 'college'
  | 'supermarket'
  | 'shopping_centre'
  | 'clinic'
  | 'aged_care'
  | 'pool'
  | 'church'
/** Grounds with a gate on a main road, reserved before the local streets are laid */
export type Ground = {
  kind: GroundKind
  name: string
  ring: Line
  centre: Point
  /** Along the road in front */
  direction: Point
  size: readonly [number, number]
  /** From the road into the grounds */
  driveway: Line
  street: string
}

type Site = { kind: GroundKind; name: string; near: Point; size: readonly [number, number] }

const near = (suburb: string): Point => SUBURBS.find((item) => item.name === suburb)?.centre ?? [0, 0]
const siteNear = (kind: GroundKind, name: string, suburb: string, size: readonly [number, number]): Site => ({
  kind,
  name,
  near: near(suburb),
  size,
})

const SITES: readonly Site[] = [
  { kind: 'hospital', name: 'Halloran Base Hospital', near: [-900, 330], size: [250, 170] },
  { kind: 'shopping_centre', name: 'Halloran Central Shopping Centre', near: [900, 380], size: [230, 150] },
  { kind: 'college', name: 'Coral Coast College', near: [-2200, 700], size: [240, 180] },
  siteNear('school', 'Harbourside State School', 'Harbourside', [140, 110]),
  siteNear('school', 'Eastbeach State School', 'Eastbeach', [160, 120]),
  siteNear('school', 'Corella Heights State School', 'Corella Heights', [160, 130]),
  siteNear('school', 'Northcliff State High School', 'Northcliff', [220, 150]),
  siteNear('school', 'Larkfield State School', 'Larkfield', [150, 130]),
  siteNear('school', 'Millbank State School', 'Millbank', [150, 130]),
  siteNear('school', 'Saltwood State High School', 'Saltwood', [220, 160]),
  siteNear('school', 'Pelican Point State School', 'Pelican Point', [150, 120]),
  siteNear('school', 'Tanners Creek State School', 'Tanners Creek', [150, 130]),
  siteNear('school', 'Kelso Downs State School', 'Kelso Downs', [150, 120]),
  siteNear('supermarket', 'Fairway Fresh Eastbeach', 'Eastbeach', [100, 80]),
  siteNear('supermarket', 'Fairway Fresh Northcliff', 'Northcliff', [100, 80]),
  siteNear('supermarket', 'Harvest Lane Larkfield', 'Larkfield', [100, 80]),
  siteNear('supermarket', 'Harvest Lane Millbank', 'Millbank', [100, 80]),
  siteNear('supermarket', 'Fairway Fresh Saltwood', 'Saltwood', [110, 80]),
  siteNear('supermarket', 'Harvest Lane Pelican Point', 'Pelican Point', [100, 80]),
  siteNear('supermarket', 'Fairway Fresh Tanners Creek', 'Tanners Creek', [100, 80]),
  siteNear('supermarket', 'Harvest Lane Kelso Downs', 'Kelso Downs', [100, 80]),
  siteNear('clinic', 'Eastbeach Medical Centre', 'Eastbeach', [60, 50]),
  siteNear('clinic', 'Corella Family Practice', 'Corella Heights', [55, 45]),
  siteNear('clinic', 'Northcliff Medical Centre', 'Northcliff', [60, 50]),
  siteNear('clinic', 'Saltwood Community Health', 'Saltwood', [70, 55]),
  siteNear('clinic', 'Millbank Dialysis Clinic', 'Millbank', [60, 50]),
  siteNear('clinic', 'Tanners Creek Medical Centre', 'Tanners Creek', [60, 50]),
  siteNear('aged_care', 'Banksia Gardens Aged Care', 'Corella Heights', [120, 90]),
  siteNear('aged_care', 'Seaview Lodge', 'Pelican Point', [120, 90]),
  siteNear('aged_care', 'Ironbark Village', 'Larkfield', [130, 90]),
  siteNear('pool', 'Saltwood Aquatic Centre', 'Saltwood', [110, 80]),
  siteNear('church', "St Brendan's Church", 'Harbourside', [45, 40]),
  siteNear('church', 'Larkfield Uniting Church', 'Larkfield', [45, 40]),
  siteNear('church', 'Kelso Downs Community Church', 'Kelso Downs', [45, 40]),
]

const GAP = 13

type Front = { point: Point; direction: Point; name: string }

const fronts = (): Front[] =>
  MAIN_ROADS.filter((road) => !road.oneway).flatMap((road) => {
    const length = lengthOf(road.line)
    const places: Front[] = []
    for (let metres = 70; metres < length - 70; metres += 35) {
      const { point, direction } = along(road.line, metres)
      places.push({ point, direction, name: road.name })
    }
    return places
  })

const fits = (terrain: Terrain, ring: Line, taken: readonly Line[]): boolean => {
  const checks = [
    ...ring,
    ...ring.map((point, i): Point => [
      (point[0] + ring[(i + 1) % ring.length][0]) / 2,
      (point[1] + ring[(i + 1) % ring.length][1]) / 2,
    ]),
  ]
  if (checks.some((point) => !terrain.buildable(point, 12) || taken.some((other) => inside(point, other)))) return false
  if (taken.some((other) => other.some((point) => inside(point, ring)))) return false
  const closed = [...ring, ring[0]]
  return MAIN_ROADS.every((road) =>
    road.line.every((point) => !inside(point, ring) && awayFrom(point, closed) > GAP - 4),
  )
}

const settle = (terrain: Terrain, site: Site, places: readonly Front[], taken: readonly Line[]): Ground | null => {
  const [width, depth] = site.size
  for (const place of places.toSorted((a, b) => distance(a.point, site.near) - distance(b.point, site.near))) {
    if (
      distance(place.point, site.near) > 900 ||
      awayFrom(place.point, RAILWAY) < 60 ||
      awayFrom(place.point, MOTORWAY) < 200
    )
      continue
    for (const side of [1, -1]) {
      const inward: Point = [left(place.direction)[0] * side, left(place.direction)[1] * side]
      const centre = add(place.point, inward, GAP + depth / 2)
      const ring = rectangle(centre, place.direction, width, depth)
      if (!fits(terrain, ring, taken)) continue
      const driveway = [add(place.point, inward, -0.5), add(place.point, inward, GAP + depth * 0.32)]
      return { ...site, ring, centre, direction: place.direction, driveway, street: place.name }
    }
  }
  return null
}

/** Schools, clinics, supermarkets and the like, each on a main road of its suburb. */
export const reserveGrounds = (seed: number, terrain: Terrain): Ground[] => {
  const random = seededRandom(seed, 'grounds')
  const places = fronts().filter((place) => terrain.settled(place.point) && random.chance(0.7))
  const grounds: Ground[] = []
  for (const site of SITES) {
    const ground = settle(
      terrain,
      site,
      places,
      grounds.map((other) => other.ring),
    )
    if (ground) grounds.push(ground)
  }
  return grounds
}
