import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type MessageEvent } from '@ambit/contract'
import { changePlan } from '../planning/change/change-plan.ts'
import { byEngine } from '../planning/change/booking-history.ts'
import { setStatus } from '../planning/change/bookings.ts'
import { writeMessages } from '../planning/change/messages.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { startPushService, type PushService } from '../testing/push-service.ts'
import { refusal } from '../testing/refusal.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { createPushKeys } from './push/vapid.ts'

let service: PushService
let server: TestServer
let town: SmallTown
let van: Crew
let who: number
let booking: number

beforeAll(async () => {
  service = await startPushService()
  const config = { messages: { mode: 'send' as const, allowed: [] }, pushServices: ['127.0.0.1'] }
  server = await startTestServer({ streets: straightStreets(), config })
})
afterAll(async () => {
  await server.close()
  await service.close()
})
beforeEach(async () => {
  service.answer(201)
  await server.deps.db.deleteFrom('messages').execute()
  await server.deps.db.deleteFrom('push_subscriptions').execute()
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  booking = (await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })).id
  await server.deps.db.deleteFrom('messages').execute()
  service.pushed.length = 0
})
afterEach(() => nothingBroken(server))

const db = () => server.deps.db
const passenger = () => server.passengerClient(who)
const subscribe = (name = 'phone') => passenger().call(api.ride.subscribe, { body: service.subscribe(name) })
const subscriptions = async () =>
  (await db().selectFrom('push_subscriptions').select('endpoint').orderBy('id').execute()).map(
    ({ endpoint }) => endpoint,
  )
const tell = async (event: MessageEvent, send = true): Promise<void> => {
  const told = { event, service_request_id: booking }
  const written = { now: server.deps.clock.now(), wait_minutes: 5 }
  await db()
    .transaction()
    .execute((tx) => writeMessages(tx, [told], written))
  if (send) await sendWaitingMessages(server)
}
const cancelled = async (): Promise<void> => {
  await changePlan(server.deps, town.zone_id, 'disruption', (change) =>
    setStatus(change, {
      id: booking,
      status: 'cancelled',
      trip_id: null,
      set: { pickup_trip_stop_id: null, dropoff_trip_stop_id: null },
      by: byEngine,
      reason: { code: 'vehicle_lost', text: 'The vehicle broke down' },
    }),
  )
  await sendWaitingMessages(server)
}
const messages = () =>
  db().selectFrom('messages').select(['id', 'event', 'channel', 'state', 'reason', 'follows']).orderBy('id').execute()
const pass = async (seconds: number): Promise<void> => {
  server.deps.clock.advance(seconds * 1000)
  await sendWaitingMessages(server)
}
const report = async (token: string | null | undefined) =>
  (await fetch(`${server.url}/hooks/shown/${token}`, { method: 'POST' })).status

// covers: MSG-16, MSG-32, MSG-35, MSG-36
test('what is urgent is pushed to every browser of the passenger, encrypted for it and signed with the key that the app was told', async () => {
  await subscribe('phone')
  const tablet = await server.passengerToken(who)
  const other = await fetch(`${server.url}/api/v2/ride/push_subscriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tablet}`, 'content-type': 'application/json' },
    body: JSON.stringify(service.subscribe('tablet')),
  })
  expect(other.status).toBe(204)
  await tell('arriving')
  expect(service.pushed.map(({ browser }) => browser).toSorted()).toEqual(['phone', 'tablet'])
  const [{ payload, bytes, headers, vapid }] = service.pushed as [(typeof service.pushed)[number]]
  const { data: config } = await server.publicClient().call(api.ride.config)
  const { data: session } = await server.driverClient(van.driver_id).call(api.driver.session)
  expect(session.push_key).toBe(config.push_key)
  expect(headers['authorization']).toContain(`k=${config.push_key}`)
  expect(vapid).toMatchObject({
    aud: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/),
    sub: expect.stringMatching(/^mailto:/),
  })
  expect(headers).toMatchObject({ ttl: '300', urgency: 'high', topic: `booking-${booking}` })
  expect(payload).toMatchObject({
    title: 'Your vehicle will be there in a few minutes',
    link: `/Ride/rides/${booking}`,
    topic: `booking-${booking}`,
  })
  expect(payload.text).toMatch(/^Your vehicle will be at Market/)
  expect(payload.text).not.toMatch(/http|Maria|Silva/)
  expect(bytes).toBeLessThanOrEqual(2048)
  await tell('vehicle_on_its_way')
  expect(service.pushed.at(-1)?.headers).toMatchObject({ ttl: '43200', urgency: 'high', topic: `booking-${booking}` })
})

