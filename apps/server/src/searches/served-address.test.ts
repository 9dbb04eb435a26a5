import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { flatDistance, type LngLat } from '@ambit/geo'
import { at, buildSmallTown, stopPoint } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

/** The zone ends 7 km east of the harbour: one house stands before the border, another behind it. */
const houses = [
  { id: '1', title: '37 Wilga Drive', label: '37 Wilga Drive, Bayside', kind: 'house_number', position: at(6900) },
  { id: '2', title: '41 Wilga Drive', label: '41 Wilga Drive, Outback', kind: 'house_number', position: at(7100) },
] as const
const streets = straightStreets()
const reverse = (point: LngLat) => houses.filter(({ position }) => flatDistance(point, position) < 600)

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: { ...streets, addresses: { ...streets.addresses, reverse } } })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
})

const text = ([lng, lat]: LngLat): string => `${lat},${lng}`
type Asked = { end?: 'origin' | 'destination'; other?: LngLat; region_id?: number }
const near = async (point: LngLat, { end = 'origin', other, region_id }: Asked = {}) => {
  const query = { end, at: text(point), other: other && text(other), region_id }
  return (await town.dispatcher.call(api.searches.servedAddresses, { query })).data
}

test('the nearest address in the zone is proposed for a pick-up outside of it', async () => {
  expect(await near(at(7300), { other: stopPoint('School') })).toEqual([
    { title: '37 Wilga Drive', name: '37 Wilga Drive, Bayside', point: at(6900), distance_m: 400 },
  ])
  expect(await near(at(7300))).toHaveLength(1)
})

test('no address is proposed that is kilometres away, in another region, or not connected to the other end', async () => {
  expect(await near(at(13_000))).toEqual([])
  expect(await near(at(7300), { region_id: town.region_id + 1000 })).toEqual([])
  await server.deps.db.updateTable('service_areas').set({ connected_location_ids: [] }).execute()
  expect(await near(at(7300), { end: 'destination', other: stopPoint('School') })).toEqual([])
})

test('addresses in zones are proposed only to users of the booking wizard', async () => {
  const query = { end: 'origin', at: text(at(7300)) } as const
  await expect(server.client('fleet_manager').call(api.searches.servedAddresses, { query })).rejects.toMatchObject({
    status: 403,
  })
})
