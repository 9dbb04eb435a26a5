import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { permissionsOf } from '../access/roles.ts'
import { eraseTraveler } from '../erasures/erase.ts'
import { prepareMessages } from '../messages/prepare.ts'
import { driveRide } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let rita: number
let app: Client
/** completed */
let ride: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  rita = await town.passenger('Rita Ridden')
  app = server.passengerClient(rita)
  ride = (await town.book({ who: rita, from: 'Market', to: 'Station', at: '09:00' })).id
  await driveRide(server, van, ride)
})
afterAll(() => server.close())

const DAY = 86_400_000
/** Users' sessions end while days pass. */
const report = (what: string, client = app, id = ride) =>
  client.call(api.ride.reportLost, { params: { id }, body: { what, left_where: 'Back row', reach: 'By phone' } })

// covers: RIDE-86
test('lost property goes through its states, of each of which the passenger hears once, with its trip, vehicle and driver', async () => {
  const { data: reported } = await report('Green umbrella')
  expect(reported).toMatchObject({ what: 'Green umbrella', state: 'reported' })
  const agent = server.client('customer_service')
  const { data: found } = await agent.call(api.lostItems.list, { query: { search: 'umbrella' } })
  const driver = await server.deps.db
    .selectFrom('drivers')
    .select(['first_name', 'last_name'])
    .executeTakeFirstOrThrow()
  expect(found).toMatchObject([
    {
      id: reported.id,
      traveler_name: 'Rita Ridden',
      left_where: 'Back row',
      trip_id: van.trip_id,
      vehicle_number: 'Van 1',
      driver_name: `${driver.first_name} ${driver.last_name}`,
    },
  ])
  const params = { id: reported.id }
  for (const state of ['found', 'found', 'not_found', 'returned'] as const) {
    const { data } = await agent.call(api.lostItems.update, { params, body: { state, note: 'In the office' } })
    expect(data).toMatchObject({ state, note: 'In the office' })
  }
  expect((await app.call(api.ride.lostItems, { params: { id: ride } })).data).toMatchObject([{ state: 'returned' }])
  const { data: returned } = await agent.call(api.lostItems.list, { query: { filter: { state: ['returned'] } } })
  expect(returned.map(({ id }) => id)).toEqual([reported.id])
  const told = await server.deps.db
    .selectFrom('messages')
    .select(['facts', 'traveler_id'])
    .where('event', '=', 'lost_item')
    .orderBy('id')
    .execute()
  expect(told.map(({ facts, traveler_id }) => [traveler_id, facts.lost_item, facts.lost_state])).toEqual(
    ['found', 'not_found', 'returned'].map((state) => [rita, 'Green umbrella', state]),
  )
  expect(JSON.stringify(told)).not.toContain('In the office')
  await prepareMessages(server.deps)
  const texts = await server.deps.db.selectFrom('messages').select('text').where('event', '=', 'lost_item').execute()
  expect(texts.some(({ text }) => text?.includes('Green umbrella: found'))).toBe(true)
})

test('lost property is for those who hold its keys, in their regions', async () => {
  const { data } = await report('Blue hat')
  const params = { id: data.id }
  const reader = server.client({ permissions: ['LiveBooking:lostItem:canRead'] })
  expect((await reader.call(api.lostItems.show, { params })).data.what).toBe('Blue hat')
  const change = { params, body: { state: 'found' as const } }
  expect((await refusal(reader.call(api.lostItems.update, change))).status).toBe(403)
  expect((await refusal(server.client('analyst').call(api.lostItems.list))).status).toBe(403)
})

// covers: RIDE-122
test('customer service deals with lost property and helpers, those above also with apps, and Lost Property is in Daily Operations', async () => {
  const dealings = ['LiveBooking:lostItem', 'TravellerManagement:helper'] as const
  for (const role of ['customer_service', 'operations_manager', 'administrator'] as const) {
    const held = permissionsOf(role)
    for (const key of dealings) expect([held[`${key}:canRead`], held[`${key}:canUpdate`]]).toEqual([true, true])
    const apps = [held['ZoneManagement:consumerApp:canCreate'], held['ZoneManagement:consumerApp:canUpdate']]
    expect([role, ...apps]).toEqual([role, role !== 'customer_service', role !== 'customer_service'])
  }
  const { data } = await server.client('customer_service').call(api.settings.show)
  const daily = data.modules.find(({ groupName }) => groupName === 'Daily Operations')
  expect(daily?.items).toContainEqual(
    expect.objectContaining({
      menuName: 'Lost Property',
      path: '/LostProperty',
      permission: 'LiveBooking:lostItem:canRead',
    }),
  )
})

// covers: RIDE-85
test('something lost is reported in 3 to 200 characters, of an own ride, for 30 days', async () => {
  for (const what of ['', 'Ba', 'x'.repeat(201)])
    expect((await refusal(report(what))).errors[0]?.source?.pointer).toBe('/what')
  await report('Bag')
  await report('x'.repeat(200))
  const stranger = server.passengerClient(await town.passenger('Sven Stranger'))
  expect((await refusal(report('Ring', stranger))).status).toBe(404)
  expect((await refusal(stranger.call(api.ride.lostItems, { params: { id: ride } }))).status).toBe(404)
  const ahead = await town.book({ who: rita, from: 'Market', to: 'Station', at: '16:00' })
  expect((await refusal(report('Ring', app, ahead.id))).status).toBe(409)
  const { db, clock } = server.deps
  const boarded = (days: number) =>
    db
      .updateTable('service_requests')
      .set({ boarded_at: new Date(clock.now().getTime() - days * DAY) })
      .where('id', '=', ride)
      .execute()
  await boarded(30)
  await report('Ring')
  await boarded(30.01)
  expect((await refusal(report('Ring'))).errors[0]?.detail).toBe(
    'Lost things can be reported for 30 days after a ride. Please call us',
  )
})

test('what was lost is gone once its passenger is erased', async () => {
  await server.deps.db.transaction().execute((tx) => eraseTraveler(tx, rita, 'Asked for it', server.deps.clock.now()))
  expect(await server.deps.db.selectFrom('lost_items').select('id').execute()).toEqual([])
})
