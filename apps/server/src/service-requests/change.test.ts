import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type PermissionKey, permissionKeys, ServiceAvailabilitySearch } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import type { Booking, SearchWords, SmallTown } from '../testing/small-town.ts'
import { openStream } from '../testing/stream.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets(), config: { optimiser: true } })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
})
afterEach(() => nothingBroken(server))

const shown = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const historyOf = async (id: number) =>
  (await town.dispatcher.call(api.serviceRequests.history, { params: { id } })).data
/** An offering to change the booking to. */
const otherTrip = async (booking: Booking, words: Omit<SearchWords, 'who' | 'changes'>): Promise<number> => {
  const search = await town.search({ who: booking.traveler_id, changes: booking.id, ...words })
  expect(search.service_request_id).toBe(booking.id)
  const [offering] = search.service_offerings
  if (offering === undefined) throw new Error(`No offering: ${search.message ?? ''}`)
  return offering.id
}
const change = async (id: number, service_offering_id: number, more: object = {}, client = town.dispatcher) =>
  (await client.call(api.serviceRequests.change, { params: { id }, body: { service_offering_id, ...more } })).data
/** What the database holds of a booking and of all stops: nothing may be written where nothing is changed. */
const stored = async (id: number) => ({
  booking: await server.deps.db.selectFrom('service_requests').selectAll().where('id', '=', id).execute(),
  history: await historyOf(id),
  stops: await server.deps.db.selectFrom('trip_stops').selectAll().orderBy('id').execute(),
})

const early = { from: 'Market', to: 'Hospital', at: '09:00' } as const
const late = { from: 'School', to: 'Station', at: '10:00', people: 2 } as const

