import { api } from '@ambit/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import {
  later,
  legAt,
  legsOn,
  makeNow,
  makeSeriesOf,
  type SeriesInput,
  seriesOf,
  statesOf,
  vehicleOn,
} from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'
import { clockOf } from '../testing/small-town.ts'

const w = startSeriesTown()

const MONDAYS = ['2026-11-23', '2026-11-30', '2026-12-07']
const make = (more: Partial<SeriesInput> = {}) => makeSeriesOf(w.chris, w.maria, more)
const states = (id: number, until?: string) => statesOf(w.chris, id, until)
const run = () => makeNow(w.server)
const booking = async (id: number | null) =>
  (await w.town.dispatcher.call(api.serviceRequests.show, { params: { id: id ?? 0 } })).data
const bookingOn = async (id: number, date: string, leg = 1) =>
  booking((await legsOn(w.chris, id, date)).find((one) => one.leg === leg)?.service_request_id ?? 0)
const reasonsOf = async (id: number) => {
  const { data } = await w.town.dispatcher.call(api.serviceRequests.history, { params: { id } })
  return data.flatMap(({ reasons }) => reasons.map(({ code }) => code))
}
const at = async (date: string, time: string): Promise<void> => {
  const moment = `${date}T${time}:00+10:00`
  const [clerk, dispatcher] = await later(w.server, moment, 'customer_service', 'dispatcher')
  w.chris = clerk!
  w.town = { ...w.town, dispatcher: dispatcher! }
}
const wrong = async (more: object) => {
  const body = { ...seriesOf(w.maria), ...more } as SeriesInput // what is wrong is wrong in its types too
  const { status, errors } = await refusal(w.chris.call(api.bookingSeries.preview, { body }))
  return [status, ...errors.map(({ source, detail }) => [source?.pointer, detail])]
}

describe('the form of a series', () => {
  test('says the pattern in words, and the next ten dates with those left out and why', async () => {
    const sam = w.server.client('superadmin')
    const day = { date: '2027-01-25', name: 'Australia Day', hours: [] }
    await sam.call(api.specialDays.create, { params: { id: w.town.zone_id }, body: day })
    const { data } = await w.chris.call(api.bookingSeries.preview, {
      body: seriesOf(w.maria, { left_out: ['2026-12-07'], added: ['2026-11-25'] }),
    })
    expect(data).toMatchObject({ words: 'Every Monday', zone_name: 'Bayside', days_ahead: 14, date_count: 54 })
    expect(data.dates.map(({ date, left_out: [why] }) => [date, why?.text ?? null])).toEqual([
      ['2026-11-23', null],
      ['2026-11-25', null],
      ['2026-11-30', null],
      ['2026-12-07', 'Left out'],
      ['2026-12-14', null],
      ['2026-12-21', null],
      ['2026-12-28', null],
      ['2027-01-04', null],
      ['2027-01-11', null],
      ['2027-01-18', null],
    ])
    const later = await w.chris.call(api.bookingSeries.preview, {
      body: seriesOf(w.maria, { starts_on: '2027-01-20' }),
    })
    expect(later.data.dates[0]).toMatchObject({
      date: '2027-01-25',
      left_out: [{ code: 'special_day', text: 'Australia Day, no service' }],
    })
  })

  // covers: JRN-33
  test('refuses a pattern without a date, an end before the start, an interval of none and more than 366 rides', async () => {
    const pattern = { repeat: 'weekly', every: 1, weekdays: ['SU'] }
    expect(await wrong({ pattern: { repeat: 'daily' }, ends_on: '9999-12-31' })).toEqual([
      422,
      ['/ends_on', 'A series has at most 366 rides'],
    ])
    expect(await wrong({ pattern, ends_on: '2026-11-28' })).toEqual([422, ['/pattern', 'This pattern has no dates']])
    expect(await wrong({ ends_on: '2026-11-22' })).toEqual([422, ['/ends_on', 'The last date comes after the first']])
    expect(await wrong({ pattern: { ...pattern, every: 0 } })).toEqual([
      422,
      ['/pattern/every', 'Please enter 1 to 4 weeks'],
    ])
    expect(await wrong({ ride_count: 367 })).toEqual([422, ['/ride_count', 'Please enter 1 to 366 rides']])
  })

  test('refuses a start in the past, two ends, a place outside of all zones and another way to pay at their field', async () => {
    expect(await wrong({ starts_on: '2026-11-22' })).toMatchObject([422, ['/starts_on', expect.any(String)]])
    expect(await wrong({ ends_on: '2026-12-22', ride_count: 2 })).toMatchObject([
      422,
      ['/ride_count', expect.any(String)],
    ])
    const far = { ...legAt('Market', 'Station', '10:00'), destination: { name: 'Far', point: [150, -30] } }
    expect(await wrong({ legs: [far] })).toMatchObject([422, ['/legs/0/destination', expect.any(String)]])
    const body = seriesOf(w.maria, { payment_method: 'myki' })
    const refused = await refusal(w.chris.call(api.bookingSeries.create, { body }))
    expect(refused.errors.map(({ source }) => source?.pointer)).toEqual(['/payment_method'])
  })
})

