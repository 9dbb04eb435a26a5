import { api } from '@ambit/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { refusal } from '../testing/refusal.ts'
import { later, legsOn, makeNow, makeSeriesOf, type SeriesInput, vehicleOn } from '../testing/series.ts'
import { startSeriesTown } from '../testing/series-town.ts'

const w = startSeriesTown()
const MONDAYS = ['2026-11-23', '2026-11-30', '2026-12-07']
beforeEach(async () => {
  await w.server.deps.db.deleteFrom('exceptions').execute()
})

/** With rides on three Mondays that are booked. */
const booked = async (more: Partial<SeriesInput> = {}): Promise<number> => {
  await vehicleOn(w.server, w.town, 'Van 1', MONDAYS)
  const { id } = await makeSeriesOf(w.chris, w.maria, more)
  await run()
  return id
}
const run = () => makeNow(w.server)
const show = async (id: number) => (await w.chris.call(api.bookingSeries.show, { params: { id } })).data
const bookingOn = async (id: number, date: string, leg = 1): Promise<number> =>
  (await legsOn(w.chris, id, date)).find((one) => one.leg === leg)?.service_request_id ?? 0
const exceptions = async (kind: string) => {
  const { data } = await w.town.dispatcher.call(api.exceptions.list, { query: { filter: { zone: [w.town.zone_id] } } })
  return data.filter((one) => one.kind === kind)
}