describe('changing a booking', () => {
  test('the same booking gets the new places, people, times and price, and a new promise; its history says what was', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const before = await town.book({ who: maria, ...early })
    const offering = await otherTrip(before, late)
    expect(await shown(before.id)).toEqual(before)
    const after = await change(before.id, offering, { comment: 'With a pram' })
    expect(after).toMatchObject({
      id: before.id,
      created_at: before.created_at,
      status: 'assigned',
      passenger_count: 2,
      origin: { name: 'School' },
      pickup: { name: 'School' },
      dropoff: { name: 'Station' },
      payment_method: 'cash',
      total_price: 7,
      comment: 'With a pram',
      asked: { traveling_at: '2026-11-23T00:00:00.000Z', departing: true },
      change_refused: null,
    })
    expect([clockOf(after.pickup.promised_lower_bound), after.pickup.promised_upper_bound]).toEqual([
      '10:00',
      after.pickup.upper_bound,
    ])
    expect(after.dropoff.promised_upper_bound).toBe(after.dropoff.upper_bound)
    const entry = (await historyOf(before.id)).at(-1)!
    expect([entry.status, entry.user_type, entry.trip_id]).toEqual(['assigned', 'user', after.trip_id])
    expect(entry.reasons[0]!.code).toBe('changed_on_request')
    expect(entry.reasons[0]!.text).toMatch(
      /^Changed on request: pick up Mon 23 Nov, 9:00 am – .* at Market, now Mon 23 Nov, 10:00 am – .* at School; drop off .*; 1 passenger, now 2 passengers; \$3\.50, now \$7\.00$/,
    )
    // The trip has the two new stops, and none of the old ones.
    const { data: trip } = await town.dispatcher.call(api.trips.show, { params: { id: after.trip_id! } })
    expect(trip.trip_stops.map(({ location_name }) => location_name)).toEqual(['School', 'Station'])
  })

  test("a booking's own seat is free for its change, and its old place is free for others afterwards", async () => {
    // There and back takes longer than the pick-up window: one seat serves one of them.
    await town.vehicle('Van 1', { seats: 1 })
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    const before = await town.book({ who: maria, from: 'Harbour', to: 'Station', at: '09:00' })
    const asTom = { who: tom, from: 'Harbour', to: 'Station', at: '09:00' } as const
    const soonest = async (words: SearchWords) =>
      clockOf((await town.search(words)).service_offerings[0]?.pickup.lower_bound ?? null)
    expect(await soonest(asTom)).not.toBe('09:00')
    expect(await soonest({ ...asTom, who: maria, changes: before.id, at: '09:02' })).toBe('09:02')
    const after = await change(before.id, await otherTrip(before, { from: 'Harbour', to: 'Station', at: '09:02' }))
    expect([after.vehicle_number, clockOf(after.pickup.lower_bound)]).toEqual(['Van 1', '09:02'])
    await change(before.id, await otherTrip(before, { from: 'Harbour', to: 'Station', at: '12:00' }))
    expect((await town.book(asTom)).pickup.lower_bound).toBe(before.pickup.lower_bound)
  })

  test('a secured booking changes to another vehicle, the old trip loses its stops, and the live stream reports both', async () => {
    const van = await town.vehicle('Van 1', { seats: 1 })
    const maria = await town.passenger('Maria Silva')
    const before = await town.book({ who: maria, ...early })
    await server.deps.db
      .updateTable('service_requests')
      .set({ status: 'secured', secured_at: server.deps.clock.now() })
      .where('id', '=', before.id)
      .execute()
    await server.deps.db
      .insertInto('service_request_histories')
      .values({
        service_request_id: before.id,
        status: 'secured',
        trip_id: before.trip_id,
        user_type: 'engine',
        user_id: null,
        driver_id: null,
        created_at: server.deps.clock.now(),
      })
      .execute()
    const bus = await town.vehicle('Bus 2')
    const stream = await openStream(`${server.url}/api/v2/ops/live`, await server.token('dispatcher'))
    const after = await change(before.id, await otherTrip(before, { ...early, people: 3 }))
    expect([after.status, after.trip_id]).toEqual(['assigned', bus.trip_id])
    const { data: old } = await town.dispatcher.call(api.trips.show, { params: { id: van.trip_id } })
    expect([old.current_state, old.trip_stops]).toEqual(['staged', []])
    expect((await stream.next('service_request')).data).toMatchObject({
      service_request_id: before.id,
      trip_id: bus.trip_id,
    })
    const trips = [(await stream.next('trip')).data, (await stream.next('trip')).data]
    expect(trips.map((data) => (data as { trip_id: number }).trip_id).toSorted()).toEqual([van.trip_id, bus.trip_id])
    stream.close()
  })

  test('a booking moves to another zone in one step, and can be cancelled there', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const before = await town.book({ who: maria, ...early })
    const first = town
    town = await buildSmallTown(server)
    await server.deps.db.updateTable('zones').set({ status: 'active' }).where('id', '=', first.zone_id).execute()
    const { trip_id } = await town.vehicle('Van 2')
    const after = await change(before.id, await otherTrip(before, { ...late, zone: town.zone_id }))
    expect([after.zone_id, after.region_id, after.trip_id]).toEqual([town.zone_id, town.region_id, trip_id])
    const { data: old } = await town.dispatcher.call(api.trips.show, { params: { id: before.trip_id! } })
    expect(old.trip_stops).toEqual([])
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: before.id }, body: {} })
    const { data: trip } = await town.dispatcher.call(api.trips.show, { params: { id: trip_id } })
    expect(trip.trip_stops).toEqual([])
  })

  test('repeating a change answers the same booking, and of two changes at once the later one holds', async () => {
    await town.vehicle('Van 1', { seats: 2 })
    const before = await town.book({ who: await town.passenger('Maria Silva'), ...early })
    const [ten, noon] = [await otherTrip(before, late), await otherTrip(before, { ...late, at: '12:00' })]
    const once = await change(before.id, ten)
    expect(await change(before.id, ten)).toEqual(once)
    const eleven = await otherTrip(before, { ...late, at: '11:00' })
    const both = await Promise.all([change(before.id, noon), change(before.id, eleven)])
    expect(both.map(({ id, status }) => [id, status])).toEqual([
      [before.id, 'assigned'],
      [before.id, 'assigned'],
    ])
    const { trip_id } = await shown(before.id)
    const { data: trip } = await town.dispatcher.call(api.trips.show, { params: { id: trip_id! } })
    expect(trip.trip_stops).toHaveLength(2)
  })

  // @test-tag long
  test('others make room for a changed booking within what they were promised', async () => {
    town = await buildSmallTown(server, { strategy: { max_wait_minutes: 10 } })
    // Ann has the only seat beside the only wheelchair space; only if she changes vehicle can Will travel at her time.
    const lift = await town.vehicle('Lift van', { seats: 1, wheelchairs: 1 })
    const ann = await town.book({ who: await town.passenger('Ann Lee'), from: 'Harbour', to: 'Station', at: '10:00' })
    const car = await town.vehicle('Car', { seats: 4 })
    for (const { client, trip_id } of [lift, car]) await client.call(api.driver.signOn, { params: { id: trip_id } })
    const will = await town.book({
      who: await town.passenger('Will Park', { handicapped: true }),
      from: 'Harbour',
      to: 'Station',
      at: '14:00',
      people: 2,
      wheelchairs: 1,
    })
    const asked = { from: 'Harbour', to: 'Station', at: '10:00', people: 2, wheelchairs: 1 } as const
    const after = await change(will.id, await otherTrip(will, asked))
    expect([after.trip_id, clockOf(after.pickup.lower_bound)]).toEqual([lift.trip_id, '10:00'])
    expect(await shown(ann.id)).toMatchObject({
      vehicle_number: 'Car',
      pickup: { upper_bound: ann.pickup.upper_bound },
    })
  })
})

