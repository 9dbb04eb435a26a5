import { api, type SeriesChange } from '@ambit/contract'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { later, legAt, legsOn, makeNow, makeSeriesOf, type SeriesInput, vehicleOn } from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'
import { clockOf } from '../testing/small-town.ts'

const w = startSeriesTown()
const MONDAYS = ['2026-11-23', '2026-11-30', '2026-12-07']

/** With rides on three Mondays that are booked. */
const booked = async (more: Partial<SeriesInput> = {}): Promise<number> => {
  await vehicleOn(w.server, w.town, 'Van 1', MONDAYS)
  const { id } = await makeSeriesOf(w.chris, w.maria, more)
  await run()
  return id
}
const run = () => makeNow(w.server)
const at = async (moment: string): Promise<void> => {
  const [clerk] = await later(w.server, `${moment}:00+10:00`, 'customer_service')
  w.chris = clerk!
}
type ChangeBody = z.input<typeof SeriesChange>
const send = async (id: number, body: ChangeBody) =>
  (await w.chris.call(api.bookingSeries.change, { params: { id }, body })).data
const setDate = (id: number, date: string, is: 'left_out' | 'added' | 'follow') =>
  w.chris.call(api.bookingSeries.setDate, { params: { id }, body: { date, is } })
const rideOn = async (id: number, date: string) =>
  (await legsOn(w.chris, id, date)).map(({ time, state, pickup }) => [
    time,
    state,
    clockOf(pickup?.lower_bound ?? null),
  ])

