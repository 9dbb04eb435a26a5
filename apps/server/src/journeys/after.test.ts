import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { refusal } from '../testing/refusal.ts'
import { buildSmallTown, type Crew, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let van: Crew
let maria: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1')
  maria = await town.passenger('Maria Silva')
})

const setClock = (time: string): void => server.deps.clock.set(`2026-11-23T${time}+10:00`)
/** The ids of the way there at nine and the way back at eleven. */
const journey = async (): Promise<[number, number]> => {
  const there = await town.search({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
  const back = await town.search({ who: maria, from: 'Hospital', to: 'Market', at: '11:00' })
  const legs = [there, back].map(({ service_offerings: [offering] }) => ({
    service_offering_id: offering?.id ?? 0,
    payment_method: 'cash' as const,
  }))
  const { data } = await town.dispatcher.call(api.journeys.create, { body: { traveler_id: maria, legs } })
  const [first, second] = data.service_requests
  return [first?.id ?? 0, second?.id ?? 0]
}
const show = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data
const statuses = async (ids: readonly number[]) => {
  const rows = []
  for (const id of ids) rows.push((await show(id)).status)
  return rows
}
const cancel = (id: number, legs?: 'this' | 'all', who = town.dispatcher) =>
  who.call(api.serviceRequests.cancel, { params: { id }, body: legs === undefined ? {} : { legs } })
const asked = async () =>
  (await town.dispatcher.call(api.exceptions.list, { query: {} })).data.filter(
    ({ kind, zone_id }) => kind === 'passenger_call' && zone_id === town.zone_id,
  )

describe('cancelling a leg', () => {
  afterEach(() => nothingBroken(server))

  // covers: JRN-09
  // @test-tag long
  test('leaves the other one, unless both are meant', async () => {
    const alone = await journey()
    await cancel(alone[0])
    expect(await statuses(alone)).toEqual(['cancelled', 'assigned'])
    await cancel(alone[1], 'this')
    const both = await journey()
    await cancel(both[1], 'all')
    expect(await statuses(both)).toEqual(['cancelled', 'cancelled'])
  })

  test('cancels neither where the other one cannot be cancelled, and says why', async () => {
    const [there, back] = await journey()
    await server.deps.db.updateTable('service_requests').set({ status: 'completed' }).where('id', '=', there).execute()
    expect((await refusal(cancel(back, 'all'))).status).toBe(409)
    expect((await show(back)).status).toBe('assigned')
    await server.deps.db.updateTable('service_requests').set({ status: 'assigned' }).where('id', '=', there).execute()
    await cancel(there)
    const { status, errors } = await refusal(cancel(back, 'all'))
    expect([status, errors[0]?.detail]).toEqual([409, 'There is no other leg that could be cancelled'])
  })
})

describe('a no-show on the way there', () => {
  afterEach(() => nothingBroken(server))

  const noShow = async (id: number): Promise<void> => {
    setClock('08:50:00')
    await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
    const { trip_stops } = (await van.client.call(api.driver.trip, { params: { id: van.trip_id } })).data
    const stop = trip_stops.find(({ boardings }) => boardings.some((one) => one.id === id))?.id ?? 0
    setClock('09:00:00')
    await van.client.call(api.driver.arrive, { params: { id: stop } })
    setClock('09:10:00')
    await van.client.call(api.driver.noShow, { params: { id } })
  }

  // covers: JRN-09, EXC-33
  // @test-tag long
  test('leaves the way back, and asks whether it is still wanted until it is cancelled', async () => {
    const [there, back] = await journey()
    await noShow(there)
    expect(await statuses([there, back])).toEqual(['no_show', 'assigned'])
    const [exception] = await asked()
    expect(exception).toMatchObject({
      severity: 'watch',
      zone_id: town.zone_id,
      facts: { service_request_id: back },
      bookings: [{ service_request_id: back, traveler_name: 'Maria S.' }],
    })
    await cancel(back)
    expect(await asked()).toEqual([])
  })

  // covers: JRN-09
  test('asks nothing any more where it is taken back', async () => {
    const [there] = await journey()
    await noShow(there)
    expect(await asked()).toHaveLength(1)
    setClock('09:11:00')
    await van.client.call(api.driver.undo, { params: { id: van.trip_id } })
    expect(await asked()).toEqual([])
  })

  test('asks nothing of a ride that was booked by itself', async () => {
    const { id } = await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    await town.book({ who: maria, from: 'Hospital', to: 'Market', at: '11:00' })
    await noShow(id)
    expect(await asked()).toEqual([])
  })
})

describe('the suggested return', () => {
  const suggest = async (time: string, departing: boolean) => {
    const place = (name: 'Market' | 'Hospital') => ({ name, point: stopPoint(name) })
    const body = {
      traveler_id: maria,
      passengers: [{ fare_type: 'adult' as const }],
      origin: place('Market'),
      destination: place('Hospital'),
      traveling_at: `2026-11-23T${time}:00+10:00`,
      departing,
    }
    return (await town.dispatcher.call(api.journeys.suggestReturn, { body })).data
  }
  const at = (time: string): string => new Date(`2026-11-23T${time}:00+10:00`).toISOString()

  // covers: JRN-03
  test('is an hour after the wished arrival, or the latest promised drop-off, rounded up to five minutes', async () => {
    expect(await suggest('10:02', false)).toEqual({
      ends_at: at('10:02'),
      stay_minutes: 60,
      traveling_at: at('11:05'),
    })
    const { service_offerings } = await town.search({ who: maria, from: 'Market', to: 'Hospital', at: '09:00' })
    const ends = Math.max(...service_offerings.map(({ dropoff }) => Date.parse(dropoff.upper_bound)))
    expect(await suggest('09:00', true)).toEqual({
      ends_at: new Date(ends).toISOString(),
      stay_minutes: 60,
      traveling_at: new Date(Math.ceil((ends + 3600_000) / 300_000) * 300_000).toISOString(),
    })
    expect(await suggest('22:00', true)).toMatchObject({ ends_at: null, traveling_at: null })
    expect(await bookings()).toEqual([])
  })

  const bookings = async () =>
    (await town.dispatcher.call(api.serviceRequests.list, { query: { filter: { traveler: [maria] } } })).data

  // covers: JRN-03
  test('counts with what the passenger’s visits there took', async () => {
    const [there, back] = await journey()
    const made = (boarded: string, left: string) => ({
      status: 'completed' as const,
      boarded_at: new Date(at(boarded)),
      dropped_off_at: new Date(at(left)),
    })
    const { db } = server.deps
    await db.updateTable('service_requests').set(made('09:00', '09:10')).where('id', '=', there).execute()
    await db.updateTable('service_requests').set(made('09:35', '09:45')).where('id', '=', back).execute()
    expect(await suggest('14:00', false)).toMatchObject({ stay_minutes: 25, traveling_at: at('14:25') })
  })

  test('is chosen at first where a way back was booked the last time', async () => {
    const usual = async (from: 'Market' | 'Hospital', to: 'Market' | 'Hospital') => {
      const text = (name: typeof from) => stopPoint(name).toReversed().join(',')
      const query = { traveler_id: maria, from: text(from), to: text(to) }
      return (await town.dispatcher.call(api.journeys.usualReturn, { query })).data.choice
    }
    expect(await usual('Market', 'Hospital')).toBe('none')
    await journey()
    expect([await usual('Market', 'Hospital'), await usual('Hospital', 'Market')]).toEqual(['timed', 'none'])
    await town.book({ who: maria, from: 'Market', to: 'Hospital', at: '14:00' })
    expect(await usual('Market', 'Hospital')).toBe('none')
  })
})
