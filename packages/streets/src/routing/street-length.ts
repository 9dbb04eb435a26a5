import { flatDistance, lengthInside } from '@ambit/geo'
import type { Bbox, LngLat, PolygonIndex } from '@ambit/geo'
import type { Steps } from '../walking/steps.ts'
import type { Network } from './network.ts'

const UNKNOWN = 0
const INSIDE = 1
const OUTSIDE = 2
/** An edge of a polygon runs through the cell. */
const CUT = 3

type Window = { west: number; south: number; columns: number; rows: number }

const windowOf = ({ grid }: Network, [west, south, east, north]: Bbox): Window => {
  const column = (lng: number): number => Math.floor((lng * 1e7 - grid.west) / grid.cellLon)
  const row = (lat: number): number => Math.floor((lat * 1e7 - grid.south) / grid.cellLat)
  const [c0, r0] = [Math.max(0, column(west)), Math.max(0, row(south))]
  const [c1, r1] = [Math.min(grid.columns - 1, column(east)), Math.min(grid.rows - 1, row(north))]
  return { west: c0, south: r0, columns: Math.max(0, c1 - c0 + 1), rows: Math.max(0, r1 - r0 + 1) }
}

/** How far along an edge from y1 to y2 a latitude is reached, kept to its ends. */
const shareAt = (y1: number, y2: number, latitude: number): number =>
  y1 === y2 ? (latitude <= y1 ? 0 : 1) : Math.min(1, Math.max(0, (latitude - y1) / (y2 - y1)))

/**
 * Metres of road of the network inside at least one of the polygons; a road that may be driven both ways counts once.
 * Only in the cells of the grid that an edge of a polygon runs through is each segment clipped.
 */
export function* streetMetresInside(network: Network, polygons: readonly PolygonIndex[]): Steps<number> {
  const { grid, pieces } = network
  const { points } = pieces
  const boxes = polygons.map(({ bbox }) => bbox).filter(([west, , east]) => west <= east)
  if (boxes.length === 0) return 0
  const window = windowOf(network, [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ])
  const states = new Uint8Array(window.columns * window.rows)
  const clamp = (value: number, below: number): number => Math.min(below - 1, Math.max(0, value))
  const columnOf = (lon: number): number =>
    clamp(Math.floor((lon - grid.west) / grid.cellLon) - window.west, window.columns)
  const rowOf = (lat: number): number =>
    clamp(Math.floor((lat - grid.south) / grid.cellLat) - window.south, window.rows)
  for (const polygon of polygons) {
    polygon.eachEdge((x1, y1, x2, y2) => {
      const [r0, r1] = [rowOf(Math.min(y1, y2) * 1e7), rowOf(Math.max(y1, y2) * 1e7)]
      for (let r = r0; r <= r1; r++) {
        // The stretch of the edge within the row's latitudes
        const south = (grid.south + (window.south + r) * grid.cellLat) / 1e7
        const [from, to] = [shareAt(y1, y2, south), shareAt(y1, y2, south + grid.cellLat / 1e7)]
        const [c0, c1] = [columnOf((x1 + (x2 - x1) * from) * 1e7), columnOf((x1 + (x2 - x1) * to) * 1e7)]
        states.fill(CUT, r * window.columns + Math.min(c0, c1), r * window.columns + Math.max(c0, c1) + 1)
      }
    })
    yield
  }
  const stateOf = (column: number, row: number): number => {
    const cell = row * window.columns + column
    if (states[cell] !== UNKNOWN) return states[cell]
    const middle: LngLat = [
      (grid.west + (window.west + column + 0.5) * grid.cellLon) / 1e7,
      (grid.south + (window.south + row + 0.5) * grid.cellLat) / 1e7,
    ]
    return (states[cell] = polygons.some((polygon) => polygon.contains(middle)) ? INSIDE : OUTSIDE)
  }

  const metresOf = (i: number, c0: number, r0: number, c1: number, r1: number): number => {
    const a: LngLat = [points[2 * i] / 1e7, points[2 * i + 1] / 1e7]
    const b: LngLat = [points[2 * i + 2] / 1e7, points[2 * i + 3] / 1e7]
    const first = stateOf(c0, r0)
    for (let r = r0; r <= r1; r++)
      for (let c = c0; c <= c1; c++) if (stateOf(c, r) !== first || first === CUT) return lengthInside(a, b, polygons)
    return first === INSIDE ? flatDistance(a, b) : 0
  }

  let metres = 0
  for (let row = 0; row < window.rows; row++) {
    for (let column = 0; column < window.columns; column++) {
      const cell = (window.south + row) * grid.columns + window.west + column
      for (let k = grid.start[cell]; k < grid.start[cell + 1]; k++) {
        const i = grid.items[k]
        const c0 = columnOf(Math.min(points[2 * i], points[2 * i + 2]))
        const r0 = rowOf(Math.min(points[2 * i + 1], points[2 * i + 3]))
        // A segment stands in every cell that its box touches: it is counted in the first of the window.
        if (c0 !== column || r0 !== row) continue
        const c1 = columnOf(Math.max(points[2 * i], points[2 * i + 2]))
        const r1 = rowOf(Math.max(points[2 * i + 1], points[2 * i + 3]))
        metres += metresOf(i, c0, r0, c1, r1)
        yield
      }
    }
  }
  return metres
}
