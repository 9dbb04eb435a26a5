import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type BookingGroupSearch, type GroupRefusal, permissionKeys } from '@ambit/contract'
import { bookGroup, groupInput, groupWish, people, searchGroup } from '../testing/groups.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf, type SmallTown } from '../testing/small-town.ts'
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
afterEach(() => nothingBroken(server))

const confirm = (found: BookingGroupSearch, options: object = {}) =>
  town.dispatcher.call(api.bookingGroups.create, { body: groupInput(found), ...options })
const shown = async (id: number) => (await town.dispatcher.call(api.bookingGroups.show, { params: { id } })).data
const cancelOne = (id: number) => town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
const refusalIn = (meta: Readonly<Record<string, unknown>> | undefined) =>
  meta as { refusal: GroupRefusal; booking_group_search?: BookingGroupSearch } // as the contract says

describe('a group that travels together', () => {
  // covers: JRN-41, JRN-42, JRN-44
  test('gives each member a booking, a promise, a price and a history of their own in one vehicle', async () => {
    await town.vehicle('Car', { seats: 3 })
    await town.vehicle('Bus', { seats: 8 })
    const who = await people(town, 5)
    const found = await searchGroup(town, who)
    expect(found.vehicles).toEqual([{ trip_id: expect.any(Number), vehicle_number: 'Bus', traveler_ids: who }])
    const { data: group } = await confirm(found)
    expect(group).toMatchObject({ name: 'Harbour choir', seating: 'together', all_or_none: true })
    expect(group.service_requests.map(({ traveler_id }) => traveler_id).toSorted()).toEqual(who.toSorted())
    for (const booking of group.service_requests) {
      expect(booking).toMatchObject({ vehicle_number: 'Bus', status: 'assigned', passenger_count: 1 })
      expect(booking.group).toEqual({ id: group.id, name: 'Harbour choir', seating: 'together' })
      const offering = found.searches.find((one) => one.traveler_id === booking.traveler_id)?.service_offerings[0]
      expect(booking.pickup.promised_lower_bound).toBe(offering?.pickup.lower_bound)
      expect(booking.dropoff.promised_upper_bound).toBe(offering?.dropoff.upper_bound)
      expect(booking.total_price).toBe(offering?.meta.total_price)
      const history = await town.dispatcher.call(api.serviceRequests.history, { params: { id: booking.id } })
      expect(history.data.map(({ status }) => status)).toEqual(['created', 'assigned'])
    }
    expect(await shown(group.id)).toEqual(group)
    const { data: listed } = await town.dispatcher.call(api.bookingGroups.list, { query: { search: 'choir' } })
    expect(listed[0]).toMatchObject({ id: group.id, members: 5, open: 5, zone_name: 'Bayside' })
  })

  // covers: JRN-41
  test('goes from one place to many, and from many to one, all on board at once', async () => {
    await town.vehicle('Bus', { seats: 8 })
    const fetched = await bookGroup(town, await people(town, 3), {
      ways: [{ from: 'Harbour' }, { from: 'Market' }, { from: 'School' }],
      arriveBy: '10:00',
    })
    expect(fetched.service_requests.map(({ pickup }) => pickup.name)).toEqual(['Harbour', 'Market', 'School'])
    expect(new Set(fetched.service_requests.map(({ trip_id }) => trip_id)).size).toBe(1)
    const brought = await bookGroup(town, await people(town, 3), {
      at: '12:00',
      ways: [{ to: 'School' }, { to: 'Hospital' }, { to: 'Station' }],
    })
    expect(brought.service_requests.map(({ dropoff }) => dropoff.name).toSorted()).toEqual([
      'Hospital',
      'School',
      'Station',
    ])
    const [last] = brought.service_requests
      .map(({ pickup }) => pickup.eta)
      .toSorted()
      .slice(-1)
    for (const { dropoff } of brought.service_requests) expect(dropoff.eta! > last!).toBe(true)
  })

  // covers: JRN-41
  // @test-tag long
  test.each([
    ['from one place to one', []],
    ['from three places to one', [{ from: 'Harbour' }, { from: 'Market' }, { from: 'School' }]],
    ['from one place to three', [{ to: 'School' }, { to: 'Hospital' }, { to: 'Station' }]],
  ] as const)('of 30 people is booked as it was offered, %s', async (_, ways) => {
    await town.vehicle('Coach', { seats: 40 })
    const who = await people(town, 30)
    const found = await searchGroup(town, who, { ways: who.map((_one, index) => ways[index % 3] ?? {}) })
    const { data: group } = await confirm(found)
    expect(group.service_requests).toHaveLength(30)
    for (const { traveler_id, pickup, dropoff } of group.service_requests) {
      const offered = found.searches.find((one) => one.traveler_id === traveler_id)?.service_offerings[0]
      expect([pickup.lower_bound, pickup.upper_bound, dropoff.upper_bound]).toEqual([
        offered?.pickup.lower_bound,
        offered?.pickup.upper_bound,
        offered?.dropoff.upper_bound,
      ])
    }
  })

  // covers: JRN-41
  test('is refused with fewer than 2 or more than 30 members, with more than 50 seats, and between no common place', async () => {
    const who = await people(town, 31)
    const wrong = async (body: ReturnType<typeof groupWish>) => {
      const { status, errors } = await refusal(town.dispatcher.call(api.bookingGroups.search, { body }))
      return [status, errors[0]?.source?.pointer, errors[0]?.detail]
    }
    expect(await wrong(groupWish(who.slice(0, 1)))).toEqual([422, '/members', 'A group has 2 members at least'])
    expect(await wrong(groupWish(who))).toEqual([422, '/members', 'A group has 30 members at most'])
    const many = groupWish(who.slice(0, 3), { ways: [{ people: 20 }, { people: 20 }, { people: 11 }] })
    expect(await wrong(many)).toEqual([422, '/members', 'A group has 50 seats at most'])
    const apart = groupWish(who.slice(0, 2), { ways: [{ from: 'Harbour' }, { from: 'School', to: 'Hospital' }] })
    expect(await wrong(apart)).toEqual([422, '/members', 'A group begins at one place, or ends at one'])
    const twice = groupWish([who[0]!, who[0]!])
    expect(await wrong(twice)).toEqual([422, '/members', 'Each passenger travels once'])
    const unknown = groupWish([who[0]!, 999_999])
    expect(await wrong(unknown)).toEqual([422, '/members/1/traveler_id', 'There is no such passenger'])
  })

  // covers: JRN-44
  test('stays together when one member cancels', async () => {
    await town.vehicle('Bus', { seats: 8 })
    const { id, service_requests: all } = await bookGroup(town, await people(town, 3))
    await cancelOne(all[1]!.id)
    const left = (await shown(id)).service_requests
    expect(left.map(({ status }) => status).toSorted()).toEqual(['assigned', 'assigned', 'cancelled'])
    const open = left.filter(({ status }) => status === 'assigned')
    expect(open.map(({ pickup }) => pickup.upper_bound)).toEqual(
      open.map((one) => all.find((before) => before.id === one.id)?.pickup.upper_bound),
    )
  })

  // covers: JRN-45
  test('is told what it needs, what the largest free vehicle has, the fewest that would do, and when it works', async () => {
    await town.vehicle('Bus', { seats: 9, wheelchairs: 1, until: '12:00' })
    await town.vehicle('Van', { seats: 4, wheelchairs: 1, until: '12:00' })
    await town.vehicle('Coach', { seats: 14, wheelchairs: 2, from: '11:00' })
    const ways = Array.from({ length: 13 }, (_, index) => ({ wheelchairs: index < 2 ? 1 : 0 }))
    const body = groupWish(await people(town, 13), { ways, at: '09:00' })
    const { status, errors, meta } = await refusal(town.dispatcher.call(api.bookingGroups.search, { body }))
    expect([status, errors[0]?.code]).toEqual([422, 'no_vehicle_takes_all'])
    expect(errors[0]?.detail).toMatch(
      /^11 seats and 2 wheelchair spaces; the largest free vehicle has 9 and 1\. 2 vehicles would do\. It works at 1\d:\d\d am$/,
    )
    const { next_at, ...rest } = refusalIn(meta).refusal
    expect(rest).toEqual({ seats: 11, wheelchairs: 2, largest: { seats: 9, wheelchairs: 1 }, vehicles: 2 })
    const later = await searchGroup(
      town,
      body.members.map((one) => one.traveler_id),
      { ways, at: clockOf(next_at) },
    )
    expect(later.vehicles.map((one) => one.vehicle_number)).toEqual(['Coach'])
  })
})

