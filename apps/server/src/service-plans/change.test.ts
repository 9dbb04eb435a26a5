import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { ServicePlan } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf, STOPS } from '../testing/small-town.ts'
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

const at = (time: string): string => `2026-11-23T${time}:00+10:00`
const olivia = () => server.client('operations_manager')
const planOf = async (crew: Crew): Promise<ServicePlan> => {
  const { data } = await olivia().call(api.servicePlans.list, { query: { filter: { vehicle: [crew.vehicle_id] } } })
  const [plan] = data
  if (plan === undefined) throw new Error('It has no schedule')
  return plan
}
const show = async (id: number) => (await olivia().call(api.servicePlans.show, { params: { id } })).data
const create = async (change: object = {}) =>
  (
    await olivia().call(api.servicePlans.create, {
      body: { zone_id: town.zone_id, start_time: at('18:00'), end_time: at('22:00'), ...change },
    })
  ).data
const change = async (id: number, body: object) =>
  (await olivia().call(api.servicePlans.update, { params: { id }, body })).data
const refused = async (id: number, body: object) => {
  const { status, errors } = await refusal(change(id, body))
  return [status, errors[0]?.source?.pointer, errors[0]?.detail]
}
const tripOf = async (id: number | null) =>
  (await town.dispatcher.call(api.trips.show, { params: { id: id ?? 0 } })).data
const tom = () => town.passenger('Tom Baker')

