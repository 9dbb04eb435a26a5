import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { FlexibleSchedule } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let plan: number
let tom: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  tom = await town.passenger('Tom Baker')
  plan = await planOf(van)
})
afterEach(() => nothingBroken(server))

const at = (time: string): string => `2026-11-23T${time}:00+10:00`
const olivia = () => server.client('operations_manager')
const planOf = async (crew: Crew): Promise<number> => {
  const { data } = await olivia().call(api.servicePlans.list, { query: { filter: { vehicle: [crew.vehicle_id] } } })
  return data[0]?.id ?? 0
}
const ask = async (query: { start_time?: string; end_time?: string }) =>
  (await olivia().call(api.servicePlans.flexible, { params: { id: plan }, query })).data
const accept = async ({ start_time, end_time, bookings, token }: FlexibleSchedule) =>
  (
    await olivia().call(api.servicePlans.flexibleUpdate, {
      params: { id: plan },
      body: { start_time, end_time, token, bookings: bookings.map(({ id, actions }) => ({ id, action: actions[0]! })) }, // each offers one
    })
  ).data
const booking = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const show = () => olivia().call(api.servicePlans.show, { params: { id: plan } })

// covers: SCHED-56..61, SCHED-117..119, SCHED-184..186
test('an earlier end moves the bookings after it to another vehicle, or cancels them where there is none', async () => {
  const early = await town.book({ who: tom, from: 'Market', to: 'School', at: '09:00' })
  const late = await town.book({ who: tom, from: 'School', to: 'Station', at: '16:00' })
  const alone = await ask({ end_time: at('15:00') })
  expect(alone).toMatchObject({ start_time: null, any_other_schedules: false, any_finished_bookings: false })
  expect(alone.bookings).toMatchObject([
    {
      id: late.id,
      actions: ['cancel'],
      status: 'assigned',
      traveler: { id: tom, name: 'Tom Baker' },
      pickup: { name: 'School', lower_bound: late.pickup.lower_bound, upper_bound: late.pickup.upper_bound },
      dropoff: { name: 'Station' },
      after: null,
    },
  ])
  const spare = await town.vehicle('Van 2')
  // What was shown is out of date: another vehicle could take Tom by now.
  const stale = await refusal(accept(alone))
  expect(stale).toMatchObject({ status: 409, meta: { flexible_schedule: { any_other_schedules: true } } })
  const shown = await ask({ end_time: at('15:00') })
  expect(shown.bookings).toMatchObject([{ id: late.id, actions: ['unlink'], after: { vehicle_number: 'Van 2' } }])
  expect(clockOf((await show()).data.end_time)).toBe('18:00')
  expect(await accept(shown)).toEqual({ deleted: false })
  expect(clockOf((await show()).data.end_time)).toBe('15:00')
  expect((await booking(late.id)).trip_id).toBe(spare.trip_id)
  expect((await booking(early.id)).trip_id).toBe(van.trip_id)
})

test('an action that a booking does not offer is refused, and nothing is changed', async () => {
  const late = await town.book({ who: tom, from: 'School', to: 'Station', at: '16:00' })
  const shown = await ask({ end_time: at('15:00') })
  const forged = { ...shown, bookings: shown.bookings.map((one) => ({ ...one, actions: ['unlink' as const] })) }
  const error = await refusal(accept(forged))
  expect([error.status, error.errors[0]?.source?.pointer]).toEqual([422, '/bookings/0/action'])
  expect((await booking(late.id)).trip_id).toBe(van.trip_id)
})

// covers: SCHED-61, SCHED-120
test('a passenger on board past the new end is brought home by the same vehicle', async () => {
  const { id } = await town.book({ who: tom, from: 'Harbour', to: 'Station', at: '08:15' })
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  server.deps.clock.set(at('08:16'))
  const { data } = await van.client.call(api.driver.trip, { params: { id: van.trip_id } })
  const params = { id: data.trip_stops[0]?.id ?? 0 }
  await van.client.call(api.driver.arrive, { params })
  await van.client.call(api.driver.board, { params: { id } })
  await van.client.call(api.driver.depart, { params })
  const shown = await ask({ end_time: at('08:17') })
  expect(shown.bookings).toMatchObject([{ id, actions: ['incomplete'], status: 'on_board' }])
  await accept(shown)
  expect(await booking(id)).toMatchObject({ status: 'on_board', trip_id: van.trip_id })
})

// covers: SCHED-116, SCHED-187, SCHED-188
test('a cancelled schedule is deleted, and its bookings move to another vehicle', async () => {
  const { id } = await town.book({ who: tom, from: 'Market', to: 'School', at: '09:00' })
  const spare = await town.vehicle('Van 2')
  const shown = await ask({})
  expect(shown).toMatchObject({ start_time: null, end_time: null, bookings: [{ id, actions: ['unlink'] }] })
  expect(await accept(shown)).toEqual({ deleted: true })
  expect((await refusal(show())).status).toBe(404)
  expect((await booking(id)).trip_id).toBe(spare.trip_id)
  const { data } = await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })
  expect(data).toMatchObject({ current_state: 'cancelled', service_plan_id: null })
})

test('a cancelled schedule with completed bookings ends now and is kept as their record', async () => {
  const { id } = await town.book({ who: tom, from: 'Harbour', to: 'Market', at: '08:10' })
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  const step = async (time: string, act: (stop: number) => Promise<unknown>) => {
    server.deps.clock.set(at(time))
    const { data } = await van.client.call(api.driver.trip, { params: { id: van.trip_id } })
    await act(data.trip_stops.find((stop) => stop.departed_at === null)?.id ?? 0)
  }
  await step('08:11', async (stop) => {
    await van.client.call(api.driver.arrive, { params: { id: stop } })
    await van.client.call(api.driver.board, { params: { id } })
    await van.client.call(api.driver.depart, { params: { id: stop } })
  })
  await step('08:20', async (stop) => {
    await van.client.call(api.driver.arrive, { params: { id: stop } })
    await van.client.call(api.driver.dropOff, { params: { id } })
    await van.client.call(api.driver.depart, { params: { id: stop } })
  })
  const shown = await ask({})
  expect(shown).toMatchObject({ bookings: [], any_finished_bookings: true })
  expect(await accept(shown)).toEqual({ deleted: false })
  expect(clockOf((await show()).data.end_time)).toBe('08:20')
})

test('a schedule without a vehicle changes its times without affecting bookings', async () => {
  const body = { zone_id: town.zone_id, start_time: at('18:00'), end_time: at('22:00') }
  plan = (await olivia().call(api.servicePlans.create, { body })).data.id
  await accept(await ask({ start_time: at('19:00') }))
  expect(clockOf((await show()).data.start_time)).toBe('19:00')
  expect((await refusal(ask({ start_time: at('17:00') }))).errors[0]?.source?.pointer).toBe('/start_time')
  expect((await refusal(ask({ end_time: at('19:05') }))).errors[0]?.source?.pointer).toBe('/end_time')
})
