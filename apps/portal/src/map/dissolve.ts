import { type LngLat, type Polygon, ringArea } from '@ambit/geo'
import { union } from 'polyclip-ts'

/** A border that two areas share but for rounding leaves slits in their union, below this, in m². */
const SLIT = 1

/** What several areas cover, as outlines without the borders that they share. */
export const dissolve = (polygons: readonly Polygon[]): Polygon[] => {
  const [first, ...others] = polygons.map((polygon) => polygon.map(pairs))
  if (first === undefined || others.length === 0) return [...polygons]
  return union(first, ...others)
    .map((polygon) => polygon.filter((ring) => ringArea(ring) >= SLIT).map(open))
    .filter((polygon) => polygon.length > 0)
}

const pairs = (ring: readonly LngLat[]): [number, number][] => ring.map(([lng, lat]) => [lng, lat])

/** The library repeats a ring's first point at its end; ours are not closed. */
const open = (ring: readonly [number, number][]): LngLat[] => ring.slice(0, -1)
