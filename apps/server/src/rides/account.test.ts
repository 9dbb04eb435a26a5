import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, createClient, type Endpoint, ErrorEnvelope, urlOf } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { anonymiseTravelers } from '../retention/people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
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
        sms: { ...sms, body: '{"to":"{to}","text":"{text}"}', idPath: null, from: 'Sunline' },
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

describe('what a passenger sends', () => {
  const rideEndpoints: readonly Endpoint[] = Object.values(api.ride)
  const changing = rideEndpoints.filter(({ method }) => method === 'POST' || method === 'PATCH')
  const own = ['ride.askForCode', 'ride.signIn', 'ride.changeMe', 'ride.addPlace', 'ride.changePlace']

  // covers: RIDE-113
  test('is refused above 64 KB, and beside its field where it is too long or holds a control character', async () => {
    const { id } = await enrol()
    const authorization = `Bearer ${await server.passengerToken(id)}`
    expect(changing.map(({ bodyLimit }) => bodyLimit)).toEqual(changing.map(() => 64 * 1024))
    for (const endpoint of changing.filter(({ name }) => own.includes(name))) {
      const path = urlOf(endpoint, { id: 1, challenge: crypto.randomUUID() })
      const answer = await send(endpoint.method, path, { headers: { authorization }, body: { x: 'x'.repeat(65_536) } })
      expect([endpoint.name, answer.status]).toEqual([endpoint.name, 413])
    }
    const spoilt = async (first_name: string) => {
      const answer = await ride('PATCH', '/me', { headers: { authorization }, body: { first_name } })
      return [answer.status, answer.status === 200 ? null : (await firstError(answer))?.source?.pointer]
    }
    expect(await spoilt('x'.repeat(256))).toEqual([422, '/first_name'])
    for (const character of ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\t'])
      expect(await spoilt(`Ni${character}na`)).toEqual([422, '/first_name'])
    expect(await spoilt('Ninà 👩‍🦽')).toEqual([200, null])
  })

  // covers: RIDE-111
  test('about what is another passenger’s answers 404, whatever the id', async () => {
    const [one, two] = [await enrol(), await enrol()]
    const address = { name: 'Hill Road 4', point: [153.02, -27.47] as [number, number] }
    const { data: place } = await server
      .passengerClient(one.id)
      .call(api.ride.addPlace, { body: { name: 'Home', kind: 'home', address } })
    const [session] = (await server.passengerClient(one.id).call(api.ride.devices)).data
    const stranger = server.passengerClient(two.id)
    for (const id of [place.id, 4711, 2_147_483_647]) {
      const params = { id }
      expect((await refusal(stranger.call(api.ride.changePlace, { params, body: { name: 'Mine' } }))).status).toBe(404)
      expect((await refusal(stranger.call(api.ride.removePlace, { params }))).status).toBe(404)
    }
    for (const id of [session?.id ?? '', crypto.randomUUID()])
      expect((await refusal(stranger.call(api.ride.endDevice, { params: { id } }))).status).toBe(404)
    expect((await server.passengerClient(one.id).call(api.ride.places)).data).toEqual([place])
  })
})

describe('the account', () => {
  test('shows and changes what is the passenger’s own, and each change is an event of theirs', async () => {
    const { id, email } = await enrol()
    const client = server.passengerClient(id)
    expect((await client.call(api.ride.me)).data).toMatchObject({ id, email, email_verified: false, wheelchair: false })
    const body = { first_name: 'Anna', language: 'es', wheelchair: true } as const
    expect((await client.call(api.ride.changeMe, { body })).data).toMatchObject(body)
    const token = await server.token('superadmin')
    const sam = createClient({ origin: server.url, token: () => token })
    const { data: seen } = await sam.call(api.travelers.show, { params: { id } })
    expect(seen).toMatchObject({ first_name: 'Anna', locale: 'es', handicapped: true })
    const event = await server.deps.db
      .selectFrom('audit_events')
      .select(['actor_kind', 'actor_id', 'via', 'changes'])
      .where('action', '=', 'ride.changeMe')
      .where('actor_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ actor_kind: 'passenger', actor_id: id, via: 'passenger app' })
    expect(Object.keys(event.changes)).toEqual(expect.arrayContaining(['first_name', 'handicapped', 'locale']))
  })

  test('loses what was shown to be the passenger’s when staff enter another address', async () => {
    const { id, email } = await enrol()
    await signIn(email)
    const client = server.passengerClient(id)
    expect((await client.call(api.ride.me)).data.email_verified).toBe(true)
    const token = await server.token('superadmin')
    const sam = createClient({ origin: server.url, token: () => token })
    await sam.call(api.travelers.update, { params: { id }, body: { last_name: 'Marsh' } })
    expect((await refreshed(id)).email_verified).toBe(true)
    await sam.call(api.travelers.update, { params: { id }, body: { email: `new-${email}` } })
    expect((await refreshed(id)).email_verified).toBe(false)
  })
  const refreshed = async (id: number) => (await server.passengerClient(id).call(api.ride.me)).data

  // covers: RIDE-36
  test('keeps up to 20 places with a name of 1 to 40 characters and a kind, each name once', async () => {
    const { id } = await enrol()
    const client = server.passengerClient(id)
    const address = { name: 'Hill Road 4', point: [153.02, -27.47] as [number, number] }
    const add = (name: string, kind: 'home' | 'work' | 'other' = 'other') =>
      client.call(api.ride.addPlace, { body: { name, kind, address } })
    const pointer = async (call: Promise<unknown>) => {
      const { status, errors } = await refusal(call)
      return [status, errors[0]?.source?.pointer]
    }
    const { data: home } = await add('Home', 'home')
    expect(home).toMatchObject({ name: 'Home', kind: 'home', address })
    expect(await pointer(add('home'))).toEqual([422, '/name'])
    expect(await pointer(add(' '))).toEqual([422, '/name'])
    expect(await pointer(add('x'.repeat(41)))).toEqual([422, '/name'])
    const { data: long } = await add('x'.repeat(40), 'work')
    expect(
      await pointer(client.call(api.ride.changePlace, { params: { id: long.id }, body: { name: 'HOME' } })),
    ).toEqual([422, '/name'])
    const changed = { name: 'home', address: { name: 'Pier 2', point: [153.03, -27.48] as [number, number] } }
    const { data } = await client.call(api.ride.changePlace, { params: { id: home.id }, body: changed })
    expect(data).toEqual({ id: home.id, kind: 'home', ...changed })
    const outcomes = await Promise.allSettled(Array.from({ length: 25 }, (_, at) => add(`Place ${at}`)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(18)
    expect((await client.call(api.ride.places)).data).toHaveLength(20)
    await client.call(api.ride.removePlace, { params: { id: home.id } })
    expect((await client.call(api.ride.places)).data).toHaveLength(19)
  })

  // covers: RIDE-120
  test('looks for addresses and places 60 times a minute, and for nothing else that the map of staff does', async () => {
    const [one, two] = [await enrol(), await enrol()]
    const asking = async (id: number) => {
      const headers = { authorization: `Bearer ${await server.passengerToken(id)}` }
      return (path: string) => send('GET', `/geo/v1/${path}`, { headers })
    }
    const [ask, other] = [await asking(one.id), await asking(two.id)]
    const search = ['autosuggest?q=Harb', 'revgeocode?at=-27.47,153.02']
    const calls = await Promise.all(Array.from({ length: 60 }, (_, at) => ask(search[at % 2] ?? '')))
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await ask(search[0] ?? '')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await other(search[1] ?? '')).status).toBe(200)
    server.deps.clock.advance(60_000)
    expect((await ask(search[0] ?? '')).status).toBe(200)
    const geo: readonly Endpoint[] = Object.values(api.geo)
    const token = await server.passengerToken(two.id)
    for (const endpoint of geo) {
      const answer = await send('GET', urlOf(endpoint, {}), { headers: { authorization: `Bearer ${token}` } })
      const isOpen = ['geo.autosuggest', 'geo.revgeocode'].includes(endpoint.name)
      expect([endpoint.name, answer.status === 403]).toEqual([endpoint.name, !isOpen])
    }
  })
})
