import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

/** Whether the trip has this vehicle, or had it before dispatch gave it another one. */
export const hadVehicle = async (tx: Transaction<DB>, tripId: number, vehicleId: number): Promise<boolean> =>
  (await tx
    .selectFrom('trips as t')
    .where('t.id', '=', tripId)
    .where((eb) =>
      eb.or([
        eb('t.vehicle_id', '=', vehicleId),
        eb.exists(
          eb
            .selectFrom('trip_histories as h')
            .whereRef('h.trip_id', '=', 't.id')
            .where('h.former_vehicle_id', '=', vehicleId)
            .select('h.id'),
        ),
      ]),
    )
    .select('t.id')
    .executeTakeFirst()) !== undefined

type Told = { vehicle_id?: number | null | undefined; at: Date }

/** The vehicle that a driver tells of: the one that the device had the trip with, else the one that the trip had then. */
export const vehicleToldOf = async (
  tx: Transaction<DB>,
  trip: { id: number; vehicle_id: number | null },
  { vehicle_id, at }: Told,
): Promise<number | null> => {
  if (vehicle_id != null && (await hadVehicle(tx, trip.id, vehicle_id))) return vehicle_id
  const next = await tx
    .selectFrom('trip_histories')
    .where('trip_id', '=', trip.id)
    .where('change', '=', 'vehicle')
    .where('created_at', '>', at)
    .select('former_vehicle_id')
    .orderBy('id')
    .executeTakeFirst()
  return next === undefined ? trip.vehicle_id : next.former_vehicle_id
}
