import type { RideWalks } from '@ambit/contract'
import { flatDistance, type LngLat } from '@ambit/geo'
import type { Followed } from './happening.ts'
import { isOpen } from './happening.ts'

/** The middle of a map, and how far around it is seen, in metres. */
export type View = { middle: LngLat; metres: number }

/** What the map of a ride shows; `walk`: from the door to the stop, or from the stop to the door. */
export type Seen = View & { stop: LngLat | null; vehicle: LngLat | null; walk: readonly LngLat[] }

/** Nearer than this no map is of use, and farther out no street can be read. Metres */
const NEAR_M = 250
const FAR_M = 4000
/** What is at the edge is seen too. */
const AROUND = 1.3
/** No way on foot that is shorter is told. Metres */
const LEAST_WALK_M = 10

export const isWalk = ({ walk_m }: { walk_m: number }): boolean => walk_m >= LEAST_WALK_M

/** Shows all of the places. */
export const viewOf = (places: readonly LngLat[]): View => {
  const [across, up] = [places.map(([lng]) => lng), places.map(([, lat]) => lat)]
  const [west, south] = [Math.min(...across), Math.min(...up)]
  const [east, north] = [Math.max(...across), Math.max(...up)]
  const half = flatDistance([west, south], [east, north]) / 2
  return {
    middle: [(west + east) / 2, (south + north) / 2],
    metres: Math.min(FAR_M, Math.max(NEAR_M, half * AROUND)),
  }
}

/** Null: there is nothing to show on a map, or the ride is over. `walks`: null while they are not known. */
export const seenOf = (ride: Followed, walks: RideWalks | null): Seen | null => {
  if (!isOpen(ride)) return null
  const isAboard = ride.phase === 'on_board'
  const stop = isAboard ? ride.dropoff.point : ride.pickup.point
  const at = ride.vehicle?.position?.point
  const vehicle: LngLat | null = at === undefined ? null : [at.lng, at.lat]
  const path = walks?.[isAboard ? 'dropoff' : 'pickup']?.path ?? []
  const places = [vehicle, stop, ...path].filter((place) => place !== null)
  if (places.length === 0) return null
  return { stop, vehicle, walk: path.length > 0 ? path : straightWalk(ride, isAboard), ...viewOf(places) }
}

const straightWalk = (ride: Followed, isAboard: boolean): readonly LngLat[] => {
  if (!('origin' in ride)) return []
  return isAboard ? [ride.dropoff.point, ride.destination.point] : [ride.origin.point, ride.pickup.point]
}
