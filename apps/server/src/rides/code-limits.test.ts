import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const forward = (ms: number) => server.deps.clock.advance(ms)
beforeEach(() => forward(DAY))

const HOME = '198.51.100.1'
const strangers = (at: number) => `203.0.113.${at}`

const post = (path: string, payload: object, remoteAddress: string) =>
  server.app.inject({ method: 'POST', url: `/api/v2/ride${path}`, payload, remoteAddress })
const ask = (contact: string, from: string) => post('/sign_ins', { contact }, from)
const statusOf = async (contact: string, from: string) => (await ask(contact, from)).statusCode

/** Signs up, or in, with a code that is asked for there. */
const signIn = async (contact: string, from: string): Promise<void> => {
  const { id, ends_at } = (await ask(contact, from)).json<{ data: { id: string; ends_at: string } }>().data
  const mails = server.deps.db.selectFrom('outbox_mails').select('text').where('to', '=', contact)
  const mail = mails.where('expires_at', '=', new Date(ends_at))
  await expect.poll(() => mail.executeTakeFirst()).toBeDefined()
  const { text } = await mail.executeTakeFirstOrThrow()
  const code = /\b\d{6}\b/.exec(text ?? '')?.[0]
  const profile = { first_name: 'Nina', last_name: 'Moreau', terms: true }
  const answer = await post(`/sign_ins/${id}`, { code, profile }, from)
  expect(answer.json()).toMatchObject({ data: { outcome: 'signed_in' } })
}

/** As many codes as there are for a contact, from as many networks as it takes. */
const useUpAll = async (contact: string): Promise<void> => {
  for (const [hour, network] of [1, 2, 3, 4].entries()) {
    if (hour === 2) forward(HOUR)
    for (let code = 1; code <= 5; code += 1) {
      expect(await statusOf(contact, strangers(network))).toBe(202)
      forward(MINUTE)
    }
  }
}

test('Somebody who asks for codes for a contact all day uses up nobody else’s', async () => {
  const contact = 'nina@example.org'
  for (let code = 1; code <= 5; code += 1) {
    expect(await statusOf(contact, strangers(1))).toBe(202)
    expect(await statusOf(contact, strangers(1))).toBe(429)
    forward(MINUTE)
  }
  expect(await statusOf(contact, strangers(1))).toBe(429)
  for (let code = 1; code <= 5; code += 1) {
    expect(await statusOf(contact, HOME)).toBe(202)
    forward(MINUTE)
  }
  expect(await statusOf(contact, HOME)).toBe(429)
})

test('A contact is sent ten codes an hour and twenty a day, however many networks ask', async () => {
  const contact = 'flood@example.org'
  for (let network = 1; network <= 10; network += 1) expect(await statusOf(contact, strangers(network))).toBe(202)
  const refused = await ask(contact, strangers(11))
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
  forward(HOUR)
  const answers = await Promise.all(Array.from({ length: 15 }, (_, at) => statusOf(contact, strangers(20 + at))))
  expect(answers.filter((status) => status === 202)).toHaveLength(10)
  forward(HOUR)
  const last = await ask(contact, strangers(50))
  expect([last.statusCode, last.headers['retry-after']]).toEqual([429, String(22 * 3600)])
})

test('Strangers hold up nobody where they have signed in from within 90 days', async () => {
  const contact = 'olga@example.org'
  await signIn(contact, HOME)
  forward(89 * DAY)
  await useUpAll(contact)
  expect(await statusOf(contact, strangers(5))).toBe(429)
  await signIn(contact, HOME)
  forward(91 * DAY)
  await useUpAll(contact)
  expect(await statusOf(contact, HOME)).toBe(429)
})

test('A network where somebody signed in is known for that contact alone, and has twenty codes an hour as ever', async () => {
  const contact = 'petra@example.org'
  await signIn(contact, HOME)
  await useUpAll('quentin@example.org')
  expect(await statusOf('quentin@example.org', HOME)).toBe(429)
  for (let neighbour = 1; neighbour <= 20; neighbour += 1)
    expect(await statusOf(`neighbour${neighbour}@example.org`, HOME)).toBe(202)
  expect(await statusOf(contact, HOME)).toBe(429)
  const stored = await server.deps.db.selectFrom('known_addresses').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('petra')
})
