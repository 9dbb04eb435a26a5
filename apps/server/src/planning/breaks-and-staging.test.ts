import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { TripWithStops } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { at, buildSmallTown, clockOf } from '../testing/small-town.ts'
import type { Crew, SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { readVersion } from './plan/queries.ts'
import { stageIdle } from './upkeep/stage-idle.ts'
import { updateEtas } from './upkeep/update-etas.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server, { stop: { School: { break: true }, Station: { break: true } } })
})
afterEach(() => nothingBroken(server))

const clock = (time: string) => server.deps.clock.set(`2026-11-23T${time}:00+10:00`)
const show = async (crew: Crew): Promise<TripWithStops> =>
  (await town.dispatcher.call(api.trips.show, { params: { id: crew.trip_id } })).data
const brief = ({ trip_stops }: TripWithStops) =>
  trip_stops.map((stop) => [
    clockOf(stop.scheduled_at),
    clockOf(stop.scheduled_departure_at),
    stop.location_name,
    stop.kind,
    ...stop.alightings.map((one) => `${one.traveler_name} off`),
    ...stop.boardings.map((one) => `${one.traveler_name} on`),
  ])
const step = async (crew: Crew, what: 'arrive' | 'depart') => {
  const stop = (await show(crew)).trip_stops.find((one) => one.departed_at === null)
  await crew.client.call(api.driver[what], { params: { id: stop?.id ?? 0 } })
}
const drivesTo = async (crew: Crew, [longitude, latitude]: readonly [number, number]) => {
  const recorded_at = server.deps.clock.now().toISOString()
  await crew.client.call(api.driver.positions, {
    params: { id: crew.trip_id },
    body: { positions: [{ longitude, latitude, bearing: 90, speed: 0, recorded_at }] },
  })
}

describe('a break', () => {
  const rest = { minutes: 30, from: '09:00', until: '10:00' }

  test('a break is a stop of the trip, between passengers and never with one on board', async () => {
    const van = await town.vehicle('Van 1', { rest })
    expect(brief(await show(van))).toEqual([['09:00', '09:30', 'School', 'break']])
    const [tom, maria] = [await town.passenger('Tom Baker'), await town.passenger('Maria Silva')]
    await town.book({ who: tom, from: 'Harbour', to: 'Station', at: '09:05' })
    await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:25' })
    const trip = await show(van)
    const kinds = brief(trip).map(([, , , kind]) => kind)
    expect(kinds.filter((kind) => kind === 'break')).toHaveLength(1)
    const pause = trip.trip_stops.find((stop) => stop.kind === 'break')
    expect(Date.parse(pause?.scheduled_departure_at ?? '') - Date.parse(pause?.scheduled_at ?? '')).toBe(30 * 60_000)
    expect(pause && [clockOf(pause.scheduled_at) >= '09:00', clockOf(pause.scheduled_departure_at) <= '10:00']).toEqual(
      [true, true],
    )
  })

  test('a break is dropped when the driver signs on after it should have begun', async () => {
    const [van, bus] = [await town.vehicle('Van 1', { rest }), await town.vehicle('Bus 2', { rest })]
    clock('09:30')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    expect(brief(await show(van)).map(([, , , kind]) => kind)).toEqual(['break'])
    clock('09:31')
    await bus.client.call(api.driver.signOn, { params: { id: bus.trip_id } })
    expect((await show(bus)).trip_stops).toEqual([])
  })

  test('a break on a deviated route stays between two runs, with bookings before and after it', async () => {
    const bus = await town.vehicle('Bus 1', {
      from: '09:00',
      until: '11:00',
      route: await town.route('deviated', ['Harbour', 'Market', 'School', 'Hospital', 'Station'], 5),
      rest: { minutes: 20, from: '09:05', until: '09:45' },
    })
    const order = async () =>
      (await show(bus)).trip_stops.filter((stop) => stop.kind !== 'passenger').map((stop) => stop.id)
    const before = await order()
    const [tom, maria] = [await town.passenger('Tom Baker'), await town.passenger('Maria Silva')]
    await town.book({ who: tom, from: 'Market', to: 'Station', at: '09:00' })
    await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:30' })
    // Each stop of the route and the break keep their times; no passenger is on board during the break.
    expect(await order()).toEqual(before)
    const pause = brief(await show(bus)).find(([, , , kind]) => kind === 'break')
    expect(pause).toEqual(['09:08', '09:28', 'Station', 'break'])
  })

  test('a break moves to the break stop that costs least driving', async () => {
    const van = await town.vehicle('Van 1', { rest })
    const tom = await town.passenger('Tom Baker')
    await town.book({ who: tom, from: 'Harbour', to: 'Station', at: '08:50' })
    expect(brief(await show(van)).at(-1)).toEqual(['09:00', '09:30', 'Station', 'break'])
  })

  test('a search in the middle of a break says when the vehicle is available again', async () => {
    await town.vehicle('Van 1', { rest: { minutes: 60, from: '09:00', until: '10:00' } })
    const tom = await town.passenger('Tom Baker')
    const search = await town.search({ who: tom, from: 'Harbour', to: 'Market', at: '09:10' })
    expect(search.reasons.map((reason) => reason.text)).toEqual(['1 vehicle cannot reach the pick-up before 10:03 am'])
    expect(search.nearest_change?.text).toBe('A pick-up at 8:55 am works')
  })

  test('a break in progress delays the next passenger only by what is left of it', async () => {
    const van = await town.vehicle('Van 1', { rest })
    await town.book({ who: await town.passenger('Tom Baker'), from: 'School', to: 'Station', at: '09:32' })
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    clock('09:00')
    await drivesTo(van, at(2000))
    await step(van, 'arrive')
    clock('09:20')
    await updateEtas(server.deps, town.zone_id)
    const [, pickup] = (await show(van)).trip_stops
    expect(clockOf(pickup?.eta ?? null)).toBe('09:32')
    clock('09:31')
    await step(van, 'depart')
    expect((await show(van)).current_state).toBe('in_transit')
  })

  test('a break that does not fit its schedule is refused at its field', async () => {
    const make = (change: object) =>
      server.client('operations_manager').call(api.servicePlans.create, {
        body: {
          zone_id: town.zone_id,
          start_time: '2026-11-23T18:00:00+10:00',
          end_time: '2026-11-23T22:00:00+10:00',
          break_minutes: 30,
          break_from: '2026-11-23T19:00:00+10:00',
          break_until: '2026-11-23T20:00:00+10:00',
          ...change,
        },
      })
    const field = async (change: object) =>
      make(change).then(
        () => null,
        (error: { errors: { source?: { pointer?: string } }[] }) => error.errors[0]?.source?.pointer,
      )
    expect(await field({ break_until: '2026-11-23T19:20:00+10:00' })).toBe('/break_until')
    expect(await field({ break_from: '2026-11-23T17:00:00+10:00' })).toBe('/break_from')
    expect(await field({ break_minutes: null })).toBe('/break_minutes')
    expect(await field({})).toBeNull()
  })
})

