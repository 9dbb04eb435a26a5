import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { By } from '../planning/change/booking-history.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { recordTrips } from '../planning/change/trips.ts'
import { driverName } from '../trips/queries.ts'

/** Who drives a trip with what. */
type Crew = {
  driver_id: number | null
  driver_name: string | null
  vehicle_id: number | null
  vehicle_number: string | null
}

/** By trip. */
type Crews = ReadonlyMap<number, Crew>

/** The crews of these trips as they are now; a trip that is not there has none. */
export const crewsOf = async (db: Kysely<DB>, ids: readonly number[]): Promise<Crews> => {
  const rows = await db
    .selectFrom('trips as t')
    .leftJoin('drivers', 'drivers.id', 't.driver_id')
    .leftJoin('vehicles', 'vehicles.id', 't.vehicle_id')
    .where('t.id', '=', sql<number>`any(${ids}::int[])`)
    .select(['t.id', 't.driver_id', 't.vehicle_id', 'vehicles.vehicle_number', driverName.as('driver_name')])
    .orderBy('t.id')
    .execute()
  return new Map(rows.map(({ id, ...crew }) => [id, crew]))
}

/**
 * Writes into the histories of trips which drivers and vehicles an undo brought back, by the crews that they had before it.
 * A driver who leaves a trip so may still tell what happened before they knew.
 */
export const recordCrewBack = async (
  change: PlanChange,
  ids: readonly number[],
  former: Crews,
  by: By,
): Promise<void> => {
  const { tx } = change
  for (const [trip_id, crew] of await crewsOf(tx, ids)) {
    const left = former.get(trip_id)
    if (left === undefined) continue
    if (left.driver_id !== crew.driver_id) {
      const names = { before: left.driver_name, after: crew.driver_name }
      await recordTrips(change, by, [{ trip_id, change: 'driver', ...names, former_driver_id: left.driver_id }])
    }
    if (left.vehicle_id === crew.vehicle_id) continue
    // The last position was the other vehicle's.
    await tx.deleteFrom('trip_monitors').where('trip_id', '=', trip_id).execute()
    const numbers = { before: left.vehicle_number, after: crew.vehicle_number }
    await recordTrips(change, by, [{ trip_id, change: 'vehicle', ...numbers, former_vehicle_id: left.vehicle_id }])
  }
}
