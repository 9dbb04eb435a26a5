import { flatDistance, METRES_PER_DEGREE } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import type { Pieces } from '../roads/pieces.ts'

/**
 * A grid over the segments of the pieces that can be snapped to. A cell lists the first points of its segments
 * (point numbers of `Pieces`); a segment stands in every cell that its box touches.
 */
export type Grid = {
  /** South-west corner and cell size, degrees × 10⁷ */
  west: number
  south: number
  cellLon: number
  cellLat: number
  columns: number
  rows: number
  start: Int32Array
  items: Int32Array
}

/** Metres in 10⁻⁷ degrees of latitude */
export const METRES_PER_UNIT = METRES_PER_DEGREE / 1e7
/** Segments to a cell, on average over a built-up area */
const PER_CELL = 3
/** Cells are no smaller than this: below, the walk over empty cells costs more than the segments it saves. */
const SMALLEST_CELL_M = 60

type Box = { west: number; south: number; east: number; north: number }

const boxOf = (pieces: Pieces, segments: readonly number[] | Int32Array): Box => {
  const box = { west: 0, south: 0, east: 0, north: 0 }
  if (segments.length === 0) return box
  box.west = box.south = Infinity
  box.east = box.north = -Infinity
  for (const first of segments) {
    for (let i = first; i <= first + 1; i++) {
      box.west = Math.min(box.west, pieces.points[2 * i])
      box.east = Math.max(box.east, pieces.points[2 * i])
      box.south = Math.min(box.south, pieces.points[2 * i + 1])
      box.north = Math.max(box.north, pieces.points[2 * i + 1])
    }
  }
  return box
}

const layOut = (box: Box, segments: number): Omit<Grid, 'start' | 'items'> => {
  const corner: LngLat = [box.west / 1e7, box.south / 1e7]
  const width = Math.max(1, flatDistance(corner, [box.east / 1e7, box.south / 1e7]))
  const height = Math.max(1, flatDistance(corner, [box.west / 1e7, box.north / 1e7]))
  const cell = Math.max(SMALLEST_CELL_M, Math.sqrt((width * height * PER_CELL) / Math.max(1, segments)))
  const columns = Math.max(1, Math.ceil(width / cell))
  const rows = Math.max(1, Math.ceil(height / cell))
  return {
    west: box.west,
    south: box.south,
    columns,
    rows,
    cellLon: Math.max(1, Math.ceil((box.east - box.west + 1) / columns)),
    cellLat: Math.max(1, Math.ceil((box.north - box.south + 1) / rows)),
  }
}

/** `usable`: may a trip start and end on the piece? */
export const buildGrid = (pieces: Pieces, usable: (piece: number) => boolean): Grid => {
  const segments: number[] = []
  for (let piece = 0; piece < pieces.count; piece++) {
    if (!usable(piece)) continue
    for (let i = pieces.pointStart[piece]; i < pieces.pointStart[piece + 1] - 1; i++) segments.push(i)
  }
  const plan = layOut(boxOf(pieces, segments), segments.length)
  const column = (lon: number): number => Math.floor((lon - plan.west) / plan.cellLon)
  const row = (lat: number): number => Math.floor((lat - plan.south) / plan.cellLat)
  const eachCell = (first: number, visit: (cell: number) => void): void => {
    const [lonA, lonB] = [pieces.points[2 * first], pieces.points[2 * first + 2]]
    const [latA, latB] = [pieces.points[2 * first + 1], pieces.points[2 * first + 3]]
    for (let r = row(Math.min(latA, latB)); r <= row(Math.max(latA, latB)); r++) {
      for (let c = column(Math.min(lonA, lonB)); c <= column(Math.max(lonA, lonB)); c++) visit(r * plan.columns + c)
    }
  }
  const start = new Int32Array(plan.columns * plan.rows + 1)
  for (const first of segments) eachCell(first, (cell) => start[cell + 1]++)
  for (let cell = 0; cell < start.length - 1; cell++) start[cell + 1] += start[cell]
  const next = start.slice()
  const items = new Int32Array(start[start.length - 1])
  for (const first of segments) eachCell(first, (cell) => (items[next[cell]++] = first))
  return { ...plan, start, items }
}

/**
 * Calls `visit` with segments from near to far. After each ring of cells it asks `enough` with a distance in metres
 * within which every segment has been visited.
 */
export const visitRings = (
  grid: Grid,
  point: LngLat,
  visit: (firstPoint: number) => void,
  enough: (metres: number) => boolean,
): void => {
  const [x, y] = [(point[0] * 1e7 - grid.west) / grid.cellLon, (point[1] * 1e7 - grid.south) / grid.cellLat]
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const widthM = grid.cellLon * Math.cos((point[1] * Math.PI) / 180) * METRES_PER_UNIT
  const heightM = grid.cellLat * METRES_PER_UNIT
  const cellM = Math.min(widthM, heightM)
  // From the point to the nearest side of its own cell
  const insideM = Math.min(Math.min(x - column, column + 1 - x) * widthM, Math.min(y - row, row + 1 - y) * heightM)
  const visitCells = (r: number, fromColumn: number, toColumn: number): void => {
    if (r < 0 || r >= grid.rows) return
    const [a, b] = [Math.max(0, fromColumn), Math.min(grid.columns - 1, toColumn)]
    if (a > b) return
    for (let c = a; c <= b; c++) {
      const cell = r * grid.columns + c
      for (let i = grid.start[cell]; i < grid.start[cell + 1]; i++) visit(grid.items[i])
    }
  }
  const farthest = Math.max(column, row, grid.columns - column, grid.rows - row)
  for (let ring = 0; ring <= farthest; ring++) {
    visitCells(row - ring, column - ring, column + ring)
    if (ring > 0) {
      visitCells(row + ring, column - ring, column + ring)
      for (let r = Math.max(0, row - ring + 1); r <= Math.min(grid.rows - 1, row + ring - 1); r++) {
        visitCells(r, column - ring, column - ring)
        visitCells(r, column + ring, column + ring)
      }
    }
    if (enough(insideM + ring * cellM)) return
  }
}
