import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type Message } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let who: number
let booking: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  booking = (await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })).id
})
afterEach(() => nothingBroken(server))

const messages = async (): Promise<Message[]> =>
  (
    await town.dispatcher.call(api.messages.list, {
      query: { page: 1, per_page: 100, search: '', sort: 'id', filter: { service_request: [booking] } },
    })
  ).data
const again = async (id: number, idempotencyKey = crypto.randomUUID()) =>
  (await town.dispatcher.call(api.messages.sendAgain, { params: { id }, idempotencyKey })).data
const first = async (): Promise<number> => (await messages())[0]?.id ?? 0

test('a message sent again is a new one, to the address that the passenger has now, and the audit names both', async () => {
  await sendWaitingMessages(server)
  const id = await first()
  await town.dispatcher.call(api.travelers.update, { params: { id: who }, body: { email: 'maria@new.example' } })
  const made = await again(id)
  expect(made).toMatchObject({ event: 'booking_confirmed', state: 'queued', service_request_id: booking })
  await sendWaitingMessages(server)
  const [former, latter] = await messages()
  expect(latter).toMatchObject({ id: made.id, recipient: 'maria@new.example', state: 'captured' })
  // Whoever has the former address has no link of the ride any more.
  const words = (message: Message | undefined) => message?.text?.replace(/\/t\/\w{10}/, '/t/…')
  expect(words(latter)).toBe(words(former))
  expect(latter?.text).not.toBe(former?.text)
  const { data } = await server.client('administrator').call(api.auditEvents.list, {
    query: { filter: { record_kind: ['service_requests'], record_id: [String(booking)], kind: ['access'] } },
  })
  expect(data[0]?.changes).toMatchObject({ sent_again: { after: id }, message: { after: made.id } })
})

test('a message that is on its way is not sent again, and the same press makes one message', async () => {
  const id = await first()
  expect(await refusal(again(id))).toMatchObject({ status: 409, message: 'This message is still on its way' })
  await sendWaitingMessages(server)
  const key = crypto.randomUUID()
  const [one, other] = [await again(id, key), await again(id, key)]
  expect(other.id).toBe(one.id)
  expect(await messages()).toHaveLength(2)
})

test('a message that has lost its sense is not sent again, and the refusal says why', async () => {
  await sendWaitingMessages(server)
  const id = await first()
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: booking }, body: {} })
  expect(await refusal(again(id))).toMatchObject({
    status: 409,
    message: 'This is not sent again: the ride has begun or ended',
  })
  await sendWaitingMessages(server)
  expect((await messages()).map(({ event }) => event)).toEqual(['booking_confirmed', 'cancelled_by_passenger'])
  const cancelled = (await messages())[1]?.id ?? 0
  expect(await again(cancelled)).toMatchObject({ event: 'cancelled_by_passenger' })
})

test('a passenger whose data are only stored is not written to again', async () => {
  await sendWaitingMessages(server)
  const id = await first()
  await server.deps.db.updateTable('travelers').set({ restriction: 'Asked us to' }).where('id', '=', who).execute()
  expect((await refusal(again(id))).message).toBe(
    'This is not sent again: its time is over, or the passenger gets no messages',
  )
})

test('sending again needs its own permission, and a message of another region does not exist', async () => {
  await sendWaitingMessages(server)
  const id = await first()
  const permissions = ['Messaging:Module', 'Messaging:message:canRead']
  const call = (as: Parameters<typeof server.client>[0]) =>
    refusal(server.client(as).call(api.messages.sendAgain, { params: { id } }))
  expect((await call({ permissions })).status).toBe(403)
  const elsewhere = [...permissions, 'Messaging:message:canCreate']
  expect((await call({ permissions: elsewhere, region_ids: [4711] })).status).toBe(404)
})
