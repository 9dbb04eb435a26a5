import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type MessageEvent } from '@ambit/contract'
import type { SmsConfig } from '../config.ts'
import { deliverMail } from '../mail/deliver.ts'
import { startMailServer, type MailServer } from '../testing/mail-server.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { queueMessage } from '../testing/queue-message.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { publicUrlOf } from '../settings/public-url.ts'
import { sendMessages } from './send.ts'

type Taken = { at: number; method: string; headers: IncomingMessage['headers']; url: string; body: string }
const taken: Taken[] = []
/** null: it does not answer */
let answer: { status: number; body: object } | null = { status: 200, body: {} }
const hanging: ServerResponse[] = []
let gateway: Server
const HOOK_SECRET = 'a secret of at least 32 characters'
let sms: Extract<SmsConfig, { kind: 'http' }>
let mail: MailServer
let server: TestServer
let town: SmallTown
let van: Crew
let who: number
let booking: number

const receive = (request: IncomingMessage, response: ServerResponse): void => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    taken.push({
      at: performance.now(),
      method: request.method ?? '',
      headers: request.headers,
      url: request.url ?? '',
      body,
    })
    if (answer === null) return void hanging.push(response)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
}

beforeAll(async () => {
  gateway = createServer(receive)
  await new Promise<void>((done) => void gateway.listen(0, '127.0.0.1', done))
  const { port } = gateway.address() as AddressInfo // it listens on a port, not on a pipe
  sms = {
    kind: 'http',
    url: `http://127.0.0.1:${port}/send`,
    method: 'POST',
    headers: { 'x-key': 'secret' },
    body: '{"to":"{to}","text":"{text}","ref":"{id}"}',
    idPath: 'messages.0.id',
    from: 'Sunline',
    hookSecret: HOOK_SECRET,
  }
  mail = await startMailServer()
  const config = { sms, messages: { mode: 'send' as const, allowed: [] }, smtpUrl: mail.url }
  server = await startTestServer({ streets: straightStreets(), config })
})
afterAll(async () => {
  for (const one of hanging) one.destroy()
  await server.close()
  await mail.close()
  gateway.closeAllConnections()
  await new Promise((done) => gateway.close(done))
})
beforeEach(async () => {
  taken.length = 0
  answer = { status: 200, body: { messages: [{ id: 'g-1' }] } }
  await server.deps.db.deleteFrom('outbox_mails').execute()
  await server.deps.db.deleteFrom('messages').execute()
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  await server.deps.db.updateTable('travelers').set({ phone_number: '0412 345 678' }).where('id', '=', who).execute()
  booking = (await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })).id
  await server.deps.db.deleteFrom('messages').execute()
})
afterEach(() => nothingBroken(server))

const db = () => server.deps.db
const send = () => runJob(server.deps, sendMessages())
const pass = (seconds: number) => server.deps.clock.advance(seconds * 1000)

const queue = (event: MessageEvent, more: object = {}): Promise<number> =>
  queueMessage(server, { event, service_request_id: booking, traveler_id: who, region_id: town.region_id, ...more })
