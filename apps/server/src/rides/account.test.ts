import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, createClient, ErrorEnvelope } from '@ambit/contract'
import { DEMO_MARK } from '../settings/demo.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { anonymiseTravelers } from '../retention/people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const DAY = 24 * 3600_000
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

let number = 0
const enrol = async (of: TestServer = server): Promise<{ id: number; email: string }> => {
  number += 1
  const username = `passenger${number}`
  const email = `${username}@example.org`
  const token = await of.token('superadmin')
  const sam = createClient({ origin: of.url, token: () => token })
  const body = { first_name: 'Nina', last_name: `Moreau ${number}`, username, email }
  const { data } = await sam.call(api.travelers.create, { body })
  return { id: data.id, email }
}

type Sent = { headers?: Record<string, string>; body?: object }
const send = (method: string, path: string, { headers = {}, body }: Sent = {}, of: TestServer = server) =>
  fetch(`${of.url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const ride = (method: string, path: string, sent?: Sent, of?: TestServer) =>
  send(method, `/api/v2/ride${path}`, sent, of)
const firstError = async (response: Response) => ErrorEnvelope.parse(await response.json()).errors[0]

/** In a browser, by the code from the outbox; answers what the server sets. */
const signIn = async (email: string, headers: Record<string, string> = {}, app = ''): Promise<string[]> => {
  const { db, clock } = server.deps
  clock.advance(3600_000)
  const asked = await ride('POST', `/sign_ins${app}`, { headers, body: { contact: email } })
  const { data } = (await asked.json()) as { data: { id: string } } // of the contract
  const latest = () =>
    db
      .selectFrom('outbox_mails')
      .select('text')
      .where('to', '=', email)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const begun = async () =>
    (
      await db
        .selectFrom('outbox_mails')
        .select('id')
        .where('to', '=', email)
        .where('created_at', '=', clock.now())
        .execute()
    ).length
  await expect.poll(begun).toBe(1)
  const code = /\b\d{6}\b/.exec((await latest())?.text ?? '')?.[0] ?? ''
  const response = await ride('POST', `/sign_ins/${data.id}`, { headers, body: { code } })
  expect(response.status).toBe(200)
  return response.headers.getSetCookie()
}
const cookieOf = ([set = '']: readonly string[]): Record<string, string> => ({ cookie: set.split(';')[0] ?? '' })

describe('the session', () => {
  // covers: RIDE-30
  test('is a cookie that no script reads, sent to its own site and over HTTPS alone, and taken from its own origin alone', async () => {
    const { email } = await enrol()
    const secure = { origin: server.url.replace('http:', 'https:') }
    const set = await signIn(email, secure)
    expect(set).toHaveLength(1)
    const [token, ...flags] = set[0]?.split('; ') ?? []
    expect(token).toMatch(/^__Host-ambit_ride=./)
    expect(flags).toEqual(expect.arrayContaining(['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/']))
    const own = { ...cookieOf(set), ...secure }
    expect((await ride('PATCH', '/me', { headers: own, body: { wheelchair: true } })).status).toBe(200)
    for (const origin of ['https://elsewhere.example', 'null'])
      expect((await ride('PATCH', '/me', { headers: { ...own, origin }, body: { wheelchair: false } })).status).toBe(
        403,
      )
    expect((await ride('GET', '/me', { headers: { ...own, 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    const foreign = await ride('POST', '/sign_ins', {
      headers: { origin: 'https://elsewhere.example' },
      body: { contact: email },
    })
    expect(foreign.status).toBe(403)
    expect((await ride('DELETE', '/sessions/current', { headers: own })).status).toBe(204)
    expect((await ride('GET', '/me', { headers: own })).status).toBe(401)
  })

  // covers: RIDE-31
  test('lasts 90 days from its last use, and devices are listed with it and ended one by one or all together', async () => {
    const { id, email } = await enrol()
    const phone = cookieOf(await signIn(email, { 'user-agent': SAFARI }))
    const tablet = cookieOf(await signIn(email))
    const third = cookieOf(await signIn(email))
    const status = async (headers: Record<string, string>) => (await ride('GET', '/me', { headers })).status
    const { clock } = server.deps
    for (let month = 0; month < 4; month += 1) {
      clock.advance(80 * DAY)
      expect(await status(phone)).toBe(200)
      if (month === 0) expect([await status(tablet), await status(third)]).toEqual([200, 200])
    }
    expect([await status(tablet), await status(third)]).toEqual([401, 401])
    const again = cookieOf(await signIn(email))
    const devices = async (headers: Record<string, string>) =>
      (
        (await (await ride('GET', '/me/devices', { headers })).json()) as {
          data: { id: string; name: string; current: boolean; used_at: string }[]
        }
      ).data // of the contract
    const used = clock.wall().getTime()
    const listed = await devices(phone)
    expect(listed.map(({ current }) => current)).toEqual([false, true])
    expect(listed[1]?.name).toBe('Safari on iOS')
    expect(used - new Date(listed[1]?.used_at ?? 0).getTime()).toBeLessThan(DAY)
    expect((await ride('DELETE', `/me/devices/${listed[0]?.id}`, { headers: phone })).status).toBe(204)
    expect([await status(again), await status(phone)]).toEqual([401, 200])
    const others = [cookieOf(await signIn(email)), cookieOf(await signIn(email))]
    expect((await ride('DELETE', '/me/devices', { headers: phone })).status).toBe(204)
    expect(await Promise.all([...others, phone].map(status))).toEqual([401, 401, 200])
    clock.advance(91 * DAY)
    expect(await status(phone)).toBe(401)
    const ends = server.deps.db
      .selectFrom('audit_events')
      .select('id')
      .where('record_kind', '=', 'travelers')
      .where('record_id', '=', String(id))
      .where('kind', '=', 'sign_in')
    // Two of the five that were ended had run out before.
    expect((await ends.execute()).length).toBe(6 + 5)
  })

  test('ends with the account, and what the passenger kept and was sent goes with it', async () => {
    const { id, email } = await enrol()
    const cookie = cookieOf(await signIn(email))
    const client = server.passengerClient(id)
    const address = { name: 'Hill Road 4', point: [153.02, -27.47] as [number, number] }
    await client.call(api.ride.addPlace, { body: { name: 'Home', kind: 'home', address } })
    const { db, clock } = server.deps
    await db.transaction().execute((tx) => anonymiseTravelers(tx, [id], clock.now()))
    expect((await ride('GET', '/me', { headers: cookie })).status).toBe(401)
    for (const table of ['sessions', 'ride_places'] as const)
      expect(await db.selectFrom(table).select('id').where('traveler_id', '=', id).execute()).toEqual([])
    expect(await db.selectFrom('sign_in_challenges').select('id').where('contact', '=', email).execute()).toEqual([])
  })

  test('of an account shows the address to be the passenger’s until staff enter another one', async () => {
    const { id, email } = await enrol()
    await signIn(email)
    const shown = async () => (await server.passengerClient(id).call(api.ride.me)).data
    expect((await shown()).email_verified).toBe(true)
    const token = await server.token('superadmin')
    const sam = createClient({ origin: server.url, token: () => token })
    await sam.call(api.travelers.update, { params: { id }, body: { last_name: 'Marsh' } })
    expect((await shown()).email_verified).toBe(true)
    await sam.call(api.travelers.update, { params: { id }, body: { email: `new-${email}` } })
    expect((await shown()).email_verified).toBe(false)
  })

  // covers: RIDE-10
  test('belongs to the app that the code was asked for in, whatever the caller names later', async () => {
    const { id, email } = await enrol()
    const website = await server.deps.db
      .selectFrom('consumer_apps')
      .select(['id', 'slug'])
      .where('name', '=', 'Passenger Website')
      .executeTakeFirstOrThrow()
    await signIn(email, {}, `?app=${website.slug}`)
    const sessions = await server.deps.db
      .selectFrom('sessions')
      .select('consumer_app_id')
      .where('traveler_id', '=', id)
      .execute()
    expect(sessions).toEqual([{ consumer_app_id: website.id }])
  })
})

describe('the app', () => {
  // covers: RIDE-09
  test('is the one of the host, else the one that the address names, else the Passenger App', async () => {
    const { db } = server.deps
    const shown = async (query = '', of = server) =>
      ((await (await ride('GET', `/config${query}`, {}, of)).json()) as { data: { app: { slug: string } } }).data.app
        .slug // of the contract
    const apps = await db.selectFrom('consumer_apps').select(['name', 'slug']).orderBy('id').execute()
    const [passengerApp, website] = apps.map(({ slug }) => slug)
    expect(apps.map(({ name }) => name)).toEqual(['Passenger App', 'Passenger Website'])
    expect(await shown()).toBe(passengerApp)
    expect(await shown('?app=nonsense')).toBe(passengerApp)
    expect(await shown(`?app=${website}`)).toBe(website)
    const set = (host_names: string[]) =>
      db.updateTable('consumer_apps').set({ host_names }).where('name', '=', 'Passenger Website').execute()
    await set(['127.0.0.1', 'ride.example.org'])
    expect(await shown(`?app=${passengerApp}`)).toBe(website)
    await set([])
  })

  // covers: RIDE-21
  test('says by what a code can be sent, and signing in asks for a call where nothing can', async () => {
    const off = await startTestServer({ config: { messages: { mode: 'send', allowed: [] } } })
    try {
      await off.deps.db.updateTable('consumer_apps').set({ phone_number: '07 3000 0000' }).execute()
      const config = (await (await ride('GET', '/config', {}, off)).json()) as { data: { codes: object } } // of the contract
      expect(config.data.codes).toEqual({ email: false, sms: false })
      for (const contact of ['nina@example.org', '0445 984 907']) {
        const answer = await ride('POST', '/sign_ins', { body: { contact } }, off)
        expect([answer.status, (await firstError(answer))?.detail]).toEqual([503, 'Please call 07 3000 0000'])
      }
    } finally {
      await off.close()
    }
  })

  test('leaves a code in the outbox for staff to read in the demo, and an SMS wherever messages are only captured', async () => {
    const { db, clock } = server.deps
    const { email } = await enrol()
    clock.advance(3600_000)
    for (const contact of [email, '0445 777 888'])
      expect((await ride('POST', '/sign_ins', { body: { contact } })).status).toBe(202)
    const token = await server.token('superadmin')
    const sam = createClient({ origin: server.url, token: () => token })
    const read = async (search: string) => (await sam.call(api.outbox.list, { query: { search } })).data[0]?.text
    await expect.poll(() => read('+61445777888')).toMatch(/^\d{6} is your code for /)
    await expect.poll(() => read(email)).toBeNull()
    await db.insertInto('settings').values({ key: DEMO_MARK, value: 'true' }).execute()
    expect(await read(email)).toMatch(/\n\d{6}\n/)
    await db.deleteFrom('settings').where('key', '=', DEMO_MARK).execute()
  })

  test('hands a code to the SMS gateway at once, again where it was not taken, and waits for neither', async () => {
    const taken: { to: string; text: string }[] = []
    const { promise: hanging, resolve: letGo } = Promise.withResolvers<void>()
    const gateway = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        taken.push(JSON.parse(body) as { to: string; text: string }) // as the gateway is set up below
        void hanging.then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
      })
    })
    await new Promise<void>((done) => void gateway.listen(0, '127.0.0.1', done))
    const { port } = gateway.address() as AddressInfo // it listens on a port, not on a pipe
    const sms = { kind: 'http', url: `http://127.0.0.1:${port}/`, method: 'POST', headers: {} } as const
    const sending = await startTestServer({
      config: {
        messages: { mode: 'send', allowed: [] },
        sms: { ...sms, body: '{"to":"{to}","text":"{text}"}', idPath: null, from: 'Sunline', hookSecret: null },
        publicUrl: 'https://ride.example.org',
      },
    })
    try {
      const headers = { origin: 'https://ride.example.org' }
      const answer = await ride(
        'POST',
        '/sign_ins',
        { headers, body: { contact: '0445 984 907', language: 'de' } },
        sending,
      )
      expect(answer.status).toBe(202)
      await expect.poll(() => taken).toHaveLength(1)
      expect(taken[0]?.to).toBe('+61445984907')
      expect(taken[0]?.text).toMatch(/^(\d{6}) ist Ihr Code für [^]*\n\n@ride\.example\.org #\1$/)
      expect(await sending.deps.db.selectFrom('outbox_mails').select('id').execute()).toEqual([])
    } finally {
      letGo()
      await sending.close()
      gateway.close()
    }
  })

  // covers: RIDE-115
  test('takes 600 calls a minute from one network address, and says when it takes more', async () => {
    const busy = await startTestServer()
    try {
      const calls = await Promise.all(Array.from({ length: 600 }, () => ride('GET', '/config', {}, busy)))
      expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]))
      const { id } = await enrol(busy)
      const token = await busy.passengerToken(id)
      for (const path of ['/config', '/me']) {
        const refused = await ride('GET', path, { headers: { authorization: `Bearer ${token}` } }, busy)
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
      }
      busy.deps.clock.advance(60_000)
      expect((await ride('GET', '/config', {}, busy)).status).toBe(200)
    } finally {
      await busy.close()
    }
  })
})
