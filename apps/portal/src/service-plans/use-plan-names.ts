import { useQuery } from '@tanstack/react-query'
import { driverOptions } from '../records/drivers.ts'
import { vehicleOptions } from '../records/vehicles.ts'
import { useCan } from '../auth/permissions.ts'
import type { Option } from '../form/fields.tsx'
import type { Names } from './plan-form.ts'
import { routeOptionsQuery } from './queries.ts'

export type PlanOptions = { vehicles: Option[]; drivers: Option[]; routes: Option[] }

/** Who and what can be planned: vehicles in order, drivers who may drive, the zone's routes. */
export const usePlanOptions = (zone: number): PlanOptions => {
  const can = useCan()
  const vehicles = useQuery({ ...vehicleOptions, enabled: can('VehicleManagement:vehicle:canRead') }).data ?? []
  const drivers = useQuery({ ...driverOptions, enabled: can('DriverManagement:driver:canRead') }).data ?? []
  const routes = useQuery({ ...routeOptionsQuery(zone), enabled: can('ZoneManagement:zone:canRead') }).data ?? []
  return {
    vehicles: vehicles
      .filter(({ status }) => status === 'active')
      .map(({ id, vehicle_number }) => ({ value: String(id), label: vehicle_number })),
    drivers: drivers
      .filter(({ status }) => status === 'approved')
      .map(({ id, full_name }) => ({ value: String(id), label: full_name })),
    routes: routes.map(({ id, name }) => ({ value: String(id), label: name })),
  }
}

export const usePlanNames = (zone: number): Names => {
  const options = usePlanOptions(zone)
  const nameIn = (list: readonly Option[]) => (id: string) => list.find(({ value }) => value === id)?.label ?? null
  return { vehicle: nameIn(options.vehicles), driver: nameIn(options.drivers), route: nameIn(options.routes) }
}