const shown = (id: number) =>
  db()
    .selectFrom('messages')
    .select(['state', 'reason', 'channel', 'recipient', 'attempts', 'provider_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

// covers: MSG-52
test('a passenger gets ten SMS in 24 hours, and then e-mails or a call that say why', async () => {
  for (let n = 1; n <= 12; n++) await queue('running_late', { once: `${n}` })
  await send()
  const all = await db().selectFrom('messages').select(['channel', 'state', 'reason']).orderBy('id').execute()
  expect(all.slice(0, 10).every(({ channel }) => channel === 'sms')).toBe(true)
  const reason = 'more than 10 SMS in 24 hours'
  const mailed = { channel: 'email', state: 'sending', reason }
  expect(all.slice(10)).toEqual([mailed, mailed])
  await db().updateTable('travelers').set({ email: 'none@nowhere.invalid' }).where('id', '=', who).execute()
  const unsent = await queue('arriving')
  await send()
  expect(await shown(unsent)).toMatchObject({ channel: 'call', state: 'queued', reason })
  pass(24 * 3600 + 1)
  const later = await queue('not_served')
  await send()
  expect(await shown(later)).toMatchObject({ channel: 'sms' })
})

test('the code of a link goes with the message, and is kept neither in it nor in the mail that was sent', async () => {
  const code = (text: string | null | undefined) => /\/t\/([0-9a-z]{10})\b/.exec(text ?? '')?.[1]
  const kept = async (id: number) =>
    (await db().selectFrom('messages').select('text').where('id', '=', id).executeTakeFirstOrThrow()).text
  const [sms, letter] = [await queue('arriving'), await queue('booking_confirmed')]
  await send()
  const sent = code(taken[0]?.body)
  expect(sent).toBeDefined()
  const mails = db().selectFrom('outbox_mails').select('text').where('message_id', '=', letter)
  expect(code((await mails.executeTakeFirst())?.text)).toBe(sent)
  for (const id of [sms, letter]) expect(await kept(id)).toContain('/t/**********')
  await runJob(server.deps, deliverMail)
  expect(code(mail.received.at(-1)?.replaceAll('=\r\n', ''))).toBe(sent)
  expect(await mails.execute()).toEqual([{ text: null }])
})

describe('e-mail', () => {
  // covers: MSG-22
  test('a message that is not urgent goes by the outbox of mails, with text and HTML and the region’s address to answer to', async () => {
    await db()
      .updateTable('regions')
      .set({ contact_email: 'coast@example.org' })
      .where('id', '=', town.region_id)
      .execute()
    const id = await queue('booking_confirmed')
    await send()
    expect(await shown(id)).toMatchObject({ state: 'sending', channel: 'email' })
    mail.refuse(true)
    await runJob(server.deps, deliverMail)
    expect(await shown(id)).toMatchObject({ state: 'sending', attempts: 1, reason: 'The mail server did not take it' })
    mail.refuse(false)
    pass(61)
    await runJob(server.deps, deliverMail)
    expect(await shown(id)).toMatchObject({ state: 'sent', attempts: 2, reason: null })
    const whole = mail.received.at(-1) ?? ''
    expect(whole).toContain('Reply-To: coast@example.org')
    expect(whole).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html[\s\S]*<p>Hello,<\/p>/)
    expect(whole).not.toMatch(/<img|src=|<link/)
    const links = whole.replaceAll('=\r\n', '').match(/https?:\/\/[^/]*\/[a-z]+\//g)
    const own = publicUrlOf(server.deps.config)
    expect(new Set(links)).toEqual(new Set([`${own}/t/`, `${own}/hooks/`]))
  })

  // covers: MSG-13
  test('what has lost its sense is withdrawn before it is sent, from the outbox of mails as well', async () => {
    const id = await queue('booking_confirmed')
    const late = await queue('vehicle_on_its_way')
    await send()
    expect(await shown(late)).toMatchObject({ state: 'sent' })
    const near = await queue('arriving', { due_at: new Date(server.deps.clock.now().getTime() + 1000) })
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: booking }, body: {} })
    pass(2)
    await send()
    expect(await shown(id)).toMatchObject({ state: 'superseded', reason: 'the ride has begun or ended' })
    expect(await shown(near)).toMatchObject({ state: 'superseded' })
    const left = await db().selectFrom('outbox_mails').select('message_id').execute()
    expect(left.map(({ message_id }) => message_id)).not.toContain(id)
  })
})