describe('a change that cannot be made leaves the booking as it is', () => {
  test('an offer that is gone is answered with fresh ones for the same change', async () => {
    await town.vehicle('Van 1', { seats: 1 })
    const before = await town.book({ who: await town.passenger('Maria Silva'), ...early })
    const offering = await otherTrip(before, { from: 'Harbour', to: 'Station', at: '10:00' })
    await town.book({ who: await town.passenger('Tom Baker'), from: 'Harbour', to: 'Station', at: '10:02' })
    const untouched = await stored(before.id)
    const error = await refusal(change(before.id, offering))
    expect([error.status, error.errors[0]!.code]).toEqual([409, 'offer_gone'])
    expect(await stored(before.id)).toEqual(untouched)
    const fresh = ServiceAvailabilitySearch.parse(error.meta!['service_availability_search'])
    expect(fresh.service_request_id).toBe(before.id)
    expect((await change(before.id, fresh.service_offerings[0]!.id)).id).toBe(before.id)
  })

  test('once the passenger is on board or the booking has ended, search and change say why not', async () => {
    const van = await town.vehicle('Van 1')
    const before = await town.book({ who: await town.passenger('Maria Silva'), ...early })
    const offering = await otherTrip(before, late)
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    server.deps.clock.set('2026-11-23T09:00:00+10:00')
    await van.client.call(api.driver.arrive, { params: { id: before.pickup.trip_stop_id! } })
    await van.client.call(api.driver.board, { params: { id: before.id } })
    const onBoard = 'Passengers on board cannot change their booking'
    expect((await shown(before.id)).change_refused).toBe(onBoard)
    for (const attempt of [otherTrip(before, late), change(before.id, offering)]) {
      const error = await refusal(attempt)
      expect([error.status, error.errors[0]!.detail]).toEqual([409, onBoard])
    }
    const tom = await town.book({ who: await town.passenger('Tom Baker'), ...late })
    const other = await otherTrip(tom, { ...late, at: '12:00' })
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: tom.id }, body: {} })
    const error = await refusal(change(tom.id, other))
    expect([error.status, error.errors[0]!.detail]).toEqual([409, 'Cannot change a booking with cancelled status'])
  })

  test('a booking of another passenger or region, and an offering that was not made for it, are refused', async () => {
    await town.vehicle('Van 1')
    const [maria, tom] = [await town.passenger('Maria Silva'), await town.passenger('Tom Baker')]
    const before = await town.book({ who: maria, ...early })
    const offering = await otherTrip(before, late)
    const pointerOf = async (doing: Promise<unknown>) => {
      const { status, errors } = await refusal(doing)
      return [status, errors[0]!.source?.pointer]
    }
    const asked = [422, '/service_request_id']
    expect(await pointerOf(town.search({ who: tom, changes: before.id, ...late }))).toEqual(asked)
    expect(await pointerOf(town.search({ who: maria, changes: 987_654, ...late }))).toEqual(asked)
    const plain = (await town.search({ who: maria, ...late })).service_offerings[0]!.id
    expect(await pointerOf(change(before.id, plain))).toEqual([422, '/service_offering_id'])
    const asNew = { service_offering_id: offering, traveler_id: maria, payment_method: 'cash' } as const
    const booked = town.dispatcher.call(api.serviceRequests.create, { body: asNew })
    expect(await pointerOf(booked)).toEqual([422, '/service_offering_id'])
    const elsewhere = server.client({ permissions: permissionKeys, region_ids: [town.region_id + 1000] })
    expect((await refusal(change(before.id, offering, {}, elsewhere))).status).toBe(404)
    const card = await pointerOf(change(before.id, offering, { payment_method: 'opalcard' }))
    expect(card).toEqual([422, '/payment_method'])
    expect(await shown(before.id)).toEqual(before)
  })

  test('it needs the permissions to update and to create bookings', async () => {
    await town.vehicle('Van 1')
    const before = await town.book({ who: await town.passenger('Maria Silva'), ...early })
    const offering = await otherTrip(before, late)
    const keys: PermissionKey[] = ['LiveBooking:booking:canUpdate', 'LiveBooking:booking:canCreate']
    for (const missing of keys) {
      const client = server.client({ permissions: permissionKeys.filter((key) => key !== missing) })
      expect((await refusal(change(before.id, offering, {}, client))).status).toBe(403)
    }
    expect(await shown(before.id)).toEqual(before)
  })
})

