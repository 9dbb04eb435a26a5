import { vehicleNeeds } from '@ambit/contract'
import { counted, overload } from '@ambit/domain'
import type { Load } from '@ambit/domain'
import type { FieldError } from '../../http/errors.ts'
import { clockTime } from '../plan/format.ts'
import { lookupsOf } from '../plan/lookups.ts'
import { takesAll } from '../plan/pins.ts'
import { toDate } from '../plan/types.ts'
import type { PlanTrip, ZonePlan } from '../plan/types.ts'
import { buildProblem } from '../problem/build.ts'
import { aidsIn } from '../search/refusals.ts'
import { noteTrip, planChanged } from './change-plan.ts'
import type { PlanChange } from './change-plan.ts'
import { writeEstimates } from './estimates.ts'

/**
 * Trips have other vehicles now. Answers those that cannot carry their passengers; for the others the expected times are
 * worked out from where the new vehicle is. Promises and planned times do not change; lateness is shown.
 */
export const replaceVehicles = async (
  change: PlanChange,
  tripIds: ReadonlySet<number>,
): Promise<Map<number, FieldError>> => {
  const faults = new Map<number, FieldError>()
  if (tripIds.size === 0) return faults
  for (const id of tripIds) noteTrip(change, id)
  const { plan, context } = await planChanged(change)
  for (const trip of plan.trips.filter(({ id }) => tripIds.has(id))) {
    const fault = tooSmall(plan, trip) ?? notTaking(plan, trip)
    if (fault !== null) faults.set(trip.id, fault)
  }
  if (faults.size === 0 && context !== null)
    await writeEstimates(change, buildProblem({ ...context, trips: (trip) => tripIds.has(trip.id) }))
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
        ? `${trip.vehicle_number} has ${counted(wheelchairs, 'wheelchair space')}: the bookings of this trip need ${load.wheelchairs} at ${at}`
        : `${trip.vehicle_number} has ${counted(seats, 'seat')}: the bookings of this trip need ${load.seated + load.wheelchairs * seatsPerWheelchair} at ${at}`
    return { pointer: '/vehicle_id', detail }
  }
  return null
}

/** What the vehicle does not say that it takes, though bookings of the trip need it, in words. */
const notTaking = (plan: ZonePlan, trip: PlanTrip): FieldError | null => {
  const needs = lookupsOf(plan)
    .bookingsOf(trip.id)
    .flatMap((booking) => booking.needs)
  const missing = vehicleNeeds.filter((need) => needs.includes(need) && !takesAll(trip, [need]))
  if (missing.length === 0) return null
  const detail = `${trip.vehicle_number} does not take ${aidsIn(missing)}: bookings of this trip need a vehicle that does`
  return { pointer: '/vehicle_id', detail }
}
