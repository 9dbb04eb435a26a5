import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { Disruption, DisruptionPreview, PermissionKey } from '@ambit/contract'
import { updateEtas } from '../planning/upkeep/update-etas.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, clockOf } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { openStream } from '../testing/stream.ts'
import { straightStreets } from '../testing/straight-streets.ts'

// Five stops a kilometre apart along one road: 100 s each. Going round a closure takes 300 s more.
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
afterEach(async () => {
  await nothingBroken(server)
  for (const { id } of await standing()) await town.dispatcher.call(api.roadClosures.lift, { params: { id } })
})

type RoadClosed = Extract<Disruption, { kind: 'road_closed' }>
const closing = (east: number, more: Partial<RoadClosed> = {}): RoadClosed => {
  const [longitude, latitude] = at(east)
  return { kind: 'road_closed', region_id: town.region_id, longitude, latitude, reach_m: 0, ...more }
}
const preview = async (disruption: Disruption) =>
  (await town.dispatcher.call(api.disruptions.preview, { body: disruption })).data
const accept = ({ disruption, token }: DisruptionPreview) =>
  town.dispatcher.call(api.disruptions.accept, { body: { disruption, token } })
const close = async (east: number, more: Partial<RoadClosed> = {}) => accept(await preview(closing(east, more)))
const booking = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const trip = async (crew: Crew) => (await town.dispatcher.call(api.trips.show, { params: { id: crew.trip_id } })).data
const standing = async () =>
  (await town.dispatcher.call(api.roadClosures.list, {})).data.filter((one) => one.region_id === town.region_id)
const driving = async (): Promise<number> => {
  const query = {
    transportMode: 'car' as const,
    origin: at(0).toReversed().join(','),
    destination: at(1000).toReversed().join(','),
  }
  const { routes } = await town.dispatcher.call(api.geo.routes, { query: { ...query, return: 'summary' } })
  return routes[0]?.sections[0]?.summary?.duration ?? 0
}

test('a preview of a closure shows every delayed booking with its delay, and changes nothing', async () => {
  const tom = await town.book({ who: await town.passenger('Tom Baker'), from: 'Market', to: 'Hospital', at: '09:00' })
  const maria = await town.book({
    who: await town.passenger('Maria Silva'),
    from: 'Harbour',
    to: 'Market',
    at: '12:00',
  })
  const rows = async () => [await booking(tom.id), await booking(maria.id), await trip(van), await standing()]
  const before = await rows()
  const shown = await preview(closing(1500))
  expect(shown.closed?.streets).toEqual(['Straight Road'])
  // Tom's way is closed: 300 s more on a ride of 200 s. Maria's is not.
  expect(shown.service_requests.map((row) => [row.service_request_id, row.later_s])).toEqual([[tom.id, 300]])
  expect(shown.service_requests[0]).toMatchObject({ traveler_name: 'Tom Baker', after: { trip_id: van.trip_id } })
  expect(await rows()).toEqual(before)
  expect(await driving()).toBe(100)
})

test('a closure that is accepted again, because its answer was lost, is one closure', async () => {
  const { disruption, token } = await preview(closing(1500))
  const again = () =>
    town.dispatcher.call(api.disruptions.accept, { body: { disruption, token }, idempotencyKey: 'closed once' })
  expect(await again()).toEqual(await again())
  expect(await standing()).toHaveLength(1)
})

