import { api } from '@ambit/contract'
import { aidOf } from './mobility-aid.ts'
import { organisationRows } from './organisations.ts'
import type { TestServer } from './server.ts'
import { at } from './small-town.ts'

/** Somebody of that name looked at passengers of the region unusually often. */
const lookOften = async ({ deps: { db, clock } }: TestServer, region_id: number, name: string): Promise<void> => {
  const found = { actor_kind: 'user' as const, actor_id: 1, actor_name: name, region_id, day: '2026-11-23' }
  await db
    .insertInto('unusual_looks')
    .values({ ...found, at: clock.now(), looks: 20 })
    .execute()
}

/** What a region keeps for its bookings: a kind of mobility aid, a place and an organisation of that name, for which the passenger consented; and who looked at its passengers. */
export const regionRows = async (
  server: TestServer,
  { region_id, passenger, name }: { region_id: number; passenger: number; name: string },
) => {
  await lookOften(server, region_id, name)
  const body = { region_id, name, address: name, point: at(0) }
  const place = (await server.client('superadmin').call(api.places.create, { body })).data.id
  const booksFor = await organisationRows(server, region_id, passenger, name)
  return { aid: await aidOf(server, region_id), place, ...booksFor }
}
