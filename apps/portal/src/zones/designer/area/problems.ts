import type { AnyId } from '@ambit/contract'
import {
  type Bbox,
  bboxOf,
  type LngLat,
  overlapOf,
  padBbox,
  type Polygon,
  type PolygonFault,
  polygonFaults,
} from '@ambit/geo'
import { areaStrings as words } from './strings.ts'

/** Something about the areas that a save refuses, in words and with the place. */
export type AreaProblem = {
  key: string
  areas: AnyId[]
  text: string
  /** what to look at */
  box: Bbox
  /** places to mark */
  points: LngLat[]
  /** what two areas both cover, in trapezoids */
  parts: LngLat[][]
}

type Named = { id: AnyId; name: string; coordinates: Polygon }

/** Unchanged shapes are not checked again with every move of the pointer. */
const faultsKept = new WeakMap<Polygon, PolygonFault[]>()
const overlapsKept = new WeakMap<Polygon, WeakMap<Polygon, ReturnType<typeof overlapOf>>>()

const faultsOf = (polygon: Polygon): PolygonFault[] => {
  const known = faultsKept.get(polygon) ?? polygonFaults(polygon)
  faultsKept.set(polygon, known)
  return known
}

const commonOf = (a: Polygon, b: Polygon): ReturnType<typeof overlapOf> => {
  const kept = overlapsKept.get(a) ?? new WeakMap<Polygon, ReturnType<typeof overlapOf>>()
  overlapsKept.set(a, kept)
  const known = kept.get(b)
  if (known !== undefined) return known
  const common = overlapOf(a, b)
  kept.set(b, common)
  return common
}

/** Metres around a place that is shown. */
const AROUND = 150

const problemOf = (
  key: string,
  areas: AnyId[],
  text: string,
  points: LngLat[],
  parts: LngLat[][] = [],
): AreaProblem[] => {
  const box = bboxOf([...points, ...parts.flat()])
  return box === null ? [] : [{ key, areas, text, box: padBbox(box, AROUND), points, parts }]
}

const kinds = ['flat', 'crossing', 'hole_outside', 'holes_overlap'] as const

/** Everything that is wrong, area by area, then pair by pair. */
export const problemsOf = (areas: readonly Named[]): AreaProblem[] => [
  ...areas.flatMap(({ id, name, coordinates }) => {
    const faults = faultsOf(coordinates)
    return kinds.flatMap((kind) => {
      const points = faults.filter((fault) => fault.kind === kind).map(({ place }) => place)
      return problemOf(`${id} ${kind}`, [id], words.problems[kind](name, points.length), points)
    })
  }),
  ...areas.flatMap((one, at) =>
    areas.slice(at + 1).flatMap((other) => {
      const common = commonOf(one.coordinates, other.coordinates)
      if (common === null) return []
      const text = words.problems.overlap(one.name, other.name, common.area)
      return problemOf(`${one.id} ${other.id}`, [one.id, other.id], text, [], common.parts)
    }),
  ),
]
