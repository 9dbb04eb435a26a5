import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { invalid } from '../http/errors.ts'
import { type Scope, visibleCrew } from '../http/scope.ts'
import type { FieldError } from '../http/errors.ts'

type Crew = { vehicle_id: number | null; driver_id: number | null }

/** Throws 422 for a vehicle or a driver whom the caller does not see, or who is out of order. */
export const requireCrew = async (tx: Kysely<DB>, scope: Scope, crew: Crew): Promise<void> => {
  const faults = await crewFaults(tx, scope, crew)
  if (faults.length > 0) throw invalid(faults)
}

/** What keeps a vehicle or a driver from being planned at all; null asks nothing. */
export const crewFaults = async (tx: Kysely<DB>, scope: Scope, crew: Crew): Promise<FieldError[]> => [
  ...(crew.vehicle_id === null ? [] : await vehicleFaults(tx, scope, crew.vehicle_id)),
  ...(crew.driver_id === null ? [] : await driverFaults(tx, scope, crew.driver_id)),
]

const vehicleFaults = async (tx: Kysely<DB>, scope: Scope, id: number): Promise<FieldError[]> => {
  const vehicle = await tx
    .selectFrom('vehicles')
    .select('status')
    .where('id', '=', id)
    .where(visibleCrew(scope, 'vehicles'))
    .executeTakeFirst()
  if (vehicle === undefined) return [{ pointer: '/vehicle_id', detail: 'Please select a Vehicle' }]
  return vehicle.status === 'active' ? [] : [{ pointer: '/vehicle_id', detail: 'This vehicle is not active' }]
}

const driverFaults = async (tx: Kysely<DB>, scope: Scope, id: number): Promise<FieldError[]> => {
  const driver = await tx
    .selectFrom('drivers')
    .select('status')
    .where('id', '=', id)
    .where(visibleCrew(scope, 'drivers'))
    .executeTakeFirst()
  if (driver === undefined) return [{ pointer: '/driver_id', detail: 'Please select a Driver' }]
  return driver.status === 'approved' ? [] : [{ pointer: '/driver_id', detail: 'This driver is not approved' }]
}
