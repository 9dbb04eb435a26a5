import { api } from '@ambit/contract'
import { check } from '@ambit/engine'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contextOf } from '../planning/plan/context.ts'
import { readVersion } from '../planning/plan/queries.ts'
import { buildProblem } from '../planning/problem/build.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { legAt, makeSeriesOf } from '../testing/series.ts'
import { buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { putOnList } from '../testing/waitlist.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
beforeEach(async () => {
  town = await buildSmallTown(server)
})
afterAll(() => server.close())

const sam = () => server.client('superadmin')
const aids = async () => {
  const { data } = await sam().call(api.mobilityAids.list, { query: { filter: { region: [town.region_id] } } })
  return data.toSorted((a, b) => a.id - b.id)
}
const aidId = async (name: string): Promise<number> => (await aids()).find((aid) => aid.name === name)?.id ?? 0

type Asked = Partial<Parameters<typeof bodyFor>[1]>
const todayAt = (hour: number): string => `2026-11-23T${String(hour).padStart(2, '0')}:00:00+10:00`
const adult = { fare_type: 'adult' as const }
const bodyFor = (
  who: number,
  more: {
    passengers?: { fare_type: 'adult'; travels_as?: 'attendant' | 'companion' }[]
    aids?: number[]
    own_times?: { load_s: number; unload_s: number } | null
    mobility_support?: number
    service_request_id?: number
    traveling_at?: string
  },
) => ({
  traveler_id: who,
  passengers: [adult],
  origin: { name: 'Market', point: stopPoint('Market') },
  destination: { name: 'Hospital', point: stopPoint('Hospital') },
  traveling_at: todayAt(9),
  departing: true,
  ...more,
})
const search = async (who: number, more: Asked = {}) =>
  (await town.dispatcher.call(api.searches.create, { body: bodyFor(who, more) })).data
const refused = async (who: number, more: Asked) =>
  (await refusal(town.dispatcher.call(api.searches.create, { body: bodyFor(who, more) }))).errors.map(
    ({ source, detail }) => [source?.pointer, detail],
  )
const book = async (who: number, more: Asked = {}) => {
  const [offering] = (await search(who, more)).service_offerings
  const body = { service_offering_id: offering?.id ?? 0, traveler_id: who, payment_method: 'cash' as const }
  return (await town.dispatcher.call(api.serviceRequests.create, { body })).data
}
const profile = (id: number, body: object) => sam().call(api.travelers.update, { params: { id }, body })

/** The booking as the engine is asked about it. */
const planned = async (id: number) => {
  const context = await contextOf(server.deps, server.deps.db, await readVersion(server.deps.db, town.zone_id))
  const pp = buildProblem(context)
  const request = pp.problem.requests.find((one) => one.id === id)
  return { problem: pp.problem, solution: pp.solution, request: request! } // booked before
}
const serviceOf = async (id: number) => {
  const { request } = await planned(id)
  return [request.pickup.service, request.delivery.service]
}

describe('kinds of mobility aids', () => {
  // covers: JRN-52
  test('a region begins with seven kinds of mobility aids, and adds, changes and removes some', async () => {
    const seen = (await aids()).map(({ name, seats, wheelchair_spaces, load_s, unload_s }) => [
      name,
      seats,
      wheelchair_spaces,
      load_s,
      unload_s,
    ])
    expect(seen).toEqual([
      ['No aid', 1, 0, 10, 10],
      ['Walker', 1, 0, 30, 30],
      ['Pram', 1, 0, 30, 30],
      ['Service animal', 0, 0, 10, 10],
      ['Wheelchair', 0, 1, 120, 120],
      ['Large wheelchair', 0, 1, 180, 180],
      ['Scooter', 0, 1, 180, 180],
    ])
    const times = { load_s: 45, unload_s: 20 }
    const body = {
      region_id: town.region_id,
      name: 'Rollator',
      kind: 'walker' as const,
      seats: 1,
      wheelchair_spaces: 0,
    }
    const { data: made } = await sam().call(api.mobilityAids.create, { body: { ...body, ...times } })
    expect(made).toMatchObject({ ...body, ...times, version: 1 })
    const params = { id: made.id }
    const { data: changed } = await sam().call(api.mobilityAids.update, { params, body: { load_s: 50 }, version: 1 })
    expect(changed).toMatchObject({ ...body, load_s: 50, unload_s: 20, version: 2 })
    await sam().call(api.mobilityAids.destroy, { params, version: 2 })
    expect(await aids()).toHaveLength(7)
  })

  // covers: JRN-52
  test('a kind out of its limits, of a name that is taken, or on a seat and in a space at once is refused at its field', async () => {
    const body = { region_id: town.region_id, name: 'walker', kind: 'walker' as const, seats: 1, wheelchair_spaces: 0 }
    const wrong = async (more: object) => {
      const call = sam().call(api.mobilityAids.create, { body: { ...body, load_s: 30, unload_s: 30, ...more } })
      return (await refusal(call)).errors.map(({ source }) => source?.pointer)
    }
    expect(await wrong({})).toEqual(['/name'])
    expect(await wrong({ name: 'New', load_s: 901, unload_s: -1 })).toEqual(['/load_s', '/unload_s'])
    expect(await wrong({ name: 'New', wheelchair_spaces: 1 })).toEqual(['/wheelchair_spaces'])
    expect(await aids()).toHaveLength(7)
  })

  test('the kinds that stand for everybody else, and those in profiles, are not removed', async () => {
    const remove = async (name: string) =>
      refusal(sam().call(api.mobilityAids.destroy, { params: { id: await aidId(name) } }))
    expect((await remove('No aid')).errors[0]?.code).toBe('in_use')
    expect((await remove('Wheelchair')).errors[0]?.code).toBe('in_use')
    await profile(await town.passenger('Ida Holm'), { mobility_aids: [await aidId('Walker')] })
    expect((await remove('Walker')).errors[0]?.detail).toBe('1 passenger has Walker in the profile')
  })

  test('the kinds that journeys ahead are to be booked with are not removed', async () => {
    await town.vehicle('Van 1', { seats: 8 })
    const [walker, animal] = [await aidId('Walker'), await aidId('Service animal')]
    const remove = async (id: number) =>
      (await refusal(sam().call(api.mobilityAids.destroy, { params: { id } }))).errors[0]?.detail
    await makeSeriesOf(sam(), await town.passenger('Ida Holm'), {
      legs: [legAt('Market', 'Station', '10:00', { aids: [walker] })],
    })
    expect(await remove(walker)).toBe('1 journey ahead is to be booked with Walker')
    const kim = await town.passenger('Kim Berg')
    const id = await putOnList(server, town, kim)
    await sql`update service_availability_searches set aids = ${JSON.stringify([{ id: animal }])}::jsonb
      where traveler_id = ${kim}`.execute(server.deps.db)
    expect(await remove(animal)).toBe('1 journey ahead is to be booked with Service animal')
    await sam().call(api.waitlistEntries.withdraw, { params: { id } })
    await sam().call(api.mobilityAids.destroy, { params: { id: animal } })
  })
})

describe('who travels', () => {
  // covers: JRN-49, JRN-50
  test('passengers, an attendant and a companion take seats, and all but the attendant and the animal pay', async () => {
    await town.vehicle('Van 1', { seats: 8 })
    const ida = await town.passenger('Ida Holm')
    await profile(ida, { attendant_allowed: true })
    const along = ['attendant', 'companion'] as const
    const passengers = [adult, ...along.map((travels_as) => ({ ...adult, travels_as }))]
    const alone = await search(ida)
    const booked = await book(ida, { passengers, aids: [await aidId('Service animal')] })
    expect(booked).toMatchObject({ passengers, passenger_count: 3, mobility_support: 0 })
    expect(booked.aids).toMatchObject([{ kind: 'service_animal', name: 'Service animal' }])
    expect(booked.total_price).toBe((alone.service_offerings[0]?.meta.total_price ?? 0) * 2)
    expect((await planned(booked.id)).request.load).toEqual({ seats: 3, wheelchairs: 0 })
  })

  // covers: JRN-50, JRN-51
  test('an attendant who is not allowed, a second one, and more companions than the zone takes are refused', async () => {
    await town.vehicle('Van 1', { seats: 8 })
    const ida = await town.passenger('Ida Holm')
    const attendant = { ...adult, travels_as: 'attendant' as const }
    const companion = { ...adult, travels_as: 'companion' as const }
    expect(await refused(ida, { passengers: [adult, attendant] })).toEqual([
      ['/passengers', 'An attendant is not allowed in this passenger’s profile'],
    ])
    await profile(ida, { attendant_allowed: true })
    expect(await refused(ida, { passengers: [adult, attendant, attendant] })).toEqual([
      ['/passengers', 'At most 1 attendant'],
    ])
    const three = { passengers: [adult, companion, companion, companion] }
    expect(await refused(ida, three)).toEqual([['/passengers', 'At most 1 companion']])
    const rules = { holds_from: '2026-11-01', max_companions: 2 }
    await sam().call(api.bookingRules.create, { params: { id: town.zone_id }, body: rules })
    expect(await refused(ida, three)).toEqual([['/passengers', 'At most 2 companions']])
    expect((await search(ida, { passengers: [adult, companion, companion] })).status).toBe('offerings_available')
  })

  // covers: JRN-51
  test('companions that the zone has stopped taking since the search are refused at the confirmation', async () => {
    await town.vehicle('Van 1', { seats: 8 })
    const ida = await town.passenger('Ida Holm')
    const [offering] = (await search(ida, { passengers: [adult, { ...adult, travels_as: 'companion' }] }))
      .service_offerings
    const rules = { holds_from: '2026-11-01', max_companions: 0 }
    await sam().call(api.bookingRules.create, { params: { id: town.zone_id }, body: rules })
    const body = { service_offering_id: offering?.id ?? 0, traveler_id: ida, payment_method: 'cash' as const }
    const answer = await refusal(town.dispatcher.call(api.serviceRequests.create, { body }))
    expect(answer).toMatchObject({ status: 422, errors: [{ detail: 'At most 0 companions' }] })
  })
})

describe('aids on bookings', () => {
  // covers: JRN-53, JRN-54
  test('a booking takes the aids and own times of the profile over, and may differ', async () => {
    await town.vehicle('Van 1', { seats: 8, wheelchairs: 2 })
    const ida = await town.passenger('Ida Holm')
    const walker = await aidId('Walker')
    await profile(ida, { mobility_aids: [walker] })
    const one = await book(ida)
    expect(one.aids).toEqual([{ id: walker, kind: 'walker', name: 'Walker' }])
    expect(await serviceOf(one.id)).toEqual([60, 60])
    const own_times = { load_s: 90, unload_s: 60, reason: 'Sits down slowly' }
    await profile(ida, { own_times })
    const { data } = await sam().call(api.travelers.show, { params: { id: ida } })
    expect(data).toMatchObject({ mobility_aids: [walker], own_times })
    expect(await serviceOf((await book(ida, { traveling_at: todayAt(10) })).id)).toEqual([120, 90])
    expect(await serviceOf((await book(ida, { own_times: null, traveling_at: todayAt(11) })).id)).toEqual([60, 60])
    const without = await book(ida, { own_times: null, aids: [], traveling_at: todayAt(12) })
    expect(without.aids).toEqual([])
    expect(await serviceOf(without.id)).toEqual([40, 40])
  })

  // covers: JRN-53
  test('own times are 0 to 900 seconds with a reason, and aids are kinds that there are', async () => {
    const ida = await town.passenger('Ida Holm')
    const wrong = async (body: object) =>
      (await refusal(profile(ida, body))).errors.map(({ source }) => source?.pointer)
    expect(await wrong({ own_times: { load_s: 901, unload_s: 0, reason: '' } })).toEqual([
      '/own_times/load_s',
      '/own_times/reason',
    ])
    expect(await wrong({ mobility_aids: [999_999] })).toEqual(['/mobility_aids'])
  })

  // covers: JRN-54
  test('the plan, its check and the promise count the seconds that everybody takes to get in and out', async () => {
    await town.vehicle('Van 1', { seats: 8, wheelchairs: 2 })
    const [ida, ben] = [await town.passenger('Ida Holm'), await town.passenger('Ben Frost')]
    const pram = await aidId('Pram')
    await sam().call(api.mobilityAids.update, {
      params: { id: pram },
      body: { load_s: 610, unload_s: 300 },
      version: 1,
    })
    const [plain] = (await search(ben)).service_offerings
    const slow = await book(ida, { aids: [pram] })
    expect(await serviceOf(slow.id)).toEqual([640, 330])
    // The vehicle leaves the pick-up ten minutes later than for somebody without a pram.
    const drop = (at: string | undefined): number => Date.parse(at ?? '')
    expect(drop(slow.dropoff.lower_bound) - drop(plain?.dropoff.lower_bound)).toBe(10 * 60_000)
    const { problem, solution } = await planned(slow.id)
    expect(check(problem, solution)).toEqual([])
    const promised = problem.requests.map((request) => ({
      ...request,
      pickup: { ...request.pickup, service: request.pickup.service + 1800 },
    }))
    expect(check({ ...problem, requests: promised }, solution).map(({ rule }) => rule)).toContain('time_window')
  })

  // covers: JRN-54
  test('a booking without aids is planned with the seconds of the strategy alone', async () => {
    const none = await aidId('No aid')
    await sam().call(api.mobilityAids.update, {
      params: { id: none },
      body: { load_s: 500, unload_s: 500 },
      version: 1,
    })
    await town.vehicle('Van 1', { seats: 8, wheelchairs: 2 })
    const booked = await town.book({
      who: await town.passenger('Ida Holm'),
      from: 'Market',
      to: 'Hospital',
      people: 3,
      wheelchairs: 1,
    })
    expect(await serviceOf(booked.id)).toEqual([30 + 2 * 10 + 120, 30 + 2 * 10 + 120])
  })

  // covers: JRN-56
  test('wheelchair spaces follow from the aids, can be said otherwise, and are never more than the passengers', async () => {
    await town.vehicle('Van 1', { seats: 8, wheelchairs: 2 })
    const ida = await town.passenger('Ida Holm')
    const chair = await aidId('Wheelchair')
    expect((await search(ida, { aids: [chair] })).mobility_support).toBe(1)
    expect((await search(ida, { aids: [chair, chair] })).mobility_support).toBe(1)
    expect((await search(ida, { aids: [chair], mobility_support: 0 })).mobility_support).toBe(0)
    const more = { passengers: [adult, { ...adult, travels_as: 'companion' as const }], mobility_support: 2 }
    expect(await refused(ida, more)).toEqual([
      ['/mobility_support', 'There cannot be more wheelchairs than passengers'],
    ])
  })

  // covers: JRN-55
  test('a scooter is offered only a vehicle that says that it takes one, and a refusal names it', async () => {
    const { vehicle_id } = await town.vehicle('Van 1', { seats: 8, wheelchairs: 2 })
    const ida = await town.passenger('Ida Holm')
    const scooter = [await aidId('Scooter')]
    const none = await search(ida, { aids: scooter })
    expect(none.service_offerings).toEqual([])
    expect(none.reasons.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^No vehicle in service in Bayside at .* takes a scooter$/),
    ])
    await town.vehicle('Van 2', { seats: 8, wheelchairs: 0 })
    const { data } = await sam().call(api.vehicles.update, {
      params: { id: vehicle_id },
      body: { takes: ['scooter'] },
    })
    expect(data.takes).toEqual(['scooter'])
    const booked = await book(ida, { aids: scooter })
    expect(booked.vehicle_number).toBe('Van 1')
    expect((await planned(booked.id)).request.vehicles).toBeUndefined()
    const { code, text } =
      (await search(ida, { aids: [await aidId('Large wheelchair')], traveling_at: todayAt(11) })).reasons[0] ?? {}
    expect([code, text]).toEqual(['not_taken', expect.stringContaining('takes a large wheelchair')])
  })

  test('a trip with a scooter is given no other vehicle than one that says that it takes one', async () => {
    const takes = (id: number) => sam().call(api.vehicles.update, { params: { id }, body: { takes: ['scooter'] } })
    const evening = { from: '20:00', until: '21:00', wheelchairs: 1 }
    const van = await town.vehicle('Van 1', { wheelchairs: 1 })
    const [other, fitting] = [await town.vehicle('Van 2', evening), await town.vehicle('Van 3', evening)]
    for (const { vehicle_id } of [van, fitting]) await takes(vehicle_id)
    await book(await town.passenger('Ida Holm'), { aids: [await aidId('Scooter')] })
    const give = ({ vehicle_id }: typeof van) => {
      const body = { vehicle_id, driver_id: van.driver_id }
      return town.dispatcher.call(api.trips.update, { params: { id: van.trip_id }, body })
    }
    expect((await refusal(give(other))).errors).toMatchObject([
      {
        source: { pointer: '/vehicle_id' },
        detail: 'Van 2 does not take a scooter: bookings of this trip need a vehicle that does',
      },
    ])
    expect((await give(fitting)).data.vehicle_number).toBe('Van 3')
  })

  // covers: JRN-55
  test('beside the limits of vehicles that take a scooter a refusal says how many do not', async () => {
    const { vehicle_id } = await town.vehicle('Van 1', { seats: 8, wheelchairs: 0 })
    await town.vehicle('Van 2', { seats: 8, wheelchairs: 1 })
    await sam().call(api.vehicles.update, { params: { id: vehicle_id }, body: { takes: ['scooter'] } })
    const { reasons } = await search(await town.passenger('Ida Holm'), { aids: [await aidId('Scooter')] })
    expect(reasons.map(({ text }) => text)).toEqual([
      '1 vehicle has no wheelchair space',
      '1 vehicle does not take a scooter',
    ])
  })

  // covers: JRN-53
  test('a change of a booking keeps who travels along, and a fresh search for a gone offer asks the same', async () => {
    await town.vehicle('Van 1', { seats: 8, wheelchairs: 2 })
    const ida = await town.passenger('Ida Holm')
    const own_times = { load_s: 300, unload_s: 200 }
    const [offering] = (await search(ida, { own_times, aids: [await aidId('Walker')] })).service_offerings
    server.deps.clock.advance(6 * 60_000)
    const body = { service_offering_id: offering?.id ?? 0, traveler_id: ida, payment_method: 'cash' as const }
    const { meta } = await refusal(town.dispatcher.call(api.serviceRequests.create, { body }))
    const { service_availability_search: again } = meta as { service_availability_search: { id: number } }
    const { load_s, unload_s } = await server.deps.db
      .selectFrom('service_availability_searches')
      .select(['load_s', 'unload_s'])
      .where('id', '=', again.id)
      .executeTakeFirstOrThrow()
    expect([load_s, unload_s]).toEqual([330, 230])
  })
})