describe('a vehicle with nothing to do', () => {
  test('an idle vehicle is sent to the nearest staging stop after a while, and only once', async () => {
    const van = await town.vehicle('Van 1')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    await drivesTo(van, at(1500))
    clock('08:04')
    expect(await stageIdle(server.deps, await readVersion(server.deps.db, town.zone_id))).toBe(0)
    clock('08:05')
    expect(await stageIdle(server.deps, await readVersion(server.deps.db, town.zone_id))).toBe(1)
    expect(brief(await show(van))).toEqual([['08:07', '08:07', 'Harbour', 'staging']])
    expect(await stageIdle(server.deps, await readVersion(server.deps.db, town.zone_id))).toBe(0)
    clock('08:08')
    await drivesTo(van, at(0))
    await step(van, 'arrive')
    await step(van, 'depart')
    clock('08:20')
    expect(await stageIdle(server.deps, await readVersion(server.deps.db, town.zone_id))).toBe(0)
  })

  test('a vehicle on its way to a staging stop is diverted to a booking, and the staging stop is removed', async () => {
    const van = await town.vehicle('Van 1')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    await drivesTo(van, at(3000))
    clock('08:05')
    await stageIdle(server.deps, await readVersion(server.deps.db, town.zone_id))
    await drivesTo(van, at(2500))
    const booking = await town.book({
      who: await town.passenger('Tom Baker'),
      from: 'Hospital',
      to: 'Station',
      at: '08:05',
    })
    expect(brief(await show(van)).map(([, , name, kind]) => [name, kind])).toEqual([
      ['Hospital', 'passenger'],
      ['Station', 'passenger'],
    ])
    expect(clockOf(booking.pickup.lower_bound)).toBe('08:05')
  })

  test('a vehicle at a staging stop waits there for its next booking', async () => {
    const van = await town.vehicle('Van 1')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    await drivesTo(van, at(500))
    clock('08:05')
    await stageIdle(server.deps, await readVersion(server.deps.db, town.zone_id))
    clock('08:06')
    await step(van, 'arrive')
    await town.book({ who: await town.passenger('Tom Baker'), from: 'Hospital', to: 'Station', at: '09:00' })
    expect(brief(await show(van)).map(([, until, name, kind]) => [until, name, kind])).toEqual([
      ['08:55', 'Harbour', 'staging'],
      ['09:00', 'Hospital', 'passenger'],
      ['09:03', 'Station', 'passenger'],
    ])
    // A passenger who boards there makes it an ordinary stop.
    await town.book({ who: await town.passenger('Maria Silva'), from: 'Harbour', to: 'Market', at: '08:10' })
    expect(brief(await show(van))[0]?.slice(2)).toEqual(['Harbour', 'passenger', 'Maria Silva on'])
  })

  test('a vehicle is not sent to a staging stop at the end of its shift', async () => {
    const van = await town.vehicle('Van 1', { until: '08:15' })
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    await drivesTo(van, at(3500))
    clock('08:07')
    expect(await stageIdle(server.deps, await readVersion(server.deps.db, town.zone_id))).toBe(0)
  })
})
