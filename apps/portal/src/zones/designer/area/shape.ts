import { bboxOf, type Bbox, type LngLat, openRing, type Polygon } from '@ambit/geo'

/** Outline and holes with their points in arrays of their own, none repeated at the end: as the contract takes it. */
export type Shape = [number, number][][]
/** One corner of a shape. */
export type Corner = { ring: number; index: number }

/** Limits of the contract. */
export const MAX_POINTS = 20_000
export const MAX_RINGS = 100
const FEWEST = 3

const own = ([lng, lat]: LngLat): [number, number] => [lng, lat]

export const shapeOf = (polygon: Polygon): Shape => polygon.map((ring) => openRing(ring).map(own))

const withRing = (shape: Shape, at: number, ring: Shape[number]): Shape =>
  shape.map((old, index) => (index === at ? ring : old))

export const cornerAt = (shape: Shape, { ring, index }: Corner): LngLat | null => shape[ring]?.[index] ?? null

export const moveCorner = (shape: Shape, { ring, index }: Corner, to: LngLat): Shape =>
  withRing(
    shape,
    ring,
    (shape[ring] ?? []).map((point, at) => (at === index ? own(to) : point)),
  )

/** A new corner on the edge that begins at the given one. */
export const insertCorner = (shape: Shape, { ring, index }: Corner, point: LngLat): Shape =>
  withRing(shape, ring, (shape[ring] ?? []).toSpliced(index + 1, 0, own(point)))

/** Without the corner; a hole that has too few left goes with it. Null: the outline needs its last three. */
export const removeCorner = (shape: Shape, { ring, index }: Corner): Shape | null => {
  const points = shape[ring] ?? []
  if (points.length > FEWEST) return withRing(shape, ring, points.toSpliced(index, 1))
  return ring === 0 ? null : shape.toSpliced(ring, 1)
}

export const shiftShape = (shape: Shape, [east, north]: LngLat): Shape =>
  shape.map((ring) => ring.map(([lng, lat]) => [lng + east, lat + north]))

export const addHole = (shape: Shape, hole: readonly LngLat[]): Shape => [...shape, hole.map(own)]

export const removeHole = (shape: Shape, ring: number): Shape => (ring === 0 ? shape : shape.toSpliced(ring, 1))

/** The middle of each edge, under the corner that the edge begins at. */
export const midpointsOf = (shape: Shape): { corner: Corner; point: LngLat }[] =>
  shape.flatMap((points, ring) =>
    points.map(([lng, lat], index) => {
      const [nextLng, nextLat] = points[(index + 1) % points.length] ?? [lng, lat]
      return { corner: { ring, index }, point: [(lng + nextLng) / 2, (lat + nextLat) / 2] }
    }),
  )

export const boxOf = (shapes: readonly Polygon[]): Bbox | null => bboxOf(shapes.flatMap((shape) => shape.flat()))

/** The ring as GeoJSON wants it. */
export const closedRing = (ring: readonly LngLat[]): [number, number][] =>
  ring[0] === undefined ? [] : [...ring, ring[0]].map(own)
