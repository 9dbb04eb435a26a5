import { type Bbox, bboxOf, type LngLat } from '@ambit/geo'

/** Bounds that are one point are widened by this many degrees each way (SHELL-73). */
export const WIDEN_BY = 0.02
/** Bounds are fitted this long after they changed. */
export const FIT_DELAY = 1000
/** Zooms of the specification: after a pan and on a zone's centre, on a vehicle, of the booking map. */
export const PAN_ZOOM = 14
/** of Service Monitoring before there is anything to fit, and at a point that was searched for */
export const REGION_ZOOM = 7
export const POINT_ZOOM = 16
export const VEHICLE_ZOOM = 16
export const BOOKING_ZOOM = 15

/** The box to show all points; null without any. */
export const boundsOf = (points: Iterable<LngLat>): Bbox | null => {
  const box = bboxOf(points)
  if (box === null) return null
  const [west, south, east, north] = box
  return west === east && south === north ? [west - WIDEN_BY, south - WIDEN_BY, east + WIDEN_BY, north + WIDEN_BY] : box
}

/** Pixels between what is fitted and the map's edge. */
export type Padding = { top: number; right: number; bottom: number; left: number }
export const FIT_PADDING: Padding = { top: 56, right: 64, bottom: 56, left: 56 }

/** The same box in a tuple of its own, as the map's methods want it. */
export const toCorners = ([west, south, east, north]: Bbox): [number, number, number, number] => [
  west,
  south,
  east,
  north,
]
