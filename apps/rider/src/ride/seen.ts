import { flatDistance, type LngLat } from '@ambit/geo'
import type { Followed } from './happening.ts'
import { isOpen } from './happening.ts'

/** What the map of a ride shows; `walk`: from the door to the stop, or from the stop to the door. */
export type Seen = {
  stop: LngLat | null
  vehicle: LngLat | null
  walk: readonly LngLat[]
  middle: LngLat
  /** so much around the middle is seen */
  metres: number
}

/** Nearer than this no map is of use, and farther out no street can be read. Metres */
const NEAR_M = 250
const FAR_M = 4000
/** What is at the edge is seen too. */
const AROUND = 1.3

const between = (one: LngLat, other: LngLat): LngLat => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]

/** Null: there is nothing to show on a map, or the ride is over. */
export const seenOf = (ride: Followed): Seen | null => {
  if (!isOpen(ride)) return null
  const isAboard = ride.phase === 'on_board'
  const stop = isAboard ? ride.dropoff.point : ride.pickup.point
  const at = ride.vehicle?.position?.point
  const vehicle: LngLat | null = at === undefined ? null : [at.lng, at.lat]
  const first = vehicle ?? stop
  if (first === null) return null
  const other = stop ?? first
  const apart = flatDistance(first, other) / 2
  const walk = walkOf(ride, isAboard)
  return {
    stop,
    vehicle,
    walk,
    middle: between(first, other),
    metres: Math.min(FAR_M, Math.max(NEAR_M, apart * AROUND)),
  }
}

const walkOf = (ride: Followed, isAboard: boolean): readonly LngLat[] => {
  if (!('origin' in ride)) return []
  return isAboard ? [ride.dropoff.point, ride.destination.point] : [ride.origin.point, ride.pickup.point]
}
