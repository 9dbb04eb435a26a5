import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type MessageEvent, messageEvents, type RegionMessages, type TravelerMessages } from '@ambit/contract'
import type { z } from 'zod'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { channelFor, type Reachable } from './channel.ts'

let server: TestServer
let town: SmallTown
let who: number
beforeAll(async () => {
  const sms = {
    kind: 'http' as const,
    url: 'http://127.0.0.1:9',
    method: 'POST' as const,
    headers: {},
    body: '{}',
    idPath: null,
    from: 'Sunline',
  }
  server = await startTestServer({ streets: straightStreets(), config: { sms } })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('messages').execute()
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  await server.client('customer_service').call(api.travelers.update, {
    params: { id: who },
    body: { phone_number: '0412 345 678' },
  })
})
afterEach(() => nothingBroken(server))

const say = (body: Partial<z.input<typeof TravelerMessages>> & { low_tech?: boolean }) =>
  server.client('customer_service').call(api.travelers.update, { params: { id: who }, body })
const settle = (body: Partial<z.input<typeof RegionMessages>>) =>
  server.client('operations_manager').call(api.regions.update, { params: { id: town.region_id }, body })
const told = async () => {
  await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  await sendWaitingMessages(server)
  const found = await server.deps.db.selectFrom('messages').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  await server.deps.db.deleteFrom('messages').execute()
  return found
}

// covers: MSG-84
test('passengers have their language and what their number takes, regions their figures, hours, language and channels', async () => {
  const { data: before } = await server
    .client('operations_manager')
    .call(api.regions.show, { params: { id: town.region_id } })
  expect(before).toMatchObject({
    change_minutes: 5,
    arriving_minutes: 5,
    reminder_hour: 18,
    quiet_from: '21:00',
    quiet_until: '07:00',
    message_language: null,
    messages_off: {},
  })
  const region = {
    change_minutes: 8,
    arriving_minutes: 10,
    reminder_hour: 17,
    quiet_from: '20:30',
    quiet_until: '08:00',
    message_language: 'de' as const,
    messages_off: { receipt: ['sms' as const] },
  }
  expect((await settle(region)).data).toMatchObject(region)
  expect((await settle({ change_minutes: 9 })).data).toMatchObject({ ...region, change_minutes: 9 })
  const passenger = {
    locale: 'es' as const,
    can_text: true,
    call_when_near: true,
    message_channels: { receipt: 'none' as const },
  }
  expect((await say(passenger)).data).toMatchObject(passenger)
  expect((await say({ low_tech: true })).data).toMatchObject(passenger)
  const create = server.client('customer_service').call(api.travelers.create, {
    body: { first_name: 'Ann', last_name: 'New', username: 'ann-new', email: 'ann-new@example.org', ...passenger },
  })
  expect((await create).data).toMatchObject(passenger)
})

test('a message is in the language of the passenger, else of the region, else of the installation', async () => {
  expect(await told()).toMatchObject({ language: 'en', subject: expect.stringContaining('is booked') })
  await settle({ message_language: 'de' })
  expect(await told()).toMatchObject({ language: 'de', subject: expect.stringContaining('gebucht') })
  await say({ locale: 'es' })
  expect(await told()).toMatchObject({ language: 'es', subject: expect.stringContaining('reservado') })
})

test('a passenger hears by the channel that was asked for, or not at all, but always that no vehicle comes', async () => {
  expect(await told()).toMatchObject({ channel: 'email' })
  await say({ message_channels: { booking_confirmed: 'sms' } })
  expect(await told()).toMatchObject({ channel: 'sms', recipient: '+61412345678' })
  await settle({ messages_off: { booking_confirmed: ['sms'] } })
  expect(await told()).toMatchObject({ channel: 'email' })
  await say({ message_channels: { booking_confirmed: 'none' } })
  expect(await told()).toMatchObject({ channel: null, state: 'suppressed', reason: 'not wanted by the passenger' })
  for (const event of messageEvents) {
    const message_channels: Partial<Record<MessageEvent, 'none'>> = { [event]: 'none' }
    if (event !== 'cancelled_by_operator' && event !== 'not_served') await say({ message_channels })
    else
      expect((await refusal(say({ message_channels }))).errors[0]).toMatchObject({
        source: { pointer: `/message_channels/${event}` },
        detail: 'Passengers hear of this in any case',
      })
  }
})

test('who does without a smartphone is sent SMS only where the number takes them', async () => {
  await say({ low_tech: true, message_channels: { booking_confirmed: 'sms' } })
  expect(await told()).toMatchObject({ channel: 'email' })
  await say({ can_text: true })
  expect(await told()).toMatchObject({ channel: 'sms' })
})

test('without a preference what is urgent goes by SMS and the rest by e-mail, each by the other where the first is missing', () => {
  const maria: Reachable = {
    email: 'maria@example.org',
    phone_number: '0412 345 678',
    low_tech: false,
    can_text: false,
    message_channels: {},
  }
  const by = (event: MessageEvent, more: Partial<Reachable> = {}, off = {}, on = true) =>
    channelFor(event, { ...maria, ...more }, { messages_off: off }, { on, prefix: '+61' }).channel
  expect([by('arriving'), by('receipt')]).toEqual(['sms', 'email'])
  expect([by('arriving', { phone_number: null }), by('receipt', { email: null })]).toEqual(['email', 'sms'])
  expect([by('arriving', {}, {}, false), by('arriving', {}, { arriving: ['sms'] })]).toEqual(['email', 'email'])
  expect(by('arriving', { message_channels: { arriving: 'email' } })).toBe('email')
  expect(by('not_served', { message_channels: { not_served: 'sms' } }, { not_served: ['sms'] })).toBe('email')
})
