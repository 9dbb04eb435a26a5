import type { LngLat } from '@ambit/geo'
import { type HttpError, invalid } from '../http/errors.ts'

/** A boundary of 5,000 short edges has 7,500, a star of 1,000 corners 250,000, and takes two seconds in all. */
const MOST = 250_000

/**
 * Throws 422 for areas in which each question about a place would look at thousands of edges: `indexPolygon` sorts the
 * edges of an area into a band of latitude for every four, and this counts in how many bands they lie.
 */
export const refuseIntricate = (areas: readonly (readonly (readonly LngLat[])[])[]): void => {
  if (areas.reduce((sum, area) => sum + entriesOf(area), 0) > MOST) throw tooIntricate()
}

const tooIntricate = (): HttpError =>
  invalid([{ pointer: '/areas', detail: 'These areas are too complex to be measured. Simplify their outlines' }])

const entriesOf = (area: readonly (readonly LngLat[])[]): number => {
  const edges = area.reduce((sum, ring) => sum + ring.length, 0)
  let [south, north, climbed] = [Infinity, -Infinity, 0]
  for (const ring of area) {
    for (const [at, [, lat]] of ring.entries()) {
      south = Math.min(south, lat)
      north = Math.max(north, lat)
      climbed += Math.abs(lat - (ring.at(at - 1) ?? [0, lat])[1])
    }
  }
  return north > south ? edges + (climbed / (north - south)) * (edges / 4) : edges
}
