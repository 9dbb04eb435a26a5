import { api, type SchemaStage, type VehicleInput } from '@ambit/contract'
import { demoStages, type TestServer } from '@ambit/server/testing'

/** A vehicle with the number `N name` and the plate `P name`. */
export const buy = async (server: TestServer, name: string, more: Partial<VehicleInput> = {}) => {
  const body = { license_plate: `P ${name}`, vehicle_number: `N ${name}`, capacity: 8, mobility_capacity: 1, ...more }
  return (await server.client('fleet_manager').call(api.vehicles.create, { body })).data
}

/** Gives the vehicles these custom fields; without stages those of the demo. */
export const withStages = async (server: TestServer, stages: readonly SchemaStage[] = demoStages) =>
  (await server.client('administrator').call(api.schemas.create, { body: { entity: 'vehicle', stages: [...stages] } }))
    .data
