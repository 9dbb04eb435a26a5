/** [longitude, latitude] in degrees, as GeoJSON has it */
export type LngLat = readonly [number, number]
/** [west, south, east, north] in degrees; boxes across the 180th meridian are not supported */
export type Bbox = readonly [number, number, number, number]

/** Mean radius of the earth (IUGG), in metres */
export const EARTH_RADIUS_M = 6371008.8

/** Metres in a degree of latitude, rounded */
export const METRES_PER_DEGREE = 111_195

const RADIANS = Math.PI / 180

/** Great-circle distance in metres. */
export const haversineDistance = (a: LngLat, b: LngLat): number => {
  const sinLat = Math.sin(((b[1] - a[1]) * RADIANS) / 2)
  const sinLng = Math.sin(((b[0] - a[0]) * RADIANS) / 2)
  const h = sinLat * sinLat + Math.cos(a[1] * RADIANS) * Math.cos(b[1] * RADIANS) * sinLng * sinLng
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Distance in metres on a plane laid between the points: within 0.01 % of the great circle up to 100 km, and fast. */
export const flatDistance = (a: LngLat, b: LngLat): number => {
  const dy = (b[1] - a[1]) * RADIANS
  const dx = (b[0] - a[0]) * RADIANS * Math.cos(((a[1] + b[1]) / 2) * RADIANS)
  return EARTH_RADIUS_M * Math.sqrt(dx * dx + dy * dy)
}

/** Direction of travel at the start of the great circle from a to b: degrees clockwise from north, 0 to below 360. */
export const bearing = (a: LngLat, b: LngLat): number => {
  const dLng = (b[0] - a[0]) * RADIANS
  const latA = a[1] * RADIANS
  const latB = b[1] * RADIANS
  const y = Math.sin(dLng) * Math.cos(latB)
  const x = Math.cos(latA) * Math.sin(latB) - Math.sin(latA) * Math.cos(latB) * Math.cos(dLng)
  return (Math.atan2(y, x) / RADIANS + 360) % 360
}

/** The point reached from a start after so many metres in a direction (degrees clockwise from north). */
export const destination = (start: LngLat, metres: number, direction: number): LngLat => {
  const angle = metres / EARTH_RADIUS_M
  const lat = start[1] * RADIANS
  const theta = direction * RADIANS
  const endLat = Math.asin(Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(theta))
  const dLng = Math.atan2(
    Math.sin(theta) * Math.sin(angle) * Math.cos(lat),
    Math.cos(angle) - Math.sin(lat) * Math.sin(endLat),
  )
  return [start[0] + dLng / RADIANS, endLat / RADIANS]
}

/** The smallest box around the points, or null when there are none. */
export const bboxOf = (points: Iterable<LngLat>): Bbox | null => {
  let west = Infinity
  let south = Infinity
  let east = -Infinity
  let north = -Infinity
  for (const [lng, lat] of points) {
    if (lng < west) west = lng
    if (lng > east) east = lng
    if (lat < south) south = lat
    if (lat > north) north = lat
  }
  return west === Infinity ? null : [west, south, east, north]
}

export const inBbox = (bbox: Bbox, point: LngLat): boolean =>
  point[0] >= bbox[0] && point[0] <= bbox[2] && point[1] >= bbox[1] && point[1] <= bbox[3]

export const bboxesOverlap = (a: Bbox, b: Bbox): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]

/** The box grown by so many metres on each side. */
export const padBbox = (bbox: Bbox, metres: number): Bbox => {
  const dLat = metres / EARTH_RADIUS_M / RADIANS
  const widest = Math.max(Math.abs(bbox[1]), Math.abs(bbox[3]))
  const dLng = dLat / Math.max(0.01, Math.cos(widest * RADIANS))
  return [bbox[0] - dLng, bbox[1] - dLat, bbox[2] + dLng, bbox[3] + dLat]
}
