import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { Client } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

// Five stops a kilometre apart along one road: 100 s each.
let server: TestServer
let town: SmallTown
let van: Crew
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1', { seats: 4, wheelchairs: 1 })
})
afterEach(() => nothingBroken(server))

const board = async (query: object = {}, as: Client = town.dispatcher) =>
  (await as.call(api.dispatchBoard.show, { query: { filter: { zone: [town.zone_id] }, ...query } })).data
const probe = async (id: number, as: Client = town.dispatcher) =>
  (await as.call(api.dispatchBoard.probe, { body: { service_request_id: id } })).data
const fitOf = async (id: number, crew: Crew) => (await probe(id)).trips.find(({ trip_id }) => trip_id === crew.trip_id)
const assign = async (id: number, trip_id: number, place?: object) => {
  const body = {
    kind: 'assign',
    service_request_ids: [id],
    trip_id,
    ...(place === undefined ? {} : { place }),
  } as const
  return (await town.dispatcher.call(api.effectPreviews.create, { body: body as never })).data // the place is one of the answer
}

// covers: FX-68, FX-69, FX-71, FX-72
test('the board shows each vehicle with its stops, loads and slack, and the bookings on it', async () => {
  const who = await town.passenger('Ann Bell')
  const { id } = await town.book({ who, from: 'Market', to: 'Station', at: '09:00', people: 2, wheelchairs: 1 })
  const shown = await board()
  expect([shown.from, shown.until]).toEqual(['2026-11-22T21:30:00.000Z', '2026-11-23T00:30:00.000Z'])
  expect(shown.rows).toMatchObject([
    { trip_id: van.trip_id, vehicle_number: 'Van 1', capacity: { seats: 4, wheelchairs: 1 }, pause: null },
  ])
  const stops = shown.rows[0]?.stops ?? []
  expect(stops.map(({ load, boardings, alightings }) => [load, boardings, alightings])).toEqual([
    [{ seats: 1, wheelchairs: 1 }, [id], []],
    [{ seats: 0, wheelchairs: 0 }, [], [id]],
  ])
  expect(shown.bookings).toMatchObject([
    { id, traveler_name: 'Ann Bell', trip_id: van.trip_id, marks: ['wheelchair', 'group'], late_s: 0, pin: null },
  ])
})

// covers: FX-70
test('the slack of a stop is the time to the end of what was promised there', async () => {
  await town.book({ who: await town.passenger('Ann Bell'), from: 'Market', to: 'Station', at: '09:00' })
  const shown = await board()
  const [[pickup, dropoff], [booking]] = [shown.rows[0]?.stops ?? [], shown.bookings]
  const left = (until: string | undefined, time: string | undefined) =>
    (Date.parse(until ?? '') - Date.parse(time ?? '')) / 1000
  // The drop-off follows the pick-up by the drive: whichever promise ends first binds both.
  const most = Math.min(
    left(booking?.pickup.until, pickup?.planned_at),
    left(booking?.dropoff.until, dropoff?.planned_at),
  )
  expect(pickup?.slack_s).toBeCloseTo(most, 0)
  expect(dropoff?.slack_s).toBeCloseTo(most, 0)
})

test('a booking without a vehicle waits above the vehicles, and a vehicle that ends before the time shown is left out', async () => {
  const { id } = await town.book({ who: await town.passenger('Ann Bell'), from: 'Market', to: 'Station', at: '09:00' })
  const body = { kind: 'unassign' as const, service_request_ids: [id] }
  const { data: shown } = await town.dispatcher.call(api.effectPreviews.create, { body })
  const [option] = shown.options
  await town.dispatcher.call(api.effectPreviews.accept, {
    body: { action: shown.action, option: option?.key ?? '', token: option?.token ?? '', confirmed: true },
  })
  expect((await board()).bookings).toMatchObject([{ id, trip_id: null, pickup_at: null }])
  expect((await board({ from: '2026-11-24T23:00:00Z' })).rows).toEqual([])
})

