import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type HelperRight } from '@ambit/contract'
import { eraseTraveler } from '../erasures/erase.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
let otto: number
beforeAll(async () => {
  const sms = {
    kind: 'http' as const,
    url: 'http://127.0.0.1:9',
    method: 'POST' as const,
    headers: {},
    body: '{}',
    idPath: null,
    from: 'Sunline',
    hookSecret: null,
  }
  server = await startTestServer({ streets: straightStreets(), config: { sms } })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('outbox_mails').execute()
  await server.deps.db.deleteFrom('messages').execute()
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  otto = await town.passenger('Otto Berg')
  await say(maria, { email: 'maria@example.org' })
  await say(otto, { email: 'otto@example.org', locale: 'de' })
})
afterEach(() => nothingBroken(server))

const staff = () => server.client('customer_service')
const say = (id: number, body: object) => staff().call(api.travelers.update, { params: { id }, body })
const help = (rights: HelperRight[]) =>
  staff().call(api.travelerHelpers.create, {
    body: { traveler_id: maria, helper_id: otto, rights },
  })
const told = async (at = '09:00') => {
  const { id } = await town.book({ who: maria, from: 'Market', to: 'Hospital', at })
  await sendWaitingMessages(server)
  const messages = await server.deps.db
    .selectFrom('messages')
    .where('service_request_id', '=', id)
    .select(['recipient', 'language', 'state', 'reason', 'text', 'helper_id'])
    .orderBy('id')
    .execute()
  return { id, messages }
}

// covers: MSG-18
test('a helper who may follow is told what the passenger is told, in the own language and without the link that cancels', async () => {
  await help(['follow'])
  const { messages } = await told()
  expect(messages.map(({ recipient, language, helper_id }) => [recipient, language, helper_id])).toEqual([
    ['maria@example.org', 'en', null],
    ['otto@example.org', 'de', otto],
  ])
  expect(messages[0]?.text).toContain('/t/')
  expect(messages[1]?.text).not.toContain('/t/')
  const { data } = await town.dispatcher.call(api.messages.list, { query: { search: 'otto@example.org' } })
  expect(data.map(({ to_helper, traveler_id }) => [to_helper, traveler_id])).toEqual([[true, maria]])
})

// covers: MSG-18
test('what the helper does not want is not sent to them, and a helper without the right to follow is told nothing', async () => {
  await help(['follow'])
  await say(otto, { message_channels: { booking_confirmed: 'none' } })
  const { messages } = await told()
  expect(messages.map(({ state }) => state)).toEqual(['captured', 'suppressed'])
  await server.deps.db
    .updateTable('traveler_helpers')
    .set({ rights: ['book'] })
    .execute()
  const { messages: alone } = await told('11:00')
  expect(alone.map(({ helper_id }) => helper_id)).toEqual([null])
})

test.each([
  ['lost the right to follow', () => server.deps.db.updateTable('traveler_helpers').set({ rights: ['book'] })],
  [
    'is restricted',
    () => server.deps.db.updateTable('travelers').set({ restriction: 'disputed' }).where('id', '=', otto),
  ],
])('what waits for a helper who %s is not sent any more, and the passenger still gets it', async (_, change) => {
  await help(['follow'])
  const { id } = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
  await change().execute()
  await sendWaitingMessages(server)
  const messages = await server.deps.db
    .selectFrom('messages')
    .where('service_request_id', '=', id)
    .select(['state', 'reason'])
    .orderBy('id')
    .execute()
  expect(messages).toEqual([
    { state: 'captured', reason: null },
    { state: 'superseded', reason: 'the helper does not follow any more' },
  ])
})

// covers: MSG-18
test('one address gets the same message once', async () => {
  await help(['follow'])
  const message_channels = { booking_confirmed: 'sms' }
  await say(maria, { message_channels, phone_number: '0412 345 678' })
  await say(otto, { message_channels, phone_number: '+61 412 345 678' })
  const { messages } = await told()
  expect(messages.map(({ state, reason }) => [state, reason])).toEqual([
    ['captured', null],
    ['suppressed', 'the same was sent to this address'],
  ])
})

test('with the helper’s data their messages are erased, and the passenger’s stay', async () => {
  await help(['follow'])
  const { id } = await told()
  await server.deps.db.transaction().execute((tx) => eraseTraveler(tx, otto, 'Asked for it', server.deps.clock.now()))
  const left = await server.deps.db
    .selectFrom('messages')
    .where('service_request_id', '=', id)
    .select('helper_id')
    .execute()
  expect(left).toEqual([{ helper_id: null }])
})
