import type { Point } from '@ambit/streets'
import { distance, lengthOf, unit } from './geometry.ts'
import type { Line } from './geometry.ts'
import { COAST, EXTENT, RIVER, SUBURBS } from './layout.ts'
import { MAIN_ROADS } from './main-roads.ts'
import { smoothNoise } from './noise.ts'
import { suburbAt } from './terrain.ts'

/** The direction of streets at a place, in radians from east; a quarter turn more is as good. */
export type StreetField = (point: Point) => number

const CELL = 50
const [WEST, SOUTH, EAST, NORTH] = EXTENT
const COLUMNS = Math.ceil((EAST - WEST) / CELL) + 2
const ROWS = Math.ceil((NORTH - SOUTH) / CELL) + 2

type Pull = { line: Line; weight: number; reach: number }

// Angles are averaged fourfold (cos 4a, sin 4a), so that a grid and the same grid turned by 90 degrees agree: the
// tensor fields of Chen, Esch, Wonka, Müller and Zhang, "Interactive Procedural Street Modeling" (2008).
const addPull = (cosines: Float64Array, sines: Float64Array, pull: Pull): void => {
  const cells = Math.ceil((pull.reach * 2) / CELL)
  const perPoint = pull.weight / Math.max(1, CELL / (lengthOf(pull.line) / pull.line.length))
  for (let k = 1; k < pull.line.length; k++) {
    const [a, b] = [pull.line[k - 1], pull.line[k]]
    const [dx, dy] = unit(a, b)
    const angle = 4 * Math.atan2(dy, dx)
    const [c, s] = [Math.cos(angle) * perPoint, Math.sin(angle) * perPoint]
    const [ci, cj] = [Math.round((a[0] - WEST) / CELL), Math.round((a[1] - SOUTH) / CELL)]
    for (let i = Math.max(0, ci - cells); i <= Math.min(COLUMNS - 1, ci + cells); i++) {
      for (let j = Math.max(0, cj - cells); j <= Math.min(ROWS - 1, cj + cells); j++) {
        const away = Math.hypot(WEST + i * CELL - a[0], SOUTH + j * CELL - a[1])
        const weight = Math.exp(-((away / pull.reach) ** 2))
        cosines[j * COLUMNS + i] += c * weight
        sines[j * COLUMNS + i] += s * weight
      }
    }
  }
}

export const makeField = (seed: number): StreetField => {
  const cosines = new Float64Array(COLUMNS * ROWS)
  const sines = new Float64Array(COLUMNS * ROWS)
  const wander = smoothNoise(seed, 'wander', 520)
  for (let j = 0; j < ROWS; j++) {
    for (let i = 0; i < COLUMNS; i++) {
      const point: Point = [WEST + i * CELL, SOUTH + j * CELL]
      for (const suburb of SUBURBS) {
        const share = distance(point, suburb.centre) / suburb.radius
        const weight = (suburb.turn === null ? 0.05 : 1.6) * Math.exp(-(share ** 2) * 1.6)
        const turn = ((suburb.turn ?? 0) * Math.PI) / 180 + suburbAt(point).wander * wander(point[0], point[1]) * 0.7
        cosines[j * COLUMNS + i] += weight * Math.cos(4 * turn)
        sines[j * COLUMNS + i] += weight * Math.sin(4 * turn)
      }
    }
  }
  addPull(cosines, sines, { line: COAST, weight: 0.5, reach: 520 })
  addPull(cosines, sines, { line: RIVER, weight: 0.28, reach: 190 })
  for (const road of MAIN_ROADS) addPull(cosines, sines, { line: road.line, weight: 0.3, reach: 130 })

  return ([x, y]) => {
    const u = Math.min(COLUMNS - 1.001, Math.max(0, (x - WEST) / CELL))
    const v = Math.min(ROWS - 1.001, Math.max(0, (y - SOUTH) / CELL))
    const [i, j] = [Math.floor(u), Math.floor(v)]
    const blend = (values: Float64Array): number => {
      const at = j * COLUMNS + i
      const low = values[at] + (values[at + 1] - values[at]) * (u - i)
      const high = values[at + COLUMNS] + (values[at + COLUMNS + 1] - values[at + COLUMNS]) * (u - i)
      return low + (high - low) * (v - j)
    }
    return Math.atan2(blend(sines), blend(cosines)) / 4
  }
}
