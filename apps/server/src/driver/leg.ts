import type { LngLat } from '@ambit/geo'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { streetsNow } from '../planning/plan/closures.ts'
import { drivenLeg, driveBetween } from '../streets/drives.ts'
import { findTrip, listTripStops } from '../trips/queries.ts'

/** The way to the stop ahead for a vehicle that has left the one it was told. 404 for a trip of somebody else. */
export const legFrom = async (
  deps: Deps,
  { tripId, driverId, at }: { tripId: number; driverId: number; at: LngLat },
) => {
  const trip = await findTrip(deps.db, tripId, null)
  if (trip === undefined || trip.driver_id !== driverId) throw notFound()
  const stop = (await listTripStops(deps.db, tripId)).find(({ arrived_at }) => arrived_at === null)
  const streets = await streetsNow(deps, deps.db)
  const drive = stop === undefined || streets === null ? null : driveBetween(streets, at, stop.point)
  return { trip_stop_id: stop?.id ?? null, leg: drive && drivenLeg(drive) }
}