// covers: MSG-32
test('all processes of a database have one key pair, which is no secret of the installation’s settings page', async () => {
  const [one, two] = await Promise.all([createPushKeys(server.deps)(), createPushKeys(server.deps)()])
  expect(one).toEqual(two)
  expect(one).toEqual(await server.deps.pushKeys())
  const shown = await server.client('administrator').call(api.settings.show)
  expect(JSON.stringify(shown)).not.toContain(one.private_key.d)
})

// covers: MSG-36
test('a text that is too long for a push is shortened, and what the region wrote itself is pushed', async () => {
  const text = `{{pickup_window}}\n${'Ünïcode and more. '.repeat(110)}`
  await db()
    .insertInto('message_templates')
    .values({
      region_id: town.region_id,
      event: 'arriving',
      channel: 'sms',
      language: 'en',
      subject: null,
      text,
      created_at: server.deps.clock.now(),
      updated_at: server.deps.clock.now(),
    })
    .execute()
  await subscribe()
  await tell('arriving')
  expect(service.pushed[0]?.bytes).toBeLessThanOrEqual(2048)
  expect(service.pushed[0]?.payload.text).toMatch(/Ünïcode and more\..*…$/s)
  await db().deleteFrom('message_templates').execute()
})

describe('a browser', () => {
  // covers: MSG-33
  test('is taken where its push service is known or named, and nowhere else', async () => {
    const keys = service.subscribe('x').keys
    const ask = (endpoint: string) => passenger().call(api.ride.subscribe, { body: { endpoint, keys } })
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://wns2-par02p.notify.windows.com/w/?token=abc',
    ]) {
      await ask(endpoint)
      expect(await subscriptions()).toEqual([endpoint])
    }
    for (const endpoint of [
      'http://fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com.example.org/abc',
      'https://evil-push.apple.com.attacker.test/abc',
      'https://notfcm.googleapis.com/abc',
      'https://10.0.0.7/abc',
      'https://[::1]/abc',
      'https://169.254.169.254/latest/meta-data',
      'https://fcm.googleapis.com:8443/abc',
      'https://user:pass@fcm.googleapis.com/abc',
    ]) {
      const { status, errors } = await refusal(ask(endpoint))
      expect([endpoint, status, errors[0]?.source?.pointer]).toEqual([endpoint, 422, '/endpoint'])
    }
    const { errors } = await refusal(
      passenger().call(api.ride.subscribe, {
        body: { endpoint: 'https://web.push.apple.com/a', keys: { ...keys, auth: 'short' } },
      }),
    )
    expect(errors[0]?.source?.pointer).toBe('/keys/auth')
  })

  // covers: MSG-33
  test('is one of ten for each person, the oldest ends with the eleventh, and goes with its session', async () => {
    const tokens = await Promise.all(Array.from({ length: 11 }, () => server.passengerToken(who)))
    for (const [index, token] of tokens.entries()) {
      await fetch(`${server.url}/api/v2/ride/push_subscriptions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(service.subscribe(`n${index}`)),
      })
      server.deps.clock.advance(1000)
    }
    const left = await subscriptions()
    expect(left).toHaveLength(10)
    expect(left.some((endpoint) => endpoint.endsWith('/n0'))).toBe(false)
    await fetch(`${server.url}/api/v2/ride/sessions/current`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${tokens[10]}` },
    })
    expect(await subscriptions()).toHaveLength(9)
  })

  // covers: MSG-37
  test('that has ended its subscription is forgotten, and the same news goes by e-mail at once', async () => {
    await subscribe()
    service.end('phone')
    await tell('arriving')
    expect(await subscriptions()).toEqual([])
    await sendWaitingMessages(server)
    const [first, second] = await messages()
    expect(first).toMatchObject({ channel: 'push', state: 'failed', reason: 'No browser takes pushes any more' })
    expect(second).toMatchObject({ channel: 'email', event: 'arriving', follows: first?.id })
    await pass(120)
    expect(await messages()).toHaveLength(2)
  })
})

