import { api, type Client } from '@ambit/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../testing/refusal.ts'
import {
  datesOfSeries,
  endAllSeries,
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

const MONDAYS = ['2026-11-23', '2026-11-30', '2026-12-07']
const make = (more: Partial<SeriesInput> = {}) => makeSeriesOf(chris, maria, more)
const states = (id: number, until?: string) => statesOf(chris, id, until)
const clock = (moment: string | undefined) => clockOf(moment ?? null)
const run = () => makeNow(server)
const booking = async (id: number | null) =>
  (await town.dispatcher.call(api.serviceRequests.show, { params: { id: id ?? 0 } })).data
const bookingOn = async (id: number, date: string, leg = 1) =>
  booking((await legsOn(chris, id, date)).find((one) => one.leg === leg)?.service_request_id ?? 0)
const at = async (date: string, time: string): Promise<void> => {
  const moment = `${date}T${time}:00+10:00`
  const [clerk, dispatcher] = await later(server, moment, 'customer_service', 'dispatcher')
  chris = clerk!
  town = { ...town, dispatcher: dispatcher! }
}
const wrong = async (more: object) => {
  const body = { ...seriesOf(maria), ...more } as SeriesInput // what is wrong is wrong in its types too
  const { status, errors } = await refusal(chris.call(api.bookingSeries.preview, { body }))
  return [status, ...errors.map(({ source, detail }) => [source?.pointer, detail])]
}

describe('the form of a series', () => {
  test('says the pattern in words, and the next ten dates with those left out and why', async () => {
    const sam = server.client('superadmin')
    const day = { date: '2027-01-25', name: 'Australia Day', hours: [] }
    await sam.call(api.specialDays.create, { params: { id: town.zone_id }, body: day })
    const { data } = await chris.call(api.bookingSeries.preview, {
      body: seriesOf(maria, { left_out: ['2026-12-07'], added: ['2026-11-25'] }),
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
    const later = await chris.call(api.bookingSeries.preview, { body: seriesOf(maria, { starts_on: '2027-01-20' }) })
    expect(later.data.dates[0]).toMatchObject({
      date: '2027-01-25',
      left_out: [{ code: 'special_day', text: 'Australia Day, no service' }],
    })
  })

  // covers: JRN-33
  test('refuses a pattern without a date, an end before the start, an interval of none and more than 366 rides', async () => {
    const pattern = { repeat: 'weekly', every: 1, weekdays: ['SU'] }
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
    const body = seriesOf(maria, { payment_method: 'myki' })
    const refused = await refusal(chris.call(api.bookingSeries.create, { body }))
    expect(refused.errors.map(({ source }) => source?.pointer)).toEqual(['/payment_method'])
  })
})

describe('the rides of a series', () => {
  // covers: JRN-18
  test('are booked at once when it is made, so many days ahead, and each night at half past midnight one day more', async () => {
    await vehicleOn(server, town, 'Van 1', [...MONDAYS, '2026-12-14'])
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
    await vehicleOn(server, town, 'Van 1', MONDAYS)
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
    await vehicleOn(server, town, 'Van 1', MONDAYS)
    const { id } = await make({ legs: [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '14:00')] })
    await run()
    expect(await states(id, '2026-12-07')).toEqual(MONDAYS.map((date) => [date, 'booked', 'booked']))
    const [there, back] = [await bookingOn(id, '2026-11-30', 1), await bookingOn(id, '2026-11-30', 2)]
    expect([there.journey_leg, back.journey_leg, back.journey_id]).toEqual([1, 2, there.journey_id])
  })

  // covers: JRN-24
  test('are made once and none is left out, run twice at once, again, or after a run that ended in the middle', async () => {
    await vehicleOn(server, town, 'Van 1', MONDAYS)
    const legs = [legAt('Market', 'Station', '10:00'), legAt('Station', 'Market', '14:00')]
    const { id } = await make({ legs })
    const other = await makeSeriesOf(chris, await town.passenger('Tom Baker'), {
      legs: [legAt('School', 'Hospital', '11:00')],
    })
    await Promise.all([run(), run()])
    await run()
    expect(await states(id, '2026-12-07')).toEqual(MONDAYS.map((date) => [date, 'booked', 'booked']))
    expect(await states(other.id, '2026-12-07')).toEqual(MONDAYS.map((date) => [date, 'booked']))
    const bookings = () =>
      server.deps.db.selectFrom('service_requests').where('zone_id', '=', town.zone_id).select('id').execute()
    expect(await bookings()).toHaveLength(9)
    // As after a kill before the last ride was booked: its booking and its row go back together.
    const [last] = await legsOn(chris, other.id, '2026-12-07')
    const { db } = server.deps
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: last?.service_request_id ?? 0 }, body: {} })
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
    await vehicleOn(server, town, 'Van 1', ['2026-11-23', '2026-11-30'], { seats: 2, from: '09:57', until: '10:12' })
    const names = ['First', 'Second']
    const single: number[] = []
    for (const name of names)
      single.push(
        (await makeSeriesOf(chris, await town.passenger(`${name} Come`), { starts_on: '2026-11-30', ride_count: 1 }))
          .id,
      )
    const third = await makeSeriesOf(chris, await town.passenger('Third Come'), {
      starts_on: '2026-11-23',
      ride_count: 1,
    })
    const pair = await makeSeriesOf(chris, await town.passenger('A Pair'), {
      starts_on: '2026-11-23',
      ride_count: 1,
      legs: [legAt('Market', 'Station', '10:00', { passengers: [{}, {}] })],
    })
    const fourth = await makeSeriesOf(chris, await town.passenger('Fourth Come'), {
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

describe('the time of a ride', () => {
  const windowsOn = async (id: number, date: string) => {
    const [leg] = await legsOn(chris, id, date)
    return [
      leg?.pickup?.lower_bound,
      leg?.pickup?.upper_bound,
      leg?.dropoff?.lower_bound,
      leg?.dropoff?.upper_bound,
    ].map(clock)
  }
  /** Another passenger whose ride keeps a vehicle with one seat busy. */
  const busy = async (date: string, time: string) => {
    const who = await town.passenger(`Busy ${date} ${time}`)
    return town.book({ who, from: 'Market', to: 'Station', at: `${date}T${time}:00+10:00` })
  }

  // covers: JRN-19
  test('is that of the ride before wherever a plan allows it, also where a sooner one would be offered', async () => {
    await vehicleOn(server, town, 'Van 1', MONDAYS, { seats: 1 })
    // On the first date the vehicle is back from another ride a little later.
    await busy('2026-11-23', '09:54')
    const { id } = await make()
    await run()
    const agreed = await windowsOn(id, '2026-11-23')
    expect(agreed[0]).not.toBe('10:00')
    expect(await windowsOn(id, '2026-11-30')).toEqual(agreed)
    expect(await windowsOn(id, '2026-12-07')).toEqual(agreed)
  })

  // covers: JRN-20
  test('moves by a quarter of an hour at most and the passenger is told, else the ride waits and staff are told', async () => {
    await vehicleOn(server, town, 'Van 1', MONDAYS.slice(0, 2), { seats: 1 })
    await busy('2026-11-30', '09:58')
    await vehicleOn(server, town, 'Van 2', ['2026-12-07'], { from: '10:20' })
    const { id } = await make()
    await run()
    const [first, second] = [await windowsOn(id, '2026-11-23'), await windowsOn(id, '2026-11-30')]
    expect(first[0]).toBe('10:00')
    expect([second[0]! > '10:00', second[0]! <= '10:15']).toEqual([true, true])
    const moved = await bookingOn(id, '2026-11-30')
    const told = await server.deps.db
      .selectFrom('messages')
      .where('service_request_id', '=', moved.id)
      .select('event')
      .execute()
    expect(told).toEqual([{ event: 'booking_confirmed' }])
    const [third] = await legsOn(chris, id, '2026-12-07')
    expect(third).toMatchObject({ state: 'waiting', service_request_id: null })
    expect(third?.reasons.length).toBeGreaterThan(0)
    const { data: entry } = await chris.call(api.waitlistEntries.show, {
      params: { id: third?.waitlist_entry_id ?? 0 },
    })
    expect([entry.state, clock(entry.earliest_at), clock(entry.latest_at)]).toEqual(['waiting', '09:45', '10:15'])
    const { data: exceptions } = await town.dispatcher.call(api.exceptions.list, {
      query: { filter: { zone: [town.zone_id] } },
    })
    expect(exceptions.filter(({ kind }) => kind === 'series_failed')).toMatchObject([
      {
        severity: 'soon',
        facts: { booking_series_id: id, dates: ['2026-12-07'] },
        series: { id, traveler_id: maria, traveler_name: 'Maria S.', words: 'Every Monday' },
        opened_count: 1,
      },
    ])
  })

  test('that waits is booked from the waiting list, and staff need not look at it any more', async () => {
    await vehicleOn(server, town, 'Van 1', MONDAYS.slice(0, 2))
    const { id } = await make()
    await at('2026-11-23', '09:00')
    await vehicleOn(server, town, 'Van 2', ['2026-12-07'], { from: '12:00' })
    await run()
    expect((await legsOn(chris, id, '2026-12-07'))[0]?.state).toBe('waiting')
    const failed = async () => {
      const query = { filter: { zone: [town.zone_id] } }
      const { data } = await town.dispatcher.call(api.exceptions.list, { query })
      return data.filter(({ kind }) => kind === 'series_failed')
    }
    const [known] = await failed()
    await town.dispatcher.call(api.exceptions.acknowledge, { params: { id: known?.id ?? 0 } })
    // The next night leaves it with who has taken it.
    await at('2026-11-24', '00:30')
    await run()
    expect(await failed()).toMatchObject([{ state: 'acknowledged' }])
    await vehicleOn(server, town, 'Van 3', ['2026-12-07'])
    await serveNow(server)
    await run()
    expect(await failed()).toEqual([])
    const [leg] = await legsOn(chris, id, '2026-12-07')
    expect(leg?.state).toBe('booked')
    expect((await booking(leg?.service_request_id ?? 0)).series).toMatchObject({ id, date: '2026-12-07' })
  })

  // covers: JRN-20
  test('may move as far as the zone says, and the way there never ends later than the passenger has to be there', async () => {
    const sam = server.client('superadmin')
    const { data: zone } = await sam.call(api.zones.show, { params: { id: town.zone_id } })
    await sam.call(api.zones.update, {
      params: { id: town.zone_id },
      body: { series_flex_minutes: 0 },
      version: zone.version,
    })
    await vehicleOn(server, town, 'Van 1', MONDAYS, { seats: 1 })
    await busy('2026-11-30', '09:58')
    const { id } = await make()
    const arriving = await makeSeriesOf(chris, await town.passenger('Tom Baker'), {
      legs: [legAt('School', 'Hospital', '12:00', { departing: false })],
    })
    await run()
    expect(await states(id, '2026-12-07')).toEqual([
      ['2026-11-23', 'booked'],
      ['2026-11-30', 'waiting'],
      ['2026-12-07', 'booked'],
    ])
    const dropoffs = (await datesOfSeries(chris, arriving.id, '2026-11-20', '2026-12-07')).map(({ legs }) =>
      clock(legs[0]?.dropoff?.upper_bound),
    )
    expect(new Set(dropoffs)).toEqual(new Set([dropoffs[0]]))
    expect(dropoffs[0]! <= '12:00').toBe(true)
  })

  // covers: JRN-21
  test('waits for a schedule of its date, is tried each night and once one is saved, and has failed three days before', async () => {
    const { id } = await make({ starts_on: '2026-11-30', ride_count: 2 })
    await run()
    expect(await states(id)).toEqual([
      ['2026-11-30', 'planned'],
      ['2026-12-07', 'planned'],
    ])
    expect((await legsOn(chris, id, '2026-11-30'))[0]?.reasons).toMatchObject([{ code: 'no_schedule_yet' }])
    await at('2026-11-23', '09:00')
    await vehicleOn(server, town, 'Van 1', ['2026-11-30'])
    await run()
    expect(await states(id)).toEqual([
      ['2026-11-30', 'booked'],
      ['2026-12-07', 'planned'],
    ])
    await at('2026-12-03', '12:00')
    await run()
    expect((await states(id))[1]).toEqual(['2026-12-07', 'planned'])
    await at('2026-12-04', '00:30')
    await run()
    expect((await states(id))[1]).toEqual(['2026-12-07', 'waiting'])
  })

  // covers: JRN-22
  test('that was promised is moved by no further ride, no night and no change for later dates', async () => {
    await vehicleOn(server, town, 'Van 1', [...MONDAYS, '2026-12-14'], { seats: 2 })
    const { id } = await make()
    await run()
    const promised = async () => Promise.all(MONDAYS.slice(0, 2).map((date) => windowsOn(id, date)))
    const before = await promised()
    for (const name of ['Tom', 'Ann', 'Bob'])
      await makeSeriesOf(chris, await town.passenger(`${name} Baker`), { legs: [legAt('School', 'Station', '10:00')] })
    await run()
    await chris.call(api.bookingSeries.change, {
      params: { id },
      body: { scope: 'following', date: '2026-12-07', legs: [legAt('Market', 'Station', '12:00')] },
    })
    await run()
    await at('2026-11-23', '09:00')
    await run()
    expect(await promised()).toEqual(before)
  })
})

// covers: JRN-118
test('rides of a series are not counted among the rides that a passenger may have ahead', async () => {
  await vehicleOn(server, town, 'Van 1', MONDAYS)
  await server.client('superadmin').call(api.bookingRules.create, {
    params: { id: town.zone_id },
    body: { holds_from: '2026-11-01', max_open_bookings: 1 },
  })
  const { id } = await make()
  await run()
  expect(await states(id, '2026-12-07')).toEqual(MONDAYS.map((date) => [date, 'booked']))
  expect((await town.book({ who: maria, from: 'School', to: 'Harbour', at: '15:00' })).status).toBe('assigned')
})
