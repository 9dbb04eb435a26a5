import { seededRandom } from '@ambit/random'
import type { Point } from '@ambit/streets'
import { along, awayFrom, beside, curve, distance, inside, lengthOf, rectangle } from './geometry.ts'
import type { Line } from './geometry.ts'
import { COAST, EXTENT, ISLAND, RAILWAY, RIVER, riverHalfWidth, riverMetres, riverShare, SUBURBS } from './layout.ts'
import { MOTORWAY } from './main-roads.ts'
import { smoothNoise } from './noise.ts'
import { SITES } from './sites.ts'
import type { Site } from './sites.ts'

export type Terrain = {
  riverBanks: Line
  island: Line
  beach: Line
  sites: readonly { site: Site; ring: Line }[]
  /** Land where streets and houses may stand, so many metres away from water, rails and reserved places */
  buildable: (point: Point, clearance: number) => boolean
  /** Inside a suburb's built-up patch */
  settled: (point: Point) => boolean
  inWater: (point: Point) => boolean
}

const banks = (): Line => {
  const length = lengthOf(RIVER)
  const side = (sign: 1 | -1): Point[] => {
    const points: Point[] = []
    for (let metres = 0; metres <= length; metres += 40) {
      const { point, direction } = along(RIVER, metres)
      const half = riverHalfWidth(riverShare(metres)) * sign
      points.push([point[0] - direction[1] * half, point[1] + direction[0] * half])
    }
    return points
  }
  return [...side(1), ...side(-1).toReversed()]
}

const islandRing = (): Line => {
  const { point, direction } = along(RIVER, riverMetres(ISLAND.share))
  return Array.from({ length: 18 }, (_, i): Point => {
    const angle = (i / 18) * Math.PI * 2
    const [u, v] = [(Math.cos(angle) * ISLAND.length) / 2, (Math.sin(angle) * ISLAND.width) / 2]
    return [point[0] + direction[0] * u - direction[1] * v, point[1] + direction[1] * u + direction[0] * v]
  })
}

/** A rounded, slightly irregular patch for nature; pitches and works keep their corners. */
const siteRing = (site: Site, seed: number): Line => {
  const angle = (site.turn * Math.PI) / 180
  const direction: Point = [Math.cos(angle), Math.sin(angle)]
  if (site.kind === 'industrial' || site.kind === 'farmland') return rectangle(site.centre, direction, ...site.size)
  const random = seededRandom(seed, `site ${site.centre[0]} ${site.centre[1]}`)
  const rough =
    site.kind === 'pitch' ? 0 : site.kind === 'lake' || site.kind === 'wood' || site.kind === 'reserve' ? 0.13 : 0.05
  const square = site.kind === 'pitch' || site.kind === 'lake' ? 1 : 0.55
  const controls = Array.from({ length: 12 }, (_, i): Point => {
    const turn = (i / 12) * Math.PI * 2
    const [c, s] = [Math.cos(turn), Math.sin(turn)]
    const swell = 1 + random.between(-rough, rough)
    const u = Math.sign(c) * Math.abs(c) ** square * (site.size[0] / 2) * swell
    const v = Math.sign(s) * Math.abs(s) ** square * (site.size[1] / 2) * swell
    return [site.centre[0] + direction[0] * u - direction[1] * v, site.centre[1] + direction[1] * u + direction[0] * v]
  })
  return curve([...controls, controls[0]], 45).slice(0, -1)
}

const boxAround = (ring: Line, margin: number): readonly [number, number, number, number] => [
  Math.min(...ring.map((p) => p[0])) - margin,
  Math.min(...ring.map((p) => p[1])) - margin,
  Math.max(...ring.map((p) => p[0])) + margin,
  Math.max(...ring.map((p) => p[1])) + margin,
]

/** Signed distance to obstacles would be costly for each question: ask the exact shapes behind a box. */
const obstacle = (ring: Line): ((point: Point, clearance: number) => boolean) => {
  const box = boxAround(ring, 0)
  const closed = [...ring, ring[0]]
  return (point, clearance) => {
    if (point[0] < box[0] - clearance || point[0] > box[2] + clearance) return false
    if (point[1] < box[1] - clearance || point[1] > box[3] + clearance) return false
    return inside(point, ring) || awayFrom(point, closed) < clearance
  }
}

const corridor = (line: Line, half: number): ((point: Point, clearance: number) => boolean) => {
  const box = boxAround(line, half)
  return (point, clearance) => {
    if (point[0] < box[0] - clearance || point[0] > box[2] + clearance) return false
    return awayFrom(point, line) < half + clearance
  }
}

/** The same terrain with more reserved grounds. */
export const withGrounds = (terrain: Terrain, rings: readonly Line[]): Terrain => {
  const blocks = rings.map(obstacle)
  return {
    ...terrain,
    buildable: (point, clearance) =>
      terrain.buildable(point, clearance) && !blocks.some((blocked) => blocked(point, clearance)),
  }
}

/** The strip of sand between the coast and the Esplanade, north of the river's mouth. */
const beachRing = (): Line => {
  const sand = COAST.filter((p) => p[1] > -60 && p[1] < 2500)
  return [...sand, ...beside(sand, 46).toReversed()]
}

export const shapeTerrain = (seed: number): Terrain => {
  const riverBanks = banks()
  const sites = SITES.map((site) => ({ site, ring: siteRing(site, seed) }))
  const sea: Line = [...COAST, [20_000, 8600], [20_000, -8600]]
  const water = [obstacle(riverBanks), obstacle(sea)]
  // The shore stays free of houses as far as the promenade.
  const shore = corridor(
    COAST.filter((p) => p[1] > -200 && p[1] < 2500),
    66,
  )
  const blocks = [
    shore,
    ...water,
    ...sites.map(({ ring }) => obstacle(ring)),
    corridor(RAILWAY, 16),
    corridor(MOTORWAY, 38),
  ]
  const edge = smoothNoise(seed, 'edge of town', 420)
  const margin = 60
  return {
    riverBanks,
    island: islandRing(),
    beach: beachRing(),
    sites,
    buildable: (point, clearance) =>
      point[0] > EXTENT[0] + margin &&
      point[1] > EXTENT[1] + margin &&
      point[1] < EXTENT[3] - margin &&
      !blocks.some((blocked) => blocked(point, clearance)),
    settled: (point) =>
      SUBURBS.some((suburb) => distance(point, suburb.centre) < suburb.radius * (1 + 0.2 * edge(point[0], point[1]))),
    inWater: (point) => water.some((wet) => wet(point, 0)),
  }
}

/** The suburb whose centre is nearest; its polygon is the cell around that centre. */
export const suburbAt = (point: Point): (typeof SUBURBS)[number] => {
  let best = SUBURBS[0]
  for (const suburb of SUBURBS) if (distance(point, suburb.centre) < distance(point, best.centre)) best = suburb
  return best
}
