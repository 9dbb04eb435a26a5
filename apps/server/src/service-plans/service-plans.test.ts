import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, ApiError } from '@ambit/contract'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { at as metres, buildSmallTown, clockOf, STOPS, stopPoint } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'

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

const at = (time: string): string => `2026-11-23T${time}:00+10:00`
const plan = (change: object) =>
  server.client('operations_manager').call(api.servicePlans.create, {
    body: { zone_id: town.zone_id, start_time: at('18:00'), end_time: at('22:00'), ...change },
  })
const refusal = async (doing: Promise<unknown>) => {
  const error = await doing.catch((reason: unknown) => reason)
  if (!(error instanceof ApiError)) throw new Error('It was not refused')
  return [error.status, error.errors[0]?.source?.pointer, error.errors[0]?.detail]
}

// covers: SCHED-62, SCHED-64, SCHED-66, SCHED-67, SCHED-196
test('a user who plans schedules reads the zones, the drivers by their full names, and every service area with its travel rule', async () => {
  const planner = server.client('dispatcher')
  const { data: zones } = await planner.call(api.zones.list)
  expect(zones.find(({ id }) => id === town.zone_id)).toMatchObject({
    name: 'Bayside',
    region_id: town.region_id,
    point: { lat: stopPoint('School')[1], lng: stopPoint('School')[0] },
  })
  const { data: drivers } = await planner.call(api.drivers.list)
  expect(drivers.find(({ id }) => id === van.driver_id)?.full_name).toBe('Driver Van 1')
  const ring = [metres(8000), metres(9000), metres(9000, 1000), metres(8000)]
  const body = { zone_id: town.zone_id, name: 'Quay', coordinates: [ring] }
  const { data: before } = await planner.call(api.serviceAreas.list)
  const main = before.find(({ zone_id }) => zone_id === town.zone_id)
  const travel_rule = { connected_location_ids: [main?.id ?? 0] }
  const { data: quay } = await server
    .client('administrator')
    .call(api.serviceAreas.create, { body: { ...body, travel_rule } })
  const { data: areas } = await planner.call(api.serviceAreas.list)
  expect(areas.find(({ id }) => id === quay.id)).toMatchObject({ ...body, travel_rule })
  expect(areas.find(({ id }) => id === main?.id)).toEqual(main)
})

// covers: SCHED-02, SCHED-65
test('a schedule with a vehicle gets a trip, and one without has none', async () => {
  const { data: evening } = await plan({ vehicle_id: van.vehicle_id, metadata: { shift: '2', shiftLabel: 'Late' } })
  expect(evening).toMatchObject({
    vehicle_number: 'Van 1',
    metadata: { shift: '2', shiftLabel: 'Late' },
    minimum_capacity: 20,
    booking_count: 0,
  })
  const { data: trip } = await town.dispatcher.call(api.trips.show, { params: { id: evening.trip_id! } })
  expect(trip).toMatchObject({
    name: `trip_${evening.trip_id}`,
    current_state: 'staged',
    late_status: 'staged',
    driver_id: null,
  })
  const { data: open } = await plan({ vehicle_id: 0 })
  expect(open).toMatchObject({ vehicle_id: null, trip_id: null })
  const day = await server.client('operations_manager').call(api.servicePlans.list, {
    query: { filter: { zone: [town.zone_id] }, from: at('00:00'), to: at('23:00'), sort: 'start_time' },
  })
  expect(day.data.map((one) => one.vehicle_number)).toEqual(['Van 1', 'Van 1', null])
})

test('a schedule for a busy vehicle or driver is refused, naming the other schedule', async () => {
  const busy = await refusal(plan({ vehicle_id: van.vehicle_id, start_time: at('17:00') }))
  expect(busy).toEqual([
    422,
    '/vehicle_id',
    expect.stringMatching(/^Van 1 is already in schedule \d+ in Bayside, 8:00 am to 6:00 pm$/),
  ])
  const driver = await refusal(plan({ driver_id: van.driver_id, start_time: at('17:00') }))
  expect(driver).toEqual([422, '/driver_id', expect.stringMatching(/^Driver Van 1 is already in schedule/)])
})

test('of several simultaneous requests for the same vehicle, one is saved', async () => {
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => plan({ vehicle_id: van.vehicle_id })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a schedule that is too short, past, or names a blocked driver or unknown zone is refused at that field', async () => {
  expect((await refusal(plan({ end_time: at('18:10') })))[1]).toBe('/end_time')
  expect(await refusal(plan({ start_time: at('06:00'), end_time: at('07:00') }))).toEqual([
    422,
    '/end_time',
    'A schedule cannot end in the past',
  ])
  expect((await refusal(plan({ zone_id: 999_999 })))[1]).toBe('/zone_id')
  await server.deps.db.updateTable('drivers').set({ status: 'blocked' }).where('id', '=', van.driver_id).execute()
  expect(await refusal(plan({ driver_id: van.driver_id }))).toEqual([422, '/driver_id', 'This driver is not approved'])
})

test('a route driver gets the break between two runs, and a refused break names the windows that would do', async () => {
  const service_route_id = await town.route('fixed_route', STOPS)
  const bus = { vehicle_id: van.vehicle_id, service_route_id }
  // A run takes 490 s and is over, with its halt, at 6:08 and 40 s; the next begins 430 s later.
  const resting = (from: string, until: string, minutes = 30) => ({
    ...bus,
    break_minutes: minutes,
    break_from: at(from),
    break_until: at(until),
  })
  expect(await refusal(plan(resting('18:00', '18:35')))).toEqual([
    422,
    '/break_from',
    'No run ends in time for this break. Between two runs it can be taken from 6:08 pm to 6:39 pm, or from 6:24 pm to 6:55 pm',
  ])
  expect(await refusal(plan(resting('18:00', '22:00', 235)))).toEqual([
    422,
    '/break_minutes',
    'No run ends early enough for a break of 235 minutes',
  ])
  const { data: evening } = await plan(resting('19:00', '20:00'))
  const { data: trip } = await town.dispatcher.call(api.trips.show, { params: { id: evening.trip_id! } })
  const pause = trip.trip_stops.findIndex((stop) => stop.kind === 'break')
  expect(
    trip.trip_stops.slice(pause - 1, pause + 2).map((stop) => [clockOf(stop.scheduled_at), stop.location_name]),
  ).toEqual([
    ['19:11', 'Station'],
    ['19:12', 'Station'],
    ['19:48', 'Harbour'],
  ])
})

test('a user of another region sees no schedules and no trips', async () => {
  const elsewhere = server.client({
    permissions: [
      'ServicePlans:servicePlan:canRead',
      'TripManagement:trip:canRead',
      'VehicleMonitoring:monitoring:canRead',
    ],
    region_ids: [999_999],
  })
  expect((await elsewhere.call(api.servicePlans.list, { query: {} })).data).toEqual([])
  expect((await elsewhere.call(api.trips.list, { query: {} })).data).toEqual([])
  expect((await elsewhere.call(api.trips.active, { query: {} })).data).toEqual([])
  expect((await refusal(elsewhere.call(api.trips.show, { params: { id: van.trip_id } })))[0]).toBe(404)
})