describe('as few vehicles as possible', () => {
  // covers: JRN-42
  test('takes one where one has room, else the fewest, all or none', async () => {
    await town.vehicle('Small', { seats: 2 })
    await town.vehicle('Bus', { seats: 6 })
    await town.vehicle('Van', { seats: 4 })
    const six = await searchGroup(town, await people(town, 6), { seating: 'fewest' })
    expect(six.vehicles.map(({ vehicle_number }) => vehicle_number)).toEqual(['Bus'])
    const ten = await bookGroup(town, await people(town, 10), { seating: 'fewest' })
    expect([...new Set(ten.service_requests.map(({ vehicle_number }) => vehicle_number))].toSorted()).toEqual([
      'Bus',
      'Van',
    ])
    const body = groupWish(await people(town, 13), { seating: 'fewest', at: '10:00' })
    const { errors } = await refusal(town.dispatcher.call(api.bookingGroups.search, { body }))
    expect(errors[0]?.code).toBe('no_vehicle_takes_all')
  })

  // covers: JRN-42
  test('leaves out whom it has no seat for where the group need not travel as a whole', async () => {
    await town.vehicle('Bus', { seats: 2, until: '10:20' })
    const who = await people(town, 3)
    const wish = { all: false, seating: 'together' as const }
    const found = await searchGroup(town, who, wish)
    expect(found.searches.map(({ status }) => status).toSorted()).toEqual([
      'no_offerings',
      'offerings_available',
      'offerings_available',
    ])
    const { data } = await town.dispatcher.call(api.bookingGroups.create, { body: groupInput(found, wish) })
    expect(data.service_requests).toHaveLength(2)
  })
})

