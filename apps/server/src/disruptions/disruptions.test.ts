import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { Disruption, DisruptionPreview } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, clockOf, STOPS } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
})
afterEach(() => nothingBroken(server))

const preview = async (disruption: Disruption) =>
  (await town.dispatcher.call(api.disruptions.preview, { body: disruption })).data
const accept = ({ disruption, token }: DisruptionPreview) =>
  town.dispatcher.call(api.disruptions.accept, { body: { disruption, token } })
const booking = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const clock = (time: string) => server.deps.clock.set(`2026-11-23T${time}:00+10:00`)

/** Maria boards Van 1 at the harbour for the station. */
const takeAboard = async (): Promise<number> => {
  const maria = await town.passenger('Maria Silva')
  const { id } = await town.book({ who: maria, from: 'Harbour', to: 'Station', at: '08:10' })
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  clock('08:10')
  const { data } = await van.client.call(api.driver.trip, { params: { id: van.trip_id } })
  const params = { id: data.trip_stops[0]?.id ?? 0 }
  await van.client.call(api.driver.arrive, { params })
  await van.client.call(api.driver.board, { params: { id } })
  await van.client.call(api.driver.depart, { params })
  return id
}

describe('a vehicle is lost', () => {
  test('passengers on board a lost vehicle are picked up where it stopped, and a preview shows who moves and how late', async () => {
    const id = await takeAboard()
    const tom = await town.passenger('Tom Baker')
    const waiting = await town.book({ who: tom, from: 'Market', to: 'School', at: '09:00' })
    const spare = await town.vehicle('Van 2')
    clock('08:12')
    const [longitude, latitude] = at(1000)
    const recorded_at = server.deps.clock.now().toISOString()
    await van.client.call(api.driver.positions, {
      params: { id: van.trip_id },
      body: { positions: [{ longitude, latitude, bearing: 90, speed: 0, recorded_at }] },
    })
    const shown = await preview({ kind: 'vehicle_lost', trip_id: van.trip_id, message: 'Engine' })
    expect(
      shown.service_requests.map(({ service_request_id, outcome, after, late_s }) => [
        service_request_id,
        outcome,
        after?.vehicle_number,
        late_s,
      ]),
    ).toEqual([
      [id, 'moved', 'Van 2', 0],
      [waiting.id, 'moved', 'Van 2', 0],
    ])
    expect(shown.service_requests[0]?.later_s).toBeGreaterThan(60)
    expect(await booking(id)).toMatchObject({ status: 'on_board', trip_id: van.trip_id })
    await accept(shown)
    expect(await booking(id)).toMatchObject({ status: 'assigned', trip_id: spare.trip_id })
    expect(await booking(waiting.id)).toMatchObject({ status: 'assigned', trip_id: spare.trip_id })
  })

  test('a booking that can only be served late is shown with its lateness, and planned like that once accepted', async () => {
    const tom = await town.passenger('Tom Baker')
    const first = await town.book({ who: tom, from: 'Market', to: 'School', at: '08:20' })
    const spare = await town.vehicle('Van 2', { from: '08:50' })
    const shown = await preview({ kind: 'trip_cancelled', trip_id: van.trip_id })
    const [row] = shown.service_requests
    // The harbour at 8:50, a hundred seconds to the market; promised until 8:30.
    expect([row?.outcome, clockOf(row?.after?.pickup_at ?? null), Math.round((row?.late_s ?? 0) / 60)]).toEqual([
      'moved',
      '08:51',
      22,
    ])
    await accept(shown)
    const moved = await booking(first.id)
    expect([moved.trip_id, clockOf(moved.pickup.lower_bound), clockOf(moved.pickup.upper_bound)]).toEqual([
      spare.trip_id,
      '08:20',
      '08:51',
    ])
  })

  test('a booking that no vehicle can serve is shown with the reasons, and cancelled once accepted', async () => {
    const { id } = await town.book({
      who: await town.passenger('Tom Baker'),
      from: 'Market',
      to: 'School',
      at: '08:20',
    })
    const shown = await preview({ kind: 'trip_cancelled', trip_id: van.trip_id })
    expect(shown.service_requests).toMatchObject([{ outcome: 'not_served', after: null }])
    await accept(shown)
    expect(await booking(id)).toMatchObject({ status: 'cancelled' })
  })

  test('a disruption whose effects have changed since the preview is shown again instead of carried out', async () => {
    const { id } = await town.book({
      who: await town.passenger('Tom Baker'),
      from: 'Market',
      to: 'School',
      at: '08:20',
    })
    const spare = await town.vehicle('Van 2')
    const shown = await preview({ kind: 'trip_cancelled', trip_id: van.trip_id })
    await town.dispatcher.call(api.trips.changeState, {
      params: { id: spare.trip_id },
      body: { status: 'cancelled', force: true },
    })
    const error = await refusal(accept(shown))
    expect(error.status).toBe(409)
    expect(error.meta).toMatchObject({
      disruption_preview: { service_requests: [{ service_request_id: id, outcome: 'not_served' }] },
    })
    expect(await booking(id)).toMatchObject({ status: 'assigned', trip_id: van.trip_id })
    expect((await refusal(accept({ ...shown, token: 'forged' }))).status).toBe(409)
  })
})

