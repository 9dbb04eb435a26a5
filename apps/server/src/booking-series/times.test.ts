import { api } from '@ambit/contract'
import { describe, expect, test } from 'vitest'
import { createServicePlan } from '../service-plans/create.ts'
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
import { refusal } from '../testing/refusal.ts'
import { buildSmallTown, clockOf } from '../testing/small-town.ts'
import { serveNow } from '../testing/waitlist.ts'

const w = startSeriesTown()

const MONDAYS = ['2026-11-23', '2026-11-30', '2026-12-07']
const make = (more: Partial<SeriesInput> = {}) => makeSeriesOf(w.chris, w.maria, more)
const states = (id: number, until?: string) => statesOf(w.chris, id, until)
const clock = (moment: string | undefined) => clockOf(moment ?? null)
const run = () => makeNow(w.server)
const booking = async (id: number | null) =>
  (await w.town.dispatcher.call(api.serviceRequests.show, { params: { id: id ?? 0 } })).data
const bookingOn = async (id: number, date: string, leg = 1) =>
  booking((await legsOn(w.chris, id, date)).find((one) => one.leg === leg)?.service_request_id ?? 0)
const at = async (date: string, time: string): Promise<void> => {
  const moment = `${date}T${time}:00+10:00`
  const [clerk, dispatcher] = await later(w.server, moment, 'customer_service', 'dispatcher')
  w.chris = clerk!
  w.town = { ...w.town, dispatcher: dispatcher! }
}
describe('the time of a ride', () => {
  const windowsOn = async (id: number, date: string) => {
    const [leg] = await legsOn(w.chris, id, date)
    return [
      leg?.pickup?.lower_bound,
      leg?.pickup?.upper_bound,
      leg?.dropoff?.lower_bound,
      leg?.dropoff?.upper_bound,
    ].map(clock)
  }
  /** Another passenger whose ride keeps a vehicle with one seat busy. */
  const busy = async (date: string, time: string) => {
    const who = await w.town.passenger(`Busy ${date} ${time}`)
    return w.town.book({ who, from: 'Market', to: 'Station', at: `${date}T${time}:00+10:00` })
  }

  // covers: JRN-19
  test('is that of the ride before wherever a plan allows it, also where a sooner one would be offered', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS, { seats: 1 })
    // On the first date the vehicle is back from another ride a little later.
    await busy('2026-11-23', '09:54')
    const { id } = await make()
    await run()
    const agreed = await windowsOn(id, '2026-11-23')
    expect(agreed[0]).not.toBe('10:00')
    expect(await windowsOn(id, '2026-11-30')).toEqual(agreed)
    expect(await windowsOn(id, '2026-12-07')).toEqual(agreed)
    expect(clock((await bookingOn(id, '2026-12-07')).asked?.wished_at ?? undefined)).toBe('10:00')
  })

  // covers: JRN-20
  test('moves by a quarter of an hour at most and the passenger is told, else the ride waits and staff are told', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS.slice(0, 2), { seats: 1 })
    await busy('2026-11-30', '09:58')
    await vehicleOn(w.server, w.town, 'Van 2', ['2026-12-07'], { from: '10:20' })
    const { id } = await make()
    await run()
    const [first, second] = [await windowsOn(id, '2026-11-23'), await windowsOn(id, '2026-11-30')]
    expect(first[0]).toBe('10:00')
    expect([second[0]! > '10:00', second[0]! <= '10:15']).toEqual([true, true])
    const moved = await bookingOn(id, '2026-11-30')
    const told = await w.server.deps.db
      .selectFrom('messages')
      .where('service_request_id', '=', moved.id)
      .select('event')
      .execute()
    expect(told).toEqual([{ event: 'booking_confirmed' }])
    const [third] = await legsOn(w.chris, id, '2026-12-07')
    expect(third).toMatchObject({ state: 'waiting', service_request_id: null })
    expect(third?.reasons.length).toBeGreaterThan(0)
    const { data: entry } = await w.chris.call(api.waitlistEntries.show, {
      params: { id: third?.waitlist_entry_id ?? 0 },
    })
    expect([entry.state, clock(entry.earliest_at), clock(entry.latest_at)]).toEqual(['waiting', '09:45', '10:15'])
    const { data: exceptions } = await w.town.dispatcher.call(api.exceptions.list, {
      query: { filter: { zone: [w.town.zone_id] } },
    })
    expect(exceptions.filter(({ kind }) => kind === 'series_failed')).toMatchObject([
      {
        severity: 'watch',
        facts: { booking_series_id: id, dates: ['2026-12-07'] },
        series: { id, traveler_id: w.maria, traveler_name: 'Maria S.', words: 'Every Monday' },
        opened_count: 1,
      },
    ])
  })

  test('that waits is booked from the waiting list, and staff need not look at it any more', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS.slice(0, 2))
    const { id } = await make()
    await at('2026-11-23', '09:00')
    await vehicleOn(w.server, w.town, 'Van 2', ['2026-12-07'], { from: '12:00' })
    await run()
    expect((await legsOn(w.chris, id, '2026-12-07'))[0]?.state).toBe('waiting')
    const failed = async () => {
      const query = { filter: { zone: [w.town.zone_id] } }
      const { data } = await w.town.dispatcher.call(api.exceptions.list, { query })
      return data.filter(({ kind }) => kind === 'series_failed')
    }
    const [known] = await failed()
    await w.town.dispatcher.call(api.exceptions.acknowledge, { params: { id: known?.id ?? 0 } })
    // The next night leaves it with who has taken it.
    await at('2026-11-24', '00:30')
    await run()
    expect(await failed()).toMatchObject([{ state: 'acknowledged' }])
    await vehicleOn(w.server, w.town, 'Van 3', ['2026-12-07'])
    await serveNow(w.server)
    await run()
    expect(await failed()).toEqual([])
    const [leg] = await legsOn(w.chris, id, '2026-12-07')
    expect(leg?.state).toBe('booked')
    expect((await booking(leg?.service_request_id ?? 0)).series).toMatchObject({ id, date: '2026-12-07' })
  })

  // covers: JRN-20
  test('may move as far as the zone says, and the way there never ends later than the passenger has to be there', async () => {
    const sam = w.server.client('superadmin')
    const { data: zone } = await sam.call(api.zones.show, { params: { id: w.town.zone_id } })
    await sam.call(api.zones.update, {
      params: { id: w.town.zone_id },
      body: { series_flex_minutes: 0 },
      version: zone.version,
    })
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS, { seats: 1 })
    await busy('2026-11-30', '09:58')
    const { id } = await make()
    const arriving = await makeSeriesOf(w.chris, await w.town.passenger('Tom Baker'), {
      legs: [legAt('School', 'Hospital', '12:00', { departing: false })],
    })
    await run()
    expect(await states(id, '2026-12-07')).toEqual([
      ['2026-11-23', 'booked'],
      ['2026-11-30', 'waiting'],
      ['2026-12-07', 'booked'],
    ])
    const dropoffs = (await datesOfSeries(w.chris, arriving.id, '2026-11-20', '2026-12-07')).map(({ legs }) =>
      clock(legs[0]?.dropoff?.upper_bound),
    )
    expect(new Set(dropoffs)).toEqual(new Set([dropoffs[0]]))
    expect(dropoffs[0]! <= '12:00').toBe(true)
  })

  test('is the one that was chosen for the first date, where another was possible, and nobody else’s', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS.slice(0, 2))
    await vehicleOn(w.server, w.town, 'Van 2', ['2026-12-07'], { from: '14:00' })
    const { service_offerings } = await w.town.search({ who: w.maria, from: 'Market', to: 'Station', at: '10:10' })
    const chosen = { ...legAt('Market', 'Station', '10:00'), service_offering_id: service_offerings[0]?.id ?? 0 }
    const { id } = await make({ legs: [chosen] })
    await run()
    for (const date of MONDAYS.slice(0, 2)) expect((await windowsOn(id, date))[0]).toBe('10:10')
    // What cannot be booked waits around it.
    const [last] = await legsOn(w.chris, id, '2026-12-07')
    const entry = await w.town.dispatcher.call(api.waitlistEntries.show, {
      params: { id: last?.waitlist_entry_id ?? 0 },
    })
    expect([entry.data.earliest_at, entry.data.latest_at].map(clock)).toEqual(['09:55', '10:25'])
    const other = await w.town.passenger('Tom Baker')
    const wrong = async (who: number, legs: SeriesInput['legs']) => {
      const { status, errors } = await refusal(makeSeriesOf(w.chris, who, { legs }))
      return [status, ...errors.map(({ source, detail }) => [source?.pointer, detail])]
    }
    const pointer = '/legs/0/service_offering_id'
    expect(await wrong(other, [chosen])).toEqual([422, [pointer, 'This passenger has no such offering']])
    const elsewhere = { ...chosen, destination: legAt('Market', 'Hospital', '10:00').destination }
    expect(await wrong(w.maria, [elsewhere])).toEqual([422, [pointer, 'This offering is for another journey']])
    const far = [422, [pointer, 'This offering is too far from the time of this recurring journey']]
    expect(await wrong(w.maria, [{ ...chosen, time: '09:39' }])).toEqual(far)
    expect(await wrong(w.maria, [{ ...chosen, time: '10:00', departing: false }])).toEqual(far)
  })

  test('is in the zone of what was chosen for the first date, where another zone holds both ends too', async () => {
    const first = w.town
    w.town = await buildSmallTown(w.server)
    await w.server.deps.db.updateTable('zones').set({ status: 'active' }).where('id', '=', first.zone_id).execute()
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS.slice(0, 1))
    const words = { who: w.maria, from: 'Market', to: 'Station', at: '10:00', zone: w.town.zone_id } as const
    const { service_offerings } = await w.town.search(words)
    const chosen = { ...legAt('Market', 'Station', '10:00'), service_offering_id: service_offerings[0]?.id ?? 0 }
    expect((await make({ legs: [chosen] })).zone_id).toBe(w.town.zone_id)
    expect((await make()).zone_id).toBe(first.zone_id)
    const refused = await refusal(make({ legs: [chosen], zone_id: first.zone_id }))
    expect(refused.errors[0]?.source?.pointer).toBe('/legs/0/service_offering_id')
  })

  // covers: JRN-21
  test('waits for a schedule of its date, is tried each night and once one is saved, and has failed three days before', async () => {
    // An evening that ends after midnight plans nothing of the day after it.
    const evening = await w.town.vehicle('Van 9')
    await createServicePlan(w.server.deps, {
      zone_id: w.town.zone_id,
      vehicle_id: evening.vehicle_id,
      driver_id: evening.driver_id,
      start_time: '2026-11-29T18:00:00+10:00',
      end_time: '2026-11-30T00:30:00+10:00',
      minimum_capacity: 8,
      metadata: {},
    })
    const { id } = await make({ starts_on: '2026-11-30', ride_count: 2 })
    await run()
    expect(await states(id)).toEqual([
      ['2026-11-30', 'planned'],
      ['2026-12-07', 'planned'],
    ])
    expect((await legsOn(w.chris, id, '2026-11-30'))[0]?.reasons).toMatchObject([{ code: 'no_schedule_yet' }])
    await at('2026-11-23', '09:00')
    await vehicleOn(w.server, w.town, 'Van 1', ['2026-11-30'])
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
    await vehicleOn(w.server, w.town, 'Van 1', [...MONDAYS, '2026-12-14'], { seats: 2 })
    const { id } = await make()
    await run()
    const promised = async () => Promise.all(MONDAYS.slice(0, 2).map((date) => windowsOn(id, date)))
    const before = await promised()
    for (const name of ['Tom', 'Ann', 'Bob'])
      await makeSeriesOf(w.chris, await w.town.passenger(`${name} Baker`), {
        legs: [legAt('School', 'Station', '10:00')],
      })
    await run()
    await w.chris.call(api.bookingSeries.change, {
      params: { id },
      body: { scope: 'following', date: '2026-12-07', legs: [legAt('Market', 'Station', '12:00')] },
    })
    await run()
    await at('2026-11-23', '09:00')
    await run()
    expect(await promised()).toEqual(before)
  })
})
