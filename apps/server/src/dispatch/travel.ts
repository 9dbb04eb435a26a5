import type { Travel } from '@ambit/engine'
import type { LngLat } from '@ambit/geo'

export type Profile = 'car' | 'foot'
export type Table = { duration: Float32Array | Float64Array; distance: Float32Array | Float64Array }

/** The part of the street data that planning needs. Durations in seconds, distances in metres, Infinity without a way. */
export type Roads = {
  /** row-major: sources × targets */
  table: (profile: Profile, sources: readonly LngLat[], targets: readonly LngLat[]) => Table
  /** one source against targets that are prepared once */
  targets: (profile: Profile, points: readonly LngLat[]) => { from: (point: LngLat) => Table }
}

/** Doors come and go; beyond so many places the matrix is built anew from those in use: 1,500² × 8 bytes are 18 MB. */
const MOST_PLACES = 1500
const MOST_STARTS = 2000

type Matrix = {
  places: LngLat[]
  index: Map<string, number>
  /** side of the square that is allocated */
  side: number
  duration: Float32Array
  distance: Float32Array
  /** rows from vehicle positions to all places */
  starts: Map<string, Table>
  targets: { from: (point: LngLat) => Table } | null
}

const keyOf = (point: LngLat): string => `${point[0].toFixed(6)},${point[1].toFixed(6)}`

const emptyMatrix = (): Matrix => ({
  places: [],
  index: new Map(),
  side: 0,
  duration: new Float32Array(0),
  distance: new Float32Array(0),
  starts: new Map(),
  targets: null,
})

/** One matrix for each street data set and zone; gone with the data set. */
const matrices = new WeakMap<Roads, Map<number, Matrix>>()

const matrixFor = (roads: Roads, zoneId: number): Matrix => {
  const zones = matrices.get(roads) ?? new Map<number, Matrix>()
  matrices.set(roads, zones)
  const matrix = zones.get(zoneId) ?? emptyMatrix()
  zones.set(zoneId, matrix)
  return matrix
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

const addPlaces = (roads: Roads, matrix: Matrix, points: readonly LngLat[]): void => {
  const fresh = [...new Map(points.map((point) => [keyOf(point), point]))].filter(([key]) => !matrix.index.has(key))
  if (fresh.length === 0) return
  const before = matrix.places.length
  grow(matrix, before + fresh.length)
  for (const [key, point] of fresh) {
    matrix.index.set(key, matrix.places.length)
    matrix.places.push(point)
  }
  const old = Array.from({ length: before }, (_, index) => index)
  const added = fresh.map((_, index) => before + index)
  const newPoints = fresh.map(([, point]) => point)
  fill(matrix, roads.table('car', newPoints, matrix.places), added, [...old, ...added])
  if (before > 0) fill(matrix, roads.table('car', matrix.places.slice(0, before), newPoints), old, added)
  for (const index of added) {
    matrix.duration[index * matrix.side + index] = 0
    matrix.distance[index * matrix.side + index] = 0
  }
  matrix.starts.clear()
  matrix.targets = null
}

const startRow = (roads: Roads, matrix: Matrix, point: LngLat): Table => {
  const key = keyOf(point)
  const known = matrix.starts.get(key)
  if (known !== undefined) return known
  matrix.targets ??= roads.targets('car', matrix.places)
  const found = matrix.targets.from(point)
  // a copy: the street data may lend the same arrays again
  const row = { duration: Float32Array.from(found.duration, Math.ceil), distance: Float32Array.from(found.distance) }
  if (matrix.starts.size >= MOST_STARTS) matrix.starts.clear()
  matrix.starts.set(key, row)
  return row
}

/** Travel between the places of one problem; the engine's locations are indices into `places`, then into `starts`. */
export type Network = { travel: Travel; place: (point: LngLat) => number; start: (point: LngLat) => number }

/**
 * Makes travel times for a problem: `places` are driven to and from, `starts` (where vehicles are now) only from.
 * What earlier problems of the zone asked for is kept.
 */
export const networkOf = (
  roads: Roads,
  zoneId: number,
  places: readonly LngLat[],
  starts: readonly LngLat[],
): Network => {
  let matrix = matrixFor(roads, zoneId)
  if (matrix.places.length + places.length > MOST_PLACES && places.some((point) => !matrix.index.has(keyOf(point)))) {
    matrix = emptyMatrix()
    matrices.get(roads)?.set(zoneId, matrix)
  }
  addPlaces(roads, matrix, places)
  const rows: Table[] = []
  const startIndex = new Map<string, number>()
  // A place's own row serves a vehicle that stands there.
  for (const point of starts) {
    const key = keyOf(point)
    if (matrix.index.has(key) || startIndex.has(key)) continue
    startIndex.set(key, rows.length)
    rows.push(startRow(roads, matrix, point))
  }
  const { side, duration, distance } = matrix
  const count = matrix.places.length
  return {
    travel: {
      duration: (from, to) => (from < count ? duration[from * side + to]! : rows[from - count]!.duration[to]!),
      distance: (from, to) => (from < count ? distance[from * side + to]! : rows[from - count]!.distance[to]!),
    },
    place: (point) => {
      const index = matrix.index.get(keyOf(point))
      if (index === undefined) throw new Error('A place was asked for that the network was not made with')
      return index
    },
    start: (point) => {
      const key = keyOf(point)
      const index = matrix.index.get(key) ?? startIndex.get(key)
      if (index === undefined) throw new Error('A start was asked for that the network was not made with')
      return matrix.index.has(key) ? index : count + index
    },
  }
}
