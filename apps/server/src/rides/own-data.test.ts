import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type Endpoint, ErrorEnvelope, urlOf } from '@ambit/contract'
import { saveCard } from '../testing/paid-rides.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

let number = 0
const enrol = async () => {
  number += 1
  const username = `passenger${number}`
  const email = `${username}@example.org`
  const body = { first_name: 'Nina', last_name: `Moreau ${number}`, username, email }
  const { data } = await server.client('superadmin').call(api.travelers.create, { body })
  return { id: data.id, email }
}

type Sent = { headers?: Record<string, string>; body?: object }
const send = (method: string, path: string, { headers = {}, body }: Sent = {}) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const ride = (method: string, path: string, sent?: Sent) => send(method, `/api/v2/ride${path}`, sent)
const firstError = async (response: Response) => ErrorEnvelope.parse(await response.json()).errors[0]

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

describe('saved cards', () => {
  // covers: RIDE-52
  test('of the built-in provider are added with a test number, in the own name alone', async () => {
    const [one, two] = [await enrol(), await enrol()]
    const [client, other] = [server.passengerClient(one.id), server.passengerClient(two.id)]
    expect((await client.call(api.ride.cardProvider)).data).toEqual({ kind: 'test', element: null })
    const { client_secret } = (await client.call(api.ride.setUpCard)).data
    const typed = { number: '4242 4242 4242 4242', exp_month: 4, exp_year: 2030, cvc: '123', name: 'R Rider' }
    const body = { ...typed, client_secret: client_secret ?? '' }
    const declined = await refusal(client.call(api.ride.testCard, { body: { ...body, number: '4000000000000002' } }))
    expect([declined.status, declined.errors[0]?.detail]).toEqual([422, 'Your card was declined.'])
    const { data: token } = await client.call(api.ride.testCard, { body })
    expect((await refusal(other.call(api.ride.addCard, { body: token }))).status).toBe(422)
    const { data: card } = await client.call(api.ride.addCard, { body: token })
    expect(card).toEqual({ id: card.id, brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 })
    expect((await client.call(api.ride.cards)).data).toEqual([card])
  })

  // covers: RIDE-111
  test('are listed without the name on them and removed by their passenger, and those of others are unknown', async () => {
    const [one, two] = [await enrol(), await enrol()]
    for (const { id } of [one, two]) await saveCard(server, id, `card_${id}`, 'test')
    const client = server.passengerClient(one.id)
    const card = { id: `card_${one.id}`, brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 }
    expect((await client.call(api.ride.cards)).data).toEqual([card])
    const remove = (payment_method_id: string) => client.call(api.ride.removeCard, { params: { payment_method_id } })
    for (const id of [`card_${two.id}`, 'card_4711']) expect((await refusal(remove(id))).status).toBe(404)
    await remove(card.id)
    expect((await client.call(api.ride.cards)).data).toEqual([])
    expect((await server.passengerClient(two.id).call(api.ride.cards)).data).toHaveLength(1)
    const events = await server.deps.db
      .selectFrom('audit_events')
      .select(['record_kind', 'actor_kind', 'actor_id'])
      .where('action', '=', 'ride.removeCard')
      .where('record_kind', '=', 'payment_methods')
      .execute()
    expect(events).toEqual([{ record_kind: 'payment_methods', actor_kind: 'passenger', actor_id: one.id }])
  })

  // covers: RIDE-117
  test('and all else that is the passenger’s own have calls below /me of the passengers’ API', () => {
    const calls = rideCalls.map(({ method, path }) => `${method} ${path}`)
    const own = ['places', 'helpers', 'payment_methods', 'devices', 'message_preferences', 'privacy_requests']
    expect(calls).toEqual(expect.arrayContaining(own.map((name) => `GET /me/${name}`)))
    expect(calls).toEqual(expect.arrayContaining(['GET /me', 'PATCH /me', 'POST /push_subscriptions', 'GET /live']))
    for (const { path, access } of rideCalls.filter(({ path }) => path.startsWith('/me')))
      expect([path, access]).toEqual([path, 'passenger'])
  })
})

const rideCalls: readonly Endpoint[] = Object.values(api.ride)

describe('the account', () => {
  test('shows and changes what is the passenger’s own, and each change is an event of theirs', async () => {
    const { id, email } = await enrol()
    const client = server.passengerClient(id)
    expect((await client.call(api.ride.me)).data).toMatchObject({ id, email, email_verified: false, wheelchair: false })
    const body = { first_name: 'Anna', language: 'es', wheelchair: true } as const
    expect((await client.call(api.ride.changeMe, { body })).data).toMatchObject(body)
    const { data: seen } = await server.client('superadmin').call(api.travelers.show, { params: { id } })
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
    expect(home).toMatchObject({ name: 'Home', kind: 'home', address, note: '' })
    expect(await pointer(add('home'))).toEqual([422, '/name'])
    expect(await pointer(add(' '))).toEqual([422, '/name'])
    expect(await pointer(add('x'.repeat(41)))).toEqual([422, '/name'])
    const { data: long } = await add('x'.repeat(40), 'work')
    expect(
      await pointer(client.call(api.ride.changePlace, { params: { id: long.id }, body: { name: 'HOME' } })),
    ).toEqual([422, '/name'])
    const changed = { name: 'home', address: { name: 'Pier 2', point: [153.03, -27.48] as [number, number] } }
    const { data } = await client.call(api.ride.changePlace, { params: { id: home.id }, body: changed })
    expect(data).toEqual({ id: home.id, kind: 'home', note: '', ...changed })
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
