import type { LngLat } from '@ambit/geo'
import type { Streets } from '@ambit/streets'

export type Leg = { duration_s: number; distance_m: number; path: [number, number][] }

/** Ways are asked for again and again while a vehicle drives along them: so many are kept for each data set. */
const MOST_WAYS = 600
const known = new WeakMap<Streets, Map<string, Leg | null>>()

/** The way of a vehicle from one place to the next; null where there is none. */
export const wayBetween = (streets: Streets, from: LngLat, to: LngLat): Leg | null => {
  const ways = known.get(streets) ?? new Map<string, Leg | null>()
  known.set(streets, ways)
  const key = `${from.join(',')} ${to.join(',')}`
  const kept = ways.get(key)
  if (kept !== undefined) return kept
  const route = streets.route('car', from, to)
  const leg =
    route === null
      ? null
      : {
          duration_s: Math.ceil(route.duration),
          distance_m: Math.round(route.distance),
          path: route.geometry.map(([lng, lat]): [number, number] => [lng, lat]),
        }
  if (ways.size >= MOST_WAYS) ways.clear()
  ways.set(key, leg)
  return leg
}

/** The legs through the places in order. */
export const legsThrough = (streets: Streets, places: readonly LngLat[]): (Leg | null)[] =>
  places.slice(1).map((place, index) => wayBetween(streets, places[index]!, place)) // index runs over the places before each
