import { flatDistance, type LngLat } from '@ambit/geo'

const NEAR_M = 150
const SOON_MS = 30 * 60_000

/** When and where a ride begins, and when it ends, as planned; in milliseconds since 1970. */
export type RideSpan = { boards: number; alights: number; from: LngLat }

/** Whether one passenger would have to be on board of both. */
export const overlap = (a: RideSpan, b: RideSpan): boolean => a.boards < b.alights && b.boards < a.alights

/** Whether the second may have been meant to be the first: it begins near there about then. */
export const seemsTheSame = (a: RideSpan, b: RideSpan): boolean =>
  Math.abs(a.boards - b.boards) <= SOON_MS && flatDistance(a.from, b.from) <= NEAR_M