// covers: FX-76, FX-78
test('what a probe calls a fit is an assignment that a preview makes at the same time', async () => {
  const { id } = await town.book({ who: await town.passenger('Ann Bell'), from: 'Market', to: 'Station', at: '09:00' })
  const other = await town.vehicle('Van 2')
  await town.book({ who: await town.passenger('Ben Carr'), from: 'School', to: 'Station', at: '09:00' })
  for (const crew of [van, other]) {
    const found = await fitOf(id, crew)
    expect(found?.fit).not.toBe('impossible')
    for (const place of found?.places ?? []) {
      const { pickup_before, dropoff_before } = place
      const { options } = await assign(id, crew.trip_id, { pickup_before, dropoff_before })
      const row = options[0]?.effect.bookings.find((one) => one.service_request_id === id)
      expect(options[0]?.key).toBe('asked')
      expect(row?.late_s ?? 0).toBeLessThan(60)
      if (place.fit === 'fits')
        expect(options[0]?.effect.bookings.filter((one) => one.service_request_id !== id && one.later_s >= 60)).toEqual(
          [],
        )
    }
  }
})

test('a vehicle that comes too late breaks a promise by minutes, and one that is too small is impossible with its reason', async () => {
  const who = await town.passenger('Ann Bell')
  const { id } = await town.book({ who, from: 'Market', to: 'Station', at: '08:10', people: 3 })
  const late = await town.vehicle('Van 2', { from: '08:40' })
  const small = await town.vehicle('Van 3', { seats: 2 })
  const breaking = await fitOf(id, late)
  expect(breaking?.fit).toBe('breaks_promise')
  expect(breaking?.places[0]?.late_s).toBeGreaterThan(60)
  expect(breaking?.reasons.length).toBeGreaterThan(0)
  expect(await fitOf(id, small)).toMatchObject({
    fit: 'impossible',
    places: [],
    reasons: [{ code: 'too_small_seats', text: '1 vehicle has at most 2 seats' }],
  })
})

test('a passenger on board is held where they are, and the probe says so', async () => {
  const { id } = await town.book({ who: await town.passenger('Ann Bell'), from: 'Harbour', to: 'Station', at: '08:10' })
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  server.deps.clock.set('2026-11-23T08:10:00+10:00')
  const { data: trip } = await van.client.call(api.driver.trip, { params: { id: van.trip_id } })
  await van.client.call(api.driver.arrive, { params: { id: trip.trip_stops[0]?.id ?? 0 } })
  await van.client.call(api.driver.board, { params: { id } })
  expect(await probe(id)).toMatchObject({ held: 'Ann Bell is on board of Van 1', trips: [] })
  expect((await board()).bookings).toMatchObject([{ id, status: 'on_board', marks: ['on_board'] }])
})

// covers: FX-86
test('a user of another region sees nothing of it, and the key is asked for', async () => {
  const { id } = await town.book({ who: await town.passenger('Ann Bell'), from: 'Market', to: 'Station', at: '09:00' })
  const elsewhere = server.client({ permissions: ['DispatchManagement:board:canRead'], region_ids: [999_999] })
  expect((await board({}, elsewhere)).rows).toEqual([])
  expect((await refusal(probe(id, elsewhere))).status).toBe(404)
  const without = server.client({ permissions: ['LiveBooking:booking:canRead'] })
  expect((await refusal(board({}, without))).status).toBe(403)
  expect((await refusal(probe(id, without))).status).toBe(403)
  expect((await board({}, server.client('analyst'))).rows).toHaveLength(1)
})

test('more than a day, and no time at all, are refused at their field', async () => {
  const { errors, status } = await refusal(board({ minutes: 25 * 60 }))
  expect([status, errors[0]?.source]).toEqual([422, { pointer: '/query/minutes' }])
  expect((await refusal(board({ from: 'noon' }))).status).toBe(422)
  expect((await refusal(probe(987_654))).status).toBe(404)
})
