import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { openToApps } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'

let server: TestServer
let town: SmallTown
let maria: number
let app: Client
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server, { stop: { Hospital: { not_accessible: true } } })
  await server.deps.db.updateTable('zones').set({ allowed_apps: [] }).execute()
  await openToApps(town)
  maria = await town.passenger('Maria Silva')
  app = server.passengerClient(maria)
})

type Query = { at?: string; search?: string; traveler_id?: number }
const asked = async (query: Query) => (await app.call(api.ride.stops, { query })).data
const text = ([lng, lat]: readonly [number, number]): string => `${lat},${lng}`
const names = ({ stops }: { stops: readonly { name: string }[] }) => stops.map(({ name }) => name)

// covers: RIDE-34
test('stops of the zones that the app may book are listed nearest to a place first, else by name, and found by it', async () => {
  expect(names(await asked({}))).toEqual(['Harbour', 'Hospital', 'Market', 'School', 'Station'])
  const near = await asked({ at: text(at(1900)) })
  expect(names(near)).toEqual(['School', 'Market', 'Hospital', 'Harbour', 'Station'])
  expect(near.stops[0]).toEqual({ name: 'School', point: stopPoint('School'), distance_m: 100 })
  expect(names(await asked({ search: 'MARK' }))).toEqual(['Market'])
  await openToApps(town, false)
  expect(await asked({ at: text(at(1900)) })).toEqual({ is_served: false, stops: [], middle: null })
})

// covers: RIDE-35
test('a place outside of every zone that the app may book is told from one inside, with the nearest stop', async () => {
  expect(await asked({})).toMatchObject({ is_served: null })
  expect(await asked({ at: text(at(6900)) })).toMatchObject({ is_served: true })
  const outside = await asked({ at: text(at(7300)) })
  expect(outside).toMatchObject({ is_served: false, stops: [{ name: 'Station', distance_m: 3300 }, {}, {}, {}, {}] })
})

test('a map begins at the centre of the zone, and in the middle of its areas where it has none', async () => {
  const { db } = server.deps
  const [longitude, latitude] = at(1200)
  await db.updateTable('zones').set({ longitude, latitude }).execute()
  expect((await asked({})).middle).toEqual([longitude, latitude])
  await db.updateTable('zones').set({ longitude: null, latitude: null }).execute()
  await db
    .updateTable('service_areas')
    .set({
      coordinates: JSON.stringify([
        [
          [153, -27.5],
          [153.2, -27.5],
          [153.2, -27.4],
          [153, -27.5],
        ],
      ]),
    })
    .execute()
  expect((await asked({})).middle).toEqual([expect.closeTo(153.1), expect.closeTo(-27.45)])
})

test('one with a mobility need is shown no stop that is not accessible, nor is a helper who looks for them', async () => {
  const { db } = server.deps
  const elsa = await town.passenger('Elsa Old')
  await db.updateTable('travelers').set({ handicapped: true }).where('id', '=', elsa).execute()
  expect((await refusal(asked({ traveler_id: elsa }))).status).toBe(404)
  await server
    .client('customer_service')
    .call(api.travelerHelpers.create, { body: { traveler_id: elsa, helper_id: maria, rights: ['book'] } })
  expect(names(await asked({}))).toContain('Hospital')
  expect(names(await asked({ traveler_id: elsa }))).not.toContain('Hospital')
})
