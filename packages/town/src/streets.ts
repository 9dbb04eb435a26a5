import { type Random, seededRandom } from '@ambit/random'
import type { Point } from '@ambit/streets'
import type { StreetField } from './field.ts'
import { add, along, createGrid, crossing, distance, left, lengthOf, mix, unit } from './geometry.ts'
import type { Grid, Line } from './geometry.ts'
import { EXTENT, SUBURBS } from './layout.ts'
import { MAIN_ROADS } from './main-roads.ts'
import { suburbAt } from './terrain.ts'
import type { Terrain } from './terrain.ts'

const STEP = 14
const LONGEST = 1150

type Sample = { point: Point; direction: Point; street: number }
type Segment = { a: Point; b: Point; street: number; main: boolean }

/** Streets laid so far, as samples for keeping distance and as segments for junctions. */
type Laid = { samples: Grid<Sample>; segments: Grid<Segment>; count: number }

const lay = (laid: Laid, line: Line, main: boolean): void => {
  const street = laid.count++
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]]
    const direction = unit(a, b)
    laid.segments.put(mix(a, b, 0.5), { a, b, street, main })
    const pieces = Math.ceil(distance(a, b) / STEP)
    for (let k = 0; k < pieces; k++)
      laid.samples.put(mix(a, b, k / pieces), { point: mix(a, b, k / pieces), direction, street })
  }
}

const crowded = (laid: Laid, point: Point, direction: Point, spacing: number): boolean =>
  laid.samples
    .near(point, spacing)
    .some(
      (sample) =>
        distance(sample.point, point) < spacing &&
        Math.abs(sample.direction[0] * direction[0] + sample.direction[1] * direction[1]) > 0.74,
    )

const firstCrossing = (laid: Laid, a: Point, b: Point): { point: Point; main: boolean } | null => {
  let best: { point: Point; main: boolean; s: number } | null = null
  for (const segment of laid.segments.near(a, 60 + distance(a, b))) {
    const hit = crossing(a, b, segment.a, segment.b)
    if (hit && (best === null || hit.s < best.s)) best = { point: hit.point, main: segment.main, s: hit.s }
  }
  return best
}

const headingAt = (field: StreetField, point: Point, previous: Point): Point => {
  const base = field(point)
  let best: Point = previous
  let fit = -1
  for (let quarter = 0; quarter < 4; quarter++) {
    const candidate: Point = [Math.cos(base + (quarter * Math.PI) / 2), Math.sin(base + (quarter * Math.PI) / 2)]
    const dot = candidate[0] * previous[0] + candidate[1] * previous[1]
    if (dot > fit) {
      fit = dot
      best = candidate
    }
  }
  return best
}

type Trace = { terrain: Terrain; field: StreetField; laid: Laid; random: Random }

/** Follows the field from a start until something stands in the way; ends on a street where one is near. */
const follow = (trace: Trace, start: Point, heading: Point, spacing: number, longest: number): Point[] => {
  const { terrain, field, laid, random } = trace
  const line: Point[] = []
  let [point, direction] = [start, heading]
  for (let metres = 0; metres < longest; metres += STEP) {
    const middle = add(point, headingAt(field, point, direction), STEP / 2)
    const next = headingAt(field, middle, direction)
    if (next[0] * direction[0] + next[1] * direction[1] < 0.82) break
    const target = add(point, next, STEP)
    const met = firstCrossing(laid, point, target)
    const ends = met !== null && metres > 40 && random.chance(met.main ? 0.62 : 0.16)
    if (met && ends) return [...line, met.point]
    if (!terrain.buildable(target, 14) || !terrain.settled(target) || crowded(laid, target, next, spacing * 0.68)) break
    line.push(target)
    point = target
    direction = next
  }
  // Rather a junction than a dead end: reach for a street straight ahead, if the ground allows it.
  const ahead = add(point, direction, 95)
  const met = firstCrossing(laid, add(point, direction, 1), ahead)
  if (met && terrain.buildable(mix(point, met.point, 0.5), 4) && random.chance(0.8)) line.push(met.point)
  return line
}

type Seed = { point: Point; across: boolean; heading: Point }

const seedsBeside = (line: Line, random: Random): Seed[] => {
  const seeds: Seed[] = []
  const length = lengthOf(line)
  for (let metres = 20; metres < length; metres += 45) {
    const { point, direction } = along(line, metres)
    const [major, minor] = suburbAt(point).blocks
    const jitter = random.between(0.98, 1.12)
    seeds.push({ point: add(point, left(direction), major * jitter), across: false, heading: direction })
    seeds.push({ point: add(point, left(direction), -major * jitter), across: false, heading: direction })
    if (random.chance(45 / (minor * 0.8)))
      seeds.push({ point: add(point, left(direction), 12), across: true, heading: left(direction) })
  }
  return seeds
}

const latticeSeeds = (random: Random): Seed[] => {
  const seeds: Seed[] = []
  for (let x = EXTENT[0]; x < EXTENT[2]; x += 58) {
    for (let y = EXTENT[1]; y < EXTENT[3]; y += 58) {
      const angle = random.between(0, Math.PI * 2)
      const point: Point = [x + random.between(-25, 25), y + random.between(-25, 25)]
      seeds.push({ point, across: random.chance(0.5), heading: [Math.cos(angle), Math.sin(angle)] })
    }
  }
  return random.shuffled(seeds)
}

const tryStreet = (trace: Trace, seed: Seed): Point[] | null => {
  const { terrain, field, laid, random } = trace
  if (!terrain.settled(seed.point) || !terrain.buildable(seed.point, 18)) return null
  const [major, minor] = suburbAt(seed.point).blocks
  const spacing = seed.across ? minor * random.between(0.7, 1.15) : major
  const heading = headingAt(field, seed.point, seed.heading)
  if (crowded(laid, seed.point, heading, spacing * 0.9)) return null
  const longest = seed.across ? random.between(180, 620) : random.between(320, LONGEST)
  const forth = follow(trace, seed.point, heading, spacing, longest)
  const back = follow(trace, seed.point, [-heading[0], -heading[1]], spacing, seed.across ? 60 : longest)
  const line = [...back.toReversed(), seed.point, ...forth]
  return lengthOf(line) < 85 ? null : line
}

/** Local streets: streamlines of the field, kept a block apart, main roads first. */
export const growStreets = (seed: number, terrain: Terrain, field: StreetField): Point[][] => {
  const random = seededRandom(seed, 'streets')
  const laid: Laid = { samples: createGrid(60), segments: createGrid(60), count: 0 }
  for (const road of MAIN_ROADS) lay(laid, road.line, true)
  const trace: Trace = { terrain, field, laid, random }
  const streets: Point[][] = []
  const grow = (first: Seed): void => {
    // Breadth first from here, so that a suburb fills block by block.
    const queue = [first]
    for (let at = 0; at < queue.length; at++) {
      const line = tryStreet(trace, queue[at])
      if (line === null) continue
      lay(laid, line, false)
      streets.push(line)
      queue.push(...seedsBeside(line, random))
    }
  }
  for (const road of MAIN_ROADS) for (const start of seedsBeside(road.line, random)) grow(start)
  for (const suburb of SUBURBS) grow({ point: suburb.centre, across: false, heading: [1, 0] })
  for (const start of latticeSeeds(random)) grow(start)
  return streets
}
