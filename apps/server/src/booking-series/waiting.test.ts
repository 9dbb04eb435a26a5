import { api, type SeriesChange } from '@ambit/contract'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { watchExceptions } from '../exceptions/watch/watch.ts'
import { runJob } from '../testing/run-job.ts'
import { legAt, legsOn, makeNow, makeSeriesOf, type SeriesInput, vehicleOn } from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'
import { clockOf } from '../testing/small-town.ts'
import { serveNow } from '../testing/waitlist.ts'

const w = startSeriesTown()

const MONDAY = '2026-11-30'
const run = () => makeNow(w.server)
type ChangeBody = z.input<typeof SeriesChange>
const send = async (id: number, body: ChangeBody) =>
  (await w.chris.call(api.bookingSeries.change, { params: { id }, body })).data
/** With a vehicle that comes too late for the ride of one Monday, which waits for another. */
const waiting = async (more: Partial<SeriesInput> = {}): Promise<number> => {
  await vehicleOn(w.server, w.town, 'Van 1', [MONDAY], { from: '12:00' })
  const { id } = await makeSeriesOf(w.chris, w.maria, { starts_on: MONDAY, ride_count: 1, ...more })
  await run()
  expect(await stateOf(id)).toEqual(['waiting', '-'])
  return id
}
const stateOf = async (id: number) => {
  const [leg] = await legsOn(w.chris, id, MONDAY)
  return [leg?.state, clockOf(leg?.pickup?.lower_bound ?? null)]
}
const entries = async () =>
  (await w.town.dispatcher.call(api.waitlistEntries.list, { query: { filter: { traveler: [w.maria] } } })).data.map(
    ({ state }) => state,
  )
const bookings = async () =>
  (
    await w.server.deps.db
      .selectFrom('service_requests')
      .where('traveler_id', '=', w.maria)
      .where('status', '<>', 'cancelled')
      .select('id')
      .execute()
  ).length

describe('a ride that waits', () => {
  // @test-tag long
  test.each(['all', 'following', 'only_this'] as const)(
    'leaves the waiting list with a change of %s, and is booked once, by what the change says',
    async (scope) => {
      const id = await waiting()
      await send(id, { scope, date: MONDAY, legs: [{ time: '13:00' }] })
      expect([await stateOf(id), await entries()]).toEqual([['planned', '-'], ['withdrawn']])
      // Room at the old time is nobody's any more.
      await vehicleOn(w.server, w.town, 'Van 2', [MONDAY])
      await serveNow(w.server)
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
  await vehicleOn(w.server, w.town, 'Van 2', ['2026-11-23'])
  const id = await waiting({ ride_count: 2, starts_on: '2026-11-23' })
  const next = await send(id, { scope: 'following', date: MONDAY, ends_on: '2026-12-31' })
  const { data } = await w.town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [w.town.zone_id] } } })
  expect(data.filter(({ kind }) => kind === 'series_failed').map(({ facts }) => facts)).toMatchObject([
    { booking_series_id: next.id, dates: [MONDAY] },
  ])
})

test('a ride that waits stands beneath what staff are asked about its series, and asks for no attention of its own', async () => {
  const id = await waiting({ starts_on: MONDAY, ride_count: 1 })
  await runJob(w.server.deps, watchExceptions())
  const { data } = await w.town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [w.town.zone_id] } } })
  const asked = data.find(({ kind, facts }) => kind === 'series_failed' && facts.booking_series_id === id)
  expect(data.filter(({ kind }) => kind === 'booking_waiting')).toMatchObject([{ parent_id: asked?.id }])
})

test('a ride that has failed is tried again by what a change says', async () => {
  await w.server.deps.db.updateTable('zones').set({ waitlist: false }).where('id', '=', w.town.zone_id).execute()
  await vehicleOn(w.server, w.town, 'Van 1', [MONDAY], { from: '12:00' })
  const { id } = await makeSeriesOf(w.chris, w.maria, { starts_on: MONDAY, ride_count: 1 })
  await run()
  expect(await stateOf(id)).toEqual(['failed', '-'])
  await send(id, { scope: 'all', legs: [{ time: '13:00' }] })
  await run()
  expect(await stateOf(id)).toEqual(['booked', '13:00'])
})
