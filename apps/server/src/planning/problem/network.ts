import type { Location, Travel } from '@ambit/engine'
import type { LngLat } from '@ambit/geo'
import type { Steps } from '@ambit/streets'
import type { Roads, Table } from '../plan/roads.ts'
import { slowed } from '../plan/traffic.ts'
import type { Span, Traffic } from '../plan/traffic.ts'

/** Doors come and go; beyond so many places the matrix is rebuilt from those in use: 1,500² × 8 bytes are 18 MB. */
const MOST_PLACES = 1500
const MOST_STARTS = 2000
/**
 * A location is a place, or where a vehicle is, and above its number the level of the hours in which a vehicle may be
 * there. All of it lies below the places of routes (`route-lines.ts`).
 */
const FIRST_START = 2 ** 28
const LEVEL_BITS = 20
const LEVELS = 0xff << LEVEL_BITS

/**
 * Travel between the places of a zone. A place keeps its location for as long as the network lasts, whatever else is
 * asked for, so what was worked out with it can be kept with it.
 *
 * A location has the hours in which it is visited, and a drive takes as long as in the slower hour of its two ends:
 * so travel times are the same whenever they are asked for, and no plan counts on a faster road than there is.
 */
export type Network = {
  travel: Travel
  /** a place that vehicles drive to and from in these hours; in the fastest of the week where none are given */
  place: (point: LngLat, hours?: Span) => Location
  /** where a vehicle is at that moment: only driven from, unless it is such a place */
  start: (point: LngLat, at: number) => Location
}

type Matrix = {
  places: LngLat[]
  index: Map<string, Location>
  /** the same by the point itself, as a plan asks for the same points again and again */
  known: WeakMap<LngLat, Location>
  /** side of the square that is allocated */
  side: number
  duration: Float32Array
  distance: Float32Array
  targets: { from: (point: LngLat) => Table } | null
}

type Zone = { matrix: Matrix; starts: Starts; traffic: Traffic; network: Network }
/** Rows from vehicle positions to all places that there were when a row was last asked for. */
type Starts = { index: Map<string, Location>; rows: Row[] }
type Row = { duration: Float32Array; distance: Float32Array }

const keyOf = (point: LngLat): string => `${point[0].toFixed(6)},${point[1].toFixed(6)}`

/** One for each street data set and zone; gone with the data set. */
const zonesOf = new WeakMap<Roads, Map<number, Zone>>()

/** A zone's network with these places; locations asked for before are kept. */
export const networkOf = (roads: Roads, zoneId: number, places: readonly LngLat[], traffic: Traffic): Network => {
  const zones = zonesOf.get(roads) ?? new Map<number, Zone>()
  zonesOf.set(roads, zones)
  let zone = zones.get(zoneId) ?? zoneOn(roads, emptyMatrix(), traffic)
  if (zone.traffic.key !== traffic.key) zone = zoneOn(roads, zone.matrix, traffic, zone.starts)
  const fresh = unknownTo(zone.matrix, places)
  if (zone.matrix.places.length + fresh.length > MOST_PLACES && fresh.length > 0) {
    zone = zoneOn(roads, emptyMatrix(), traffic)
    addPlaces(roads, zone.matrix, unknownTo(zone.matrix, places))
  } else addPlaces(roads, zone.matrix, fresh)
  if (zone.starts.rows.length > MOST_STARTS) zone = zoneOn(roads, zone.matrix, traffic)
  zones.set(zoneId, zone)
  return zone.network
}

const emptyMatrix = (): Matrix => ({
  places: [],
  index: new Map(),
  known: new WeakMap(),
  side: 0,
  duration: new Float32Array(0),
  distance: new Float32Array(0),
  targets: null,
})

const noStarts = (): Starts => ({ index: new Map(), rows: [] })

const zoneOn = (roads: Roads, matrix: Matrix, traffic: Traffic, starts: Starts = noStarts()): Zone => {
  // Both ends were asked for before: `place` and `start` are the only ways to a location.
  const free: Travel = {
    duration: (from, to) =>
      from < FIRST_START ? matrix.duration[from * matrix.side + to]! : starts.rows[from - FIRST_START]!.duration[to]!,
    distance: (from, to) =>
      from < FIRST_START ? matrix.distance[from * matrix.side + to]! : starts.rows[from - FIRST_START]!.distance[to]!,
  }
  const level = (hours: Span): number => traffic.levelIn(hours) << LEVEL_BITS
  const network: Network = {
    travel: withTraffic(free, traffic.factors),
    place: (point, hours) => {
      const location = placeIn(matrix, point)
      if (location === undefined) throw new Error('A place was asked for that the network was not made with')
      return hours === undefined ? location : location + level(hours)
    },
    start: (point, at) =>
      (placeIn(matrix, point) ?? startAt(roads, matrix, starts, point)) + level({ from: at, until: at }),
  }
  return { matrix, starts, traffic, network }
}

/** Where every hour is driven in free flow, locations have no levels, and nothing is worked out that changes nothing. */
const withTraffic = (free: Travel, factors: readonly number[]): Travel =>
  factors.every((factor) => factor === 1)
    ? free
    : {
        duration: (from, to) =>
          slowed(
            free.duration(from & ~LEVELS, to & ~LEVELS),
            factors[Math.max(from & LEVELS, to & LEVELS) >> LEVEL_BITS]!, // a level is an index of the factors
          ),
        distance: (from, to) => free.distance(from & ~LEVELS, to & ~LEVELS),
      }