describe('changing a schedule', () => {
  test('a changed schedule moves its trip to the new times, driver and vehicle, and drops an empty Shift ID', async () => {
    const plan = await create({ vehicle_id: van.vehicle_id, metadata: { shift: '2', shiftLabel: 'Late' } })
    const { trip_id } = plan
    const moved = await change(plan.id, { start_time: at('18:30'), end_time: at('22:30'), driver_id: van.driver_id })
    expect(moved).toMatchObject({ trip_id, driver_id: van.driver_id, metadata: { shift: '2', shiftLabel: 'Late' } })
    const trip = await tripOf(trip_id)
    expect([clockOf(trip.start_datetime), clockOf(trip.end_datetime), trip.driver_id]).toEqual([
      '18:30',
      '22:30',
      van.driver_id,
    ])
    const cleared = await change(plan.id, { driver_id: null, metadata: { shiftLabel: '' } })
    expect(cleared).toMatchObject({ driver_id: null, metadata: { shift: '2', shiftLabel: null } })
    const spare = await town.vehicle('Van 2')
    await change(plan.id, { vehicle_id: spare.vehicle_id })
    expect((await tripOf(trip_id)).vehicle_number).toBe('Van 2')
  })

  test('a schedule gains a trip with its vehicle and loses it without one', async () => {
    const open = await create()
    const crewed = await change(open.id, { vehicle_id: van.vehicle_id })
    expect((await tripOf(crewed.trip_id)).current_state).toBe('staged')
    expect(await change(open.id, { vehicle_id: 0 })).toMatchObject({ vehicle_id: null, trip_id: null })
    expect((await refusal(tripOf(crewed.trip_id))).status).toBe(404)
  })

  test('a schedule whose trip was cancelled is driven again where its vehicle changes, not where its label does', async () => {
    const plan = await planOf(van)
    const cancel = { params: { id: van.trip_id }, body: { status: 'cancelled', force: true } } as const
    await town.dispatcher.call(api.trips.changeState, cancel)
    server.deps.clock.set(at('09:30'))
    const named = await change(plan.id, { metadata: { shiftLabel: 'Early' } })
    expect(named).toMatchObject({ trip_id: null, metadata: { shiftLabel: 'Early' } })
    const spare = await town.vehicle('Van 2', { from: '20:00', until: '21:00' })
    const { trip_id } = await change(plan.id, { vehicle_id: spare.vehicle_id })
    const again = await tripOf(trip_id)
    expect([again.vehicle_number, clockOf(again.start_datetime)]).toEqual(['Van 2', '09:30'])
    await change(plan.id, { metadata: { shiftLabel: 'Late' } })
    expect(clockOf((await tripOf(trip_id)).start_datetime)).toBe('09:30')
  })

  test('a schedule of a fixed route whose trip was cancelled is not driven again for its label', async () => {
    const route = await town.route('fixed_route', STOPS)
    const bus = await town.vehicle('Bus 1', { from: '09:00', until: '10:00', route })
    const plan = await planOf(bus)
    const cancel = { params: { id: bus.trip_id }, body: { status: 'cancelled', force: true } } as const
    await town.dispatcher.call(api.trips.changeState, cancel)
    expect((await change(plan.id, { metadata: { shiftLabel: 'Early' } })).trip_id).toBeNull()
    expect((await change(plan.id, { end_time: at('10:30') })).trip_id).not.toBeNull()
  })

  test('a new break or route lays the trip out again', async () => {
    const plan = await create({ vehicle_id: van.vehicle_id })
    const route = await town.route('fixed_route', STOPS)
    const driven = await change(plan.id, { service_route_id: route })
    expect((await tripOf(driven.trip_id)).trip_stops.length).toBeGreaterThan(10)
    const rested = await change(plan.id, {
      service_route_id: null,
      break_minutes: 30,
      break_from: at('19:00'),
      break_until: at('20:00'),
    })
    expect((await tripOf(rested.trip_id)).trip_stops.map(({ kind }) => kind)).toEqual(['break'])
    expect(await refused(plan.id, { end_time: at('19:30') })).toEqual([
      422,
      '/break_until',
      'A break cannot end after its schedule',
    ])
  })

  test('a schedule with bookings can be extended, shortened where no booking is lost, and given no smaller vehicle', async () => {
    const { id } = await planOf(van)
    const booked = await town.book({ who: await tom(), from: 'Market', to: 'School', at: '09:00', people: 4 })
    expect(await refused(id, { vehicle_id: 0 })).toEqual([
      422,
      '/vehicle_id',
      '1 booking travels on this schedule: this cannot change',
    ])
    expect((await refused(id, { start_time: at('09:30') })).slice(0, 2)).toEqual([422, '/start_time'])
    expect((await change(id, { end_time: at('19:00') })).trip_id).toBe(van.trip_id)
    expect(clockOf((await change(id, { end_time: at('12:00') })).end_time)).toBe('12:00')
    const small = await town.vehicle('Small 1', { seats: 2, from: '18:00', until: '20:00' })
    expect(await refused(id, { vehicle_id: small.vehicle_id })).toEqual([
      422,
      '/vehicle_id',
      'Small 1 has 2 seats: the bookings of this trip need 4 at 9:00 am',
    ])
    const large = await town.vehicle('Large 1', { seats: 12, from: '18:00', until: '20:00' })
    await change(id, { vehicle_id: large.vehicle_id })
    expect((await town.dispatcher.call(api.serviceRequests.show, { params: { id: booked.id } })).data).toMatchObject({
      vehicle_number: 'Large 1',
      status: 'assigned',
    })
  })

  test('a start or end that has passed cannot be changed, nor can the crew after sign-on', async () => {
    const { id } = await planOf(van)
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    server.deps.clock.set(at('08:30'))
    expect((await refused(id, { start_time: at('08:40') }))[1]).toBe('/start_time')
    expect(await refused(id, { driver_id: null })).toEqual([
      422,
      '/driver_id',
      'The driver has signed on: vehicle and driver cannot change',
    ])
    server.deps.clock.set(at('18:30'))
    expect(await refused(id, { end_time: at('20:00') })).toEqual([422, '', 'A schedule in the past cannot be changed'])
  })

  test('a change to a busy vehicle is refused, naming the other schedule, and a stale change answers 409', async () => {
    const plan = await create()
    const busy = await refused(plan.id, { vehicle_id: van.vehicle_id, start_time: at('17:00') })
    expect(busy).toEqual([422, '/vehicle_id', expect.stringMatching(/^Van 1 is already in schedule \d+ in Bayside/)])
    await change(plan.id, { minimum_capacity: 8 })
    const call = olivia().call(api.servicePlans.update, {
      params: { id: plan.id },
      body: { minimum_capacity: 9 },
      version: plan.version,
    })
    expect(await refusal(call)).toMatchObject({ status: 409, errors: [{ code: 'stale_record' }] })
  })
})

