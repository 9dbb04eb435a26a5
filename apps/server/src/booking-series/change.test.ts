import { api, type SeriesChange } from '@ambit/contract'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { refusal } from '../testing/refusal.ts'
import {
  datesOfSeries,
  later,
  legAt,
  legsOn,
  makeNow,
  makeSeriesOf,
  type SeriesInput,
  statesOf,
  vehicleOn,
} from '../testing/series.ts'
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
const states = (id: number, until = '2026-12-14') => statesOf(w.chris, id, until)
const show = async (id: number) => (await w.chris.call(api.bookingSeries.show, { params: { id } })).data
const bookingOn = async (id: number, date: string, leg = 1): Promise<number> =>
  (await legsOn(w.chris, id, date)).find((one) => one.leg === leg)?.service_request_id ?? 0
const status = async (id: number) =>
  (await w.town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data.status
const pickups = async (id: number) =>
  (await datesOfSeries(w.chris, id, '2026-11-20', '2026-12-07')).map(({ date, legs }) => [
    date,
    clockOf(legs[0]?.pickup?.lower_bound ?? null),
  ])
type ChangeBody = z.input<typeof SeriesChange>
const send = async (id: number, body: ChangeBody) =>
  (await w.chris.call(api.bookingSeries.change, { params: { id }, body })).data
const preview = async (id: number, body: ChangeBody) =>
  (await w.chris.call(api.bookingSeries.previewChange, { params: { id }, body })).data
describe('a single date', () => {
  const set = (id: number, date: string, is: 'left_out' | 'added' | 'follow', cancel: number[] = []) =>
    w.chris.call(api.bookingSeries.setDate, { params: { id }, body: { date, is, cancel } })

  // @test-tag long
  test('is left out with its booking cancelled where that is said, added, and taken back', async () => {
    const id = await booked()
    const ride = await bookingOn(id, '2026-11-30')
    await set(id, '2026-11-30', 'left_out', [ride])
    expect(await status(ride)).toBe('cancelled')
    expect((await show(id)).left_out).toEqual(['2026-11-30'])
    await vehicleOn(w.server, w.town, 'Van 2', ['2026-11-25'])
    await set(id, '2026-11-25', 'added')
    await set(id, '2026-12-14', 'left_out')
    await run()
    expect(await states(id)).toEqual([
      ['2026-11-23', 'booked'],
      ['2026-11-25', 'booked'],
      ['2026-11-30', 'left_out'],
      ['2026-12-07', 'booked'],
      ['2026-12-14', 'left_out'],
    ])
    for (const date of ['2026-12-14', '2026-11-30']) await set(id, date, 'follow')
    await run()
    expect((await states(id)).slice(2)).toEqual([
      ['2026-11-30', 'booked'],
      ['2026-12-07', 'booked'],
      ['2026-12-14', 'planned'],
    ])
  })

  test('that has passed, has no ride or has one already is refused at its field', async () => {
    const id = await booked()
    const wrong = async (date: string, is: 'left_out' | 'added') =>
      (await refusal(set(id, date, is))).errors.map(({ source, detail }) => [source?.pointer, detail])
    expect(await wrong('2026-11-22', 'added')).toEqual([['/date', 'Please choose a date that has not passed']])
    expect(await wrong('2026-11-24', 'left_out')).toEqual([['/date', 'There is no ride on this date']])
    expect(await wrong('2026-11-30', 'added')).toEqual([['/date', 'There is a ride on this date already']])
  })
})

describe('a pause', () => {
  // covers: JRN-16
  test('leaves out all between its dates, for one leg or both, and its early end brings back what is ahead', async () => {
    const id = await booked({ legs: [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '14:00')] })
    const [there, back] = [await bookingOn(id, '2026-11-30', 1), await bookingOn(id, '2026-11-30', 2)]
    const pause = (body: { from: string; to: string; leg?: 1 | 2; cancel?: number[] }) =>
      w.chris.call(api.bookingSeries.pause, { params: { id }, body })
    await pause({ from: '2026-11-28', to: '2026-12-01', leg: 2, cancel: [back] })
    await pause({ from: '2026-12-10', to: '2026-12-16' })
    expect([await status(there), await status(back)]).toEqual(['assigned', 'cancelled'])
    expect(await states(id, '2026-12-21')).toEqual([
      ['2026-11-23', 'booked', 'booked'],
      ['2026-11-30', 'booked', 'left_out'],
      ['2026-12-07', 'booked', 'booked'],
      ['2026-12-14', 'left_out', 'left_out'],
      ['2026-12-21', 'planned', 'planned'],
    ])
    expect((await show(id)).state).toBe('active')
    const overlapping = await refusal(pause({ from: '2026-12-16', to: '2026-12-20', leg: 1 }))
    expect(overlapping.errors[0]?.source?.pointer).toBe('/from')
    const ofBack = (await show(id)).pauses.find(({ leg }) => leg === 2)?.id ?? 0
    await w.chris.call(api.bookingSeries.endPause, { params: { id, pause_id: ofBack } })
    await run()
    expect((await states(id))[1]).toEqual(['2026-11-30', 'booked', 'booked'])
    const pause_id = (await show(id)).pauses.find(({ from }) => from === '2026-12-10')?.id ?? 0
    const [clerk] = await later(w.server, '2026-12-11T09:00:00+10:00', 'customer_service')
    w.chris = clerk!
    expect((await show(id)).state).toBe('paused')
    await run()
    await w.chris.call(api.bookingSeries.endPause, { params: { id, pause_id } })
    await vehicleOn(w.server, w.town, 'Van 2', ['2026-12-14'])
    await run()
    expect((await show(id)).state).toBe('active')
    expect((await states(id)).at(-1)).toEqual(['2026-12-14', 'booked', 'booked'])
  })
})

