import { type LngLat, nearestOnLine } from '@ambit/geo'
import type { Deps } from '../../deps.ts'
import { driveBetween } from '../../streets/drives.ts'
import type { Snapshot, TripNow } from './snapshot.ts'

/** Further from its way than this, a vehicle has left it. Metres */
const OFF_WAY_M = 250
/** So long it has to be off it: a driver may turn round. */
const OFF_FOR_MS = 3 * 60_000
const MINUTE_MS = 60_000

/** By how many minutes each trip whose vehicle has left its way reaches its next stop later than it would have. */
export type Strayed = { strayed: ReadonlyMap<number, number> }

type Heading = {
  stop_id: number
  /** from where the vehicle was when it was first seen on the way to that stop */
  way: readonly LngLat[]
  /** null: it is on its way */
  off_since: number | null
  /** when it was expected at the stop while it was on its way */
  expected: number
}

/** Knows the ways that vehicles are on; a process that has just started takes each for granted from where it is. */
export const watchWays = () => {
  const headings = new Map<number, Heading>()
  return ({ trips, now }: Snapshot, streets: ReturnType<Deps['streets']['current']>): Strayed['strayed'] => {
    const strayed = new Map<number, number>()
    if (streets === null) return strayed
    const driving = trips.flatMap(drivingTo)
    for (const id of headings.keys()) if (!driving.some(({ trip_id }) => trip_id === id)) headings.delete(id)
    for (const { trip_id, stop_id, place, stop, expected } of driving) {
      const known = headings.get(trip_id)
      if (known?.stop_id !== stop_id) {
        const way = driveBetween(streets, place, stop)?.path
        if (way !== undefined) headings.set(trip_id, { stop_id, way, off_since: null, expected })
        continue
      }
      if ((nearestOnLine(place, known.way)?.distance ?? 0) <= OFF_WAY_M) {
        known.off_since = null
        known.expected = expected
        continue
      }
      known.off_since ??= now.getTime()
      if (now.getTime() - known.off_since >= OFF_FOR_MS) strayed.set(trip_id, (expected - known.expected) / MINUTE_MS)
    }
    return strayed
  }
}

type Driving = { trip_id: number; stop_id: number; place: LngLat; stop: LngLat; expected: number }

/** On the way to a stop by the app's navigation. */
const drivingTo = (trip: TripNow): Driving[] => {
  const { stop_id, longitude, latitude, stop_longitude, stop_latitude } = trip
  const expected = (trip.eta ?? trip.scheduled_at)?.getTime()
  if (trip.state === 'staged' || trip.manual_navigation || trip.arrived_at !== null || stop_id === null) return []
  if (longitude === null || latitude === null || expected === undefined) return []
  const stop: LngLat = [stop_longitude ?? 0, stop_latitude ?? 0]
  return [{ trip_id: trip.id, stop_id, place: [longitude, latitude], stop, expected }]
}