describe('SMS', () => {
  test('what is urgent goes by SMS to an international number, with the gateway’s headers, form and id', async () => {
    const id = await queue('arriving')
    await send()
    expect(await shown(id)).toEqual({
      state: 'sent',
      reason: null,
      channel: 'sms',
      recipient: '+61412345678',
      attempts: 1,
      provider_id: 'g-1',
    })
    expect(taken).toHaveLength(1)
    expect(taken[0]).toMatchObject({ headers: { 'x-key': 'secret', 'content-type': 'application/json' } })
    expect(JSON.parse(taken[0]?.body ?? '')).toMatchObject({ to: '+61412345678', ref: `ambit-${id}` })
  })

  test('who does without a smartphone is written to by e-mail, and who has no address is not reached', async () => {
    await db().updateTable('travelers').set({ low_tech: true }).where('id', '=', who).execute()
    const one = await queue('arriving')
    await send()
    expect(await shown(one)).toMatchObject({ state: 'sending', channel: 'email' })
    await db()
      .updateTable('travelers')
      .set({ email: `none-${who}@removed.invalid` })
      .where('id', '=', who)
      .execute()
    const other = await queue('booking_confirmed')
    await send()
    expect(await shown(other)).toMatchObject({ state: 'suppressed', reason: 'no_channel', channel: null })
    expect(taken).toEqual([])
  })

  test('a gateway that is busy is tried again after 5, 15, 45 and 120 seconds until the message has lost its sense', async () => {
    answer = { status: 503, body: {} }
    const until = new Date(server.deps.clock.now().getTime() + 400_000)
    const id = await queue('cancelled_by_operator', { sense_until: until })
    await db().updateTable('service_requests').set({ status: 'cancelled' }).where('id', '=', booking).execute()
    const tries: number[] = []
    for (let second = 0; second <= 402; second += 1) {
      const before = taken.length
      if ([0, 4, 5, 19, 20, 64, 65, 184, 185, 304, 305, 401].includes(second)) await send()
      if (taken.length > before) tries.push(second)
      pass(1)
    }
    expect(tries).toEqual([0, 5, 20, 65, 185, 305])
    expect(await shown(id)).toMatchObject({ state: 'expired', attempts: 6 })
    await db().updateTable('service_requests').set({ status: 'assigned' }).where('id', '=', booking).execute()
  })

  // covers: MSG-59
  test('what is not urgent is tried again after 1, 2, 4 … minutes up to six hours, twelve times in all', async () => {
    answer = { status: 503, body: {} }
    const wish = { message_channels: '{"booking_confirmed":"sms"}' }
    await db().updateTable('travelers').set(wish).where('id', '=', who).execute()
    const id = await queue('booking_confirmed', { sense_until: new Date(server.deps.clock.now().getTime() + 1e9) })
    await send()
    for (let tried = 1; tried < 12; tried += 1) {
      pass(Math.min(60 * 2 ** (tried - 1), 6 * 3600) - 1)
      await send()
      expect([tried, taken.length]).toEqual([tried, tried])
      pass(1)
      await send()
      expect([tried, taken.length]).toEqual([tried, tried + 1])
    }
    expect(await shown(id)).toMatchObject({ state: 'failed', attempts: 12 })
  })

  // covers: MSG-27
  test('what a gateway refuses has failed, in its own words', async () => {
    answer = { status: 400, body: { message: 'No such number' } }
    const id = await queue('arriving')
    await send()
    expect(await shown(id)).toMatchObject({ state: 'failed', reason: 'No such number', attempts: 1 })
    expect(JSON.stringify(server.logged)).not.toMatch(/412345678|secret/)
  })

  // covers: MSG-27
  // @test-tag long
  test('ten are handed over in a second at most, urgent ones first, also when one run follows the other', async () => {
    const filled = { channel: 'sms', state: 'queued', recipient: '+61412345678', text: 'Hello' } as const
    const ids: number[] = []
    for (let n = 1; n <= 11; n++) ids.push(await queue('booking_confirmed', { once: `${n}`, ...filled }))
    const urgent = await queue('arriving', filled)
    const job = sendMessages()
    const began = performance.now()
    await runJob(server.deps, job)
    const order = taken.map(({ body }) => Number(JSON.parse(body).ref.slice('ambit-'.length)))
    expect(order.slice(0, 10).toSorted()).toEqual([...ids.slice(0, 9), urgent].toSorted())
    expect(order.slice(10).toSorted()).toEqual(ids.slice(9).toSorted())
    await queue('arriving', { once: 'next', ...filled })
    await runJob(server.deps, job)
    // Each batch waits from when the one before it was begun, which the gateway may hear of late. A timer may be a
    // millisecond early.
    expect((taken[10]?.at ?? 0) - began).toBeGreaterThan(990)
    expect((taken[12]?.at ?? 0) - began).toBeGreaterThan(1990)
  })

  // covers: MSG-60
  // @test-tag long
  test('two processes send each message once', async () => {
    const ids: number[] = []
    const other = await town.passenger('Ben Adams')
    await db().updateTable('travelers').set({ phone_number: '0412 345 679' }).where('id', '=', other).execute()
    for (let index = 0; index < 12; index++)
      ids.push(await queue('arriving', { once: String(index), traveler_id: index < 6 ? who : other }))
    await Promise.all([send(), send()])
    expect(taken.map(({ body }) => JSON.parse(body).ref).toSorted()).toEqual(ids.map((id) => `ambit-${id}`).toSorted())
  })

  // covers: MSG-60
  test('a message that was cut off is taken over after two minutes, where sending it again does no harm', async () => {
    const cut = { state: 'sending', channel: 'sms', recipient: '+61412345678', text: 'Hello' } as const
    const claimed_at = server.deps.clock.wall()
    const id = await queue('arriving', { ...cut, claimed_at })
    pass(119)
    await send()
    expect(await shown(id)).toMatchObject({ state: 'sending' })
    pass(2)
    await send()
    expect(await shown(id)).toMatchObject({ state: 'sent' })
    const twilio: SmsConfig = { kind: 'twilio', url: sms.url, accountSid: 'AC1', authToken: 'token', from: '+61400' }
    const other = await queue('receipt', { ...cut, claimed_at: new Date(claimed_at.getTime() - 1000) })
    await db().updateTable('service_requests').set({ status: 'completed' }).where('id', '=', booking).execute()
    await runJob({ ...server.deps, config: { ...server.deps.config, sms: twilio } }, sendMessages())
    expect(await shown(other)).toMatchObject({ state: 'unsure', reason: 'sending was interrupted' })
    await db().updateTable('service_requests').set({ status: 'assigned' }).where('id', '=', booking).execute()
  })

  // covers: MSG-28
  test('a delivery report needs a valid signature, is answered without a body, and says what became of the SMS', async () => {
    const report = (body: string, headers: Record<string, string> = {}, provider = 'http', of = server) =>
      fetch(`${of.url}/hooks/sms/${provider}`, { method: 'POST', headers, body }).then(({ status }) => status)
    const json = (body: object) => JSON.stringify(body)
    const signed = (body: string, secret = HOOK_SECRET) => ({
      'content-type': 'application/json',
      'x-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    })
    const id = await queue('arriving')
    await send()
    const delivered = json({ id: 'g-1', status: 'delivered' })
    expect(await report(delivered)).toBe(403)
    expect(await report(delivered, signed(delivered, 'another secret'))).toBe(403)
    expect(await report(json({ id: 'g-1', status: 'failed' }), signed(delivered))).toBe(403)
    expect(await report(delivered, signed(delivered), 'twilio')).toBe(403)
    for (const other of [json({ id: 'g-1', status: 'queued' }), json({ id: 'g-9', status: 'failed' }), 'no json'])
      expect(await report(other, signed(other))).toBe(204)
    expect(await shown(id)).toMatchObject({ state: 'sent' })
    expect(await report(delivered, signed(delivered))).toBe(204)
    expect(await shown(id)).toMatchObject({ state: 'delivered', reason: null })
    const failed = json({ id: `ambit-${id}`, status: 'failed', reason: 'Too late' })
    expect(await report(failed, signed(failed))).toBe(204)
    expect(await shown(id)).toMatchObject({ state: 'delivered' })
    const next = await queue('arrived', { state: 'sent', channel: 'sms' })
    const undelivered = json({ id: `ambit-${next}`, status: 'failed', reason: 'The number is off' })
    expect(await report(undelivered, signed(undelivered))).toBe(204)
    expect(await shown(next)).toMatchObject({ state: 'failed', reason: 'The number is off' })
  })
})

describe('nothing leaves', () => {
  // covers: MSG-66
  test('outside of prod, and in a demo even where it is asked for, everything is captured', async () => {
    const run = async (
      mode: 'send' | 'allowlist' | null,
      allowed: string[] = [],
      environment: 'prod' | null = null,
    ) => {
      const id = await queue('arriving', { once: `${mode}${allowed.join()}` })
      const config = { ...server.deps.config, environment, messages: { mode, allowed } }
      await runJob({ ...server.deps, config }, sendMessages())
      return (await shown(id)).state
    }
    expect(await run(null)).toBe('captured')
    expect(await run(null, ['prod'], 'prod')).toBe('sent')
    expect(await run('allowlist', ['+61499999999'])).toBe('captured')
    expect(await run('allowlist', ['+61412345678'])).toBe('sent')
    await db().insertInto('settings').values({ key: 'demo', value: 'true' }).execute()
    expect(await run('send')).toBe('captured')
    await db().deleteFrom('settings').where('key', '=', 'demo').execute()
    expect(taken).toHaveLength(2)
  })
})

// covers: MSG-56
test('booking, changing, cancelling and driving go on while every gateway hangs', async () => {
  answer = null
  await mail.leave()
  await queue('arriving')
  const stop = new AbortController()
  const running = sendMessages().run(server.deps, stop.signal)
  await expect.poll(() => taken.length).toBe(1)
  const other = await town.passenger('Tom Baker')
  const { id } = await town.book({ who: other, from: 'Market', to: 'Hospital', at: '10:00' })
  const search = await town.search({ who: other, from: 'School', to: 'Station', at: '11:00', changes: id })
  const body = { service_offering_id: search.service_offerings[0]?.id ?? 0 }
  await town.dispatcher.call(api.serviceRequests.change, { params: { id }, body })
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
  const params = { id: van.trip_id }
  await van.client.call(api.driver.signOn, { params })
  const [pickup, dropoff] = (await van.client.call(api.driver.trip, { params })).data.trip_stops
  server.deps.clock.set('2026-11-23T09:00:00+10:00')
  await van.client.call(api.driver.arrive, { params: { id: pickup?.id ?? 0 } })
  await van.client.call(api.driver.board, { params: { id: booking } })
  await van.client.call(api.driver.depart, { params: { id: pickup?.id ?? 0 } })
  await van.client.call(api.driver.arrive, { params: { id: dropoff?.id ?? 0 } })
  await van.client.call(api.driver.dropOff, { params: { id: booking } })
  expect((await town.dispatcher.call(api.serviceRequests.show, { params: { id: booking } })).data.status).toBe(
    'completed',
  )
  expect(taken).toHaveLength(1)
  stop.abort()
  for (const one of hanging) one.destroy()
  await running
  await mail.comeBack()
})