describe('a date that was changed by itself', () => {
  // covers: JRN-25
  test('by its booking stays as it was changed when the series is', async () => {
    const id = await booked()
    const [ride] = (await w.chris.call(api.bookingSeries.occurrences, { params: { id } })).data
    const booking = ride?.legs[0]?.service_request_id ?? 0
    const asked = { who: w.maria, from: 'Market', to: 'Station', at: '11:00', changes: booking } as const
    const search = await w.town.search(asked)
    await w.chris.call(api.serviceRequests.change, {
      params: { id: booking },
      body: { service_offering_id: search.service_offerings[0]?.id ?? 0 },
    })
    expect((await rideOn(id, '2026-11-23'))[0]?.[2]).toBe('11:00')
    await send(id, { scope: 'all', legs: [{ time: '10:30' }] })
    await run()
    expect((await rideOn(id, '2026-11-23'))[0]?.[2]).toBe('11:00')
    expect((await rideOn(id, '2026-11-30'))[0]?.[2]).toBe('10:30')
  })

  test('stays with its own time where the pattern has no such date any more, until it is left out', async () => {
    const id = await booked()
    const own = (date: string) => send(id, { scope: 'only_this', date, legs: [{ time: '09:00' }] })
    await own('2026-12-14')
    await own('2026-12-21')
    const changed = await send(id, { scope: 'all', pattern: { repeat: 'weekly', weekdays: ['TU'] } })
    expect(changed.added).toEqual(['2026-12-14', '2026-12-21'])
    await setDate(id, '2026-12-21', 'left_out')
    await vehicleOn(w.server, w.town, 'Van 2', ['2026-12-14'])
    await at('2026-11-30T00:30')
    await run()
    expect(await rideOn(id, '2026-12-14')).toEqual([['09:00', 'booked', '09:00']])
    expect(await rideOn(id, '2026-12-21')).toEqual([])
  })

  test('is left out also where the pattern has its date once more', async () => {
    const id = await booked()
    await send(id, { scope: 'only_this', date: '2026-12-14', legs: [{ time: '09:00' }] })
    for (const weekday of ['TU', 'MO'] as const)
      await send(id, { scope: 'all', pattern: { repeat: 'weekly', weekdays: [weekday] } })
    await setDate(id, '2026-12-14', 'left_out')
    expect(await rideOn(id, '2026-12-14')).toEqual([['09:00', 'left_out', '-']])
  })

  test('is ahead until its own time has passed, and comes back once it is not left out any more', async () => {
    const { id } = await makeSeriesOf(w.chris, w.maria, { ride_count: 1 })
    await run()
    await send(id, { scope: 'only_this', date: '2026-11-23', legs: [{ time: '15:00' }] })
    await at('2026-11-23T11:00')
    await setDate(id, '2026-11-23', 'left_out')
    expect(await rideOn(id, '2026-11-23')).toEqual([['15:00', 'left_out', '-']])
    await setDate(id, '2026-11-23', 'follow')
    expect(await rideOn(id, '2026-11-23')).toEqual([['15:00', 'planned', '-']])
    await vehicleOn(w.server, w.town, 'Van 1', ['2026-11-23'])
    await run()
    expect(await rideOn(id, '2026-11-23')).toEqual([['15:00', 'booked', '15:00']])
  })

  // @test-tag long
  test('keeps of its own what a further change of it leaves out, and is compared with that', async () => {
    const legs = [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '14:00')]
    const id = await booked({ legs })
    const date = '2026-11-30'
    await send(id, { scope: 'only_this', date, legs: [{ time: '11:00' }, {}] })
    await run()
    expect(await rideOn(id, date)).toEqual([
      ['11:00', 'booked', '11:00'],
      ['14:00', 'booked', '14:00'],
    ])
    await send(id, { scope: 'only_this', date, legs: [{}, { time: '15:00' }] })
    await run()
    expect(await rideOn(id, date)).toEqual([
      ['11:00', 'booked', '11:00'],
      ['15:00', 'booked', '15:00'],
    ])
    // Back to the time of the series, which is another than its own.
    const body: ChangeBody = { scope: 'only_this', date, legs: [{ time: '10:00' }, {}] }
    const { data } = await w.chris.call(api.bookingSeries.previewChange, { params: { id }, body })
    expect(data.bookings.map(({ outcome }) => outcome)).toEqual(['moved', 'kept'])
    await send(id, body)
    await run()
    expect((await rideOn(id, date))[0]).toEqual(['10:00', 'booked', '10:00'])
  })

  test('may be paid in another way alone, and keeps its time', async () => {
    const id = await booked()
    await w.server.deps.db
      .updateTable('zones')
      .set({ payment_methods: ['cash', 'opalcard'] })
      .where('id', '=', w.town.zone_id)
      .execute()
    const paid = async (date: string) => {
      const [leg] = await legsOn(w.chris, id, date)
      const params = { id: leg?.service_request_id ?? 0 }
      return (await w.town.dispatcher.call(api.serviceRequests.show, { params })).data.payment_method
    }
    await send(id, { scope: 'only_this', date: '2026-11-30', payment_method: 'opalcard' })
    await run()
    expect(await rideOn(id, '2026-11-30')).toEqual([['10:00', 'booked', '10:00']])
    expect([await paid('2026-11-30'), await paid('2026-12-07')]).toEqual(['opalcard', 'cash'])
    await send(id, { scope: 'only_this', date: '2026-11-30', legs: [{ time: '11:00' }] })
    await run()
    expect(await rideOn(id, '2026-11-30')).toEqual([['11:00', 'booked', '11:00']])
    expect(await paid('2026-11-30')).toBe('opalcard')
  })

  test('has all of its ways from then on, also before its rides are made', async () => {
    const legs = [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '14:00')]
    const id = await booked({ legs })
    await send(id, { scope: 'only_this', date: '2026-12-14', legs: [{}, { time: '15:00' }] })
    const ways = (state: string, clocks = ['-', '-']) => [
      ['10:00', state, clocks[0]],
      ['15:00', state, clocks[1]],
    ]
    expect(await rideOn(id, '2026-12-14')).toEqual(ways('planned'))
    await at('2026-11-30T00:30')
    await vehicleOn(w.server, w.town, 'Van 2', ['2026-12-14'])
    await run()
    expect(await rideOn(id, '2026-12-14')).toEqual(ways('booked', ['10:00', '15:00']))
  })

  test('that is to have no way back gets none, also where that was planned already, until it is asked for again', async () => {
    const legs = [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '14:00')]
    const { id } = await makeSeriesOf(w.chris, w.maria, { legs })
    await run()
    const date = '2026-11-30'
    expect((await rideOn(id, date)).map(([time]) => time)).toEqual(['10:00', '14:00'])
    await send(id, { scope: 'only_this', date, legs: [{}] })
    await send(id, { scope: 'only_this', date, payment_method: 'cash' })
    await vehicleOn(w.server, w.town, 'Van 1', [date])
    await at('2026-11-24T00:30')
    await run()
    expect(await rideOn(id, date)).toEqual([['10:00', 'booked', '10:00']])
    await send(id, { scope: 'only_this', date, legs: [{}, {}] })
    await run()
    expect(await rideOn(id, date)).toEqual([
      ['10:00', 'booked', '10:00'],
      ['14:00', 'booked', '14:00'],
    ])
    // What is booked stays, unless it is cancelled with the change.
    await send(id, { scope: 'only_this', date, legs: [{}] })
    await run()
    expect((await rideOn(id, date))[1]).toEqual(['14:00', 'booked', '14:00'])
  })
})
