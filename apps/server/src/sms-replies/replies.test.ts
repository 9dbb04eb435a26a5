import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type MessageEvent } from '@ambit/contract'
import { writeMessages } from '../planning/change/messages.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { sendWaitingMessages } from '../testing/send-messages.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { openStream } from '../testing/stream.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { kindOf } from './keywords.ts'
import { sendAnswers } from './send-answers.ts'

const HOOK_SECRET = 'a secret of at least 32 characters'
const NUMBER = '+61412345678'
const sent: { to: string; text: string; ref: string }[] = []
let status = 200
let gateway: Server
let server: TestServer
let town: SmallTown
let who: number
let booking: number

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (status === 200) sent.push(JSON.parse(body))
      response.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((done) => void gateway.listen(0, '127.0.0.1', done))
  const { port } = gateway.address() as AddressInfo // it listens on a port, not on a pipe
  const sms = {
    kind: 'http' as const,
    url: `http://127.0.0.1:${port}/send`,
    method: 'POST' as const,
    headers: {},
    body: '{"to":"{to}","text":"{text}","ref":"{id}"}',
    idPath: null,
    from: 'Sunline',
    hookSecret: HOOK_SECRET,
  }
  const config = { sms, messages: { mode: 'send' as const, allowed: [] } }
  server = await startTestServer({ streets: straightStreets(), config })
})
afterAll(async () => {
  await server.close()
  await new Promise((done) => gateway.close(done))
})
beforeEach(async () => {
  status = 200
  const { db } = server.deps
  for (const table of ['messages', 'sms_replies', 'sms_stops'] as const) await db.deleteFrom(table).execute()
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
  who = await town.passenger('Maria Silva')
  await db.updateTable('travelers').set({ phone_number: null }).where('phone_number', '=', '0412 345 678').execute()
  await db.updateTable('travelers').set({ phone_number: '0412 345 678' }).where('id', '=', who).execute()
  await db.updateTable('regions').set({ contact_phone: '07 5550 0100' }).where('id', '=', town.region_id).execute()
  booking = (await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })).id
  await db.deleteFrom('messages').execute()
  sent.length = 0
})
afterEach(() => nothingBroken(server))

let replies = 0
const reply = async (text: string, { from = NUMBER, id = `in-${(replies += 1)}`, secret = HOOK_SECRET } = {}) => {
  const body = JSON.stringify({ id, from, text })
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'x-signature': signature }
  const answered = await fetch(`${server.url}/hooks/sms/http`, { method: 'POST', headers, body })
  await runJob(server.deps, sendAnswers)
  return answered.status
}
const tell = async (event: MessageEvent) => {
  const { db, clock } = server.deps
  await db.deleteFrom('messages').execute()
  const told = { event, service_request_id: booking }
  await db.transaction().execute((tx) => writeMessages(tx, [told], { now: clock.now(), wait_minutes: 5 }))
  await sendWaitingMessages(server)
  return db.selectFrom('messages').select(['channel', 'reason']).executeTakeFirstOrThrow()
}
const list = async (filter: { state?: ('unread' | 'read')[] } = {}) =>
  (await town.dispatcher.call(api.smsReplies.list, { query: { filter: { region: [town.region_id], ...filter } } })).data

// covers: MSG-29
test.each([
  ['stop', ['STOP', ' stop. ', 'Stopp!', 'Abmelden', 'Baja', 'ALTO', 'unsubscribe']],
  ['start', ['Start', 'anmelden', 'inicio', 'ALTA']],
  ['help', ['help', 'Hilfe?', 'AYUDA', 'info']],
  ['where', ['Where?', 'WO', '¿Dónde?', 'donde']],
  ['other', ['Please stop at the corner', 'cancel', 'Where is my bus', '', '👍']],
] as const)('%s is understood in English, German and Spanish, as the only word', (kind, texts) => {
  for (const text of texts) expect([text, kindOf(text)]).toEqual([text, kind])
})

