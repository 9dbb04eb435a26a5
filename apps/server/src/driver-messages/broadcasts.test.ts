import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { permissionsOf } from '../access/roles.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let bus: Crew
let van: Crew
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  bus = await town.vehicle('Bus 7')
  van = await town.vehicle('Van 1')
  await town.vehicle('Van 2')
  for (const { client, trip_id } of [bus, van]) await client.call(api.driver.signOn, { params: { id: trip_id } })
})
afterEach(() => nothingBroken(server))

const place = () => ({ region_id: town.region_id, zone_id: town.zone_id })
const threadOf = async ({ client, trip_id }: Crew) =>
  (await client.call(api.driver.messages, { params: { id: trip_id } })).data

// covers: MSG-76
test('a broadcast is in the thread of every driver who has signed on in the zone or region, and says who has read it', async () => {
  for (const query of [{ region_id: town.region_id }, place()])
    expect((await town.dispatcher.call(api.broadcasts.reach, { query })).data).toEqual({ drivers: 2 })
  const body = { ...place(), text: 'Bridge closed, go by the mill' }
  const { data: sent } = await town.dispatcher.call(api.broadcasts.create, { body })
  expect(sent.drivers.map(({ trip_id }) => trip_id).toSorted()).toEqual([bus.trip_id, van.trip_id].toSorted())
  const [message] = await threadOf(bus)
  expect(message).toMatchObject({ from: 'dispatch', text: body.text, read_at: null })
  await bus.client.call(api.driver.reportMessages, {
    params: { id: bus.trip_id },
    body: { sent_at: server.deps.clock.now().toISOString(), read: [message!.id] },
  })
  const { data: shown } = await town.dispatcher.call(api.broadcasts.show, { params: { id: sent.id } })
  const readBy = shown.drivers.filter(({ read_at }) => read_at !== null)
  expect(readBy.map(({ trip_id, vehicle_number }) => [trip_id, vehicle_number])).toEqual([[bus.trip_id, 'Bus 7']])
  const { data: listed } = await town.dispatcher.call(api.broadcasts.list, { query: { search: 'mill' } })
  expect(listed.map(({ id }) => id)).toContain(sent.id)
})

// covers: MSG-76, MSG-87
test('it needs the right of its own, a place within the regions of who writes, and a driver there', async () => {
  const body = { ...place(), text: 'Hello' }
  const writer = server.client({ permissions: ['Messaging:driverThread:canCreate', 'Messaging:driverThread:canRead'] })
  expect((await refusal(writer.call(api.broadcasts.create, { body }))).status).toBe(403)
  const elsewhere = server.client({ permissions: ['Messaging:broadcast:canCreate'], region_ids: [] })
  expect((await refusal(elsewhere.call(api.broadcasts.create, { body }))).status).toBe(404)
  const other = await buildSmallTown(server)
  const wrong = { ...body, zone_id: other.zone_id }
  expect((await refusal(town.dispatcher.call(api.broadcasts.create, { body: wrong }))).status).toBe(404)
  const empty = { ...body, region_id: other.region_id, zone_id: null }
  const refused = await refusal(town.dispatcher.call(api.broadcasts.create, { body: empty }))
  expect([refused.status, refused.errors[0]?.detail]).toEqual([422, 'No driver has signed on there'])
  const long = await refusal(town.dispatcher.call(api.broadcasts.create, { body: { ...body, text: 'x'.repeat(501) } }))
  expect([long.status, long.errors[0]?.source?.pointer]).toEqual([422, '/text'])
})

// covers: MSG-86
test('administrators and operations managers hold all keys of messages, dispatchers broadcast, and analysts hold none', () => {
  const held = (role: Parameters<typeof permissionsOf>[0]) =>
    Object.entries(permissionsOf(role))
      .filter(([key, holds]) => holds && key.startsWith('Messaging:') && key !== 'Messaging:Module')
      .map(([key]) => key.slice('Messaging:'.length))
      .toSorted()
  const all = held('superadmin')
  expect(held('administrator')).toEqual(all)
  expect(held('operations_manager')).toEqual(all)
  const worked = ['callTask:canRead', 'callTask:canUpdate', 'driverThread:canCreate', 'driverThread:canRead']
  const dispatch = [...worked, 'message:canCreate', 'message:canRead', 'notice:canRead', 'template:canRead']
  expect(held('dispatcher')).toEqual(['broadcast:canCreate', ...dispatch])
  expect(held('customer_service')).toEqual(dispatch)
  expect(held('analyst')).toEqual([])
})
