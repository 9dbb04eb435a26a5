import { type Polygon, ringArea } from '@ambit/geo'
import { union } from 'polyclip-ts'
import { closedRing, type Shape, shapeOf } from './shape.ts'

/** A border that two areas share but for rounding leaves slits in their union, below this, in m². */
const SLIT = 1

/** The areas as one, or null when they do not touch along a border. */
export const mergeShapes = (shapes: readonly Polygon[]): Shape | null => {
  const [first, ...others] = shapes.map((shape) => shape.map(closedRing))
  if (first === undefined) return null
  const parts = union(first, ...others).filter(([outline]) => outline !== undefined && ringArea(outline) >= SLIT)
  const [only] = parts
  if (parts.length !== 1 || only === undefined) return null
  return shapeOf(only.filter((ring) => ringArea(ring) >= SLIT))
}
