import { flatDistance, type LngLat, lineLength, nearestOnLine, sliceLine } from '@ambit/geo'
import type { Fix } from './fix.ts'

/** So far from the way, for so long, a vehicle has left it (DAPP-46). Metres, ms */
const OFF_M = 60
const OFF_MS = 10_000
/** A vehicle is looked for from a little behind where it was to where it may have come since. Metres */
const BEHIND_M = 50
const AHEAD_M = 500

/** A vehicle in a yard or a car park so near to where its way begins is on it. Metres */
const YARD_M = 300

/**
 * How far along the way the vehicle is, null as long as it was not on it yet, and since when it is beside it, by the clock
 * that cannot be set; metres, ms
 */
export type Along = { metres: number | null; beside_since: number | null; off: boolean }

/**
 * Follows the vehicle along the way. A way may pass a place twice, so near where it was goes before nearest of all.
 * `before`: null where the way is a new one.
 */
export const along = (
  path: readonly LngLat[],
  { lat, lon }: Pick<Fix, 'lat' | 'lon'>,
  steady: number,
  before: Along | null,
): Along => {
  const was = before?.metres ?? null
  const found = (was === null ? null : near(path, [lon, lat], was)) ?? nearestOnLine([lon, lat], path)
  if (found !== null && found.distance <= OFF_M) return { metres: found.along, beside_since: null, off: false }
  const beside_since = before?.beside_since ?? steady
  return { metres: was, beside_since, off: steady - beside_since >= OFF_MS }
}

const near = (path: readonly LngLat[], point: LngLat, metres: number) => {
  const from = Math.max(0, metres - BEHIND_M)
  const found = nearestOnLine(point, sliceLine(path, from, metres + AHEAD_M))
  return found === null || found.distance > OFF_M ? null : { ...found, along: from + found.along }
}

/** Where the vehicle drives before the way begins: streets have no yards, so the way to them is none of its own. */
export const leadTo = (path: readonly LngLat[], { lat, lon }: Pick<Fix, 'lat' | 'lon'>): LngLat[] => {
  const found = nearestOnLine([lon, lat], path)
  return found !== null && found.along === 0 && found.distance <= YARD_M ? [[lon, lat]] : []
}

/** Metres as the leg counts them, of metres along its line. */
export const ofLeg = (leg: { distance_m: number; path: readonly LngLat[] }, metres: number): number => {
  const length = lineLength(leg.path)
  return length === 0 ? 0 : (leg.distance_m * metres) / length
}

export const metresTo = ({ lat, lon }: Pick<Fix, 'lat' | 'lon'>, point: LngLat): number =>
  flatDistance([lon, lat], point)
