import { overload } from '@ambit/domain'
import type { Load } from '@ambit/domain'
import type { Transaction } from 'kysely'
import type { DB } from '../../database/schema.ts'
import type { Deps } from '../../deps.ts'
import { settingsAt } from '../plan/cache.ts'
import { toDate } from '../plan/types.ts'
import type { PlanTrip, ZonePlan } from '../plan/types.ts'
import { lookupsOf } from '../plan/lookups.ts'
import { buildProblem } from '../problem/build.ts'
import { raisePlanVersion, readMonitors, readPlan, readVersion } from '../plan/queries.ts'
import { nowOf, roadsIn } from '../plan/context.ts'
import { writeEtas } from '../upkeep/update-etas.ts'
import { clockTime, counted } from '../format.ts'
import type { FieldError } from '../../http/errors.ts'

/**
 * Trips have other vehicles now: who of them cannot seat their passengers is answered, and for the rest the expected
 * times are worked out from where the new vehicle is. What was promised and planned stands; lateness shows.
 */
export const replaceVehicles = async (
  deps: Deps,
  tx: Transaction<DB>,
  zoneId: number,
  tripIds: ReadonlySet<number>,
): Promise<Map<number, FieldError>> => {
  const version = await raisePlanVersion(tx, zoneId, { by: 'schedule', at: deps.clock.now() })
  const faults = new Map<number, FieldError>()
  if (tripIds.size === 0) return faults
  const settings = await settingsAt(deps, tx, await readVersion(tx, zoneId))
  // Read past the memory: what is not committed yet must not be kept for others.
  const { plan } = await readPlan(tx, settings, version, new Map())
  const own = plan.trips.filter(({ id }) => tripIds.has(id))
  for (const trip of own) {
    const fault = tooSmall(plan, trip)
    if (fault !== null) faults.set(trip.id, fault)
  }
  if (faults.size > 0 || deps.streets.current() === null) return faults
  const context = { plan, roads: roadsIn(deps, settings), monitors: await readMonitors(tx, [zoneId]), now: nowOf(deps) }
  await writeEtas(tx, buildProblem({ ...context, trips: (trip) => tripIds.has(trip.id) }))
  return faults
}

/** The first moment at which the trip's bookings do not fit into its vehicle, in words. */
const tooSmall = (plan: ZonePlan, trip: PlanTrip): FieldError | null => {
  const bookings = lookupsOf(plan).bookingsOf(trip.id)
  const load: Load = { seated: 0, wheelchairs: 0 }
  const move = (booking: (typeof bookings)[number], way: 1 | -1): void => {
    load.seated += way * (booking.passenger_count - booking.mobility_support)
    load.wheelchairs += way * booking.mobility_support
  }
  for (const booking of bookings) if (booking.status === 'on_board') move(booking, 1)
  for (const stop of trip.stops) {
    for (const booking of bookings) if (booking.dropoff_trip_stop_id === stop.id) move(booking, -1)
    for (const booking of bookings)
      if (booking.pickup_trip_stop_id === stop.id && booking.status !== 'on_board') move(booking, 1)
    const short = overload(load, trip.capacity)
    if (short === null) continue
    const at = clockTime(toDate(stop.scheduled_at), plan.settings.time_zone)
    const { seats, wheelchairs, seatsPerWheelchair } = trip.capacity
    const detail =
      short === 'wheelchairs'
        ? `${trip.vehicle_number} has ${counted(wheelchairs, 'wheelchair space', 'wheelchair spaces')}: the bookings of this trip need ${load.wheelchairs} at ${at}`
        : `${trip.vehicle_number} has ${counted(seats, 'seat', 'seats')}: the bookings of this trip need ${load.seated + load.wheelchairs * seatsPerWheelchair} at ${at}`
    return { pointer: '/vehicle_id', detail }
  }
  return null
}