describe('the rides of a series', () => {
  // covers: JRN-18
  test('are booked at once when it is made, so many days ahead, and each night at half past midnight one day more', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', [...MONDAYS, '2026-12-14'])
    const { id } = await make()
    expect(await states(id)).toEqual([
      ['2026-11-23', 'planned'],
      ['2026-11-30', 'planned'],
      ['2026-12-07', 'planned'],
      ['2026-12-14', 'planned'],
      ['2026-12-21', 'planned'],
      ['2026-12-28', 'planned'],
    ])
    await run()
    const booked = MONDAYS.map((date) => [date, 'booked'])
    expect((await states(id)).slice(0, 4)).toEqual([...booked, ['2026-12-14', 'planned']])
    await at('2026-11-30', '00:29')
    await run()
    expect((await states(id)).at(3)).toEqual(['2026-12-14', 'planned'])
    await at('2026-11-30', '00:30')
    await run()
    expect((await states(id)).at(3)).toEqual(['2026-12-14', 'booked'])
  })

  test('are ordinary bookings that say which series they are of', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS)
    const { id } = await make({ comment: 'With a stick' })
    await run()
    const made = await bookingOn(id, '2026-11-30')
    expect(made).toMatchObject({
      status: 'assigned',
      traveler_name: 'Maria Silva',
      payment_method: 'cash',
      comment: 'With a stick',
      origin: { name: 'Market' },
      series: { id, words: 'Every Monday', date: '2026-11-30' },
    })
    expect(clockOf(made.pickup.lower_bound)).toBe('10:00')
  })

  test('there and back are booked as one journey', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS)
    const { id } = await make({ legs: [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '14:00')] })
    await run()
    expect(await states(id, '2026-12-07')).toEqual(MONDAYS.map((date) => [date, 'booked', 'booked']))
    const [there, back] = [await bookingOn(id, '2026-11-30', 1), await bookingOn(id, '2026-11-30', 2)]
    expect([there.journey_leg, back.journey_leg, back.journey_id]).toEqual([1, 2, there.journey_id])
    for (const { id: ride } of [there, back]) expect(await reasonsOf(ride)).toContain('from_series')
  })

  test('there and back are one journey also where the place of one of them was taken while they were booked', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS)
    const { id } = await make({
      ride_count: 1,
      legs: [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '14:00')],
    })
    const { db } = w.server.deps
    const { last } = await db
      .selectFrom('service_availability_searches')
      .select((e) => e.fn.coalesce(e.fn.max('id'), e.lit(0)).as('last'))
      .executeTakeFirstOrThrow()
    await sql
      .raw(`create function take_back() returns trigger language plpgsql as
        $$ begin new.expires_at := new.expires_at - interval '1 day'; return new; end $$;
        create trigger take_back before insert on service_offerings for each row
        when (new.service_availability_search_id = ${last + 2}) execute function take_back()`)
      .execute(db)
    await run()
    await sql.raw('drop function take_back cascade').execute(db)
    const rides = [await bookingOn(id, '2026-11-23', 1), await bookingOn(id, '2026-11-23', 2)]
    expect(rides.map((ride) => ride.journey_leg)).toEqual([1, 2])
    for (const ride of rides) expect(await reasonsOf(ride.id)).toContain('from_series')
  })

  // covers: JRN-24
  test('are made once and none is left out, run twice at once, again, or after a run that ended in the middle', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS)
    const legs = [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '14:00')]
    const { id } = await make({ legs })
    const other = await makeSeriesOf(w.chris, await w.town.passenger('Tom Baker'), {
      legs: [legAt('School', 'Hospital', '11:00')],
    })
    await Promise.all([run(), run()])
    await run()
    expect(await states(id, '2026-12-07')).toEqual(MONDAYS.map((date) => [date, 'booked', 'booked']))
    expect(await states(other.id, '2026-12-07')).toEqual(MONDAYS.map((date) => [date, 'booked']))
    const bookings = () =>
      w.server.deps.db.selectFrom('service_requests').where('zone_id', '=', w.town.zone_id).select('id').execute()
    expect(await bookings()).toHaveLength(9)
    // As after a kill before the last ride was booked: its booking and its row go back together.
    const [last] = await legsOn(w.chris, other.id, '2026-12-07')
    const { db } = w.server.deps
    await w.town.dispatcher.call(api.serviceRequests.cancel, {
      params: { id: last?.service_request_id ?? 0 },
      body: {},
    })
    await db
      .updateTable('booking_series_occurrences')
      .set({ state: 'planned', service_request_id: null, tried_at: null })
      .where('service_request_id', '=', last?.service_request_id ?? 0)
      .execute()
    await run()
    expect(await states(other.id, '2026-12-07')).toEqual(MONDAYS.map((date) => [date, 'booked']))
    expect(await bookings()).toHaveLength(10)
  })

  // covers: JRN-23
  test('go to the series that was made first, several people before single ones, where there is no room for all', async () => {
    // For one journey from Market to Station and no other.
    await vehicleOn(w.server, w.town, 'Van 1', ['2026-11-23', '2026-11-30'], {
      seats: 2,
      from: '09:57',
      until: '10:12',
    })
    const names = ['First', 'Second']
    const single: number[] = []
    for (const name of names)
      single.push(
        (
          await makeSeriesOf(w.chris, await w.town.passenger(`${name} Come`), {
            starts_on: '2026-11-30',
            ride_count: 1,
          })
        ).id,
      )
    const third = await makeSeriesOf(w.chris, await w.town.passenger('Third Come'), {
      starts_on: '2026-11-23',
      ride_count: 1,
    })
    const pair = await makeSeriesOf(w.chris, await w.town.passenger('A Pair'), {
      starts_on: '2026-11-23',
      ride_count: 1,
      legs: [legAt('Market', 'Station', '10:00', { passengers: [{}, {}] })],
    })
    const fourth = await makeSeriesOf(w.chris, await w.town.passenger('Fourth Come'), {
      starts_on: '2026-11-30',
      ride_count: 1,
    })
    await run()
    await run()
    const state = async (id: number) => (await states(id)).map((row) => row[1])
    expect([await state(pair.id), await state(third.id)]).toEqual([['booked'], ['waiting']])
    const singles = await Promise.all([...single, fourth.id].map(state))
    expect(singles).toEqual([['booked'], ['booked'], ['waiting']])
  })
})

// covers: JRN-118
test('rides of a series are not counted among the rides that a passenger may have ahead', async () => {
  await vehicleOn(w.server, w.town, 'Van 1', MONDAYS)
  await w.server.client('superadmin').call(api.bookingRules.create, {
    params: { id: w.town.zone_id },
    body: { holds_from: '2026-11-01', max_open_bookings: 1 },
  })
  const { id } = await make()
  await run()
  expect(await states(id, '2026-12-07')).toEqual(MONDAYS.map((date) => [date, 'booked']))
  expect((await w.town.book({ who: w.maria, from: 'School', to: 'Harbour', at: '15:00' })).status).toBe('assigned')
})