describe('several schedules in one call', () => {
  const bulk = async (service_plans: object[]) =>
    (await olivia().call(api.servicePlans.bulkCreateAndUpdate, { body: { service_plans: service_plans as never } }))
      .data // shaped as the contract below

  // covers: SCHED-102, SCHED-191, SCHED-194
  test('several schedules are saved one by one, and refused ones are listed with their times', async () => {
    const plan = await create({ vehicle_id: van.vehicle_id })
    const { saved, errors } = await bulk([
      { id: plan.id, version: plan.version, change: { minimum_capacity: 4 } },
      { create: { zone_id: town.zone_id, start_time: at('19:00'), end_time: at('20:00'), vehicle_id: van.vehicle_id } },
      { create: { zone_id: town.zone_id, start_time: at('22:00'), end_time: at('23:00'), vehicle_id: van.vehicle_id } },
    ])
    expect(saved.map(({ index }) => index)).toEqual([0, 2])
    expect(errors).toMatchObject([
      { index: 1, id: null, start_time: at('19:00'), end_time: at('20:00'), errors: [{ status: '422' }] },
    ])
    expect((await show(plan.id)).minimum_capacity).toBe(4)
  })

  test('a call that was cut off in the middle tells, when repeated, what it saved, and saves the rest once', async () => {
    const plan = await create({ vehicle_id: van.vehicle_id })
    const input = (from: string, until: string) => ({
      create: { zone_id: town.zone_id, start_time: at(from), end_time: at(until) },
    })
    const send = () =>
      olivia().call(api.servicePlans.bulkCreateAndUpdate, {
        body: {
          service_plans: [
            { id: plan.id, version: plan.version, change: { minimum_capacity: 4 } },
            input('18:00', '19:00'),
            input('20:00', '20:30'),
          ],
        },
        idempotencyKey: `cut-off-${plan.id}`,
      })
    const { db } = server.deps
    await sql`create function cut_off() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$`.execute(
      db,
    )
    await sql`create trigger cut_off before insert on service_plans for each row
      when (new.end_time - new.start_time = '30 minutes') execute function cut_off()`.execute(db)
    const cut = await refusal(send())
    await sql`drop function cut_off cascade`.execute(db)
    expect(cut.status).toBe(500)
    const { data } = await send()
    expect([data.saved.map(({ index }) => index), data.errors]).toEqual([[0, 1, 2], []])
    expect((await show(plan.id)).version).toBe(plan.version + 1)
    const { data: all } = await olivia().call(api.servicePlans.list, { query: { filter: { zone: [town.zone_id] } } })
    // Those three, and the one that the vehicle had before.
    expect(all).toHaveLength(4)
    expect((await send()).data).toEqual(data)
  })

  test('a schedule that makes room for another may come after it in the list', async () => {
    const first = await create({ vehicle_id: van.vehicle_id })
    const second = await create({ vehicle_id: van.vehicle_id, start_time: at('22:00'), end_time: at('23:00') })
    const { errors } = await bulk([
      { id: first.id, change: { start_time: at('20:00'), end_time: at('22:30') } },
      { id: second.id, change: { start_time: at('22:30') } },
    ])
    expect(errors).toEqual([])
    expect(clockOf((await show(first.id)).end_time)).toBe('22:30')
  })

  test('a user who may change but not create schedules creates none', async () => {
    const keys = ['ServicePlans:servicePlan:canRead', 'ServicePlans:servicePlan:canUpdate']
    const client = server.client({ permissions: keys as never }) // keys of the contract
    const input = { zone_id: town.zone_id, start_time: at('19:00'), end_time: at('20:00') }
    const { data } = await client.call(api.servicePlans.bulkCreateAndUpdate, {
      body: { service_plans: [{ create: input }] },
    })
    expect(data.errors[0]?.errors[0]?.detail).toBe('You may not create schedules')
    expect(data.saved).toEqual([])
  })

  test('deleting several schedules keeps and names those with bookings, and those in the past', async () => {
    const { id } = await planOf(van)
    await town.book({ who: await tom(), from: 'Market', to: 'School', at: '09:00' })
    const spare = await town.vehicle('Van 2', { from: '10:00' })
    const other = await planOf(spare)
    const { data } = await olivia().call(api.servicePlans.bulkDelete, { body: { ids: [id, other.id, 4711] } })
    expect(data).toMatchObject({
      deleted: [other.id],
      missing: [4711],
      errors: [{ id, errors: [{ detail: '1 booking travels on this schedule: cancel it' }] }],
    })
    expect((await refusal(show(other.id))).status).toBe(404)
    expect((await refusal(tripOf(spare.trip_id))).status).toBe(404)
    server.deps.clock.set(at('18:30'))
    const late = olivia().call(api.servicePlans.destroy, { params: { id } })
    expect((await refusal(late)).errors[0]?.detail).toBe('A schedule in the past cannot be deleted')
  })
})
