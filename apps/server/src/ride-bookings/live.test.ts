import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { api, type Client, type HelperRight, type RideTold } from '@ambit/contract'
import { hangUpEarly } from '../testing/hang-up.ts'
import { bookRide, openToApps } from '../testing/rides.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, type Crew, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { openStream, type TestStream } from '../testing/stream.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let maria: number
let tom: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await openToApps(town)
  van = await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
  tom = await town.passenger('Tom Baker')
})

const setClock = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
const signOn = (crew: Crew = van) => crew.client.call(api.driver.signOn, { params: { id: crew.trip_id } })
const seenAt = ([longitude, latitude]: [number, number]) =>
  van.client.call(api.driver.positions, {
    params: { id: van.trip_id },
    body: {
      positions: [{ longitude, latitude, bearing: 90, speed: 0, recorded_at: server.deps.clock.now().toISOString() }],
    },
  })
const bookFor = (who: number, time: string) =>
  bookRide(server.passengerClient(who), { from: 'Market', to: 'Hospital', at: time })
const show = async (client: Client, id: number) => (await client.call(api.ride.booking, { params: { id } })).data
const followAs = async (token: string): Promise<TestStream> => {
  const stream = await openStream(`${server.url}/api/v2/ride/live`, token)
  await stream.next('ready')
  return stream
}
const follow = async (who: number): Promise<TestStream> => followAs(await server.passengerToken(who))
const told = async (stream: TestStream): Promise<RideTold> => {
  const { event, data } = await stream.next()
  expect(event).toBe('ride')
  return data as RideTold // as the contract says of this event
}
/** When the position was recorded with which the next ride that is told comes. */
const positionIn = async (stream: TestStream): Promise<string | undefined> =>
  (await told(stream)).ride?.vehicle?.position?.at
const helps = (helper_id: number, traveler_id: number, rights: HelperRight[]) =>
  server.deps.db
    .insertInto('traveler_helpers')
    .values({
      traveler_id,
      helper_id,
      rights,
      accepted_at: server.deps.clock.now(),
      created_at: server.deps.clock.now(),
      updated_at: server.deps.clock.now(),
    })
    .execute()

describe('the live stream of a passenger', () => {
  test('that is left before it is opened is told nothing any more', async () => {
    let heard = 0
    const subscribe = server.deps.live.subscribe
    const spy = vi.spyOn(server.deps.live, 'subscribe').mockImplementation((listener) => {
      const stop = subscribe(listener)
      heard += 1
      return () => {
        heard -= 1
        stop()
      }
    })
    onTestFinished(() => spy.mockRestore())
    await hangUpEarly(server, `${server.url}/api/v2/ride/live`, await server.passengerToken(maria), 1)
    await expect.poll(() => spy.mock.calls.length).toBeGreaterThan(0)
    await expect.poll(() => heard).toBe(0)
  })

  // covers: RIDE-65
  // @test-tag long
  test('tells how an own ride is that changed, as it is answered, and nothing of others', async () => {
    const own = await bookFor(maria, '09:00')
    const stream = await follow(maria)
    const other = await town.vehicle('Van 2')
    await town.book({ who: tom, from: 'Harbour', to: 'School', at: '12:00' })
    await signOn(other)
    await signOn()
    expect((await told(stream)).id).toBe(own.id)
    const app = server.passengerClient(maria)
    await app.call(api.ride.cancel, { params: { id: own.id }, body: {} })
    expect(await told(stream)).toEqual({ id: own.id, ride: await show(app, own.id) })
    stream.close()
  })

  // covers: RIDE-62, RIDE-65
  test('tells of a position those alone to whom the vehicle is shown at that moment, as they are answered', async () => {
    const soon = await bookFor(tom, '08:30')
    const later = await bookFor(maria, '09:30')
    const [toms, marias] = [await follow(tom), await follow(maria)]
    await signOn()
    expect([(await told(toms)).id, (await told(marias)).id]).toEqual([soon.id, later.id])
    setClock('08:20:00')
    await seenAt(stopPoint('Harbour'))
    expect(await told(toms)).toEqual({ id: soon.id, ride: await show(server.passengerClient(tom), soon.id) })
    setClock('09:00:00')
    await seenAt(at(300))
    expect(await positionIn(toms)).toBe('2026-11-22T23:00:00.000Z')
    const next = await told(marias)
    expect(next.ride?.vehicle?.position?.at).toBe('2026-11-22T23:00:00.000Z')
    expect(next).toEqual({ id: later.id, ride: await show(server.passengerClient(maria), later.id) })
    for (const stream of [toms, marias]) stream.close()
  })

  // @test-tag long
  test('tells what the time alone has changed within a minute, and that it comes through', async () => {
    const { id } = await bookFor(maria, '09:00')
    const stream = await follow(maria)
    setClock('08:30:00')
    const { clock } = server.deps
    const later = performance.now() + 61_000
    const monotonic = vi.spyOn(clock, 'monotonic').mockReturnValue(later)
    onTestFinished(() => monotonic.mockRestore())
    const events = [await stream.next(), await stream.next()]
    expect(events.map(({ event }) => event).toSorted()).toEqual(['alive', 'ride'])
    const ride = await show(server.passengerClient(maria), id)
    expect(ride.vehicle?.number).toBe('Van 1')
    expect(events.find(({ event }) => event === 'ride')?.data).toEqual({ id, ride })
    stream.close()
  })

  // covers: RIDE-64
  test('rounds a position at the door of another as an answer does', async () => {
    const door = at(620, 140)
    await server.deps.db
      .updateTable('service_strategies')
      .set({ configuration: JSON.stringify({ door_to_door: true }) })
      .where('zone_id', '=', town.zone_id)
      .execute()
    await town.book({ who: tom, from: door, to: 'Station', at: '08:50' })
    const { id } = await bookFor(maria, '08:55')
    await signOn()
    const stream = await follow(maria)
    setClock('08:50:00')
    await seenAt(door)
    const position = async () => {
      for (;;) {
        const { ride } = await told(stream)
        const found = ride?.vehicle?.position
        if (found != null) return found.point
      }
    }
    const point = await position()
    expect([point.lng, point.lat]).not.toEqual(door)
    expect((await show(server.passengerClient(maria), id)).vehicle?.position?.point).toEqual(point)
    stream.close()
  })
})

