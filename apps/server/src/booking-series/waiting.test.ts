import { api, type Client, type SeriesChange } from '@ambit/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { endAllSeries, legAt, legsOn, makeNow, makeSeriesOf, type SeriesInput, vehicleOn } from '../testing/series.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { serveNow } from '../testing/waitlist.ts'

let server: TestServer
let town: SmallTown
let chris: Client
let maria: number
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  await endAllSeries(server)
  town = await buildSmallTown(server)
  chris = server.client('customer_service')
  maria = await town.passenger('Maria Silva')
})

const MONDAY = '2026-11-30'
const run = () => makeNow(server)
type ChangeBody = z.input<typeof SeriesChange>
const send = async (id: number, body: ChangeBody) =>
  (await chris.call(api.bookingSeries.change, { params: { id }, body })).data
/** With a vehicle that comes too late for the ride of one Monday, which waits for another. */
const waiting = async (more: Partial<SeriesInput> = {}): Promise<number> => {
  await vehicleOn(server, town, 'Van 1', [MONDAY], { from: '12:00' })
  const { id } = await makeSeriesOf(chris, maria, { starts_on: MONDAY, ride_count: 1, ...more })
  await run()
  expect(await stateOf(id)).toEqual(['waiting', '-'])
  return id
}
const stateOf = async (id: number) => {
  const [leg] = await legsOn(chris, id, MONDAY)
  return [leg?.state, clockOf(leg?.pickup?.lower_bound ?? null)]
}
const entries = async () =>
  (await town.dispatcher.call(api.waitlistEntries.list, { query: { filter: { traveler: [maria] } } })).data.map(
    ({ state }) => state,
  )
const bookings = async () =>
  (
    await server.deps.db
      .selectFrom('service_requests')
      .where('traveler_id', '=', maria)
      .where('status', '<>', 'cancelled')
      .select('id')
      .execute()
  ).length

describe('a ride that waits', () => {
  test.each(['all', 'following', 'only_this'] as const)(
    'leaves the waiting list with a change of %s, and is booked once, by what the change says',
    async (scope) => {
      const id = await waiting()
      await send(id, { scope, date: MONDAY, legs: [{ time: '13:00' }] })
      expect([await stateOf(id), await entries()]).toEqual([['planned', '-'], ['withdrawn']])
      // Room at the old time is nobody's any more.
      await vehicleOn(server, town, 'Van 2', [MONDAY])
      await serveNow(server)
      await run()
      expect([await stateOf(id), await bookings()]).toEqual([['booked', '13:00'], 1])
    },
  )

  test('stays on the waiting list where a change is of another way', async () => {
    const id = await waiting({ legs: [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '14:00')] })
    await send(id, { scope: 'all', legs: [{}, { time: '15:00' }] })
    expect([await stateOf(id), await entries()]).toEqual([['waiting', '-'], ['waiting']])
  })
})

test('rides that wait are asked about with the series that goes on with them', async () => {
  await vehicleOn(server, town, 'Van 2', ['2026-11-23'])
  const id = await waiting({ ride_count: 2, starts_on: '2026-11-23' })
  const next = await send(id, { scope: 'following', date: MONDAY, ends_on: '2026-12-31' })
  const { data } = await town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [town.zone_id] } } })
  expect(data.filter(({ kind }) => kind === 'series_failed').map(({ facts }) => facts)).toMatchObject([
    { booking_series_id: next.id, dates: [MONDAY] },
  ])
})

test('a ride that has failed is tried again by what a change says', async () => {
  await server.deps.db.updateTable('zones').set({ waitlist: false }).where('id', '=', town.zone_id).execute()
  await vehicleOn(server, town, 'Van 1', [MONDAY], { from: '12:00' })
  const { id } = await makeSeriesOf(chris, maria, { starts_on: MONDAY, ride_count: 1 })
  await run()
  expect(await stateOf(id)).toEqual(['failed', '-'])
  await send(id, { scope: 'all', legs: [{ time: '13:00' }] })
  await run()
  expect(await stateOf(id)).toEqual(['booked', '13:00'])
})
