import type { Point, Tags } from '@ambit/streets'
import { add, along, awayFrom, beside, crossing, curve, distance, mix, nearest, unit } from './geometry.ts'
import type { Line } from './geometry.ts'
import { RAILWAY, RAILWAY_NAME, RIVER, riverHalfWidth, riverMetres } from './layout.ts'
import { COAST } from './layout.ts'
import { MAIN_ROADS, MOTORWAY, MOTORWAY_NAME } from './main-roads.ts'
import type { MainRoad } from './main-roads.ts'
import type { Track } from './network.ts'
import type { Terrain } from './terrain.ts'

const SPEEDS = { primary: '60', secondary: '60', tertiary: '50' } as const

const mainRoadTags = (road: MainRoad): Tags => ({
  highway: road.kind,
  name: road.name,
  maxspeed: SPEEDS[road.kind],
  ...(road.ref ? { ref: road.ref } : {}),
  ...(road.oneway ? { oneway: 'yes' } : {}),
  ...(road.kind === 'primary' ? { lanes: road.oneway ? '2' : '4' } : {}),
  surface: 'asphalt',
})

/** Half the distance between the two carriageways */
const MEDIAN = 13

/** Traffic keeps left: northbound is the western carriageway, and every ramp leaves and joins on its left. */
const motorwayTracks = (): Track[] => {
  const tags: Tags = { highway: 'motorway', name: MOTORWAY_NAME, ref: 'M4', oneway: 'yes', maxspeed: '100', lanes: '2' }
  const north = beside(MOTORWAY, MEDIAN)
  const south = beside(MOTORWAY, -MEDIAN).toReversed()
  const tracks: Track[] = [
    { group: 'motorway', line: north, tags },
    { group: 'motorway', line: south, tags },
  ]
  for (const road of MAIN_ROADS) {
    for (const carriageway of [north, south]) {
      const met = firstMeeting(carriageway, road.line)
      if (met) tracks.push(...ramps(carriageway, road, met))
    }
  }
  return tracks
}

const firstMeeting = (line: Line, other: Line): { metres: number; point: Point } | null => {
  let metres = 0
  for (let i = 1; i < line.length; i++) {
    for (let k = 1; k < other.length; k++) {
      const hit = crossing(line[i - 1], line[i], other[k - 1], other[k])
      if (hit) return { metres: metres + distance(line[i - 1], hit.point), point: hit.point }
    }
    metres += distance(line[i - 1], line[i])
  }
  return null
}

const ramps = (carriageway: Line, road: MainRoad, met: { metres: number; point: Point }): Track[] => {
  const outward = (metres: number, away: number): Point => {
    const place = along(carriageway, met.metres + metres)
    return add(place.point, [-place.direction[1], place.direction[0]], away)
  }
  const terminal = nearestPoint(outward(0, 62), road.line)
  const tags: Tags = { highway: 'motorway_link', oneway: 'yes', maxspeed: '60', destination: road.name }
  const off = [outward(-390, 0), outward(-300, 11), outward(-190, 34), outward(-70, 58), terminal]
  const on = [terminal, outward(70, 58), outward(190, 34), outward(300, 11), outward(390, 0)]
  return [off, on].map((controls): Track => ({ group: 'link', line: curve(controls, 30), tags }))
}

const nearestPoint = (point: Point, line: Line): Point => {
  let best = line[0]
  for (let i = 1; i < line.length; i++) {
    const hit = nearest(point, line[i - 1], line[i])
    if (hit.away < distance(best, point)) best = hit.point
  }
  return best
}

const riverWalk = (side: 1 | -1, from: number, to: number): Line => {
  const points: Point[] = []
  for (let share = from; share <= to; share += 0.006) {
    const { point, direction } = along(RIVER, riverMetres(share))
    points.push(add(point, [-direction[1], direction[0]], side * (riverHalfWidth(share) + 13)))
  }
  return points
}

/** A loop inside a park, and a few ways to it from the streets around. */
const parkPaths = (ring: Line, centre: Point, streets: readonly Line[]): Line[] => {
  const loop = ring.map((point) => mix(centre, point, 0.62))
  const found: Line[] = [[...loop, loop[0]]]
  for (let i = 0; i < ring.length; i += Math.max(1, Math.floor(ring.length / 4))) {
    let best: Point | null = null
    for (const street of streets) {
      const point = nearestPoint(ring[i], street)
      if (distance(point, ring[i]) < 75 && (best === null || distance(point, ring[i]) < distance(best, ring[i]))) {
        best = point
      }
    }
    if (best === null || awayFrom(best, RAILWAY) < 30) continue
    const target = nearestPoint(best, found[0])
    const heading = unit(best, target)
    found.push([add(best, heading, -0.5), add(target, heading, 1)])
  }
  return found.length > 1 ? found : []
}

const pathTracks = (terrain: Terrain, streets: readonly Line[]): Track[] => {
  const shore = COAST.filter((point) => point[1] > -60 && point[1] < 2450)
  const foot: Tags = { highway: 'footway', surface: 'paved' }
  const tracks: Track[] = [
    {
      group: 'path',
      line: beside(shore, 62),
      tags: { highway: 'cycleway', name: 'Beach Promenade', foot: 'designated', surface: 'concrete' },
    },
    { group: 'path', line: riverWalk(1, 0.46, 0.8), tags: { ...foot, name: 'Halloran River Walk' } },
    { group: 'path', line: riverWalk(-1, 0.36, 0.8), tags: { ...foot, name: 'South Bank Path' } },
  ]
  for (const { site, ring } of terrain.sites) {
    if (site.kind !== 'park' && site.kind !== 'cemetery') continue
    // Round the lake rather than through it.
    if (site.name === 'Corella Lake Reserve') continue
    for (const line of parkPaths(ring, site.centre, streets)) tracks.push({ group: 'path', line, tags: foot })
  }
  const lake = terrain.sites.find(({ site }) => site.name === 'Corella Lake')
  if (lake) {
    const round = lake.ring.map((point) => add(point, unit(lake.site.centre, point), 22))
    tracks.push({ group: 'path', line: [...round, round[0]], tags: { ...foot, name: 'Corella Lake Loop' } })
    const edge = nearestPoint([-2000, 1250], streets[0])
    const start = streets
      .map((street) => nearestPoint(round[0], street))
      .reduce((a, b) => (distance(a, round[0]) < distance(b, round[0]) ? a : b), edge)
    tracks.push({ group: 'path', line: [start, add(round[0], unit(start, round[0]), 1)], tags: foot })
  }
  return tracks
}

/** Everything that the network is made of; the first is a main road. */
export const planTracks = (
  terrain: Terrain,
  local: readonly { name: string; line: Line }[],
  driveways: readonly Line[],
): Track[] => {
  const main = MAIN_ROADS.map((road): Track => ({
    group: 'road',
    line: road.line,
    tags: mainRoadTags(road),
    bridge: road.bridge,
  }))
  const streets = local.map(({ name, line }): Track => ({
    group: 'road',
    line,
    tags: { highway: 'residential', name, maxspeed: '50', surface: 'asphalt' },
    local: true,
  }))
  const access = driveways.map((line): Track => ({ group: 'road', line, tags: { highway: 'service' } }))
  const rail: Track = {
    group: 'rail',
    line: RAILWAY,
    tags: { railway: 'rail', name: RAILWAY_NAME, usage: 'main', gauge: '1067', electrified: 'no' },
  }
  const lines = [...main, ...streets].map((track) => track.line)
  return [...main, ...streets, ...access, ...motorwayTracks(), rail, ...pathTracks(terrain, lines)]
}