test('searches and drives avoid a closed road until the closure is lifted', async () => {
  const tom = await town.passenger('Tom Baker')
  const words = { who: tom, from: 'Harbour', to: 'Market', at: '09:00' } as const
  const ride = async () => {
    const [first] = (await town.search(words)).service_offerings
    return (Date.parse(first?.dropoff.lower_bound ?? '') - Date.parse(first?.pickup.lower_bound ?? '')) / 1000
  }
  const open = await ride()
  await close(500, { message: 'Burst main' })
  const [closure] = await standing()
  expect(closure).toMatchObject({ message: 'Burst main', closed: { streets: ['Straight Road'] }, until: null })
  const { data: dispatcher } = await town.dispatcher.call(api.sessions.current)
  expect(closure?.created_by_name).toBe(dispatcher.full_name)
  expect((await ride()) - open).toBe(300)
  expect(await driving()).toBe(400)
  await town.dispatcher.call(api.roadClosures.lift, { params: { id: closure?.id ?? 0 } })
  expect(await standing()).toEqual([])
  expect(await ride()).toBe(open)
  expect(await driving()).toBe(100)
  expect(
    (await refusal(town.dispatcher.call(api.roadClosures.lift, { params: { id: closure?.id ?? 0 } }))).status,
  ).toBe(404)
})

test('users who may see closures get a live event for a new and a lifted one, others do not', async () => {
  const follow = async (permissions: PermissionKey[]) => {
    const stream = await openStream(`${server.url}/api/v2/ops/live`, await server.token({ permissions }))
    await stream.next('ready')
    return stream
  }
  const dana = await follow(['TripManagement:tripStatusDialog:canRead', 'RegionManagement:region:canRead'])
  const nora = await follow(['RegionManagement:region:canRead'])
  await close(500)
  const [closure] = await standing()
  const event = { kind: 'record', table: 'road_closures', record_id: closure?.id }
  expect((await dana.next()).data).toEqual(event)
  await town.dispatcher.call(api.roadClosures.lift, { params: { id: closure?.id ?? 0 } })
  expect((await dana.next()).data).toEqual(event)
  const query = { region_id: town.region_id }
  await server.client('superadmin').call(api.travelFactors.change, { query, body: { factors: { 8: 1.5 } } })
  const factors = { kind: 'record', table: 'travel_factors', record_id: town.region_id }
  expect((await dana.next()).data).toEqual(factors)
  // Her first event: none about the closure arrived before.
  expect((await nora.next()).data).toEqual(factors)
  dana.close()
  nora.close()
})

test('a closure moves a booking that would be late to a vehicle that can keep the promise', async () => {
  town = await buildSmallTown(server, { strategy: { pickup_window_minutes: 4, dropoff_window_minutes: 4 } })
  van = await town.vehicle('Van 1')
  const tom = await town.book({ who: await town.passenger('Tom Baker'), from: 'Market', to: 'Station', at: '09:00' })
  const maria = await town.book({
    who: await town.passenger('Maria Silva'),
    from: 'Station',
    to: 'Hospital',
    at: '09:06',
  })
  expect((await booking(maria.id)).trip_id).toBe(van.trip_id)
  await town.vehicle('Van 2')
  const shown = await preview(closing(1500, { message: 'Flood' }))
  expect(shown.service_requests.filter(({ outcome }) => outcome === 'moved')).toHaveLength(1)
  await accept(shown)
  const now = [await booking(tom.id), await booking(maria.id)]
  expect(new Set(now.map(({ trip_id }) => trip_id)).size).toBe(2)
  // No vehicle can bring Tom in time: the time shown to him is now his promise. Maria's promise is kept.
  const late = shown.service_requests.find((row) => row.service_request_id === tom.id)
  expect(late?.late_s).toBeGreaterThan(0)
  expect(Date.parse(now[0]?.dropoff.upper_bound ?? '')).toBeGreaterThanOrEqual(
    Date.parse(late?.after?.dropoff_at ?? ''),
  )
  expect(now[1]?.pickup).toEqual(maria.pickup)
})