describe('staff are told', () => {
  test('of a ride whose time passed before it could be tried, once, and it has failed', async () => {
    const id = await booked()
    const { db } = w.server.deps
    const cancelled = await bookingOn(id, '2026-11-23')
    await w.town.dispatcher.call(api.serviceRequests.cancel, { params: { id: cancelled }, body: {} })
    // As a server that was away since the night leaves it.
    await db
      .updateTable('booking_series_occurrences')
      .set({ state: 'planned', service_request_id: null, tried_at: null })
      .where('service_request_id', '=', cancelled)
      .execute()
    const [clerk, dispatcher] = await later(w.server, '2026-11-23T10:01:00+10:00', 'customer_service', 'dispatcher')
    w.chris = clerk!
    w.town = { ...w.town, dispatcher: dispatcher! }
    await run()
    await run()
    expect(await legsOn(w.chris, id, '2026-11-23')).toMatchObject([
      { state: 'failed', reasons: [{ code: 'time_passed' }] },
    ])
    expect(await exceptions('series_failed')).toMatchObject([
      { facts: { booking_series_id: id, dates: ['2026-11-23'] }, opened_count: 1 },
    ])
  })

  // covers: EXC-30
  // @test-tag long
  test.each([
    ['watch', '2026-12-05T09:59:00+10:00'],
    ['soon', '2026-12-05T10:00:00+10:00'],
    ['soon', '2026-12-06T21:59:00+10:00'],
    ['urgent', '2026-12-06T22:00:00+10:00'],
  ])(
    'of a ride that could not be booked, which is %s at %s for a ride at ten on 7 December',
    async (severity, moment) => {
      await vehicleOn(w.server, w.town, 'Van 1', MONDAYS.slice(0, 2))
      await vehicleOn(w.server, w.town, 'Van 2', ['2026-12-07'], { from: '12:00' })
      const { id } = await makeSeriesOf(w.chris, w.maria)
      await run()
      expect(await exceptions('series_failed')).toMatchObject([
        { severity: 'watch', facts: { booking_series_id: id, dates: ['2026-12-07'] } },
      ])
      const [dispatcher] = await later(w.server, moment, 'dispatcher')
      w.town = { ...w.town, dispatcher: dispatcher! }
      await run()
      expect((await exceptions('series_failed')).map((one) => one.severity)).toEqual([severity])
    },
  )

  // covers: EXC-30
  test('of a further date that failed without asking for attention again, and whose it is it stays', async () => {
    await vehicleOn(w.server, w.town, 'Van 1', MONDAYS.slice(0, 2))
    for (const date of ['2026-12-07', '2026-12-14', '2026-12-21'])
      await vehicleOn(w.server, w.town, `Van of ${date}`, [date], { from: '12:00' })
    await makeSeriesOf(w.chris, w.maria)
    await run()
    const runAt = async (moment: string) => {
      const [dispatcher] = await later(w.server, moment, 'dispatcher')
      w.town = { ...w.town, dispatcher: dispatcher! }
      await run()
      await run()
      const [standing] = await exceptions('series_failed')
      const asked = await w.server.deps.db
        .selectFrom('interruptions')
        .where('exception_id', '=', standing?.id ?? 0)
        .select('id')
        .execute()
      return { ...standing, interruptions: asked.length }
    }
    const soon = await runAt('2026-12-05T10:00:00+10:00')
    const dates = ['2026-12-07', '2026-12-14']
    expect(soon).toMatchObject({ severity: 'soon', state: 'open', facts: { dates }, interruptions: 1 })
    await w.town.dispatcher.call(api.exceptions.acknowledge, { params: { id: soon.id ?? 0 } })
    expect(await runAt('2026-12-07T00:30:00+10:00')).toMatchObject({
      id: soon.id,
      severity: 'urgent',
      state: 'acknowledged',
      owner_id: expect.any(Number),
      facts: { dates: [...dates, '2026-12-21'] },
      opened_count: 1,
      interruptions: 1,
    })
  })

  // covers: JRN-29
  test('of three rides in a row that were missed or cancelled, once, and nothing is ended', async () => {
    const id = await booked()
    const cancel = async (date: string) =>
      w.town.dispatcher.call(api.serviceRequests.cancel, { params: { id: await bookingOn(id, date) }, body: {} })
    const night = async (date: string) => {
      const [clerk, dispatcher] = await later(w.server, `${date}T00:30:00+10:00`, 'customer_service', 'dispatcher')
      w.chris = clerk!
      w.town = { ...w.town, dispatcher: dispatcher! }
      await run()
    }
    await cancel('2026-11-23')
    await cancel('2026-11-30')
    await night('2026-11-24')
    expect(await exceptions('series_review')).toEqual([])
    await cancel('2026-12-07')
    await night('2026-11-25')
    await night('2026-11-26')
    expect(await exceptions('series_review')).toMatchObject([
      { severity: 'watch', facts: { booking_series_id: id, review: 'missed', dates: MONDAYS }, opened_count: 1 },
    ])
    expect((await show(id)).state).toBe('active')
    // Also not of a fourth, once they have been looked at.
    const [known] = await exceptions('series_review')
    await w.town.dispatcher.call(api.exceptions.resolve, { params: { id: known?.id ?? 0 }, body: { outcome: 'fixed' } })
    await vehicleOn(w.server, w.town, 'Van 2', ['2026-12-14'])
    await night('2026-11-30')
    await cancel('2026-12-14')
    await night('2026-12-01')
    expect(await exceptions('series_review')).toEqual([])
  })

  // covers: JRN-13
  test('fourteen days before the twelve months of a series without an end are over, and not of one that has an end', async () => {
    const open = await makeSeriesOf(w.chris, w.maria)
    expect(open).toMatchObject({ ends_on: null, ride_count: null, last_on: '2027-11-22' })
    const counted = await makeSeriesOf(w.chris, w.maria, { ride_count: 53 })
    const until = await makeSeriesOf(w.chris, w.maria, { ends_on: '2027-11-22' })
    expect([counted.last_on, until.last_on]).toEqual(['2027-11-22', '2027-11-22'])
    for (const [date, told] of [
      ['2027-11-07', 0],
      ['2027-11-08', 1],
    ] as const) {
      const [dispatcher] = await later(w.server, `${date}T00:30:00+10:00`, 'dispatcher')
      w.town = { ...w.town, dispatcher: dispatcher! }
      await run()
      expect(await exceptions('series_review')).toHaveLength(told)
    }
    expect(await exceptions('series_review')).toMatchObject([
      { facts: { booking_series_id: open.id, review: 'ends', dates: ['2027-11-22'] } },
    ])
  })
})

