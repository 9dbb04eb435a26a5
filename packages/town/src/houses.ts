import { type Random, seededRandom } from '@ambit/random'
import type { Drawing, Point, Tags } from '@ambit/streets'
import { add, along, createGrid, distance, left, lengthOf, mix, nearest, rectangle } from './geometry.ts'
import type { Grid, Line } from './geometry.ts'
import type { Ground } from './grounds.ts'
import { STATE, SUBURBS } from './layout.ts'
import type { DrawnTrack } from './network.ts'
import { suburbAt } from './terrain.ts'
import type { Terrain } from './terrain.ts'

export type House = { at: Point; street: string; number: string; suburb: string; frontage: 'home' | 'shop' }
type Segment = { a: Point; b: Point; half: number }
type Builder = {
  drawing: Drawing
  terrain: Terrain
  random: Random
  roads: Grid<Segment>
  built: Grid<{ at: Point; reach: number }>
  houses: House[]
  flats: number
}

const CENTRE = SUBURBS[0].centre
const HALF_WIDTH: Record<string, number> = { primary: 11, secondary: 9, tertiary: 8, residential: 7, service: 4 }

/** Does a building with this reach (metres from its middle) stand clear of every road, house and reserved place? */
const clear = (builder: Builder, at: Point, reach: number): boolean =>
  builder.terrain.buildable(at, reach * 0.72) &&
  !builder.built.near(at, reach + 30).some((other) => distance(other.at, at) < (reach + other.reach) * 0.78) &&
  !builder.roads
    .near(at, reach + 40)
    .some((segment) => nearest(at, segment.a, segment.b).away < segment.half + reach * 0.66)

export const addressTags = (street: string, number: string, at: Point): Tags => {
  const suburb = suburbAt(at)
  return {
    'addr:housenumber': number,
    'addr:street': street,
    'addr:suburb': suburb.name,
    'addr:postcode': suburb.postcode,
    'addr:state': STATE,
  }
}

/** Four walls, or six where a wing was added. */
const footprint = (random: Random, at: Point, direction: Point, width: number, depth: number): Line => {
  const ring = rectangle(at, direction, width, depth)
  if (!random.chance(0.35)) return ring
  const notch = random.between(0.3, 0.55)
  const [a, b, c, d] = ring
  const far = mix(c, d, notch)
  const inner = add(far, left(direction), -depth * 0.4)
  return [a, b, add(c, left(direction), -depth * 0.4), inner, far, d]
}

const build = (
  builder: Builder,
  lot: { street: string; number: string; front: Point; inward: Point; direction: Point },
): void => {
  const { random, drawing } = builder
  const inTown = distance(lot.front, CENTRE) < 560
  const width = inTown ? random.between(17, 24) : random.between(13, 18.5)
  const depth = inTown ? random.between(17, 28) : random.between(9, 13)
  const setback = inTown ? random.between(0.5, 3) : random.between(4.5, 8)
  const reach = Math.hypot(width, depth) / 2
  const at = add(lot.front, lot.inward, setback + depth / 2)
  if (!clear(builder, at, reach)) return
  builder.built.put(at, { at, reach })
  const flats =
    !inTown && random.chance(0.03) ? random.whole(3, 10) : inTown && random.chance(0.25) ? random.whole(4, 20) : 0
  builder.flats += flats
  const shop = inTown && flats === 0
  const kind = shop ? 'retail' : flats > 0 ? 'apartments' : 'house'
  drawing.area(footprint(random, at, lot.direction, width, depth), {
    building: kind,
    ...addressTags(lot.street, lot.number, at),
    ...(flats > 0 ? { 'addr:flats': `1-${flats}`, 'building:levels': String(Math.min(9, 2 + (flats >> 2))) } : {}),
    ...(shop ? { 'building:levels': String(random.whole(2, 5)) } : {}),
  })
  builder.houses.push({
    at,
    street: lot.street,
    number: lot.number,
    suburb: suburbAt(at).name,
    frontage: shop ? 'shop' : 'home',
  })
}

const buildAlong = (builder: Builder, track: DrawnTrack): void => {
  const street = track.track.tags.name
  const highway = track.track.tags.highway
  if (street === undefined || highway === undefined) return
  const kerb = HALF_WIDTH[highway] ?? 7
  const { random } = builder
  const length = lengthOf(track.line)
  // Odd numbers on the left, even on the right, counted from the start, a number for every lot even when it is vacant.
  const frontage = random.between(24.5, 29)
  let number = 1
  for (let metres = 12; metres < length - 9; metres += frontage) {
    const { point, direction } = along(track.line, metres)
    for (const side of [1, -1]) {
      const inward: Point = [left(direction)[0] * side, left(direction)[1] * side]
      const front = add(point, inward, kerb)
      const lot = { street, number: String(side === 1 ? number : number + 1), front, inward, direction }
      if (builder.terrain.settled(front) && random.chance(0.965)) build(builder, lot)
    }
    number += 2
  }
}

/** Homes and shops with their numbers along every street of the town. */
export const buildHouses = (
  seed: number,
  drawing: Drawing,
  terrain: Terrain,
  tracks: readonly DrawnTrack[],
  grounds: readonly Ground[],
): { houses: House[]; flats: number } => {
  const roads = createGrid<Segment>(50)
  for (const { track, line } of tracks) {
    if (track.group === 'rail') continue
    const half = track.group === 'path' ? 3 : (HALF_WIDTH[track.tags.highway] ?? 12)
    for (let i = 1; i < line.length; i++) {
      const pieces = Math.ceil(distance(line[i - 1], line[i]) / 40)
      for (let k = 0; k < pieces; k++) {
        const a = mix(line[i - 1], line[i], k / pieces)
        const b = mix(line[i - 1], line[i], (k + 1) / pieces)
        roads.put(mix(a, b, 0.5), { a, b, half })
      }
    }
  }
  const builder: Builder = {
    drawing,
    terrain,
    roads,
    random: seededRandom(seed, 'houses'),
    built: createGrid(40),
    houses: [],
    flats: 0,
  }
  for (const ground of grounds) {
    builder.built.put(ground.centre, { at: ground.centre, reach: 1 })
  }
  for (const track of tracks) {
    const kind = track.track.tags.highway
    if (track.track.group === 'road' && kind !== 'service' && kind !== 'primary') buildAlong(builder, track)
  }
  return { houses: builder.houses, flats: builder.flats }
}