test('a ride that the passenger cancelled stays cancelled when a pause over its date ends early', async () => {
  const id = await booked()
  await w.town.dispatcher.call(api.serviceRequests.cancel, {
    params: { id: await bookingOn(id, '2026-11-30') },
    body: {},
  })
  const pause = { from: '2026-11-28', to: '2026-12-08', cancel: [await bookingOn(id, '2026-12-07')] }
  const { data } = await w.chris.call(api.bookingSeries.pause, { params: { id }, body: pause })
  await run()
  const ended = ['2026-12-07', 'left_out']
  expect(await states(id, '2026-12-07')).toEqual([['2026-11-23', 'booked'], ['2026-11-30', 'cancelled'], ended])
  await w.chris.call(api.bookingSeries.endPause, { params: { id, pause_id: data.pauses[0]?.id ?? 0 } })
  await run()
  expect((await states(id, '2026-12-07')).slice(1)).toEqual([
    ['2026-11-30', 'cancelled'],
    ['2026-12-07', 'booked'],
  ])
})

test('cancelling one ride leaves the series, and ending it cancels the bookings that are chosen, all by default', async () => {
  const id = await booked()
  const rides = await Promise.all(MONDAYS.map((date) => bookingOn(id, date)))
  await w.town.dispatcher.call(api.serviceRequests.cancel, { params: { id: rides[0]! }, body: {} })
  await run()
  expect(await states(id)).toEqual([
    ['2026-11-23', 'cancelled'],
    ['2026-11-30', 'booked'],
    ['2026-12-07', 'booked'],
    ['2026-12-14', 'planned'],
  ])
  const { data } = await w.chris.call(api.bookingSeries.end, { params: { id }, body: { cancel: [rides[2]!] } })
  expect(data.state).toBe('ended')
  expect([await status(rides[1]!), await status(rides[2]!)]).toEqual(['assigned', 'cancelled'])
  await run()
  expect(await states(id)).toEqual([
    ['2026-11-23', 'cancelled'],
    ['2026-11-30', 'booked'],
    ['2026-12-07', 'cancelled'],
  ])
  expect((await refusal(w.chris.call(api.bookingSeries.end, { params: { id }, body: {} }))).status).toBe(409)
  const other = await makeSeriesOf(w.chris, await w.town.passenger('Tom Baker'))
  await run()
  const theirs = await bookingOn(other.id, '2026-11-30')
  const foreign = await refusal(
    w.chris.call(api.bookingSeries.end, { params: { id: other.id }, body: { cancel: [rides[1]!] } }),
  )
  expect(foreign.errors[0]?.source?.pointer).toBe('/cancel')
  await w.chris.call(api.bookingSeries.end, { params: { id: other.id }, body: {} })
  expect(await status(theirs)).toBe('cancelled')
})