const placeIn = ({ known, index }: Matrix, point: LngLat): Location | undefined => {
  const before = known.get(point)
  if (before !== undefined) return before
  const location = index.get(keyOf(point))
  if (location !== undefined) known.set(point, location)
  return location
}

const unknownTo = (matrix: Matrix, points: readonly LngLat[]): LngLat[] => {
  const fresh = new Map<string, LngLat>()
  for (const point of points) if (placeIn(matrix, point) === undefined) fresh.set(keyOf(point), point)
  return [...fresh.values()]
}

const grow = (matrix: Matrix, count: number): void => {
  if (count <= matrix.side) return
  const side = Math.max(64, 2 ** Math.ceil(Math.log2(count)))
  const stretch = (old: Float32Array): Float32Array => {
    const next = new Float32Array(side * side).fill(Infinity)
    for (let row = 0; row < matrix.places.length; row++)
      next.set(old.subarray(row * matrix.side, row * matrix.side + matrix.places.length), row * side)
    return next
  }
  matrix.duration = stretch(matrix.duration)
  matrix.distance = stretch(matrix.distance)
  matrix.side = side
}

/** Whole seconds, rounded up: a plan then never hangs on a fraction that a clock in milliseconds cannot show. */
const fill = (matrix: Matrix, table: Table, rows: readonly number[], columns: readonly number[]): void => {
  for (let r = 0; r < rows.length; r++)
    for (let c = 0; c < columns.length; c++) {
      const at = rows[r]! * matrix.side + columns[c]!
      matrix.duration[at] = Math.ceil(table.duration[r * columns.length + c]!)
      matrix.distance[at] = table.distance[r * columns.length + c]!
    }
}

const addPlaces = (roads: Roads, matrix: Matrix, fresh: readonly LngLat[]): void => {
  if (fresh.length === 0) return
  const old = [...matrix.places]
  store(matrix, fresh, {
    there: roads.table('car', fresh, [...old, ...fresh]),
    back: old.length === 0 ? null : roads.table('car', old, fresh),
  })
}

/** Fewer places are added within milliseconds. */
const FEW_PLACES = 50

/**
 * Works out ahead, in steps, what `networkOf` would work out at once: the travel between all stops of a zone takes half
 * a second, and several where roads are closed. What others have added meanwhile is theirs to work out.
 */
export function* prepareNetwork(
  roads: Roads,
  zoneId: number,
  places: readonly LngLat[],
  traffic: Traffic,
): Steps<void> {
  const { matrix } = zonesOf.get(roads)?.get(zoneId) ?? { matrix: emptyMatrix() }
  const fresh = unknownTo(matrix, places)
  const old = [...matrix.places]
  if (fresh.length < FEW_PLACES || old.length + fresh.length > MOST_PLACES) return
  const there = yield* roads.tableInSteps('car', fresh, [...old, ...fresh])
  const back = old.length === 0 ? null : yield* roads.tableInSteps('car', old, fresh)
  const zones = zonesOf.get(roads) ?? new Map<number, Zone>()
  const now = zones.get(zoneId)
  if ((now !== undefined && now.matrix !== matrix) || matrix.places.length !== old.length) return
  store(matrix, fresh, { there, back })
  if (now === undefined) zonesOf.set(roads, zones.set(zoneId, zoneOn(roads, matrix, traffic)))
}

/** From new places to all, and from the old ones to the new. */
type Tables = { there: Table; back: Table | null }

const store = (matrix: Matrix, fresh: readonly LngLat[], { there, back }: Tables): void => {
  const before = matrix.places.length
  grow(matrix, before + fresh.length)
  for (const point of fresh) {
    matrix.index.set(keyOf(point), matrix.places.length)
    matrix.places.push(point)
  }
  const old = Array.from({ length: before }, (_, index) => index)
  const added = fresh.map((_, index) => before + index)
  fill(matrix, there, added, [...old, ...added])
  if (back !== null) fill(matrix, back, old, added)
  for (const index of added) {
    matrix.duration[index * matrix.side + index] = 0
    matrix.distance[index * matrix.side + index] = 0
  }
  matrix.targets = null
}

const startAt = (roads: Roads, matrix: Matrix, { index, rows }: Starts, point: LngLat): Location => {
  const key = keyOf(point)
  const location = index.get(key) ?? FIRST_START + rows.length
  const row = rows[location - FIRST_START]
  if (row === undefined || row.duration.length < matrix.places.length)
    rows[location - FIRST_START] = rowFrom(roads, matrix, point, row)
  index.set(key, location)
  return location
}

/** From a position to all places; of a row that is there already, only to those that have come since. */
const rowFrom = (roads: Roads, matrix: Matrix, point: LngLat, known: Row | undefined): Row => {
  if (known === undefined) {
    matrix.targets ??= roads.targets('car', matrix.places)
    const found = matrix.targets.from(point)
    // a copy: the street data may lend the same arrays again
    return { duration: Float32Array.from(found.duration, Math.ceil), distance: Float32Array.from(found.distance) }
  }
  const added = roads.table('car', [point], matrix.places.slice(known.duration.length))
  return {
    duration: Float32Array.from([...known.duration, ...Array.from(added.duration, Math.ceil)]),
    distance: Float32Array.from([...known.distance, ...added.distance]),
  }
}