describe('a number that answers', () => {
  // covers: MSG-29, MSG-54
  test('STOP gets no more SMS but that the operator cancels or cannot come, until START', async () => {
    expect(await tell('arriving')).toEqual({ channel: 'sms', reason: null })
    expect(await reply('Stop')).toBe(204)
    expect(sent.at(-1)).toMatchObject({ to: NUMBER, text: expect.stringContaining('no more SMS about your rides') })
    expect(await tell('arriving')).toEqual({ channel: 'email', reason: 'the number has answered STOP' })
    for (const event of ['cancelled_by_operator', 'not_served'] as const)
      expect(await tell(event)).toMatchObject({ channel: 'sms' })
    const { data } = await server.passengerClient(who).call(api.ride.messages)
    expect(data.reached_by).not.toContain('sms')
    await reply('START')
    expect(sent.at(-1)?.text).toContain('SMS about your rides again')
    expect(await tell('arriving')).toEqual({ channel: 'sms', reason: null })
  })

  // covers: MSG-29
  test('WHERE is told when the next vehicle comes, five times an hour, and HELP whom to call', async () => {
    await reply('Where?')
    expect(sent.at(-1)?.text).toMatch(/: Your next pick-up: Mon,? 23 Nov,? 9:00 am - 9:09 am\.$/i)
    expect(sent.at(-1)?.text).not.toMatch(/Market|Maria/)
    for (let asked = 2; asked <= 6; asked += 1) await reply('WHERE')
    expect(sent).toHaveLength(5)
    server.deps.clock.advance(3_600_000 + 1000)
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: booking }, body: {} })
    await reply('where')
    expect(sent.at(-1)?.text).toMatch(/You have no ride booked\. Questions\? Call 07 5550 0100$/)
    await reply('HELP')
    expect(sent.at(-1)?.text).toMatch(/STOP to end SMS.*Call 07 5550 0100$/)
  })

  test('WHERE is told the next pick-up of a household too, of who answers for it', async () => {
    const { db, clock } = server.deps
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: booking }, body: {} })
    const lena = await town.passenger('Lena Silva')
    await db.updateTable('travelers').set({ email: null, phone_number: null }).where('id', '=', lena).execute()
    const stamps = { accepted_at: clock.now(), created_at: clock.now(), updated_at: clock.now() }
    await db
      .insertInto('traveler_helpers')
      .values({ traveler_id: lena, helper_id: who, rights: ['book', 'follow'], household: true, ...stamps })
      .execute()
    await town.book({ who: lena, from: 'Market', to: 'Hospital', at: '09:00' })
    await reply('WHERE')
    expect(sent.at(-1)?.text).toMatch(/: Your next pick-up: Mon,? 23 Nov,? 9:00 am/i)
    const own = { email: 'lena@example.org' }
    await db.updateTable('travelers').set(own).where('id', '=', lena).execute()
    await reply('WHERE')
    expect(sent.at(-1)?.text).toContain('You have no ride booked')
  })

  test('is answered in the passenger’s language, and who is not known learns of nobody', async () => {
    await server.client('customer_service').call(api.travelers.update, { params: { id: who }, body: { locale: 'de' } })
    await reply('WO')
    expect(sent.at(-1)?.text).toMatch(/: Ihre nächste Abholung: /)
    await reply('WHERE', { from: '+61499999999' })
    expect(sent.at(-1)).toMatchObject({ to: '+61499999999', text: expect.stringContaining('You have no ride booked') })
    expect((await server.client('administrator').call(api.smsReplies.list, {})).data[0]).toMatchObject({
      traveler_id: null,
      region_id: null,
      kind: 'where',
    })
    expect((await list()).map(({ kind }) => kind)).toEqual(['where'])
  })

  test('is heard only with the gateway’s signature, and once where that is told twice', async () => {
    expect(await reply('STOP', { secret: 'another secret' })).toBe(403)
    expect(await list()).toEqual([])
    expect([await reply('STOP', { id: 'x1' }), await reply('STOP', { id: 'x1' })]).toEqual([204, 204])
    expect(await list()).toHaveLength(1)
    expect(sent).toHaveLength(1)
  })

  // covers: MSG-29
  test('STOP and then START is not stopped again where the gateway tells of the STOP once more, and the other way round', async () => {
    const stops = () => server.deps.db.selectFrom('sms_stops').select('number').execute()
    await reply('STOP', { id: 'late-1' })
    await reply('START', { id: 'late-2' })
    expect(await reply('STOP', { id: 'late-1' })).toBe(204)
    expect(await stops()).toEqual([])
    await reply('STOP', { id: 'late-3' })
    expect(await reply('START', { id: 'late-2' })).toBe(204)
    expect(await stops()).toEqual([{ number: NUMBER }])
  })
})