describe('a schedule is shortened', () => {
  const planOf = async (crew: Crew): Promise<number> =>
    (await town.dispatcher.call(api.trips.show, { params: { id: crew.trip_id } })).data.service_plan_id ?? 0

  test('a shortened schedule keeps the bookings that still fit, moves the others and gets its new end', async () => {
    const tom = await town.passenger('Tom Baker')
    const early = await town.book({ who: tom, from: 'Market', to: 'School', at: '09:00' })
    const late = await town.book({ who: tom, from: 'School', to: 'Station', at: '16:00' })
    const spare = await town.vehicle('Van 2')
    const service_plan_id = await planOf(van)
    const shown = await preview({ kind: 'schedule_shortened', service_plan_id, end_time: '2026-11-23T15:00:00+10:00' })
    expect(shown.service_requests).toMatchObject([{ service_request_id: late.id, outcome: 'moved', late_s: 0 }])
    await accept(shown)
    expect((await booking(early.id)).trip_id).toBe(van.trip_id)
    expect((await booking(late.id)).trip_id).toBe(spare.trip_id)
    const { data } = await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })
    expect([clockOf(data.start_datetime), clockOf(data.end_datetime)]).toEqual(['08:00', '15:00'])
    expect(data.trip_stops).toHaveLength(2)
  })

  test('a later start moves the bookings before it', async () => {
    const tom = await town.passenger('Tom Baker')
    const early = await town.book({ who: tom, from: 'Market', to: 'School', at: '09:00' })
    const late = await town.book({ who: tom, from: 'School', to: 'Station', at: '16:00' })
    const spare = await town.vehicle('Van 2')
    const shown = await preview({
      kind: 'schedule_shortened',
      service_plan_id: await planOf(van),
      start_time: '2026-11-23T12:00:00+10:00',
    })
    await accept(shown)
    expect((await booking(early.id)).trip_id).toBe(spare.trip_id)
    expect((await booking(late.id)).trip_id).toBe(van.trip_id)
  })

  test('of two bookings that no longer fit, one is served later by the same vehicle and one not at all', async () => {
    const tom = await town.passenger('Tom Baker')
    const early = await town.book({ who: tom, from: 'Market', to: 'School', at: '08:20' })
    const late = await town.book({ who: tom, from: 'School', to: 'Station', at: '16:00' })
    const shown = await preview({
      kind: 'schedule_shortened',
      service_plan_id: await planOf(van),
      start_time: '2026-11-23T08:40:00+10:00',
      end_time: '2026-11-23T15:00:00+10:00',
    })
    expect(new Map(shown.service_requests.map((row) => [row.service_request_id, row.outcome]))).toEqual(
      new Map([
        [early.id, 'changed'],
        [late.id, 'not_served'],
      ]),
    )
    await accept(shown)
    expect(await booking(early.id)).toMatchObject({ status: 'assigned', trip_id: van.trip_id })
    expect((await booking(late.id)).status).toBe('cancelled')
  })

  test('a shortened route schedule loses the runs that no longer fit', async () => {
    const bus = await town.vehicle('Bus 1', {
      from: '09:00',
      until: '10:00',
      route: await town.route('fixed_route', STOPS),
    })
    const shown = await preview({
      kind: 'schedule_shortened',
      service_plan_id: await planOf(bus),
      end_time: '2026-11-23T09:30:00+10:00',
    })
    await accept(shown)
    const { data } = await town.dispatcher.call(api.trips.show, { params: { id: bus.trip_id } })
    expect(data.trip_stops.every((stop) => clockOf(stop.scheduled_at) <= '09:30')).toBe(true)
    expect(data.trip_stops.length).toBeLessThan(20)
  })

  test('a shortened window that is wider than the schedule or too short is refused at its field', async () => {
    const service_plan_id = await planOf(van)
    const field = async (change: object) =>
      (await refusal(preview({ kind: 'schedule_shortened', service_plan_id, ...change }))).errors[0]?.source?.pointer
    expect(await field({ end_time: '2026-11-23T19:00:00+10:00' })).toBe('/end_time')
    expect(await field({ start_time: '2026-11-23T07:00:00+10:00' })).toBe('/start_time')
    expect(await field({ end_time: '2026-11-23T08:05:00+10:00' })).toBe('/end_time')
    server.deps.clock.set('2026-11-23T08:10:00+10:00')
    expect(await field({ start_time: '2026-11-23T09:00:00+10:00' })).toBe('/start_time')
  })
})