describe('a push', () => {
  // covers: MSG-20, MSG-37
  test('that is not shown within a minute is followed by another message where it is urgent', async () => {
    await subscribe()
    await tell('arriving')
    expect((await messages())[0]).toMatchObject({ channel: 'push', state: 'sent' })
    await pass(59)
    await sendWaitingMessages(server)
    expect(await messages()).toHaveLength(1)
    await pass(1)
    await sendWaitingMessages(server)
    const [first, second] = await messages()
    expect(second).toMatchObject({ channel: 'email', state: 'sending', follows: first?.id })
    await pass(60)
    expect(await messages()).toHaveLength(2)
    expect(service.pushed).toHaveLength(1)
  })

  // covers: MSG-37, MSG-83
  test('that was shown is told so once with its token, and nothing follows', async () => {
    await subscribe()
    await tell('arriving')
    const token = service.pushed[0]?.payload.shown
    expect(await report('1.aaaa')).toBe(404)
    expect(await report(`${token?.slice(0, -3)}AAA`)).toBe(404)
    expect(await report(token)).toBe(204)
    expect(await report(token)).toBe(404)
    await pass(120)
    expect(await messages()).toMatchObject([{ state: 'shown', reason: null }])
  })

  test('that was shown late takes back what was to be sent in its place', async () => {
    await subscribe()
    await tell('arriving')
    await pass(60)
    expect(await messages()).toMatchObject([{ state: 'sent' }, { state: 'queued' }])
    expect(await report(service.pushed[0]?.payload.shown)).toBe(204)
    await sendWaitingMessages(server)
    expect(await messages()).toMatchObject([
      { state: 'shown' },
      { state: 'superseded', reason: 'it was shown on the phone', channel: null },
    ])
  })

  test('that its service does not take is tried again for a moment, and then goes another way', async () => {
    await subscribe()
    service.answer(503)
    await tell('arriving')
    expect(await messages()).toMatchObject([{ state: 'queued', reason: 'The push service answered 503' }])
    await pass(5)
    await pass(15)
    await sendWaitingMessages(server)
    expect(await messages()).toMatchObject([{ state: 'failed' }, { channel: 'email' }])
    expect(await subscriptions()).toHaveLength(1)
  })

  test('of what can wait is sent only to who wants it so, and is not followed', async () => {
    await subscribe()
    await tell('booking_confirmed')
    expect((await messages())[0]).toMatchObject({ channel: 'email' })
    await db().deleteFrom('messages').execute()
    await passenger().call(api.ride.changeMessages, { body: { channels: { booking_confirmed: 'push' } } })
    await tell('booking_confirmed')
    await pass(300)
    expect(await messages()).toMatchObject([{ channel: 'push', state: 'sent' }])
    expect(service.pushed[0]?.headers).toMatchObject({ ttl: '43200', urgency: 'normal' })
  })

  test('to nobody else than a browser is followed by no call of staff, unless none took it', async () => {
    await db()
      .updateTable('travelers')
      .set({ email: `none-${who}@removed.invalid`, phone_number: '0412 345 678' })
      .where('id', '=', who)
      .execute()
    await subscribe()
    await cancelled()
    await pass(60)
    await sendWaitingMessages(server)
    expect(await messages()).toMatchObject([
      { channel: 'push', state: 'sent' },
      { state: 'suppressed', reason: 'no_channel' },
    ])
    await db().deleteFrom('messages').execute()
    service.end('phone')
    await tell('cancelled_by_operator')
    await sendWaitingMessages(server)
    expect(await messages()).toMatchObject([
      { channel: 'push', state: 'failed' },
      { channel: 'call', state: 'queued' },
    ])
  })
})

// covers: DAPP-118
test('a driver whose app is not open is pushed that the plan has changed and that dispatch wrote, without a word of it', async () => {
  const { clock } = server.deps
  const driver = server.driverClient(van.driver_id)
  await driver.call(api.driver.subscribe, { body: service.subscribe('cab') })
  await driver.call(api.driver.signOn, { params: { id: van.trip_id } })
  service.pushed.length = 0
  await town.book({ who: await town.passenger('Ben Adams'), from: 'Hospital', to: 'Market', at: '10:00' })
  await town.dispatcher.call(api.driverMessages.create, {
    params: { id: van.trip_id },
    body: { text: 'Call Maria, please' },
  })
  await sendWaitingMessages(server)
  expect(service.pushed).toEqual([])
  await pass(10)
  expect(service.pushed.map(({ payload }) => payload.title).toSorted()).toEqual([
    'New message from dispatch',
    'Your plan has changed',
  ])
  for (const { payload } of service.pushed) {
    expect(payload).toMatchObject({ link: '/Drive', shown: null })
    expect(payload.text).not.toMatch(/Maria|Ben/)
  }
  await pass(30)
  expect(service.pushed).toHaveLength(2)
  await town.dispatcher.call(api.driverMessages.create, {
    params: { id: van.trip_id },
    body: { text: 'Are you there?' },
  })
  clock.advance(10_000)
  const position = { latitude: -27.47, longitude: 153.02, recorded_at: clock.now().toISOString(), bearing: 0, speed: 0 }
  await driver.call(api.driver.positions, { params: { id: van.trip_id }, body: { positions: [position] } })
  await sendWaitingMessages(server)
  expect(service.pushed).toHaveLength(2)
})
