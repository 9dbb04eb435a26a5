import type { RowChange } from '../database/dispatch-tables.ts'
import type { By } from '../planning/change/booking-history.ts'
import type { PlanChange } from '../planning/change/change-plan.ts'
import { recordTrips } from '../planning/change/trips.ts'

const idIn = (row: RowChange['before'], column: 'driver_id' | 'vehicle_id'): number | null => {
  const value = row?.[column]
  return typeof value === 'number' ? value : null
}

/**
 * Writes into the histories of trips which drivers and vehicles an undo brought back. A driver who leaves a trip so may still
 * tell what happened before they knew.
 */
export const recordCrewBack = async (change: PlanChange, rows: readonly RowChange[], by: By): Promise<void> => {
  const { tx } = change
  for (const { table, id, before, after } of rows) {
    if (table !== 'trips' || before === null || after === null) continue
    const [driver, vehicle] = [idIn(before, 'driver_id'), idIn(before, 'vehicle_id')]
    const [formerDriver, formerVehicle] = [idIn(after, 'driver_id'), idIn(after, 'vehicle_id')]
    if (driver === formerDriver && vehicle === formerVehicle) continue
    const now = await tx.selectFrom('trips').where('id', '=', id).select(['driver_id', 'vehicle_id']).executeTakeFirst()
    if (driver !== formerDriver && now?.driver_id === driver)
      await recordTrips(change, by, [
        {
          trip_id: id,
          change: 'driver',
          before: await driverName(change, formerDriver),
          after: await driverName(change, driver),
          former_driver_id: formerDriver,
        },
      ])
    if (vehicle === formerVehicle || now?.vehicle_id !== vehicle) continue
    // The last position was the other vehicle's.
    await tx.deleteFrom('trip_monitors').where('trip_id', '=', id).execute()
    const [left, back] = [await vehicleNumber(change, formerVehicle), await vehicleNumber(change, vehicle)]
    await recordTrips(change, by, [{ trip_id: id, change: 'vehicle', before: left, after: back }])
  }
}

const driverName = async ({ tx }: PlanChange, id: number | null): Promise<string | null> => {
  if (id === null) return null
  const driver = await tx
    .selectFrom('drivers')
    .where('id', '=', id)
    .select(['first_name', 'last_name'])
    .executeTakeFirst()
  return driver === undefined ? null : `${driver.first_name} ${driver.last_name}`
}

const vehicleNumber = async ({ tx }: PlanChange, id: number | null): Promise<string | null> => {
  if (id === null) return null
  const vehicle = await tx.selectFrom('vehicles').where('id', '=', id).select('vehicle_number').executeTakeFirst()
  return vehicle?.vehicle_number ?? null
}
