import type { LngLat } from '@ambit/geo'

/** A ring as GeoJSON wants it: closed, and in arrays of its own. Polygons of the contract have three corners or more. */
export const closedRing = (ring: readonly LngLat[]): number[][] => [...ring, ring[0]!].map((point) => [...point])
