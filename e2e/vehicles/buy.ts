import { api, type Client, type VehicleInput } from '@ambit/contract'
import type { Page } from '../fixtures.ts'

/** A vehicle of this story's own. When the story is repeated, it starts without it again. */
export const buy = async (apiAs: (role: string) => Promise<Client>, name: string, more: Partial<VehicleInput> = {}) => {
  const client = await apiAs('fleet_manager')
  await scrap(client, name)
  const body = { license_plate: `P ${name}`, vehicle_number: `N ${name}`, capacity: 8, mobility_capacity: 1, ...more }
  return (await client.call(api.vehicles.create, { body })).data
}

/** Deletes what earlier runs of the story left under names that begin with this one. */
const scrap = async (client: Client, name: string): Promise<void> => {
  const { data } = await client.call(api.vehicles.list, { query: { search: name, per_page: 100 } })
  for (const vehicle of data.filter(({ vehicle_number }) => vehicle_number.startsWith(`N ${name}`)))
    await client.call(api.vehicles.destroy, { params: { id: vehicle.id } })
}

export const grid = (page: Page) => page.getByRole('grid', { name: 'Vehicles' })
