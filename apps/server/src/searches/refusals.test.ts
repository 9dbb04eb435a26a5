import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, ApiError } from '@ambit/contract'
import { straightStreets } from '../testing/straight-streets.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, clockOf, stopPoint } from '../testing/small-town.ts'
import type { SmallTown } from '../testing/small-town.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server, {
    stop: { School: { not_accessible: true }, Station: { medically_exempt: true } },
  })
})

const refusal = async (doing: Promise<unknown>): Promise<ApiError> => {
  const error = await doing.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('It was not refused')
}

describe('a search that finds nothing says why', () => {
  test('a search says when the van is full, and which pick-up works', async () => {
    await town.vehicle('Van 1', { seats: 2 })
    const [tom, maria] = [await town.passenger('Tom Baker'), await town.passenger('Maria Silva')]
    await town.book({ who: tom, from: 'Harbour', to: 'Hospital', at: '09:00', people: 2 })
    const search = await town.search({ who: maria, from: 'Market', to: 'Hospital', at: '08:50', people: 3 })
    expect(search).toMatchObject({ status: 'no_offerings', service_offerings: [] })
    expect(search.reasons).toEqual([
      { code: 'too_small_seats', text: '1 vehicle has at most 2 seats', vehicles: 1, figures: { has: 2 } },
    ])
    expect(search.nearest_change).toMatchObject({
      code: 'fewer_passengers',
      text: '2 passengers can travel at this time',
    })
    expect(search.message).toBe('1 vehicle has at most 2 seats. 2 passengers can travel at this time.')
  })

  test('a search for an arrival that is too soon says how long the drive takes, and which arrival works', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const search = await town.search({ who: maria, from: 'Market', to: 'Hospital', arriveBy: '08:02' })
    expect(search.reasons).toEqual([
      {
        code: 'too_soon',
        text: 'The drive alone takes 3 minutes: leaving now, the passenger cannot arrive by 8:02 am',
        figures: { direct_s: 200 },
      },
    ])
    expect(search.nearest_change?.code).toBe('later')
  })

  test('a search from a place to itself says that both are the same place', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const search = await town.search({ who: maria, from: 'Market', to: 'Market' })
    expect(search.reasons).toEqual([{ code: 'no_way', text: 'The pick-up and the drop-off are the same place' }])
  })

  test('a search after the last shift says so, and proposes an earlier pick-up that works', async () => {
    await town.vehicle('Van 1', { until: '10:00' })
    const maria = await town.passenger('Maria Silva')
    const search = await town.search({ who: maria, from: 'Market', to: 'Hospital', at: '10:30' })
    expect(search.reasons[0]).toMatchObject({
      code: 'outside_service_hours',
      text: 'No vehicle is in service in Bayside at Mon 23 Nov, 10:30 am',
    })
    expect(search.nearest_change).toMatchObject({ code: 'earlier', text: 'A pick-up at 9:45 am works' })
    // What is proposed is true: asking for it finds it.
    const again = await town.search({
      who: maria,
      from: 'Market',
      to: 'Hospital',
      at: String(search.nearest_change!.figures!.traveling_at),
    })
    expect(clockOf(again.service_offerings[0]!.pickup.lower_bound)).toBe('09:45')
  })

  test('a search before the first shift proposes a later pick-up', async () => {
    await town.vehicle('Van 1', { from: '11:00' })
    const maria = await town.passenger('Maria Silva')
    const search = await town.search({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    // The van begins at the harbour, 100 s away.
    expect(search.nearest_change).toMatchObject({ code: 'later', text: 'A pick-up at 11:01 am works' })
  })

  test('a search too far from any stop says how far the nearest one is, and that walking there works', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const search = await town.search({ who: maria, from: at(1000, 700), to: 'Hospital', at: '09:00' })
    expect(search.reasons[0]).toMatchObject({
      code: 'no_stop_origin',
      text: 'No suitable stop lies within 500 m on foot of the pick-up; the nearest suitable one is 700 m away',
    })
    const [lng, lat] = stopPoint('Market')
    expect(search.nearest_change).toMatchObject({
      code: 'walk_further',
      text: 'Walking 700 m to Market works',
      figures: { end: 'origin', address: 'Market', lng, lat },
    })
    // The stop itself as the pick-up is what works.
    const again = await town.search({ who: maria, from: [lng, lat], to: 'Hospital', at: '09:00' })
    expect(again.status).toBe('offerings_available')
  })

  test('a search in a region looks at the zones of that region alone', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const ask = async (region_id: number) => {
      const { data } = await town.dispatcher.call(api.searches.create, {
        body: {
          traveler_id: maria,
          passengers: [{ fare_type: 'adult' }],
          origin: { name: 'Market', point: stopPoint('Market') },
          destination: { name: 'Hospital', point: stopPoint('Hospital') },
          traveling_at: '2026-11-23T09:00:00+10:00',
          departing: true,
          region_id,
        },
      })
      return data
    }
    expect((await ask(town.region_id)).status).toBe('offerings_available')
    expect((await ask(town.region_id + 1000)).reasons).toEqual([
      { code: 'no_zone', text: 'There is no zone in service here' },
    ])
  })

  test('a search outside of every zone or across a travel rule says which it is', async () => {
    await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const out = await town.search({ who: maria, from: at(20_000), to: 'Hospital' })
    expect(out.reasons[0]!.text).toBe('The pick-up is outside of every zone in service')
    const beyond = await town.search({ who: maria, from: 'Hospital', to: at(20_000) })
    expect(beyond.reasons[0]!.text).toBe('The drop-off is outside of the zone of the pick-up')
    await town.server.deps.db.updateTable('service_areas').set({ connected_location_ids: [] }).execute()
    const tied = await town.search({ who: maria, from: 'Market', to: 'Hospital' })
    expect(tied.reasons[0]!.text).toBe('The zone does not take passengers from this pick-up to this drop-off')
  })

  test('a blocked driver, an idle vehicle or a cancelled trip is never offered', async () => {
    const van = await town.vehicle('Van 1')
    const maria = await town.passenger('Maria Silva')
    const ask = async () => (await town.search({ who: maria, from: 'Market', to: 'Hospital' })).status
    expect(await ask()).toBe('offerings_available')
    const { db } = town.server.deps
    await db.updateTable('drivers').set({ status: 'blocked' }).where('id', '=', van.driver_id).execute()
    expect(await ask()).toBe('no_offerings')
    await db.updateTable('drivers').set({ status: 'approved' }).where('id', '=', van.driver_id).execute()
    await db.updateTable('vehicles').set({ status: 'inactive' }).where('id', '=', van.vehicle_id).execute()
    expect(await ask()).toBe('no_offerings')
    await db.updateTable('vehicles').set({ status: 'active' }).where('id', '=', van.vehicle_id).execute()
    expect(await ask()).toBe('offerings_available')
    await town.server
      .client('superadmin')
      .call(api.trips.changeState, { params: { id: van.trip_id }, body: { status: 'cancelled' } })
    expect(await ask()).toBe('no_offerings')
  })
})

