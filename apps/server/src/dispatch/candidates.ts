import { flatDistance } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import type { ZoneSettings, ZoneStop } from './plan.ts'
import type { Roads } from './travel.ts'

/** A place where the passenger can be picked up or set down; a door has no location yet. */
export type Candidate = { location_id: number | null; name: string; point: LngLat; walk_m: number; walk_s: number }

export type Accessibility = {
  /** a wheelchair, or a passenger who requires mobility support */
  step_free: boolean
  medically_exempt: boolean
}

/** More stops than this within walking distance add nothing: the nearest ones are asked. */
const MOST_CANDIDATES = 5

/** Not Accessible stops are not for wheelchairs, Medically Exempt stops only for passengers with the exemption. */
export const maySuit = (stop: ZoneStop, need: Accessibility): boolean =>
  stop.passenger && !(stop.not_accessible && need.step_free) && (!stop.medically_exempt || need.medically_exempt)

/**
 * Stops within walking distance, measured along the ways on foot, nearest first; or the door itself where the
 * strategy is door to door. `direction` says which way the passenger walks.
 */
export const candidatesFor = (
  roads: Roads,
  settings: ZoneSettings,
  place: { name: string; point: LngLat },
  need: Accessibility,
  direction: 'to_stop' | 'from_stop',
  maxWalk = settings.strategy.max_walk_m,
): Candidate[] => {
  if (settings.strategy.door_to_door)
    return [{ location_id: null, name: place.name, point: place.point, walk_m: 0, walk_s: 0 }]
  const near = settings.stops.filter((stop) => maySuit(stop, need) && flatDistance(stop.point, place.point) <= maxWalk)
  if (near.length === 0) return []
  const points = near.map((stop) => stop.point)
  const table =
    direction === 'to_stop' ? roads.table('foot', [place.point], points) : roads.table('foot', points, [place.point])
  return near
    .map((stop, index) => ({
      location_id: stop.location_id,
      name: stop.name,
      point: stop.point,
      walk_m: Math.round(table.distance[index] ?? Infinity),
      walk_s: Math.ceil(table.duration[index] ?? Infinity),
    }))
    .filter((candidate) => candidate.walk_m <= maxWalk)
    .toSorted((a, b) => a.walk_m - b.walk_m)
    .slice(0, MOST_CANDIDATES)
}