describe('a change', () => {
  const noon = { legs: [legAt('Market', 'Station', '12:00')] }

  test('of one date, all following or all future ones: the one date is left alone by later changes', async () => {
    const id = await booked()
    await send(id, { scope: 'only_this', date: '2026-11-30', legs: [legAt('Market', 'Station', '11:00')] })
    await run()
    expect(await pickups(id)).toEqual([
      ['2026-11-23', '10:00'],
      ['2026-11-30', '11:00'],
      ['2026-12-07', '10:00'],
    ])
    await send(id, { scope: 'all', ...noon })
    await run()
    expect(await pickups(id)).toEqual([
      ['2026-11-23', '12:00'],
      ['2026-11-30', '11:00'],
      ['2026-12-07', '12:00'],
    ])
    // One that is not made yet gets its own time as well.
    await send(id, { scope: 'only_this', date: '2026-12-14', legs: [legAt('Market', 'Station', '09:00')] })
    await run()
    expect((await legsOn(w.chris, id, '2026-12-14'))[0]).toMatchObject({ time: '09:00', state: 'planned' })
    const [clerk] = await later(w.server, '2026-11-30T00:30:00+10:00', 'customer_service')
    w.chris = clerk!
    await vehicleOn(w.server, w.town, 'Van 2', ['2026-12-14'])
    await run()
    const [own] = await legsOn(w.chris, id, '2026-12-14')
    expect([own?.state, clockOf(own?.pickup?.lower_bound ?? null)]).toEqual(['booked', '09:00'])
  })

  // covers: JRN-26
  test('of this and all following ends the series the day before and begins a linked one, and what has begun stays', async () => {
    const id = await booked({ ride_count: 10 })
    const next = await send(id, { scope: 'following', date: '2026-11-30', ...noon })
    expect(next).toMatchObject({ follows_id: id, starts_on: '2026-11-30', ride_count: 9 })
    expect(await show(id)).toMatchObject({ ends_on: '2026-11-29', followed_by_id: next.id, ride_count: null })
    await run()
    expect([await pickups(id), await pickups(next.id)]).toEqual([
      [['2026-11-23', '10:00']],
      [
        ['2026-11-30', '12:00'],
        ['2026-12-07', '12:00'],
      ],
    ])
    const [clerk, dispatcher] = await later(w.server, '2026-11-30T12:05:00+10:00', 'customer_service', 'dispatcher')
    w.chris = clerk!
    w.town = { ...w.town, dispatcher: dispatcher! }
    await send(next.id, { scope: 'all', legs: [legAt('Market', 'Station', '13:00')] })
    await run()
    expect(await pickups(next.id)).toEqual([
      ['2026-11-30', '12:00'],
      ['2026-12-07', '13:00'],
    ])
  })

  test('of this and all following, where another series goes on from it already, comes between the two', async () => {
    const id = await booked()
    const last = await send(id, { scope: 'following', date: '2026-12-14', ...noon })
    const ride = await bookingOn(id, '2026-12-07')
    const body = { scope: 'following' as const, date: '2026-11-30', cancel: [ride] }
    const wrong = await refusal(send(id, { ...body, ends_on: null }))
    expect([wrong.status, wrong.errors[0]?.source?.pointer, await status(ride)]).toEqual([422, '/ends_on', 'assigned'])
    const between = await send(id, { ...body, legs: [legAt('Market', 'Station', '11:00')] })
    expect(between).toMatchObject({ follows_id: id, followed_by_id: last.id, ends_on: '2026-12-13' })
    expect((await show(id)).followed_by_id).toBe(between.id)
    expect((await show(last.id)).follows_id).toBe(between.id)
    expect(await status(ride)).toBe('cancelled')
    const dates = async (of: number) => (await states(of, '2026-12-21')).map(([date]) => date)
    expect([await dates(id), await dates(between.id), await dates(last.id)]).toEqual([
      ['2026-11-23'],
      ['2026-11-30', '2026-12-07'],
      ['2026-12-14', '2026-12-21'],
    ])
    const all = await refusal(send(between.id, { scope: 'all', ride_count: 10 }))
    expect(all.errors.map(({ source, detail }) => [source?.pointer, detail])).toEqual([
      ['/ride_count', 'The recurring journey that goes on from this one begins on 2026-12-14'],
    ])
    await w.chris.call(api.bookingSeries.end, { params: { id: last.id }, body: {} })
    await send(between.id, { scope: 'all', ends_on: null })
    expect(await dates(between.id)).toEqual(['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21'])
  })

  test('of this and all following keeps the weeks of its pattern from a date that was added, and that date', async () => {
    const every = { repeat: 'weekly' as const, every: 2, weekdays: ['MO' as const] }
    const id = await booked({ pattern: every })
    await w.chris.call(api.bookingSeries.setDate, { params: { id }, body: { date: '2026-12-02', is: 'added' } })
    const next = await send(id, { scope: 'following', date: '2026-12-02', pattern: every, ...noon })
    expect(next).toMatchObject({ starts_on: '2026-12-07', added: ['2026-12-02'] })
    expect((await states(id)).map(([date]) => date)).toEqual(['2026-11-23'])
    expect((await states(next.id, '2026-12-31')).map(([date]) => date)).toEqual([
      '2026-12-02',
      '2026-12-07',
      '2026-12-21',
    ])
  })

  // @test-tag long
  test('is shown with each booking as kept, moved or not possible; what is not possible stays unless it is ticked', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS.slice(0, 2))
    await vehicleOn(w.server, w.town, 'Van 2', ['2026-12-07'], { until: '11:00' })
    const legs = [legAt('Market', 'Station', '10:00')]
    const { id } = await makeSeriesOf(w.chris, w.maria, {
      legs,
      pattern: { repeat: 'weekly', every: 1, weekdays: ['MO', 'TU'] },
    })
    await run()
    const body = { scope: 'all' as const, ...noon }
    const told = await preview(id, body)
    expect(told.words).toBe('Every Monday and Tuesday')
    expect(
      told.bookings.map(({ date, outcome, to }) => [date, outcome, clockOf(to?.pickup.lower_bound ?? null)]),
    ).toEqual([
      ['2026-11-23', 'moved', '12:00'],
      ['2026-11-30', 'moved', '12:00'],
      ['2026-12-07', 'not_possible', clockOf(null)],
    ])
    expect(told.bookings[2]?.reasons.length).toBeGreaterThan(0)
    expect(clockOf(told.bookings[0]?.from.pickup.lower_bound ?? null)).toBe('10:00')
    expect(
      (await preview(id, { scope: 'all', pattern: { repeat: 'weekly', weekdays: ['MO'] } })).bookings,
    ).toMatchObject([{ outcome: 'kept' }, { outcome: 'kept' }, { outcome: 'kept' }])
    expect((await pickups(id)).filter(([, time]) => time === '12:00')).toEqual([])
    await send(id, body)
    await run()
    const ride = await bookingOn(id, '2026-12-07')
    expect(await status(ride)).toBe('assigned')
    expect(await pickups(id)).toContainEqual(['2026-12-07', '10:00'])
    expect(await pickups(id)).toContainEqual(['2026-11-30', '12:00'])
    await send(id, { scope: 'all', legs: [legAt('Market', 'Station', '13:00')], cancel: [ride] })
    expect(await status(ride)).toBe('cancelled')
  })

  test('that leaves no date, of a date without a ride and of a series that has ended is refused', async () => {
    const id = await booked({ ends_on: '2026-12-07' })
    const wrong = async (body: ChangeBody) => {
      const { status: code, errors } = await refusal(send(id, body))
      return [code, errors[0]?.source?.pointer]
    }
    expect(await wrong({ scope: 'only_this', date: '2026-11-24', ...noon })).toEqual([422, '/date'])
    expect(await wrong({ scope: 'only_this', ...noon })).toEqual([422, '/date'])
    expect(
      await wrong({ scope: 'following', date: '2026-12-07', pattern: { repeat: 'monthly', nth: 4, weekday: 'FR' } }),
    ).toEqual([422, '/pattern'])
    expect(await wrong({ scope: 'all', ends_on: '2026-12-31', ride_count: 4 })).toEqual([422, '/ride_count'])
    expect(await wrong({ scope: 'following', date: '2026-12-07', ends_on: '2026-12-06' })).toEqual([422, '/ends_on'])
    await w.chris.call(api.bookingSeries.end, { params: { id }, body: {} })
    expect(await wrong({ scope: 'all', ...noon })).toEqual([409, undefined])
  })
})