describe('stops and vehicles suit their passengers', () => {
  test('a wheelchair is not sent to a stop without access, and a medically exempt stop needs the exemption', async () => {
    await town.vehicle('Van 1', { wheelchairs: 1 })
    const [maria, nina] = [
      await town.passenger('Maria Silva'),
      await town.passenger('Nina Exempt', { medically_exempt: true }),
    ]
    expect((await town.search({ who: maria, from: 'Market', to: 'School' })).status).toBe('offerings_available')
    const chair = await town.search({ who: maria, from: 'Market', to: 'School', wheelchairs: 1 })
    expect(chair.reasons[0]!.code).toBe('no_stop_destination')
    expect((await town.search({ who: maria, from: 'Market', to: 'Station' })).status).toBe('no_offerings')
    expect((await town.search({ who: nina, from: 'Market', to: 'Station' })).status).toBe('offerings_available')
  })

  test('two wheelchairs need a van with two spaces, and folded seats count', async () => {
    await town.vehicle('Small', { seats: 4, wheelchairs: 1 })
    const maria = await town.passenger('Maria Silva')
    const search = await town.search({ who: maria, from: 'Market', to: 'Hospital', people: 2, wheelchairs: 2 })
    expect(search.reasons[0]).toMatchObject({
      code: 'too_small_wheelchairs',
      text: '1 vehicle has at most 1 wheelchair space',
    })
    await town.vehicle('Folding', { seats: 6, wheelchairs: 2, folding: 2 })
    // Two wheelchairs fold four of six seats: two people more fit, three do not.
    const four = await town.search({ who: maria, from: 'Market', to: 'Hospital', people: 4, wheelchairs: 2 })
    expect(four.service_offerings[0]!.meta.vehicle_number).toBe('Folding')
    expect((await town.search({ who: maria, from: 'Market', to: 'Hospital', people: 5, wheelchairs: 2 })).status).toBe(
      'no_offerings',
    )
  })
})

test('without street data the search answers 503, never a straight line', async () => {
  const bare = await buildSmallTown(await startTestServer({ now: '2026-11-23T08:00:00+10:00' }))
  await bare.vehicle('Van 1')
  const maria = await bare.passenger('Maria Silva')
  const error = await refusal(bare.search({ who: maria, from: 'Market', to: 'Hospital' }))
  expect([error.status, error.message]).toEqual([
    503,
    'Street data is missing: trips cannot be planned until it is imported',
  ])
  await bare.server.close()
})
