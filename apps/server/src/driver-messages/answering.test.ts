import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type Client } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { openStream } from '../testing/stream.ts'
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
})

const params = () => ({ id: van.trip_id })
const say = (answering: boolean, as: Client = town.dispatcher) =>
  as.call(api.driverMessages.answering, { params: params(), body: { answering } })
const answering = async () => {
  const { meta } = await server.client('customer_service').call(api.driverMessages.ofTrip, { params: params() })
  return meta.answering.length
}
const driverWrites = (text: string) => {
  const now = server.deps.clock.now().toISOString()
  const messages = [{ id: randomUUID(), text, written_at: now }]
  return van.client.call(api.driver.reportMessages, { params: params(), body: { sent_at: now, messages } })
}

// covers: MSG-79
test('a thread shows who is answering until they have answered, have stopped, or were not heard of for half a minute', async () => {
  expect(await answering()).toBe(0)
  await say(true)
  await say(true)
  expect(await answering()).toBe(1)
  await town.dispatcher.call(api.driverMessages.create, { params: params(), body: { text: 'Go by the mill' } })
  expect(await answering()).toBe(0)
  await say(true)
  await say(false)
  expect(await answering()).toBe(0)
  await say(true)
  const heard = new Date(server.deps.clock.wall().getTime() - 1000)
  await server.deps.db.updateTable('thread_answers').set({ until: heard }).execute()
  expect(await answering()).toBe(0)
})

// covers: MSG-79
test('those who read the thread hear over the live stream that somebody begins to answer, and of what a driver writes', async () => {
  const stream = await openStream(`${server.url}/api/v2/ops/live`, await server.token('customer_service'))
  await say(true)
  const begun = await stream.next('driver_message')
  expect(begun.data).toMatchObject({ trip_id: van.trip_id, from: 'dispatch' })
  await driverWrites('Which way?')
  expect((await stream.next('driver_message')).data).toMatchObject({ trip_id: van.trip_id, from: 'driver' })
  stream.close()
})

test('who may only read does not answer, and a trip of another region has no thread', async () => {
  const reader = server.client({ permissions: ['Messaging:driverThread:canRead'] })
  expect((await refusal(say(true, reader))).status).toBe(403)
  const elsewhere = server.client({ permissions: ['Messaging:driverThread:canCreate'], region_ids: [] })
  expect((await refusal(say(true, elsewhere))).status).toBe(404)
})

test('what drivers wrote and nobody has read is found by itself', async () => {
  await driverWrites('The ramp is stuck')
  await town.dispatcher.call(api.driverMessages.create, { params: params(), body: { text: 'Which one?' } })
  const unread = async (of: 'driver' | 'dispatch') => {
    const filter = { region: [town.region_id], unread: of }
    return (await town.dispatcher.call(api.driverMessages.list, { query: { filter } })).data.map(({ text }) => text)
  }
  expect(await unread('driver')).toEqual(['The ramp is stuck'])
  expect(await unread('dispatch')).toEqual(['Which one?'])
  await town.dispatcher.call(api.driverMessages.read, { params: params() })
  expect(await unread('driver')).toEqual([])
})
