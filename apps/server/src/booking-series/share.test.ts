import { api } from '@ambit/contract'
import { beforeEach, expect, test } from 'vitest'
import { later, legAt, makeNow, makeSeriesOf, statesOf, vehicleOn } from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'

const w = startSeriesTown()

const MONDAYS = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14']
beforeEach(() => vehicleOn(w.server, w.town, 'Van 1', MONDAYS, { seats: 4 }))

const limit = (series_share_max: number | null) =>
  w.server.deps.db.updateTable('regions').set({ series_share_max }).where('id', '=', w.town.region_id).execute()
const seats = (count: number, time = '10:00') => ({
  legs: [
    legAt('Market', 'Station', time, { passengers: Array.from({ length: count }, () => ({ fare_type: 'adult' })) }),
  ],
})
const make = async (name: string, count: number, time?: string) =>
  makeSeriesOf(w.chris, await w.town.passenger(name), seats(count, time))
const stateOf = async (id: number) => (await w.chris.call(api.bookingSeries.show, { params: { id } })).data.state
const night = async (date: string): Promise<void> => {
  const [clerk] = await later(w.server, `${date}T00:30:10+10:00`, 'customer_service')
  w.chris = clerk!
  await makeNow(w.server)
}

// covers: JRN-30
test('without a limit every series is made, whatever share of the seats it takes', async () => {
  const { id } = await make('Ann Berg', 4)
  await makeNow(w.server)
  expect(await stateOf(id)).toBe('active')
  expect((await statesOf(w.chris, id, '2026-11-23')).map(([, state]) => state)).toEqual(['booked'])
})

// covers: JRN-30
test('beyond the share of its region in a clock hour a new series waits, without rides, and other hours are free', async () => {
  await limit(50)
  const first = await make('Ann Berg', 2)
  const second = await make('Bob Cole', 1)
  const elsewhen = await make('Cleo Dunn', 2, '14:00')
  await makeNow(w.server)
  expect([await stateOf(first.id), await stateOf(second.id), await stateOf(elsewhen.id)]).toEqual([
    'active',
    'waiting',
    'active',
  ])
  const rows = await w.server.deps.db
    .selectFrom('booking_series_occurrences')
    .where('booking_series_id', '=', second.id)
    .select('id')
    .execute()
  expect(rows).toEqual([])
  const { data } = await w.chris.call(api.bookingSeries.list, {
    query: { filter: { zone: [w.town.zone_id], state: ['waiting'] } },
  })
  expect(data.map(({ id }) => id)).toEqual([second.id])
})

// covers: JRN-30
test('those that wait are made in their order, the night after the share is free again', async () => {
  await limit(50)
  const first = await make('Ann Berg', 2)
  const [second, third] = [await make('Bob Cole', 2), await make('Cleo Dunn', 1)]
  await makeNow(w.server)
  await night('2026-11-24')
  expect([await stateOf(second.id), await stateOf(third.id)]).toEqual(['waiting', 'waiting'])
  await w.chris.call(api.bookingSeries.end, { params: { id: first.id }, body: {} })
  await night('2026-11-25')
  await makeNow(w.server)
  expect([await stateOf(second.id), await stateOf(third.id)]).toEqual(['active', 'waiting'])
  expect((await statesOf(w.chris, second.id, '2026-11-30')).at(-1)).toEqual(['2026-11-30', 'booked'])
})