describe('who may not see a ride any more', () => {
  test('is told nothing of it from then on, while its passenger is', async () => {
    await helps(maria, tom, ['follow'])
    const toms = await bookFor(tom, '08:30')
    const own = await bookFor(maria, '09:30')
    await signOn()
    setClock('08:20:00')
    const [his, hers] = [await follow(tom), await follow(maria)]
    await seenAt(stopPoint('Harbour'))
    const first = await told(hers)
    expect(first).toEqual({ id: toms.id, ride: await show(server.passengerClient(maria), toms.id) })
    expect(first.ride?.traveler_name).toBe('Tom Baker')
    await told(his)
    await server.deps.db.deleteFrom('traveler_helpers').where('helper_id', '=', maria).execute()
    setClock('08:21:00')
    await seenAt(at(300))
    expect(await positionIn(his)).toBe('2026-11-22T22:21:00.000Z')
    await server.passengerClient(maria).call(api.ride.cancel, { params: { id: own.id }, body: {} })
    expect((await told(hers)).id).toBe(own.id)
    for (const stream of [his, hers]) stream.close()
  })

  test('by a right to pay alone, is told nothing of it', async () => {
    await helps(maria, tom, ['pay'])
    await bookFor(tom, '08:30')
    const own = await bookFor(maria, '09:30')
    await signOn()
    setClock('09:10:00')
    const stream = await follow(maria)
    await seenAt(stopPoint('Harbour'))
    expect((await told(stream)).id).toBe(own.id)
    await server.passengerClient(maria).call(api.ride.cancel, { params: { id: own.id }, body: {} })
    expect(await told(stream)).toMatchObject({ id: own.id, ride: { status: 'cancelled' } })
    stream.close()
  })

  // @test-tag long
  test.each([
    ['was signed out', () => server.deps.db.deleteFrom('sessions').where('traveler_id', '=', maria).execute()],
    [
      'has ended',
      () =>
        server.deps.db
          .updateTable('sessions')
          .set({ expires_at: server.deps.clock.wall() })
          .where('traveler_id', '=', maria)
          .execute(),
    ],
  ])('by a session that %s, is told nothing by a position, and the stream ends', async (_, end) => {
    await bookFor(maria, '08:30')
    await signOn()
    setClock('08:20:00')
    const stream = await follow(maria)
    await seenAt(stopPoint('Harbour'))
    await told(stream)
    await end()
    setClock('08:21:00')
    await seenAt(at(300))
    await stream.ended
    await expect(stream.next()).rejects.toThrow('no event')
  })
})

test('the live stream of passengers is refused without signing in, and to staff', async () => {
  const ask = async (token: string | null) =>
    (
      await fetch(`${server.url}/api/v2/ride/live`, {
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      })
    ).status
  expect(await ask(null)).toBe(401)
  expect(await ask(await server.token('superadmin'))).toBe(403)
})
