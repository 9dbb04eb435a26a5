import { METRES_PER_DEGREE } from '@ambit/geo'
import Flatbush from 'flatbush'
import type { RawPlace, Spot } from './collect.ts'

/** Steps east and north that are nowhere up to that latitude shorter than so many metres. */
const stepOf = (metres: number, latitude: number): [east: number, north: number] => {
  const north = (metres * 1.001) / METRES_PER_DEGREE
  return [north / Math.cos((Math.min(89, Math.abs(latitude) + north) * Math.PI) / 180), north]
}

export type Box = readonly [west: number, south: number, east: number, north: number]

const widen = ([west, south, east, north]: Box, metres: number): Box => {
  const [dx, dy] = stepOf(metres, Math.max(Math.abs(south), Math.abs(north)))
  return [west - dx, south - dy, east + dx, north + dy]
}

const treeOf = (boxes: readonly Box[]): Flatbush => {
  const tree = new Flatbush(boxes.length)
  for (const box of boxes) tree.add(...box)
  tree.finish()
  return tree
}

/** Finds the places that reach to a point, and some that do not quite, in their order. */
export const indexReaches = (places: readonly RawPlace[]): ((at: Spot) => RawPlace[]) => {
  if (places.length === 0) return () => []
  const tree = treeOf(places.map(({ at: [lng, lat], reach }) => widen([lng, lat, lng, lat], reach)))
  return ([lng, lat]) => inOrder(tree.search(lng, lat, lng, lat)).map((place) => places[place])
}

/** Finds the numbers of the boxes within so many metres of one of them, and of some that are not quite. */
export const indexBoxes = (boxes: readonly Box[], metres: number): ((box: Box) => number[]) => {
  const tree = treeOf(boxes)
  return (box) => tree.search(...widen(box, metres))
}

/** Something that runs through some points. */
type Line = { at: Spot; lines: readonly (readonly Spot[])[] }

/** Fewer are looked at one by one. */
const FEW = 6
const AROUND = [-1, 0, 1]
/** More than there are cells from pole to pole */
const ROWS = 2 ** 20

/**
 * Finds those of a list that have a point within so many metres, and some that do not quite, in their order. The list
 * may grow; its points lie no farther from the equator than `latitude`.
 */
export const indexPoints = <T extends Line>(list: readonly T[], metres: number, latitude: number) => {
  const [east, north] = stepOf(metres, latitude)
  const cells = new Map<number, number[]>()
  const cellOf = ([lng, lat]: Spot, columns: number, rows: number): number =>
    (Math.floor(lng / east) + columns) * ROWS + Math.floor(lat / north) + rows
  const put = ({ at, lines }: Line, index: number): void => {
    for (const point of [at, ...lines.flat()]) {
      const cell = cellOf(point, 0, 0)
      const there = cells.get(cell)
      if (there === undefined) cells.set(cell, [index])
      else if (there.at(-1) !== index) there.push(index)
    }
  }
  let known = 0
  return (at: Spot): readonly T[] => {
    if (list.length <= FEW) return list
    for (; known < list.length; known++) put(list[known], known)
    const found = AROUND.flatMap((columns) => AROUND.flatMap((rows) => cells.get(cellOf(at, columns, rows)) ?? []))
    return inOrder(new Set(found)).map((index) => list[index])
  }
}

const inOrder = (numbers: Iterable<number>): number[] => [...numbers].toSorted((a, b) => a - b)
