import { api } from '@ambit/contract'
import { aidOf } from './mobility-aid.ts'
import type { TestServer } from './server.ts'
import { at } from './small-town.ts'

/** What a region keeps for its bookings: a kind of mobility aid, and a place of that name. */
export const regionRows = async (server: TestServer, region_id: number, name: string) => {
  const body = { region_id, name, address: name, point: at(0) }
  const place = (await server.client('superadmin').call(api.places.create, { body })).data.id
  return { aid: await aidOf(server, region_id), place }
}
