import type { Kysely, ExpressionBuilder } from 'kysely'
import type { Deed } from '@ambit/contract'
import type { DB, TripState } from '../database/schema.ts'
import { notFound, notFoundAt } from '../http/errors.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { hadVehicle } from './vehicle.ts'

/** A trip that is the driver's, or was: what happened before they learned of the change is theirs to tell. */
export const drivenBy = (driverId: number) => (eb: ExpressionBuilder<DB & { t: DB['trips'] }, 't'>) =>
  eb.or([
    eb('t.driver_id', '=', driverId),
    eb.exists(
      eb
        .selectFrom('trip_histories as h')
        .whereRef('h.trip_id', '=', 't.id')
        .where('h.former_driver_id', '=', driverId)
        .select('h.id'),
    ),
  ])

/** So long after the end of a trip its driver is heard of it. ms */
export const LATEST_MS = 24 * 3_600_000

/** It is too late to tell anything new of the trip. */
export const isLongOver = (trip: { current_state: TripState; end_datetime: Date }, now: Date): boolean => {
  const running = trip.current_state === 'live' || trip.current_state === 'in_transit'
  return !running && trip.end_datetime.getTime() < now.getTime() - LATEST_MS
}

/** 404 for a trip that the driver neither drives nor drove. */
export const requireDriven = async (db: Kysely<DB>, tripId: number, driverId: number) => {
  const trip = await db
    .selectFrom('trips as t')
    .where('t.id', '=', tripId)
    .where(drivenBy(driverId))
    .select(['t.id', 't.current_state', 't.end_datetime'])
    .executeTakeFirst()
  if (trip === undefined) throw notFound()
  return trip
}

/** 404 at this place for a stop of another trip, and for a booking or vehicle that this one never had. */
export const requireOwn = async ({ tx }: PlanChange, tripId: number, deed: Deed, pointer: string): Promise<void> => {
  if ('trip_stop_id' in deed) {
    const stop = await tx
      .selectFrom('trip_stops')
      .where('id', '=', deed.trip_stop_id)
      .select('trip_id')
      .executeTakeFirst()
    if (stop !== undefined && stop.trip_id !== tripId) throw notFoundAt(`${pointer}/trip_stop_id`)
  }
  if ('vehicle_id' in deed && deed.vehicle_id != null && !(await hadVehicle(tx, tripId, deed.vehicle_id)))
    throw notFoundAt(`${pointer}/vehicle_id`)
  if ('service_request_id' in deed && deed.service_request_id > 0) {
    const booking = await tx
      .selectFrom('service_requests as r')
      .where('r.id', '=', deed.service_request_id)
      .where((eb) =>
        eb.or([
          eb('r.trip_id', '=', tripId),
          eb.exists(
            eb
              .selectFrom('service_request_histories as h')
              .whereRef('h.service_request_id', '=', 'r.id')
              .where('h.trip_id', '=', tripId)
              .select('h.id'),
          ),
        ]),
      )
      .select('r.id')
      .executeTakeFirst()
    if (booking === undefined) throw notFoundAt(`${pointer}/service_request_id`)
  }
}
