import { flatDistance, METRES_PER_DEGREE } from '@ambit/geo'
import type { Bbox, LngLat, PolygonIndex } from '@ambit/geo'
import type { Network } from '../routing/network.ts'
import { snapTo } from '../routing/snap.ts'
import type { FootGraph, Footing } from './foot-graph.ts'
import type { Steps } from './steps.ts'

/** A place where a stop could be: on a street that is both driven and walked. */
export type Candidate = Footing & {
  street: string
  /** Another street at the junction nearby; '' where there is none */
  crossing: string
}

/** Behind a junction, where a vehicle can halt without standing in it */
const BEHIND_JUNCTION_M = 15
/** The ways of walkers and vehicles are drawn as one line along most streets. */
const SAME_STREET_M = 6
/** More places than this add time, and hardly a better choice. */
const MOST_CANDIDATES = 6000
const SMALLEST_CELL_M = 60
const PIECES = 4000

type Grid = { take: (point: LngLat) => boolean; free: (point: LngLat) => boolean }

/** At most one candidate to a cell: two stops a few steps apart serve the same people. */
const createCells = (bbox: Bbox, metres: number): Grid => {
  const south = bbox[1]
  const width = flatDistance([bbox[0], south], [bbox[2], south])
  const columns = Math.max(1, Math.ceil(width / metres))
  const perLng = columns / Math.max(1e-9, bbox[2] - bbox[0])
  const perLat = METRES_PER_DEGREE / metres
  const taken = new Set<number>()
  const cell = ([lng, lat]: LngLat): number =>
    Math.floor((lat - south) * perLat) * (columns + 1) + Math.floor((lng - bbox[0]) * perLng)
  return { free: (point) => !taken.has(cell(point)), take: (point) => taken.size < taken.add(cell(point)).size }
}

const boxOf = (areas: readonly PolygonIndex[]): Bbox => [
  Math.min(...areas.map(({ bbox }) => bbox[0])),
  Math.min(...areas.map(({ bbox }) => bbox[1])),
  Math.max(...areas.map(({ bbox }) => bbox[2])),
  Math.max(...areas.map(({ bbox }) => bbox[3])),
]

/** The point so far along a piece. */
const pointAt = ({ pieces }: Network, piece: number, share: number): LngLat => {
  const at = (i: number): LngLat => [pieces.points[2 * i] / 1e7, pieces.points[2 * i + 1] / 1e7]
  const [first, last] = [pieces.pointStart[piece], pieces.pointStart[piece + 1] - 1]
  let total = 0
  for (let i = first; i < last; i++) total += flatDistance(at(i), at(i + 1))
  let left = total * share
  for (let i = first; i < last; i++) {
    const [a, b] = [at(i), at(i + 1)]
    const length = flatDistance(a, b)
    if (left <= length && length > 0)
      return [a[0] + ((b[0] - a[0]) * left) / length, a[1] + ((b[1] - a[1]) * left) / length]
    left -= length
  }
  return at(last)
}

type Search = {
  graph: FootGraph
  car: Network
  areas: readonly PolygonIndex[]
  cells: Grid
  found: Candidate[]
}

/** Takes the place if it lies in the areas, where no candidate is near, on a street that vehicles use too. */
const tryPlace = (search: Search, piece: number, share: number, street: string, crossing: string): void => {
  const { graph, car, areas, cells, found } = search
  const point = pointAt(graph.network, piece, share)
  if (!cells.free(point) || !areas.some((area) => area.contains(point))) return
  const driven = snapTo(car, point, SAME_STREET_M)
  if (driven === null || !driven.at.some((at) => car.names[car.pieces.name[at.piece]] === street)) return
  cells.take(point)
  found.push({ piece, share, point, street, crossing })
}

/** The street that a piece meets at a junction, first in the alphabet; '' where there is none. */
const crossingAt = ({ network, start, items }: FootGraph, junction: number, own: number): string => {
  let crossing = ''
  for (let i = start[junction]; i < start[junction + 1]; i++) {
    const name = network.pieces.name[items[i]]
    const text = network.names[name]
    if (name !== 0 && name !== own && (crossing === '' || text < crossing)) crossing = text
  }
  return crossing
}

const atJunctions = (search: Search, piece: number): void => {
  const { graph } = search
  const { pieces, names } = graph.network
  const name = pieces.name[piece]
  const share = Math.min(0.5, (BEHIND_JUNCTION_M * 100) / pieces.lengthCm[piece])
  for (const [junction, at] of [
    [graph.endA[piece], share],
    [graph.endB[piece], 1 - share],
  ]) {
    const crossing = crossingAt(graph, junction, name)
    if (crossing !== '') tryPlace(search, piece, at, names[name], crossing)
  }
}

/** Every so many metres: for long streets without a junction, and junctions of one street with paths. */
const along = (search: Search, piece: number, metres: number): void => {
  const { pieces, names } = search.graph.network
  const parts = Math.max(1, Math.round(pieces.lengthCm[piece] / 100 / metres))
  for (let part = 0; part < parts; part++) {
    tryPlace(search, piece, (part + 0.5) / parts, names[pieces.name[piece]], '')
  }
}

/** Where stops could be: behind junctions first, then along streets wherever none is near yet. */
export function* findCandidates(
  graph: FootGraph,
  car: Network,
  areas: readonly PolygonIndex[],
  areaM2: number,
  walkM: number,
): Steps<Candidate[]> {
  const box = boxOf(areas)
  const { pieces } = graph.network
  const metres = Math.max(SMALLEST_CELL_M, walkM / 4, Math.sqrt(areaM2 / MOST_CANDIDATES))
  const search: Search = { graph, car, areas, cells: createCells(box, metres), found: [] }
  const inBox = (piece: number): boolean => {
    const i = 2 * pieces.pointStart[piece]
    const [lng, lat] = [pieces.points[i] / 1e7, pieces.points[i + 1] / 1e7]
    return lng >= box[0] && lng <= box[2] && lat >= box[1] && lat <= box[3]
  }
  const passes = [
    { named: true, visit: (piece: number) => atJunctions(search, piece) },
    { named: true, visit: (piece: number) => along(search, piece, metres) },
    // A map without names still has streets.
    { named: false, visit: (piece: number) => along(search, piece, metres) },
  ]
  for (const { named, visit } of passes) {
    if (!named && search.found.length > 0) break
    for (let piece = 0; piece < pieces.count; piece++) {
      if (graph.endA[piece] >= 0 && (pieces.name[piece] !== 0) === named && inBox(piece)) visit(piece)
      if (piece % PIECES === PIECES - 1) yield
    }
  }
  return search.found
}
