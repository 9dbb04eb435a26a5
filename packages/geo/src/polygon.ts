import { EARTH_RADIUS_M } from './point.ts'
import type { LngLat } from './point.ts'

/** A ring of a polygon; closing it by repeating the first point is allowed and not needed. */
export type Ring = readonly LngLat[]
/** The outer ring first, then the holes, as in GeoJSON */
export type Polygon = readonly Ring[]

/** Is the point inside the ring? Even-odd rule; a point exactly on the edge may fall to either side. */
export const pointInRing = (point: LngLat, ring: Ring): boolean => {
  const [x, y] = point
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i]!
    const [xj, yj] = ring[j]!
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
  }
  return inside
}

/** Is the point inside the outer ring and in none of the holes? */
export const pointInPolygon = (point: LngLat, polygon: Polygon): boolean =>
  polygon.length > 0 && pointInRing(point, polygon[0]!) && !polygon.slice(1).some((hole) => pointInRing(point, hole))

/** Area of a ring in degrees², positive when it runs counter-clockwise: for comparing and for orientation. */
export const signedRingArea = (ring: Ring): number => {
  let twice = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i]!
    const [xj, yj] = ring[j]!
    twice += xj * yi - xi * yj
  }
  return twice / 2
}

/** Area of a ring in m², on the sphere. Source: Chamberlain and Duquette, Some Algorithms for Polygons on a Sphere. */
export const ringArea = (ring: Ring): number => {
  let sum = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [lngA, latA] = ring[j]!
    const [lngB, latB] = ring[i]!
    sum += (lngB - lngA) * (2 + Math.sin((latA * Math.PI) / 180) + Math.sin((latB * Math.PI) / 180))
  }
  return Math.abs((((sum * Math.PI) / 180) * EARTH_RADIUS_M * EARTH_RADIUS_M) / 2)
}

/** Area in m² of the outer ring less its holes. */
export const polygonArea = (polygon: Polygon): number =>
  polygon.reduce((area, ring, index) => (index === 0 ? ringArea(ring) : area - ringArea(ring)), 0)

/** Centre of gravity of a ring, or the mean of its points when it has no area; null without points. */
export const ringCentroid = (ring: Ring): LngLat | null => {
  const origin = ring[0]
  if (origin === undefined) return null
  let [twice, x, y] = [0, 0, 0]
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    // Relative to the first point: degrees squared times degrees would lose the metres.
    const [xi, yi] = [ring[i]![0] - origin[0], ring[i]![1] - origin[1]]
    const [xj, yj] = [ring[j]![0] - origin[0], ring[j]![1] - origin[1]]
    const cross = xj * yi - xi * yj
    twice += cross
    x += (xi + xj) * cross
    y += (yi + yj) * cross
  }
  if (Math.abs(twice) < 1e-18) {
    const sum = ring.reduce((total, point) => [total[0]! + point[0], total[1]! + point[1]], [0, 0])
    return [sum[0]! / ring.length, sum[1]! / ring.length]
  }
  return [origin[0] + x / (3 * twice), origin[1] + y / (3 * twice)]
}
