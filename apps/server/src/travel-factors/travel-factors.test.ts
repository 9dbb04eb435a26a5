import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, TravelFactors } from '@ambit/contract'
import { checkPlans } from '../planning/upkeep/check-plans.ts'
import { updateEtas } from '../planning/upkeep/update-etas.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import type { Booking, Crew, Search, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

// Five stops a kilometre apart along one road: 100 s each in free flow. It is Monday, eight in the morning.
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

const sam = () => server.client('superadmin')
const show = async (region_id = town.region_id) =>
  (await sam().call(api.travelFactors.show, { query: { region_id } })).data
const change = (factors: Record<string, number | null>, region_id = town.region_id) =>
  sam().call(api.travelFactors.change, { query: { region_id }, body: { factors } })
const trip = async (crew: Crew) => (await town.dispatcher.call(api.trips.show, { params: { id: crew.trip_id } })).data
const seconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000
/** The planned ride time of an offering. */
const rideIn = ({ service_offerings: [offer] }: Search): number =>
  offer === undefined ? 0 : seconds(offer.pickup.lower_bound, offer.dropoff.lower_bound)
/** The planned drive between the two stops of a booking that is alone on its vehicle. */
const drivePlanned = async (crew: Crew, booking: Booking): Promise<number> => {
  const { trip_stops } = await trip(crew)
  const from = trip_stops.find(({ id }) => id === booking.pickup.trip_stop_id)
  const to = trip_stops.find(({ id }) => id === booking.dropoff.trip_stop_id)
  return from === undefined || to === undefined ? 0 : seconds(from.scheduled_departure_at, to.scheduled_at)
}

describe('the travel factors of a region', () => {
  test('each hour of the week has free-flow times until a factor is set', async () => {
    const { factors, time_zone } = await show()
    expect(time_zone).toBe('Australia/Brisbane')
    expect(factors.map(({ hour_of_week }) => hour_of_week)).toEqual(Array.from({ length: 168 }, (_, hour) => hour))
    expect(new Set(factors.map(({ factor, source }) => `${factor} ${source}`))).toEqual(new Set(['1 free_flow']))
  })

  test('sets factors of some hours, returns one to the learnt value, and leaves the others', async () => {
    await server.deps.db
      .insertInto('travel_factors')
      .values({
        region_id: town.region_id,
        hour_of_week: 8,
        source: 'learnt',
        factor: 1.2,
        observations: 40,
        updated_at: server.deps.clock.now(),
      })
      .execute()
    const { data: set } = await change({ 8: 1.5, 9: 1.25 })
    expect(set.factors[8]).toMatchObject({ factor: 1.5, source: 'set', observations: 0, learnt: 1.2 })
    const { data: given } = await change({ 8: null })
    expect(given.factors[8]).toMatchObject({ factor: 1.2, source: 'learnt', observations: 40 })
    expect(given.factors[9]).toMatchObject({ factor: 1.25, source: 'set' })
    expect((await show()).factors).toEqual(given.factors)
  })

  test('refuses to overwrite an hour that another user has set since it was read', async () => {
    await change({ 8: 1.5 })
    const query = { region_id: town.region_id }
    const stale = { factors: { 8: 2, 9: 2 }, seen: { 8: null, 9: null } }
    const { status, meta } = await refusal(sam().call(api.travelFactors.change, { query, body: stale }))
    expect(status).toBe(409)
    const { factors } = TravelFactors.parse(meta?.['travel_factors'])
    expect([factors[8]?.factor, factors[9]?.source]).toEqual([1.5, 'free_flow'])
    expect((await show()).factors).toEqual(factors)
    // With the current values as `seen`, and other hours changed by another user, the change is made.
    await change({ 17: 1.2 })
    const body = { factors: { 8: null, 9: 2 }, seen: { 8: 1.5, 9: null } }
    const { data } = await sam().call(api.travelFactors.change, { query, body })
    expect([8, 9, 17].map((hour) => data.factors[hour]?.factor)).toEqual([1, 2, 1.2])
  })

  test('refuses an invalid factor or hour with an error beside its field', async () => {
    const { status, errors } = await refusal(change({ 17: 5, 18: 0.4, 19: 1.234, 168: 1 }))
    expect(status).toBe(422)
    expect(errors.map(({ source, detail }) => [source?.pointer, detail])).toEqual([
      ['/factors/17', 'Please enter a number from 0.5 to 4'],
      ['/factors/18', 'Please enter a number from 0.5 to 4'],
      ['/factors/19', 'Please enter at most two decimals'],
      ['/factors/168', 'Please name an hour of the week, 0 to 167'],
    ])
  })

  test('users who may read regions read its factors; a region they may not see is not found', async () => {
    const nora = server.client({ permissions: ['RegionManagement:region:canRead'] })
    const query = { region_id: town.region_id }
    expect((await nora.call(api.travelFactors.show, { query })).data.region_id).toBe(town.region_id)
    expect((await refusal(nora.call(api.travelFactors.change, { query, body: { factors: { 8: 2 } } }))).status).toBe(
      403,
    )
    expect((await refusal(show(4711))).status).toBe(404)
    expect((await refusal(change({ 8: 2 }, 4711))).status).toBe(404)
  })
})

