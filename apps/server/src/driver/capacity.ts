import type { Kysely } from 'kysely'
import { overload, type Room, seatsTaken, spacesTaken } from '@ambit/domain'
import type { DB } from '../database/schema.ts'
import { notPossible } from '../http/errors.ts'
import type { DriverAction } from './action.ts'

/** What a vehicle has; null: there is none. */
export const roomOf = async (db: Kysely<DB>, vehicleId: number | null): Promise<Room | null> => {
  if (vehicleId === null) return null
  const vehicle = await db
    .selectFrom('vehicles')
    .where('id', '=', vehicleId)
    .select(['capacity as seats', 'mobility_capacity as wheelchairs', 'seats_per_wheelchair as seatsPerWheelchair'])
    .executeTakeFirst()
  return vehicle ?? null
}

/**
 * What happened may stand against what is planned: 422 where from here on more would ride than fit, or passengers would
 * be on board at a break or a waiting place. Dispatch has to free seats or move the break first.
 */
export const requireCapacity = async ({ change: { tx }, trip }: DriverAction): Promise<void> => {
  const room = (await roomOf(tx, trip.vehicle_id)) ?? { seats: 0, wheelchairs: 0, seatsPerWheelchair: 0 }
  const stops = await tx
    .selectFrom('trip_stops')
    .where('trip_id', '=', trip.id)
    .select(['id', 'kind', 'departed_at'])
    .orderBy('location_index')
    .execute()
  const riders = await tx
    .selectFrom('service_requests')
    .where('trip_id', '=', trip.id)
    .where('status', 'in', ['assigned', 'secured', 'on_board'])
    .select(['pickup_trip_stop_id', 'dropoff_trip_stop_id', 'passenger_count', 'mobility_support', 'boarded_count'])
    .execute()
  let seated = 0
  let wheelchairs = 0
  for (const stop of stops) {
    for (const rider of riders) {
      const step = rider.pickup_trip_stop_id === stop.id ? 1 : rider.dropoff_trip_stop_id === stop.id ? -1 : 0
      seated += step * seatsTaken(rider)
      wheelchairs += step * spacesTaken(rider)
    }
    if (stop.departed_at !== null) continue
    const full = overload({ seated, wheelchairs }, room)
    if (full !== null)
      throw notPossible(
        full === 'seats'
          ? 'More passengers are booked on this trip than it has seats: dispatch has to free some first'
          : 'More wheelchairs are booked on this trip than it has spaces: dispatch has to free some first',
      )
    if ((stop.kind === 'break' || stop.kind === 'staging') && seated + wheelchairs > 0)
      throw notPossible('Passengers would be on board during the break: dispatch has to move it first')
  }
}
