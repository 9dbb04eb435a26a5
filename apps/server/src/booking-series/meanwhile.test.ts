import { api, SeriesChange } from '@ambit/contract'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { service } from '../http/scope.ts'
import { refusal } from '../testing/refusal.ts'
import { legsOn, makeNow, makeSeriesOf, type SeriesInput, statesOf, vehicleOn } from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'
import { clockOf } from '../testing/small-town.ts'
import { bookDate } from './book.ts'
import { changedSeries, storeChange } from './change.ts'
import { failRide } from './fail.ts'
import { moveDate } from './move.ts'
import { occurrencesOf, readSeries } from './queries.ts'
import { wishOf } from './wish.ts'

const w = startSeriesTown()

const run = () => makeNow(w.server)
const make = async (more: Partial<SeriesInput> = {}): Promise<number> =>
  (await makeSeriesOf(w.chris, w.maria, { starts_on: '2026-11-30', ride_count: 2, ...more })).id
type ChangeBody = z.input<typeof SeriesChange>
const change = async (id: number, body: ChangeBody) =>
  (await w.chris.call(api.bookingSeries.change, { params: { id }, body })).data
const legsAt = (time: string) => ({ legs: [{ time }] })
const stateOn = async (id: number, date: string) => {
  const [leg] = await legsOn(w.chris, id, date)
  return [leg?.state, clockOf(leg?.pickup?.lower_bound ?? null)]
}
/** What the job has read of its first date before it searches. */
const reading = async (id: number) => {
  const series = (await readSeries(w.server.deps.db, null, id))! // made by the test
  const rows = (await occurrencesOf(w.server.deps.db, id)).slice(0, 1)
  return { series, rows }
}

describe('while the job searches a ride of a series', () => {
  test('a change of the series or of the date is not lost: the ride is booked by what holds then', async () => {
    for (const [scope, date] of [
      ['all', '2026-11-30'],
      ['only_this', '2026-12-07'],
    ] as const) {
      const who = await w.town.passenger(`Rider of ${scope}`)
      const { id } = await makeSeriesOf(w.chris, who, { starts_on: date, ride_count: 1 })
      await run()
      w.server.deps.clock.advance(60_000)
      await vehicleOn(w.server, w.town, `Van ${scope}`, [date])
      const { series, rows } = await reading(id)
      await change(id, { scope, date, ...legsAt('12:00') })
      await bookDate(w.server.deps, series, rows)
      expect(await stateOn(id, date)).toEqual(['planned', '-'])
      const wish = wishOf(series, rows[0]!)! // of the only way
      await failRide(w.server.deps, series, { row: rows[0]!, wish }, { offering: null, reasons: [], search_id: null })
      expect(await stateOn(id, date)).toEqual(['planned', '-'])
      await run()
      expect(await stateOn(id, date)).toEqual(['booked', '12:00'])
    }
  })

  test('a second change of it is what its booking becomes, and not the first', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', ['2026-11-30'])
    const id = await make()
    await run()
    await change(id, { scope: 'all', ...legsAt('12:00') })
    const { series, rows } = await reading(id)
    await change(id, { scope: 'all', ...legsAt('13:00') })
    await moveDate(w.server.deps, series, rows)
    expect(await stateOn(id, '2026-11-30')).toEqual(['booked', '10:00'])
    await run()
    expect(await stateOn(id, '2026-11-30')).toEqual(['booked', '13:00'])
  })
})

test('of two changes of a series at the same time the second is refused, and nothing of the first is lost', async () => {
  const id = await make()
  const { series } = await reading(id)
  const body = SeriesChange.parse({ scope: 'all', payment_method: 'cash', ...legsAt('11:00') })
  const changed = await changedSeries(w.server.deps, series, body, service)
  await change(id, { scope: 'all', ...legsAt('12:00') })
  const now = w.server.deps.clock.now()
  const store = w.server.deps.db
    .transaction()
    .execute((tx) => storeChange(tx, id, { change: body, changed, actor: service, now }))
  await expect(store).rejects.toThrow('This recurring journey was changed in the meantime')
  expect((await reading(id)).series.legs[0]?.time).toBe('12:00')
})

test('ending a series goes on where it stopped, and cancels what the job had booked until it ended', async () => {
  await vehicleOn(w.server, w.town, 'Van 1', ['2026-11-30', '2026-12-07'])
  const id = await make()
  const { db } = w.server.deps
  const end = (idempotencyKey: string) =>
    w.chris.call(api.bookingSeries.end, { params: { id }, body: {}, idempotencyKey })
  await end('end')
  // As a server leaves it that died before it cancelled anything, while the job had a booking under way.
  await db.deleteFrom('idempotency_keys').where('key', '=', 'end').execute()
  const at = '2026-11-30T10:00:00+10:00'
  const ride = await w.town.book({ who: w.maria, from: 'Market', to: 'Station', at })
  const row = { booking_series_id: id, date: '2026-11-30', leg: 1, state: 'booked' as const }
  await db
    .insertInto('booking_series_occurrences')
    .values({ ...row, service_request_id: ride.id })
    .execute()
  expect((await refusal(end('another'))).status).toBe(409)
  expect((await end('end')).data.state).toBe('ended')
  expect(await statesOf(w.chris, id)).toEqual([['2026-11-30', 'cancelled']])
  await run()
  expect(await statesOf(w.chris, id)).toEqual([['2026-11-30', 'cancelled']])
})