describe('planning with travel factors', () => {
  test('the same ride takes longer at rush hour, in the offering and in the plan', async () => {
    await change({ 8: 1.5 })
    const who = await town.passenger('Tom Baker')
    const early = { who, from: 'Market', to: 'Station', at: '08:10' } as const
    const late = { ...early, at: '11:10' } as const
    const [rush, calm] = [await town.search(early), await town.search(late)]
    // Three kilometres: 300 s, and half as much again; doors take 40 s, and a promise is made in whole minutes.
    expect(rideIn(calm)).toBe(300)
    expect(rideIn(rush)).toBe(480)
    const tom = await town.book(late)
    expect(await drivePlanned(van, tom)).toBe(300)
    const ann = await town.book({ ...early, who: await town.passenger('Ann Reed') })
    expect(await drivePlanned(van, ann)).toBe(450)
  })

  test('a request that fits at noon is refused at eight with the reason', async () => {
    await change({ 8: 2 })
    const tight = { who: await town.passenger('Tom Baker'), from: 'Harbour', to: 'Station' } as const
    const inTenMinutes = async (time: string, arriveBy: string) => {
      server.deps.clock.set(`2026-11-23T${time}:00+10:00`)
      return town.search({ ...tight, arriveBy })
    }
    // The van is at the harbour; four kilometres take 400 s in free flow, and 800 s at eight.
    const rush = await inTenMinutes('08:30', '08:40')
    expect([rush.service_offerings, rush.message]).toEqual([
      [],
      'The drive alone takes 13 minutes: leaving now, the passenger cannot arrive by 8:40 am. An arrival at 8:54 am works.',
    ])
    const noon = await inTenMinutes('12:30', '12:40')
    expect(noon.service_offerings.map(({ dropoff }) => clockOf(dropoff.upper_bound))).toEqual(['12:40'])
  })

  test('a drive across the end of an hour takes the slower hour’s time', async () => {
    await change({ 8: 1.5 })
    const tom = await town.book({ who: await town.passenger('Tom Baker'), from: 'Harbour', to: 'Station', at: '08:55' })
    const ann = await town.book({ who: await town.passenger('Ann Reed'), from: 'Harbour', to: 'Station', at: '09:30' })
    expect(await drivePlanned(van, tom)).toBe(600)
    expect(await drivePlanned(van, ann)).toBe(400)
    expect(await checkPlans(server.deps)).toEqual([])
  })

  test('expected times follow a new factor although the plan was cached', async () => {
    const tom = await town.book({ who: await town.passenger('Tom Baker'), from: 'Market', to: 'Station', at: '08:20' })
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const [stop] = (await trip(van)).trip_stops
    await van.client.call(api.driver.arrive, { params: { id: stop!.id } })
    const eta = async () => (await trip(van)).trip_stops.find(({ id }) => id === tom.dropoff.trip_stop_id)?.eta ?? ''
    await updateEtas(server.deps, town.zone_id)
    const before = await eta()
    await change({ 8: 2 })
    await updateEtas(server.deps, town.zone_id)
    expect(seconds(before, await eta())).toBe(300)
    await change({ 8: null })
    await updateEtas(server.deps, town.zone_id)
    expect(await eta()).toBe(before)
  })

  test('the factors of another region do not change a zone’s times', async () => {
    const { data: other } = await sam().call(api.regions.create, {
      body: { name: `Elsewhere ${town.region_id}`, time_zone: 'Australia/Brisbane' },
    })
    await change({ 8: 3 }, other.id)
    const search = await town.search({
      who: await town.passenger('Tom Baker'),
      from: 'Market',
      to: 'Station',
      at: '08:10',
    })
    expect(rideIn(search)).toBe(300)
  })

  test('the hours of a region follow its time zone', async () => {
    await change({ 8: 1.5 })
    const { data: region } = await sam().call(api.regions.show, { params: { id: town.region_id } })
    const who = await town.passenger('Tom Baker')
    const search = async () => rideIn(await town.search({ who, from: 'Market', to: 'Station', at: '08:10' }))
    expect(await search()).toBe(480)
    await sam().call(api.regions.update, {
      params: { id: region.id },
      body: { time_zone: 'Australia/Perth' },
      version: region.version,
    })
    expect(await search()).toBe(300)
  })

  test('a timetable’s run takes longer at eight than at ten and can be driven on time', async () => {
    await change({ 8: 1.5 })
    const line = await town.route('fixed_route', ['Harbour', 'Market', 'School'])
    const bus = await town.vehicle('Bus 2', { route: line, until: '11:00' })
    const { trip_stops } = await trip(bus)
    const runAfter = (time: string): number => {
      const first = trip_stops.findIndex(
        ({ scheduled_departure_at: at, location_name }) => location_name === 'Harbour' && clockOf(at) >= time,
      )
      return seconds(trip_stops[first]!.scheduled_departure_at, trip_stops[first + 2]!.scheduled_at)
    }
    expect(runAfter('08:00')).toBe(150 + 30 + 150)
    expect(runAfter('10:00')).toBe(100 + 30 + 100)
    expect(await checkPlans(server.deps)).toEqual([])
    // Expected times equal the timetable's.
    await updateEtas(server.deps, town.zone_id)
    const late = (await trip(bus)).trip_stops.map(({ eta, scheduled_at }) => seconds(scheduled_at, eta ?? ''))
    expect(Math.max(...late)).toBeLessThanOrEqual(0)
  })

  test('an idle vehicle leaves for its next passenger as early as the slow hour requires', async () => {
    await change({ 10: 1.5 })
    const tom = await town.book({ who: await town.passenger('Tom Baker'), from: 'Harbour', to: 'Market', at: '09:00' })
    await town.book({ who: await town.passenger('Ann Reed'), from: 'Station', to: 'Hospital', at: '10:30' })
    const { trip_stops } = await trip(van)
    const left = trip_stops.find(({ id }) => id === tom.dropoff.trip_stop_id)
    const next = trip_stops[trip_stops.indexOf(left!) + 1]!
    expect(clockOf(next.scheduled_at)).toBe('10:30')
    expect(seconds(left!.scheduled_departure_at, next.scheduled_at)).toBe(450)
  })
})
