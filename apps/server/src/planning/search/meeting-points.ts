import { flatDistance } from '@ambit/geo'
import type { LngLat } from '@ambit/geo'
import type { ZoneSettings, ZoneStop } from '../plan/types.ts'
import type { Roads, Table } from '../plan/roads.ts'

/** A place where the passenger can be picked up or set down; a door has no location yet. */
export type MeetingPoint = { location_id: number | null; name: string; point: LngLat; walk_m: number; walk_s: number }

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

/** As the street data have it: 4.8 km/h. */
const WALKING_M_S = 4.8 / 3.6

/** Paths on foot begin at the nearest path: the walk is at least the straight line from the door to the stop. */
const walkOf = ({ distance, duration }: Table, index: number, straight: number) => {
  const along = distance[index] ?? Infinity
  const offPath = Math.max(0, straight - along)
  return {
    walk_m: Math.round(along + offPath),
    walk_s: Math.ceil((duration[index] ?? Infinity) + offPath / WALKING_M_S),
  }
}

export type Walk = {
  place: { name: string; point: LngLat }
  need: Accessibility
  /** which way the passenger walks */
  direction: 'to_stop' | 'from_stop'
  maxWalk?: number
}

/**
 * Where a passenger can be picked up or set down: the nearest few stops, measured along the ways on foot, or the door
 * itself where the strategy is door to door; and the stops of fixed routes, which vehicles do not leave for a door.
 */
export const meetingPointsFor = (
  roads: Roads,
  settings: ZoneSettings,
  walk: Walk,
  onRoute: (location: number) => boolean = () => false,
): { free: MeetingPoint[]; onRoutes: MeetingPoint[] } => {
  const { place } = walk
  const door = settings.strategy.door_to_door
  const walks = !door || settings.stops.some((stop) => onRoute(stop.location_id))
  const near = walks ? walkable(roads, settings, { maxWalk: settings.strategy.max_walk_m, ...walk }) : []
  return {
    free: door
      ? [{ location_id: null, name: place.name, point: place.point, walk_m: 0, walk_s: 0 }]
      : near.slice(0, MOST_CANDIDATES),
    onRoutes: near.filter(({ location_id }) => location_id !== null && onRoute(location_id)).slice(0, MOST_CANDIDATES),
  }
}

type Walked = { roads: Roads; settings: ZoneSettings; walk: Required<Walk>; found: readonly MeetingPoint[] }

/** Gone with the request that holds the place: a search that looks for the nearest change asks for the same walks again. */
const walked = new WeakMap<Walk['place'], Walked[]>()

const walkable = (roads: Roads, settings: ZoneSettings, walk: Required<Walk>): readonly MeetingPoint[] => {
  const before = walked.get(walk.place) ?? []
  const known = before.find((one) => one.roads === roads && one.settings === settings && isSame(one.walk, walk))
  if (known !== undefined) return known.found
  const found = walkedTo(roads, settings.stops, walk)
  walked.set(walk.place, [...before, { roads, settings, walk, found }])
  return found
}

const isSame = (a: Required<Walk>, b: Required<Walk>): boolean =>
  a.direction === b.direction &&
  a.maxWalk === b.maxWalk &&
  a.need.step_free === b.need.step_free &&
  a.need.medically_exempt === b.need.medically_exempt

const walkedTo = (
  roads: Roads,
  stops: readonly ZoneStop[],
  { place, need, direction, maxWalk }: Required<Walk>,
): MeetingPoint[] => {
  const near = stops.filter((stop) => maySuit(stop, need) && flatDistance(stop.point, place.point) <= maxWalk)
  if (near.length === 0) return []
  const points = near.map((stop) => stop.point)
  const table =
    direction === 'to_stop' ? roads.table('foot', [place.point], points) : roads.table('foot', points, [place.point])
  return near
    .map((stop, index) => ({
      location_id: stop.location_id,
      name: stop.name,
      point: stop.point,
      ...walkOf(table, index, flatDistance(stop.point, place.point)),
    }))
    .filter((candidate) => candidate.walk_m <= maxWalk)
    .toSorted((a, b) => a.walk_m - b.walk_m)
}