test('a booking on a closed street is shown as not served with the reasons, and cancelled once accepted', async () => {
  const tom = await town.book({ who: await town.passenger('Tom Baker'), from: 'Market', to: 'Hospital', at: '09:00' })
  const maria = await town.book({
    who: await town.passenger('Maria Silva'),
    from: 'Harbour',
    to: 'Market',
    at: '12:00',
  })
  const shown = await preview(closing(3000))
  expect(shown.service_requests).toMatchObject([{ service_request_id: tom.id, outcome: 'not_served', after: null }])
  expect(shown.service_requests[0]?.reasons.length).toBeGreaterThan(0)
  await accept(shown)
  expect((await booking(tom.id)).status).toBe('cancelled')
  expect((await booking(maria.id)).status).toBe('assigned')
  expect((await trip(van)).trip_stops).toHaveLength(2)
})

test('a trip loses a booking that cannot be served and keeps another one later than promised', async () => {
  town = await buildSmallTown(server, { strategy: { pickup_window_minutes: 4, dropoff_window_minutes: 4 } })
  van = await town.vehicle('Van 1')
  const tom = await town.book({ who: await town.passenger('Tom Baker'), from: 'Station', to: 'Hospital', at: '09:30' })
  const maria = await town.book({
    who: await town.passenger('Maria Silva'),
    from: 'Station',
    to: 'Market',
    at: '10:30',
  })
  const shown = await preview(closing(2500, { reach_m: 600 }))
  expect(new Map(shown.service_requests.map((row) => [row.service_request_id, row.outcome]))).toEqual(
    new Map([
      [tom.id, 'not_served'],
      [maria.id, 'changed'],
    ]),
  )
  expect(shown.service_requests.find((row) => row.service_request_id === maria.id)?.late_s).toBeGreaterThan(0)
  await accept(shown)
  expect([(await booking(tom.id)).status, (await booking(maria.id)).status]).toEqual(['cancelled', 'assigned'])
  expect((await trip(van)).trip_stops).toHaveLength(2)
})

test('a passenger on board is driven around the closure, and the estimated arrival is later', async () => {
  const { id } = await town.book({
    who: await town.passenger('Maria Silva'),
    from: 'Harbour',
    to: 'Station',
    at: '08:10',
  })
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  server.deps.clock.set('2026-11-23T08:10:00+10:00')
  const [stop] = (await trip(van)).trip_stops
  const params = { id: stop?.id ?? 0 }
  await van.client.call(api.driver.arrive, { params })
  await van.client.call(api.driver.board, { params: { id } })
  await van.client.call(api.driver.depart, { params })
  const shown = await preview(closing(2500))
  expect(shown.service_requests).toMatchObject([{ service_request_id: id, outcome: 'changed', later_s: 300 }])
  await accept(shown)
  expect(await booking(id)).toMatchObject({ status: 'on_board', trip_id: van.trip_id })
  await updateEtas(server.deps, town.zone_id)
  expect(clockOf((await trip(van)).trip_stops[1]?.eta ?? null)).toBe(
    clockOf(shown.service_requests[0]?.after?.dropoff_at ?? null),
  )
})

test('a closure with an end time opens by itself', async () => {
  await close(500, { until: '2026-11-23T10:00:00+10:00' })
  expect(await driving()).toBe(400)
  server.deps.clock.set('2026-11-23T10:00:01+10:00')
  expect([await driving(), await standing()]).toEqual([100, []])
})

test('a closure whose effects have changed since the preview is shown again instead of carried out', async () => {
  const shown = await preview(closing(1500))
  const { id } = await town.book({
    who: await town.passenger('Tom Baker'),
    from: 'Market',
    to: 'Hospital',
    at: '09:00',
  })
  const error = await refusal(accept(shown))
  expect(error.status).toBe(409)
  expect(error.meta).toMatchObject({ disruption_preview: { service_requests: [{ service_request_id: id }] } })
  expect(await standing()).toEqual([])
})

test('a closure that ends in the past or names an unknown region is refused', async () => {
  const past = await refusal(preview(closing(500, { until: '2026-11-23T07:00:00+10:00' })))
  expect([past.status, past.errors[0]?.source?.pointer]).toEqual([422, '/until'])
  expect((await refusal(preview(closing(500, { region_id: 999_999 })))).status).toBe(404)
})
