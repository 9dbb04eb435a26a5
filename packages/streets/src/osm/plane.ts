import { METRES_PER_DEGREE } from '@ambit/geo'

/** Metres on a plane, x to the east and y to the north of `CENTRE`. */
export type Point = readonly [number, number]

// The specification's map centre.
const CENTRE = { lat: -27.46844, lng: 153.02334 }
const SQUEEZE = Math.cos((CENTRE.lat * Math.PI) / 180)

/** Whole 1e-7 degrees, as an .osm.pbf file stores them. */
export const toGrid = ([x, y]: Point): { lon: number; lat: number } => ({
  lon: Math.round((CENTRE.lng + x / (METRES_PER_DEGREE * SQUEEZE)) * 1e7),
  lat: Math.round((CENTRE.lat + y / METRES_PER_DEGREE) * 1e7),
})

/** [longitude, latitude] in degrees, rounded as the file rounds them. */
export const toLngLat = (point: Point): readonly [number, number] => {
  const { lon, lat } = toGrid(point)
  return [lon / 1e7, lat / 1e7]
}