describe('the discount code of a booking', () => {
  const booked = async (code: string | null) => {
    await town.vehicle('Van 1')
    const who = await town.passenger('Maria Silva')
    const { service_offerings } = await town.search({ who, ...early })
    const body = { service_offering_id: service_offerings[0]!.id, traveler_id: who, payment_method: 'cash' } as const
    return (await town.dispatcher.call(api.serviceRequests.create, { body: { ...body, discount_code: code } })).data
  }
  const manager = () => server.client('operations_manager')
  const discount = async (code: string, discount_amount: number) =>
    (
      await manager().call(api.discounts.create, {
        body: { name: code, code, discount_amount, usage_limit: 1, expiration_datetime: '2026-11-23T08:30:00+10:00' },
      })
    ).data

  test('is kept by a change with its one use, also when it has expired, and the offers say its price', async () => {
    const spring = await discount('SPRING-20', 20)
    const before = await booked(spring.code)
    expect(before.total_price).toBe(2.8)
    server.deps.clock.set('2026-11-23T08:40:00+10:00')
    const search = await town.search({ who: before.traveler_id, changes: before.id, ...late })
    expect(search.service_offerings[0]!.meta).toMatchObject({ total_price: 7, price_with_code: 5.6 })
    const { data: again } = await town.dispatcher.call(api.searches.show, { params: { id: search.id } })
    expect(again.service_offerings[0]!.meta.price_with_code).toBe(5.6)
    const after = await change(before.id, search.service_offerings[0]!.id)
    expect(after).toMatchObject({ scaled_price: 7, total_price: 5.6, discount_code: 'SPRING-20' })
    const { data } = await manager().call(api.discounts.show, { params: { id: spring.id } })
    expect(data.uses).toBe(1)
  })

  test('gives its use back when another code is applied, and typing the same one again does not use it twice', async () => {
    const [one, other] = [await discount('ONE-20', 20), await discount('OTHER-50', 50)]
    const before = await booked(one.code)
    const same = await change(before.id, await otherTrip(before, late), { discount_code: 'one-20' })
    expect(same.total_price).toBe(5.6)
    const after = await change(before.id, await otherTrip(before, early), { discount_code: other.code })
    expect(after).toMatchObject({ total_price: 1.75, discount_code: 'OTHER-50' })
    const uses = async (id: number) => (await manager().call(api.discounts.show, { params: { id } })).data.uses
    expect([await uses(one.id), await uses(other.id)]).toEqual([0, 1])
    const without = await change(before.id, await otherTrip(before, late), { discount_code: null })
    expect(without).toMatchObject({ total_price: 7, discount_code: null })
  })

  test('takes off what it took off when the booking was sold, also after the code was edited or deleted', async () => {
    const { id, code } = await discount('KEEP-20', 20)
    const before = await booked(code)
    await manager().call(api.discounts.update, { params: { id }, body: { discount_amount: 50 } })
    const search = await town.search({ who: before.traveler_id, changes: before.id, ...late })
    expect(search.service_offerings[0]!.meta.price_with_code).toBe(5.6)
    expect((await change(before.id, search.service_offerings[0]!.id)).total_price).toBe(5.6)
    await manager().call(api.discounts.destroy, { params: { id } })
    const after = await change(before.id, await otherTrip(before, early))
    expect(after).toMatchObject({ total_price: 2.8, discount_code: 'KEEP-20' })
  })
})
