import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, type Client, type Endpoint, type TrackingTold } from '@ambit/contract'
import { bookRide, openToApps } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type Crew, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { openStream, type TestStream } from '../testing/stream.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let app: Client
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await openToApps(town)
  van = await town.vehicle('Van 1')
  app = server.passengerClient(await town.passenger('Maria Silva'))
  await server.deps.db.deleteFrom('throttle_counts').execute()
})

const setClock = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const signOn = () => van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
const seenAt = ([longitude, latitude]: [number, number]) =>
  van.client.call(api.driver.positions, {
    params: { id: van.trip_id },
    body: {
      positions: [{ longitude, latitude, bearing: 90, speed: 0, recorded_at: server.deps.clock.now().toISOString() }],
    },
  })
const book = (time: string) => bookRide(app, { from: 'Market', to: 'Hospital', at: time })
/** The token of the page that a link to the ride leads to. */
const shared = async (id: number): Promise<string> => {
  const { data } = await app.call(api.rideTracking.share, { params: { id } })
  const opened = await fetch(`${server.url}/t/${data.link.split('/').at(-1)}`, { redirect: 'manual' })
  return (opened.headers.get('location') ?? '').split('#')[1] ?? ''
}
const address = (token: string) => `${server.url}/api/v2/ride/tracking/${token}/live`
const follow = async (token: string): Promise<TestStream> => {
  const stream = await openStream(address(token), {})
  await stream.next('ready')
  return stream
}
const see = async (token: string) =>
  (await server.publicClient().call(api.rideTracking.show, { params: { token } })).data
const told = async (stream: TestStream): Promise<TrackingTold> => {
  const { event, data } = await stream.next()
  expect(event).toBe('ride')
  return data as TrackingTold // as the contract says of this event
}

// covers: RIDE-65
test('who follows a ride by its link is told of changes and positions without signing in, as the page is answered, and of no other ride', async () => {
  const token = await shared((await book('09:00')).id)
  await book('12:00')
  const stream = await follow(token)
  await signOn()
  expect(await told(stream)).toEqual({ ride: await see(token) })
  setClock('09:00:00')
  await seenAt(at(300))
  const moved = await told(stream)
  expect(moved.ride.vehicle?.position?.at).toBe('2026-11-22T23:00:00.000Z')
  expect(moved).toEqual({ ride: await see(token) })
  expect(JSON.stringify(moved)).not.toMatch(/Maria|Silva|price/)
  stream.close()
})

test('a link that is taken back ends its stream at once, and opens none any more', async () => {
  const { id } = await book('09:00')
  const token = await shared(id)
  const stream = await follow(token)
  await app.call(api.rideTracking.takeBack, { params: { id } })
  await stream.ended
  expect((await fetch(address(token))).status).toBe(404)
  expect((await fetch(address('track.1.nonsense'))).status).toBe(404)
})

// @test-tag long
test('the stream tells that the ride has ended, and nothing of the vehicle afterwards', async () => {
  const { id } = await book('09:00')
  const token = await shared(id)
  await signOn()
  const stream = await follow(token)
  await app.call(api.ride.cancel, { params: { id }, body: {} })
  expect((await told(stream)).ride).toMatchObject({ phase: 'cancelled', vehicle: null })
  setClock('08:59:00')
  await seenAt(stopPoint('Harbour'))
  await expect(stream.next('ride')).rejects.toThrow('no event')
  stream.close()
})

test('eight streams of a link are open at once and no more, and one that closes makes room', async () => {
  const token = await shared((await book('09:00')).id)
  const streams = await Promise.all(Array.from({ length: 8 }, () => follow(token)))
  const refused = await fetch(address(token))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15'])
  streams[0]?.close()
  await expect.poll(async () => (await follow(token).catch(() => null)) !== null).toBe(true)
  for (const stream of streams) stream.close()
})

// covers: RIDE-116
test('of the passengers’ calls exactly these are public', () => {
  const open = Object.values(api)
    .flatMap((group): Endpoint[] => Object.values(group))
    .filter(({ audience, access }) => audience === 'passenger' && access === 'public')
    .map(({ method, path }) => `${method} ${path}`)
  expect(open.toSorted()).toEqual([
    'GET /config',
    'GET /tracking/:token',
    'GET /tracking/:token/live',
    'POST /sign_ins',
    'POST /sign_ins/:challenge',
    'POST /tracking/:token/cancel',
  ])
})