describe('confirming a group', () => {
  // covers: JRN-46, JRN-132
  test('gives all of the last seats to one of two groups, and the other gets 409 and the next time', async () => {
    await town.vehicle('Bus', { seats: 10 })
    const [first, second] = [await people(town, 8), await people(town, 8)]
    const found = [await searchGroup(town, first), await searchGroup(town, second)]
    const answers = await Promise.allSettled(found.map((one) => confirm(one)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = answers.findIndex(({ status }) => status === 'rejected')
    const { errors, meta } = await refusal(confirm(found[lost]!))
    expect(errors[0]?.code).toBe('offer_gone')
    const { refusal: why, booking_group_search: fresh } = refusalIn(meta)
    const next = why?.next_at ?? fresh?.searches[0]?.service_offerings[0]?.pickup.lower_bound
    const losers = [first, second][lost]!
    const again = fresh ?? (await searchGroup(town, losers, { at: clockOf(next ?? null) }))
    const { data: group } = await confirm(again)
    expect(new Set(group.service_requests.map(({ trip_id }) => trip_id)).size).toBe(1)
    const booked = await server.deps.db.selectFrom('booking_groups').select('id').execute()
    expect(booked.length).toBeGreaterThan(1)
  })

  // covers: JRN-46
  test('books nobody when one offering is gone', async () => {
    await town.vehicle('Bus', { seats: 4 })
    const found = await searchGroup(town, await people(town, 4))
    await town.book({ who: await town.passenger('Una Bell'), from: 'Market', to: 'Station', at: '10:00' })
    const { status, errors } = await refusal(confirm(found))
    expect([status, errors[0]?.code]).toEqual([409, 'offer_gone'])
    const taken = await server.deps.db
      .selectFrom('service_requests')
      .where(
        'service_offering_id',
        'in',
        found.searches.map((one) => one.service_offerings[0]!.id),
      )
      .select('id')
      .execute()
    expect(taken).toEqual([])
  })

  // covers: JRN-125
  test('answers the same group for the same key, and for the same offerings', async () => {
    await town.vehicle('Bus', { seats: 8 })
    const found = await searchGroup(town, await people(town, 2))
    const { data } = await confirm(found, { idempotencyKey: 'choir-1' })
    expect((await confirm(found, { idempotencyKey: 'choir-1' })).data).toEqual(data)
    expect((await confirm(found)).data).toEqual(data)
    expect(data.service_requests).toHaveLength(2)
  })

  test('answers the same group for the same offerings when its members have been changed to others since', async () => {
    await town.vehicle('Bus', { seats: 8 })
    const found = await searchGroup(town, await people(town, 2), { seating: 'fewest' })
    const body = groupInput(found, { seating: 'fewest' })
    const { data } = await town.dispatcher.call(api.bookingGroups.create, { body })
    for (const { id, traveler_id } of data.service_requests) {
      const wish = { who: traveler_id, from: 'Harbour', to: 'Station', at: '14:00', changes: id } as const
      const [offering] = (await town.search(wish)).service_offerings
      const change = { service_offering_id: offering!.id }
      await town.dispatcher.call(api.serviceRequests.change, { params: { id }, body: change })
    }
    const again = await town.dispatcher.call(api.bookingGroups.create, { body })
    expect(again.data.service_requests.map(({ id }) => id).toSorted()).toEqual(
      data.service_requests.map(({ id }) => id).toSorted(),
    )
  })
})

test('a group is named otherwise, on each of its bookings, which is an event of each', async () => {
  await town.vehicle('Bus', { seats: 8 })
  const { id, service_requests } = await bookGroup(town, await people(town, 2))
  const named = await town.dispatcher.call(api.bookingGroups.update, { params: { id }, body: { name: 'Bowling club' } })
  expect([named.data.name, (await shown(id)).name]).toEqual(['Bowling club', 'Bowling club'])
  const [first] = (await shown(id)).service_requests
  expect(first?.group?.name).toBe('Bowling club')
  const { data } = await server.client('superadmin').call(api.auditEvents.list, {
    query: { filter: { record_kind: ['service_requests'], record_id: service_requests.map((one) => String(one.id)) } },
  })
  const told = data.filter(({ action }) => action === 'bookingGroups.update')
  expect(told.map(({ record_id }) => Number(record_id)).toSorted()).toEqual(
    service_requests.map((one) => one.id).toSorted(),
  )
})

test('cancelling a group cancels what is open of it, and is refused once one is on board', async () => {
  const bus = await town.vehicle('Bus', { seats: 8 })
  const group = await bookGroup(town, await people(town, 3))
  await cancelOne(group.service_requests[0]!.id)
  const cancel = () =>
    town.dispatcher.call(api.bookingGroups.cancel, { params: { id: group.id }, body: { reason: 'Concert moved' } })
  const { data } = await cancel()
  expect(data.service_requests.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect((await refusal(cancel())).status).toBe(409)
  expect(bus.trip_id).toBe(group.service_requests[0]?.trip_id)
})

describe('a group one of whose members was changed to a journey in another region', () => {
  const apart = async () => {
    await town.vehicle('Bus', { seats: 8 })
    const group = await bookGroup(town, await people(town, 2), { seating: 'fewest' })
    const [stays, moves] = group.service_requests
    const first = town
    town = await buildSmallTown(server)
    await server.deps.db.updateTable('zones').set({ status: 'active' }).where('id', '=', first.zone_id).execute()
    const { trip_id } = await town.vehicle('Van')
    const wish = { who: moves!.traveler_id, from: 'Harbour', to: 'Station', at: '12:00', zone: town.zone_id } as const
    const { service_offerings } = await town.search({ ...wish, changes: moves!.id })
    const params = { id: moves!.id }
    await town.dispatcher.call(api.serviceRequests.change, {
      params,
      body: { service_offering_id: service_offerings[0]!.id },
    })
    return { id: group.id, stays: stays!.id, moves: moves!.id, first, trip_id }
  }
  const cancel = (id: number, client = town.dispatcher) =>
    client.call(api.bookingGroups.cancel, { params: { id }, body: {} })

  test('is cancelled in both zones, and each loses its stops', async () => {
    const { id, first, trip_id } = await apart()
    const versions = async () =>
      (await server.deps.db.selectFrom('zone_plans').select(['zone_id', 'version']).orderBy('zone_id').execute())
        .filter(({ zone_id }) => zone_id === first.zone_id || zone_id === town.zone_id)
        .map(({ version }) => version)
    const before = await versions()
    const { data } = await cancel(id)
    expect(data.service_requests.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(await versions()).toEqual(before.map((version) => version + 1))
    const { data: trip } = await town.dispatcher.call(api.trips.show, { params: { id: trip_id } })
    expect(trip.trip_stops).toEqual([])
  })

  test('is shown and cancelled by users of one region without the member in the other', async () => {
    const { id, stays, moves, first } = await apart()
    const there = server.client({ permissions: permissionKeys, region_ids: [first.region_id] })
    expect((await there.call(api.bookingGroups.list)).data[0]).toMatchObject({ id, members: 1, open: 1 })
    const named = await there.call(api.bookingGroups.update, { params: { id }, body: { name: 'Bowling club' } })
    expect(named.data.service_requests.map((one) => one.id)).toEqual([stays])
    const { data } = await cancel(id, there)
    expect(data.service_requests.map((one) => [one.id, one.status])).toEqual([[stays, 'cancelled']])
    expect((await refusal(cancel(id, there))).status).toBe(409)
    const { data: other } = await town.dispatcher.call(api.serviceRequests.show, { params: { id: moves } })
    expect([other.status, other.group?.name]).toEqual(['assigned', 'Bowling club'])
  })
})

// covers: JRN-44
test('a member is not changed to another time by itself, and staff read why', async () => {
  await town.vehicle('Bus', { seats: 8 })
  const { service_requests: all } = await bookGroup(town, await people(town, 2))
  const [one] = all
  expect(one?.change_refused).toContain('travels together')
  const search = town.search({ who: one!.traveler_id, from: 'Market', to: 'Station', at: '12:00', changes: one!.id })
  expect((await refusal(search)).status).toBe(409)
})