// covers: MSG-29
test('everything else waits for staff, who see it by region and mark it as read', async () => {
  const mina = await openStream(`${server.url}/api/v2/ops/live`, await server.token('dispatcher'))
  await mina.next('ready')
  await tell('arriving')
  await reply('I am at the back door')
  expect((await mina.next('message')).data).toEqual({ kind: 'message', region_id: town.region_id })
  mina.close()
  const [unread] = await list({ state: ['unread'] })
  expect(unread).toMatchObject({
    traveler_name: 'Maria Silva',
    kind: 'other',
    text: 'I am at the back door',
    answer: null,
    read_at: null,
  })
  const params = { id: unread!.id }
  const reader = server.client({ permissions: ['Messaging:message:canRead'] })
  expect((await reader.call(api.smsReplies.show, { params })).data).toMatchObject({ recipient: 'Hidden' })
  expect((await refusal(reader.call(api.smsReplies.read, { params }))).status).toBe(403)
  const elsewhere = server.client({ permissions: ['Messaging:message:canRead'], region_ids: [] })
  expect((await refusal(elsewhere.call(api.smsReplies.show, { params }))).status).toBe(404)
  const { data: read } = await town.dispatcher.call(api.smsReplies.read, { params })
  expect(read).toMatchObject({ read_at: expect.anything(), user_name: expect.any(String) })
  expect(await list({ state: ['unread'] })).toEqual([])
})

test('what a number writes is of who has it now, not of who was told something there before', async () => {
  const { db } = server.deps
  await tell('arriving')
  const ben = await town.passenger('Ben Adams')
  await db.updateTable('travelers').set({ phone_number: '0499 111 222' }).where('id', '=', who).execute()
  await db.updateTable('travelers').set({ phone_number: '0412 345 678' }).where('id', '=', ben).execute()
  await reply('cancel')
  const { data } = await server.client('administrator').call(api.smsReplies.list, {})
  expect(data[0]).toMatchObject({ text: 'cancel', traveler_id: ben })
})

test('an answer that the gateway does not take is tried again, and after ten minutes not any more', async () => {
  status = 503
  await reply('HELP')
  expect((await list())[0]).toMatchObject({ answer_state: 'queued' })
  status = 200
  server.deps.clock.advance(5000)
  await runJob(server.deps, sendAnswers)
  expect((await list())[0]).toMatchObject({ answer_state: 'sent' })
  status = 503
  await reply('HELP')
  server.deps.clock.advance(601_000)
  status = 200
  await runJob(server.deps, sendAnswers)
  expect((await list())[0]).toMatchObject({ answer_state: 'failed' })
  expect(sent).toHaveLength(1)
})

test('with the passenger what the number wrote and its STOP are erased', async () => {
  const other = await town.passenger('Ben Adams')
  await server.deps.db.updateTable('travelers').set({ phone_number: '0498 765 432' }).where('id', '=', other).execute()
  await reply('STOP', { from: '+61498765432' })
  await reply('Thanks', { from: '+61498765432' })
  await reply('STOP')
  await server
    .client('superadmin')
    .call(api.travelers.erase, { params: { id: other }, body: { reason: 'Asked by mail' } })
  const left = (table: 'sms_stops' | 'sms_replies') => server.deps.db.selectFrom(table).select('number').execute()
  expect(await left('sms_stops')).toEqual([{ number: NUMBER }])
  expect(await left('sms_replies')).toEqual([{ number: NUMBER }])
})
