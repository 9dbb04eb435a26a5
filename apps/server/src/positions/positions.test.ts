import { api, type LiveEvent } from '@ambit/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
})

const onDuty = async (name: string): Promise<Crew> => {
  const crew = await town.vehicle(name)
  await crew.client.call(api.driver.signOn, { params: { id: crew.trip_id } })
  return crew
}
const send = (crew: Crew, tripId: number, ...seconds: number[]) =>
  crew.client.call(api.driver.positions, {
    params: { id: tripId },
    body: {
      positions: seconds.map((second) => ({
        longitude: stopPoint('Harbour')[0] + second / 10_000,
        latitude: stopPoint('Harbour')[1],
        bearing: 90,
        speed: 0,
        recorded_at: new Date(server.deps.clock.now().getTime() + second * 1000).toISOString(),
      })),
    },
  })
const active = async () =>
  (await town.dispatcher.call(api.trips.active, { query: { filter: { zone: [town.zone_id] } } })).data
const secondOf = (recorded_at: string | undefined): number =>
  (Date.parse(recorded_at ?? '') - server.deps.clock.now().getTime()) / 1000

test('reports that come together are stored together, and each is answered for itself', async () => {
  const [one, two, three] = [await onDuty('Van 1'), await onDuty('Van 2'), await onDuty('Van 3')]
  const told: LiveEvent[] = []
  const stop = server.deps.live.subscribe(({ payload }) => told.push(payload))
  const outcomes = await Promise.allSettled([
    send(one, one.trip_id, 1),
    send(two, two.trip_id, 2, 3),
    // of another driver's trip, and from a clock that is ahead
    send(three, one.trip_id, 4),
    send(three, three.trip_id, 3600),
    // the same trip again, and out of order
    send(one, one.trip_id, 6),
    send(one, one.trip_id, 5),
    send(three, three.trip_id, 7),
  ])
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, false, true, true, true])
  const newest = new Map((await active()).map((trip) => [trip.id, secondOf(trip.latest_trip_monitor?.recorded_at)]))
  expect([one, two, three].map(({ trip_id }) => newest.get(trip_id))).toEqual([6, 3, 7])
  const { count } = await server.deps.db
    .selectFrom('positions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('trip_id', 'in', [one.trip_id, two.trip_id, three.trip_id])
    .executeTakeFirstOrThrow()
  expect(count).toBe(6)
  await expect
    .poll(() => new Set(told.flatMap((event) => (event.kind === 'position' ? event.trip_id : []))))
    .toEqual(new Set([one.trip_id, two.trip_id, three.trip_id]))
  stop()
})

test('positions that are sent again because the answer was lost are stored once', async () => {
  const van = await onDuty('Van 1')
  await send(van, van.trip_id, -10, -5)
  await Promise.all([send(van, van.trip_id, -10, -5, 0), send(van, van.trip_id, -5, 0)])
  const stored = await server.deps.db
    .selectFrom('positions')
    .select('recorded_at')
    .where('trip_id', '=', van.trip_id)
    .orderBy('recorded_at')
    .execute()
  expect(stored.map(({ recorded_at }) => secondOf(recorded_at.toISOString()))).toEqual([-10, -5, 0])
})

test('positions of a device whose clock is ahead are set back to now, in their order, and hide none that follow', async () => {
  const van = await onDuty('Van 1')
  await send(van, van.trip_id, 110, 120, 100)
  const stored = await server.deps.db
    .selectFrom('positions')
    .select(['recorded_at', 'longitude'])
    .where('trip_id', '=', van.trip_id)
    .orderBy('longitude')
    .execute()
  expect(stored.map(({ recorded_at }) => secondOf(recorded_at.toISOString()))).toEqual([-20, -10, 0])
  server.deps.clock.advance(5000)
  await send(van, van.trip_id, 0)
  expect((await active())[0]?.latest_trip_monitor?.longitude).toBeCloseTo(stopPoint('Harbour')[0], 6)
})

test('a position that was stored ahead of the server’s time gives way to the next one', async () => {
  const van = await onDuty('Van 1')
  await send(van, van.trip_id, 5)
  server.deps.clock.advance(-3600_000)
  await send(van, van.trip_id, 0)
  const shown = server.deps.db.selectFrom('trip_monitors').select('recorded_at').where('trip_id', '=', van.trip_id)
  expect((await shown.executeTakeFirstOrThrow()).recorded_at).toEqual(server.deps.clock.now())
})

// covers: MON-102..105
test('a trip in monitoring has its vehicle, its newest position, its silence and how it is navigated', async () => {
  const van = await onDuty('Van 1')
  await send(van, van.trip_id, 0)
  const { db, clock } = server.deps
  await db.updateTable('trips').set({ manual_navigation: true }).where('id', '=', van.trip_id).execute()
  const [longitude, latitude] = stopPoint('Harbour')
  const recorded_at = clock.now().toISOString()
  const [before] = await active()
  expect(before).toMatchObject({
    vehicle_id: van.vehicle_id,
    latest_trip_monitor: { latitude, longitude, bearing: 90 },
    no_signal_since: null,
    manual_navigation: true,
  })
  clock.advance(61_000)
  const [after] = await active()
  expect(after?.no_signal_since).toBe(recorded_at)
})

test('the trips under way can be asked for by their ids', async () => {
  const [one] = [await onDuty('Van 1'), await onDuty('Van 2')]
  const { data } = await town.dispatcher.call(api.trips.active, { query: { filter: { id: [one.trip_id] } } })
  expect(data.map(({ id }) => id)).toEqual([one.trip_id])
})

// covers: MON-110..112
test('one trip is answered with its stops and who gets on and off there, and a booking with its prices', async () => {
  const van = await onDuty('Van 1')
  const who = await town.passenger('Maria Silva')
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  const { data } = await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })
  const ids = data.trip_stops.map(({ boardings, alightings }) =>
    [boardings, alightings].map((list) => list.map((one) => one.id)),
  )
  expect(ids).toEqual([
    [[id], []],
    [[], [id]],
  ])
  const { data: booking } = await town.dispatcher.call(api.serviceRequests.show, { params: { id } })
  expect(booking.service_offering.meta).toEqual({
    scaled_price: expect.any(Number),
    total_price: expect.any(Number),
  })
})

// covers: OPS-101
test('with little room on the disk one position in 30 seconds of a vehicle is stored, and vehicles, drivers and bookings go on', async () => {
  const { deps } = server
  const roomy = deps.disk
  deps.disk = { room: () => null, low: () => true }
  const crew = await onDuty('Van 1')
  await town.book({ who: await town.passenger('Maria Silva'), from: 'Market', to: 'Hospital', at: '11:00' })
  // On a half minute of the clock.
  const start = 0 - Math.ceil((deps.clock.now().getTime() % 30_000) / 1000)
  await send(crew, crew.trip_id, start - 60, start - 55, start - 50, start - 31, start - 30)
  await send(crew, crew.trip_id, start - 29, start - 5, start)
  const stored = async () =>
    (
      await deps.db
        .selectFrom('positions')
        .select('recorded_at')
        .where('trip_id', '=', crew.trip_id)
        .orderBy('recorded_at')
        .execute()
    ).map(({ recorded_at }) => secondOf(recorded_at.toISOString()))
  expect(await stored()).toEqual([start - 60, start - 30, start])
  const trip = (await active()).find(({ id }) => id === crew.trip_id)
  expect(secondOf(trip?.latest_trip_monitor?.recorded_at)).toBe(start)
  deps.disk = roomy
  await send(crew, crew.trip_id, start + 1, start + 2)
  expect((await stored()).length).toBe(5)
})
