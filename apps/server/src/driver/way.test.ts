import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type NavigationApp, navigationApps } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { at, buildSmallTown, type Crew, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  await town.book({ who: await town.passenger('Maria Silva'), from: 'Market', to: 'Hospital', at: '09:00' })
})
afterEach(() => nothingBroken(server))

const [lon, lat] = at(1500, 400)
const legOf = (crew: Crew, trip_id = crew.trip_id) =>
  crew.client.call(api.driver.leg, { params: { id: trip_id }, body: { lat, lon } })

// covers: DAPP-45
test('each leg that a device takes along says what the driver does on it, in steps that are as long as the leg, and staff are sent none', async () => {
  const { data } = await van.client.call(api.driver.manifest, { params: { id: van.trip_id } })
  const legs = data.trip.trip_stops.map((stop) => stop.leg)
  expect(legs.length).toBeGreaterThan(1)
  for (const leg of legs) {
    expect(leg?.steps?.at(-1)).toMatchObject({ kind: 'arrive', point: leg?.path.at(-1) })
    expect(leg?.steps?.reduce((sum, { distance_m }) => sum + distance_m, 0)).toBe(leg?.distance_m)
  }
  const staff = await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })
  expect(staff.data.trip_stops.map(({ leg }) => leg?.steps)).toEqual(legs.map(() => undefined))
})

test('a vehicle that has left its way gets the way to the next stop from where it is', async () => {
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  const { data } = await legOf(van)
  const [first] = (await van.client.call(api.driver.trip, { params: { id: van.trip_id } })).data.trip_stops
  expect(data.trip_stop_id).toBe(first?.id)
  expect(data.leg?.path).toEqual([[lon, lat], stopPoint('Market')])
  expect(data.leg?.steps?.map(({ kind }) => kind)).toEqual(['arrive'])
})

test('without a stop ahead there is no way, and the trip of another driver is not known', async () => {
  const other = await town.vehicle('Van 2')
  expect((await legOf(other)).data).toEqual({ trip_stop_id: null, leg: null })
  expect((await refusal(legOf(other, van.trip_id))).status).toBe(404)
})

test('a device takes along the apps that its region allows, which are all of them until the region says otherwise', async () => {
  const apps = async () =>
    (await van.client.call(api.driver.manifest, { params: { id: van.trip_id } })).data.navigation_apps
  expect(await apps()).toEqual(navigationApps)
  const staff = server.client('administrator')
  const { data: region } = await staff.call(api.regions.show, { params: { id: town.region_id } })
  const { name, time_zone, version } = region
  const change = (navigation_apps: unknown) =>
    staff.call(api.regions.update, {
      params: { id: town.region_id },
      body: { name, time_zone, navigation_apps: navigation_apps as NavigationApp[] }, // one of them is none
      version,
    })
  expect((await refusal(change(['waze', 'fax']))).errors[0]?.source?.pointer).toBe('/navigation_apps/1')
  await change(['waze'])
  expect(await apps()).toEqual(['waze'])
  const { data: events } = await staff.call(api.auditEvents.list, { query: { per_page: 1 } })
  expect(events[0]).toMatchObject({ record_kind: 'regions', changes: { navigation_apps: { after: ['waze'] } } })
})
