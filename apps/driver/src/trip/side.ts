import type { TripStop } from '@ambit/contract'
import { flatDistance } from '@ambit/geo'

/** The way ends in the middle of the street, and what is nearer to it lies on neither side. Metres */
const BESIDE_M = 2

type Point = readonly [lng: number, lat: number]

/** On which side of the street the stop lies for who comes along the way; null: that is not known, or the vehicle is there. */
export const sideOf = ({ leg, point, arrived_at }: Pick<TripStop, 'leg' | 'point' | 'arrived_at'>) => {
  if (leg === null || arrived_at !== null) return null
  const street = leg.path.filter((at) => flatDistance(at, point) > BESIDE_M)
  const to = street.at(-1)
  const from = street.findLast((at) => to !== undefined && flatDistance(at, to) > BESIDE_M)
  if (to === undefined || from === undefined) return null
  const beside = besideOf(from, to, point)
  if (Math.abs(beside) < BESIDE_M) return null
  return beside > 0 ? 'left' : 'right'
}

const METRES_PER_DEGREE = 111_195

/** How far the point lies to the left of the line, metres. */
const besideOf = (from: Point, to: Point, point: Point): number => {
  const east = Math.cos((to[1] * Math.PI) / 180) * METRES_PER_DEGREE
  const flat = ([lng, lat]: Point): [number, number] => [(lng - to[0]) * east, (lat - to[1]) * METRES_PER_DEGREE]
  const [fromX, fromY] = flat(from)
  const [x, y] = flat(point)
  return (fromY * x - fromX * y) / Math.hypot(fromX, fromY)
}