describe('the list of series', () => {
  test('tells passenger, pattern, places, next ride, promises kept and state, and is searched, filtered and sorted', async () => {
    const id = await booked()
    const tom = await w.town.passenger('Tom Baker')
    const other = await makeSeriesOf(w.chris, tom, {
      pattern: { repeat: 'daily' },
      starts_on: '2026-11-24',
      ride_count: 3,
    })
    await w.chris.call(api.bookingSeries.end, { params: { id: other.id }, body: {} })
    const ride = await bookingOn(id, '2026-11-23')
    await w.server.deps.db
      .updateTable('service_requests')
      .set({
        status: 'completed',
        boarded_at: '2026-11-23T10:02:00+10:00',
        dropped_off_at: '2026-11-23T10:08:00+10:00',
      })
      .where('id', '=', ride)
      .execute()
    const list = async (query: z.input<typeof api.bookingSeries.list.query>) =>
      (await w.chris.call(api.bookingSeries.list, { query })).data
    const zone = { filter: { zone: [w.town.zone_id] } }
    const [first, second] = await list({ ...zone, sort: 'id' })
    expect(first).toMatchObject({
      id,
      traveler_name: 'Maria Silva',
      words: 'Every Monday',
      rrule: 'FREQ=WEEKLY;WKST=MO;BYDAY=MO',
      time_zone: 'Australia/Brisbane',
      legs: [{ time: '10:00', origin: { name: 'Market' }, destination: { name: 'Station' } }],
      next_on: '2026-11-30',
      rides_done: 1,
      rides_kept: 1,
      state: 'active',
    })
    expect(second).toMatchObject({ id: other.id, words: 'Every day', state: 'ended', next_on: null, rides_done: 0 })
    const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
    expect(ids(await list({ ...zone, search: 'silva market' }))).toEqual([id])
    expect(ids(await list({ filter: { zone: [w.town.zone_id], state: ['ended'] } }))).toEqual([other.id])
    expect(ids(await list({ ...zone, sort: 'traveler_name' }))).toEqual([id, other.id])
    expect(ids(await list({ ...zone, sort: '-next_on' }))).toEqual([id, other.id])
  })

  test('is exported as CSV and as a calendar', async () => {
    const id = await booked({ ends_on: '2026-12-07', left_out: ['2026-11-30'], added: ['2026-11-25'] })
    const token = await w.server.token('customer_service')
    const get = async (format: string) => {
      const response = await fetch(
        `${w.server.url}/api/v2/ops/booking_series/export?format=${format}&filter[zone]=${w.town.zone_id}`,
        { headers: { authorization: `Bearer ${token}` } },
      )
      return [response.headers.get('content-type'), await response.text()] as const
    }
    const [type, csv] = await get('csv')
    expect(type).toBe('text/csv; charset=utf-8')
    expect(csv.split('\r\n')[1]).toContain(`${id},${w.maria},Maria Silva,Bayside,active,Every Monday`)
    const [kind, calendar] = await get('ics')
    expect(kind).toBe('text/calendar; charset=utf-8')
    const lines = calendar.split('\r\n')
    expect(lines[0]).toBe('BEGIN:VCALENDAR')
    for (const line of [
      'TZID:Australia/Brisbane',
      'DTSTART;TZID=Australia/Brisbane:20261123T100000',
      'RRULE:FREQ=WEEKLY;WKST=MO;BYDAY=MO;UNTIL=20261207T000000Z',
      'EXDATE;TZID=Australia/Brisbane:20261130T100000',
      'RDATE;TZID=Australia/Brisbane:20261125T100000',
      'SUMMARY:Maria Silva: Market – Station',
    ])
      expect(lines).toContain(line)
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  })
})

test('who may not make series, or works in another region, is refused', async () => {
  const { id } = await makeSeriesOf(w.chris, w.maria)
  const analyst = w.server.client('analyst')
  const body = { scope: 'all' as const, payment_method: 'cash' as const }
  expect((await refusal(analyst.call(api.bookingSeries.change, { params: { id }, body }))).status).toBe(403)
  const elsewhere = w.server.client({
    permissions: ['TravellerManagement:series:canRead', 'TravellerManagement:series:canDestroy'],
    region_ids: [w.town.region_id + 999],
  })
  expect((await refusal(elsewhere.call(api.bookingSeries.show, { params: { id } }))).status).toBe(404)
  expect((await refusal(elsewhere.call(api.bookingSeries.end, { params: { id }, body: {} }))).status).toBe(404)
})
