import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api, type BookingRulesInput, type Client, ServiceAvailabilitySearch } from '@ambit/contract'
import type { z } from 'zod'
import { refusal } from '../testing/refusal.ts'
import { bookRide, openToApps, searchRide } from '../testing/rides.ts'
import { legAt, makeNow, makeSeriesOf, vehicleOn } from '../testing/series.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, clockOf, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

let server: TestServer
let town: SmallTown
let maria: number
let sam: Client
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  sam = server.client('superadmin')
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await openToApps(town)
  maria = await town.passenger('Maria Silva')
})

type Rules = Partial<z.input<typeof BookingRulesInput>>
const hoursOf = (...spans: [number, number][]) =>
  Array.from({ length: 7 }, () => spans.map(([from, until]) => ({ from: from * 60, until: until * 60 })))
const setRules = async (rules: Rules) => {
  const params = { id: town.zone_id }
  return (await sam.call(api.bookingRules.create, { params, body: { holds_from: '2026-11-01', ...rules } })).data
}
const setDay = async (day: object = {}) => {
  const body = { date: '2026-11-23', name: 'Town Feast', notice: 'No buses on the day of the feast.', ...day }
  return (await sam.call(api.specialDays.create, { params: { id: town.zone_id }, body })).data
}
const ride = { from: 'Market', to: 'Hospital' } as const
const codes = (search: { reasons: { code: string }[] }) => search.reasons.map(({ code }) => code)
const offered = (search: { service_offerings: { pickup: { lower_bound: string } }[] }) =>
  search.service_offerings.map(({ pickup }) => clockOf(pickup.lower_bound))

describe('service hours', () => {
  // covers: JRN-116
  test('refuse a search outside of them with the next moment, and the nearest change lies within', async () => {
    await town.vehicle('Van 1')
    await setRules({ hours: hoursOf([10, 12]) })
    const search = await town.search({ who: maria, ...ride, at: '08:30' })
    expect(search).toMatchObject({ status: 'no_offerings', service_offerings: [] })
    expect(search.reasons).toMatchObject([
      {
        code: 'outside_hours',
        text: 'Outside of the service hours of Bayside; the next rides begin Mon 23 Nov, 10:00 am',
        figures: { next: '2026-11-23T00:00:00.000Z' },
      },
    ])
    expect(search.nearest_change).toMatchObject({ code: 'later', text: 'A pick-up at 10:00 am works' })
    const late = await town.search({ who: maria, ...ride, at: '12:30' })
    expect(codes(late)).toEqual(['outside_hours'])
    const again = await town.search({ who: maria, ...ride, at: String(late.nearest_change!.figures!.traveling_at) })
    expect(again.status).toBe('offerings_available')
    const arrival = await town.search({ who: maria, ...ride, arriveBy: '14:00' })
    expect(codes(arrival)).toEqual(['outside_hours'])
  })

  test('offer the first ride of the day to a passenger who asks for one a little sooner', async () => {
    await town.vehicle('Van 1')
    await setRules({ hours: hoursOf([10, 12]) })
    expect(offered(await town.search({ who: maria, ...ride, at: '09:50' }))[0]).toBe('10:00')
  })

  // covers: JRN-116
  test('let no ride end after them, nor be promised to', async () => {
    await town.vehicle('Van 1')
    await setRules({ hours: hoursOf([8, 12]) })
    const search = await town.search({ who: maria, ...ride, arriveBy: '11:58' })
    const ends = search.service_offerings.map(({ dropoff }) => clockOf(dropoff.upper_bound))
    expect(ends.length).toBeGreaterThan(0)
    for (const end of ends) expect(end <= '12:00').toBe(true)
    const last = await town.search({ who: maria, ...ride, at: '11:50' })
    expect(last.service_offerings.map(({ dropoff }) => clockOf(dropoff.upper_bound))[0]).toBe('12:00')
    expect(codes(await town.search({ who: maria, ...ride, at: '11:58' }))).toEqual(['outside_hours'])
  })

  // covers: JRN-126
  test('that were changed meanwhile refuse an offering with fresh ones, and a booking keeps what was promised', async () => {
    await town.vehicle('Van 1')
    const booked = await town.book({ who: maria, ...ride, at: '09:00' })
    const [offering] = (await town.search({ who: maria, ...ride, at: '10:50' })).service_offerings
    const [change] = (await town.search({ who: maria, ...ride, at: '10:30', changes: booked.id })).service_offerings
    await setRules({ hours: hoursOf([11, 14]) })
    const body = { service_offering_id: offering!.id, traveler_id: maria, payment_method: 'cash' as const }
    const error = await refusal(town.dispatcher.call(api.serviceRequests.create, { body }))
    expect([error.status, error.errors[0]?.code]).toEqual([409, 'offer_gone'])
    expect(offered(ServiceAvailabilitySearch.parse(error.meta?.['service_availability_search']))[0]).toBe('11:00')
    const params = { id: booked.id }
    const moved = await refusal(
      town.dispatcher.call(api.serviceRequests.change, { params, body: { service_offering_id: change!.id } }),
    )
    expect([moved.status, moved.errors[0]?.code]).toEqual([409, 'offer_gone'])
    const { data } = await town.dispatcher.call(api.serviceRequests.show, { params })
    expect([data.status, data.pickup.lower_bound]).toEqual(['assigned', booked.pickup.lower_bound])
  })

  // covers: JRN-115
  test('of a special day take the place of the weekday’s', async () => {
    await town.vehicle('Van 1')
    await setDay()
    const closed = await town.search({ who: maria, ...ride, at: '09:00' })
    expect(closed.reasons).toMatchObject([{ code: 'outside_hours', figures: { special: 'Town Feast' } }])
    const app = server.passengerClient(maria)
    expect((await searchRide(app, { ...ride, at: '09:00' })).message).toBe(
      'No buses on the day of the feast. The next rides begin Tue 24 Nov, 12:00 am',
    )
  })
})

describe('the cut-off', () => {
  // covers: JRN-113
  test('refuses what would have to be booked earlier, and names what can be booked now', async () => {
    await town.vehicle('Van 1')
    await setRules({ cut_off: { kind: 'minutes', minutes: 120 } })
    const search = await town.search({ who: maria, ...ride, at: '08:30' })
    expect(search.reasons).toMatchObject([
      {
        code: 'after_cut_off',
        text: 'Rides at this time had to be booked by Mon 23 Nov, 6:30 am; the next that can be booked begin Mon 23 Nov, 10:00 am',
      },
    ])
    expect(search.nearest_change).toMatchObject({ text: 'A pick-up at 10:00 am works' })
    expect(offered(await town.search({ who: maria, ...ride, at: '10:00' }))[0]).toBe('10:00')
    const app = server.passengerClient(maria)
    expect((await searchRide(app, { ...ride, at: '08:30' })).message).toBe(
      'Rides at this time had to be booked by Mon 23 Nov, 6:30 am. The next rides begin Mon 23 Nov, 10:00 am',
    )
  })

  test('holds an offering that was made in time for as long as it is held', async () => {
    await town.vehicle('Van 1')
    await setRules({ cut_off: { kind: 'minutes', minutes: 60 } })
    const [offering] = (await town.search({ who: maria, ...ride, at: '09:00' })).service_offerings
    server.deps.clock.set('2026-11-23T08:04:00+10:00')
    const body = { service_offering_id: offering!.id, traveler_id: maria, payment_method: 'cash' as const }
    expect((await town.dispatcher.call(api.serviceRequests.create, { body })).data.status).toBe('assigned')
  })

  // covers: JRN-113
  test('leaves a ride that begins at once alone where it is said not to hold for it', async () => {
    await town.vehicle('Van 1')
    await setRules({ cut_off: { kind: 'minutes', minutes: 60 }, cut_off_leave_now: false })
    expect((await town.search({ who: maria, ...ride, at: '08:00' })).status).toBe('offerings_available')
    expect(codes(await town.search({ who: maria, ...ride, at: '08:10' }))).toEqual(['after_cut_off'])
  })
})

describe('the horizon', () => {
  // covers: JRN-114
  test('says from which day a ride beyond it can be booked', async () => {
    await town.vehicle('Van 1')
    const search = await town.search({ who: maria, ...ride, at: '2027-01-25T09:00:00+10:00' })
    expect(search.reasons).toMatchObject([
      {
        code: 'beyond_horizon',
        text: 'Trips can be booked up to 60 days ahead, this one from Thu 26 Nov, 9:00 am',
        figures: { days: 60, from: '2026-11-25T23:00:00.000Z' },
      },
    ])
    expect(codes(await town.search({ who: maria, ...ride, at: '2027-01-22T07:00:00+10:00' }))).not.toEqual([
      'beyond_horizon',
    ])
  })
})

describe('counts', () => {
  // covers: JRN-118
  test('a passenger has no more rides ahead and takes no more people along than the zone lets one', async () => {
    await town.vehicle('Van 1')
    await setRules({ max_open_bookings: 1, max_passengers: 2 })
    const many = await town.search({ who: maria, ...ride, at: '09:00', people: 3 })
    expect(many.reasons).toMatchObject([{ code: 'too_many_people', figures: { most: 2 } }])
    expect(many.nearest_change).toMatchObject({ code: 'fewer_passengers', figures: { passengers: 2 } })
    const booked = await town.book({ who: maria, ...ride, at: '09:00', people: 2 })
    expect(codes(await town.search({ who: maria, ...ride, at: '11:00' }))).toEqual(['too_many_open'])
    // The ride that is changed is no other one.
    expect((await town.search({ who: maria, ...ride, at: '11:00', changes: booked.id })).status).toBe(
      'offerings_available',
    )
  })

  test('of two bookings in the same moment one is refused where only one more is allowed', async () => {
    await town.vehicle('Van 1')
    await town.vehicle('Van 2')
    await setRules({ max_open_bookings: 1 })
    const searches = [
      await town.search({ who: maria, ...ride, at: '09:00' }),
      await town.search({ who: maria, ...ride, at: '11:00' }),
    ]
    const answers = await Promise.allSettled(
      searches.map(({ service_offerings }) =>
        town.dispatcher.call(api.serviceRequests.create, {
          body: { service_offering_id: service_offerings[0]!.id, traveler_id: maria, payment_method: 'cash' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [lost] = answers.filter((answer) => answer.status === 'rejected')
    expect(lost?.reason).toMatchObject({ status: 422 })
  })

  test('refuse a passenger’s own search and say which limit and until when', async () => {
    await town.vehicle('Van 1')
    await setRules({ max_open_bookings: 1, max_passengers: 2 })
    const app = server.passengerClient(maria)
    const said = async (words: object) => {
      const error = await refusal(searchRide(app, { ...ride, at: '11:00', ...words }))
      return [error.status, error.errors[0]?.source?.pointer, error.errors[0]?.detail]
    }
    expect(await said({ people: 3 })).toEqual([422, '/passengers', 'At most 2 people can travel on one booking'])
    await bookRide(app, { ...ride, at: '09:00' })
    const [status, , detail] = await said({})
    expect([status, detail]).toEqual([
      422,
      expect.stringMatching(/^You may have at most 1 ride ahead\. The first of them ends Mon/),
    ])
  })
})

describe('an override', () => {
  const search = (client: Client, at: string) =>
    client.call(api.searches.create, {
      body: {
        traveler_id: maria,
        passengers: [{ fare_type: 'adult' }],
        origin: { name: 'Market', point: stopPoint('Market') },
        destination: { name: 'Hospital', point: stopPoint('Hospital') },
        traveling_at: `2026-11-23T${at}:00+10:00`,
        departing: true,
        override_reason: 'Her doctor called',
      },
    })
  const confirm = (client: Client, id: number) =>
    client.call(api.serviceRequests.create, {
      body: { service_offering_id: id, traveler_id: maria, payment_method: 'cash' },
    })

  // covers: JRN-120
  test('books past the rules with a reason that stands in the history, and never where no vehicle is in service', async () => {
    await town.vehicle('Van 1', { until: '12:00' })
    await setRules({ cut_off: { kind: 'days', days: 1, at: 960 }, max_open_bookings: 1, max_passengers: 1 })
    const boss = server.client('operations_manager')
    const clerk = server.client({
      permissions: ['TravellerManagement:tripBookingWizard:canCreate', 'TravellerManagement:tripBookingWizard:canRead'],
    })
    expect((await refusal(search(clerk, '09:00'))).status).toBe(403)
    const { data: found } = await search(boss, '09:00')
    expect((await refusal(confirm(clerk, found.service_offerings[0]!.id))).status).toBe(403)
    const { data: booked } = await confirm(boss, found.service_offerings[0]!.id)
    const { data: history } = await boss.call(api.serviceRequests.history, { params: { id: booked.id } })
    expect(history.flatMap(({ reasons }) => reasons.map(({ text }) => text))).toContain(
      'Booked past the booking rules: Her doctor called',
    )
    const { data: second } = await search(boss, '10:00')
    expect((await confirm(boss, second.service_offerings[0]!.id)).data.status).toBe('assigned')
    expect((await search(boss, '13:00')).data).toMatchObject({ reasons: [{ code: 'outside_service_hours' }] })
  })
})

test('the app of passengers is told the hours of today and tomorrow, and when rides go again', async () => {
  const shown = async () => {
    const { service_hours } = (await server.passengerClient(maria).call(api.ride.config)).data
    return service_hours.filter(({ zone_id }) => zone_id === town.zone_id)
  }
  expect(await shown()).toMatchObject([{ open_now: true, opens_at: null, days: [{ spans: null }, { spans: null }] }])
  await setRules({ hours: hoursOf([10, 12]) })
  await setDay({ date: '2026-11-24' })
  expect(await shown()).toMatchObject([
    {
      name: 'Bayside',
      open_now: false,
      opens_at: '2026-11-23T00:00:00.000Z',
      days: [
        { date: '2026-11-23', special: null, spans: [{ from: '2026-11-23T00:00:00.000Z' }] },
        { date: '2026-11-24', special: { notice: 'No buses on the day of the feast.' }, spans: [] },
      ],
    },
  ])
  await openToApps(town, false)
  expect(await shown()).toEqual([])
})

describe('the rules of a zone', () => {
  // covers: JRN-113, JRN-115, JRN-118
  test('are refused beside the field that is wrong, and hold from one day on once only', async () => {
    const params = { id: town.zone_id }
    const wrong = async (body: object) => {
      const call = sam.call(api.bookingRules.create, { params, body: { holds_from: '2026-11-01', ...body } })
      return (await refusal(call)).errors.map(({ source }) => source?.pointer)
    }
    expect(await wrong({ cut_off: { kind: 'minutes', minutes: 2881 } })).toEqual(['/cut_off/minutes'])
    expect(await wrong({ cut_off: { kind: 'days', days: 15, at: 0 } })).toEqual(['/cut_off/days'])
    expect(await wrong({ hours: hoursOf([8, 9], [10, 11], [12, 13], [14, 15], [16, 17]) })).toContain('/hours/0')
    expect(await wrong({ day_starts: 240, hours: hoursOf([3, 9]) })).toEqual(['/hours/0'])
    expect(await wrong({ max_open_bookings: 201, max_passengers: 51 })).toEqual([
      '/max_open_bookings',
      '/max_passengers',
    ])
    const rules = await setRules({})
    expect(rules).toMatchObject({ day_starts: 0, cut_off: { kind: 'none' }, cut_off_leave_now: true, hours: null })
    expect(rules).toMatchObject({ max_open_bookings: 20, max_passengers: 50 })
    expect(await wrong({})).toEqual(['/holds_from'])
    const analyst = server.client('analyst')
    expect(
      (await refusal(analyst.call(api.bookingRules.create, { params, body: { holds_from: '2027-01-01' } }))).status,
    ).toBe(403)
    expect((await analyst.call(api.bookingRules.list, { params })).data).toMatchObject([{ id: rules.id }])
    await sam.call(api.bookingRules.destroy, { params: { id: rules.id }, version: rules.version })
    expect((await sam.call(api.bookingRules.list, { params })).data).toEqual([])
  })

  test('of another region are not found', async () => {
    const other = server.client({
      permissions: ['ZoneManagement:bookingRules:canRead'],
      region_ids: [town.region_id + 999],
    })
    expect((await refusal(other.call(api.bookingRules.list, { params: { id: town.zone_id } }))).status).toBe(404)
    expect((await refusal(other.call(api.specialDays.list, { params: { id: town.zone_id } }))).status).toBe(404)
  })

  // covers: JRN-117
  test('before a special day is saved, what it touches is listed with what becomes of it', async () => {
    await town.vehicle('Van 1', { from: '08:00', until: '10:00' })
    await town.vehicle('Van 2', { from: '09:00', until: '14:00' })
    const early = await town.book({ who: maria, ...ride, at: '08:30' })
    await town.book({ who: maria, ...ride, at: '12:30' })
    const params = { id: town.zone_id }
    const touches = async (hours: { from: number; until: number }[]) =>
      (await sam.call(api.specialDays.touches, { params, body: { date: '2026-11-23', hours } })).data
    expect(await touches([{ from: 720, until: 1320 }])).toMatchObject({
      bookings: [{ id: early.id, becomes: 'kept' }],
      schedules: [
        { vehicle_number: 'Van 1', becomes: 'not_offered' },
        { vehicle_number: 'Van 2', becomes: 'offered_within_hours' },
      ],
    })
    expect((await touches([])).bookings).toHaveLength(2)
    expect(await touches([{ from: 0, until: 1440 }])).toEqual({ bookings: [], series: [], schedules: [] })
    expect((await sam.call(api.specialDays.list, { params })).data).toEqual([])
  })

  // covers: JRN-117
  // @test-tag long
  test('rides of recurring journeys that a special day leaves out are listed, but not those booked, paused or within its hours', async () => {
    const office = server.client('superadmin')
    const mondays = (name: string, from: string, back?: string) =>
      town.passenger(name).then((who) =>
        makeSeriesOf(office, who, {
          legs: [legAt('Market', 'Station', from), ...(back === undefined ? [] : [legAt('Station', 'Market', back)])],
        }),
      )
    await vehicleOn(server, town, 'Van 1', ['2026-11-23', '2026-11-30'])
    const both = await mondays('Ann Both', '10:00', '15:00')
    await mondays('Bo Noon', '12:00')
    const paused = await mondays('Cy Paused', '09:00')
    await office.call(api.bookingSeries.pause, {
      params: { id: paused.id },
      body: { from: '2026-12-21', to: '2026-12-28', leg: null },
    })
    await makeNow(server)
    const touches = async (date: string, hours: { from: number; until: number }[]) =>
      (await sam.call(api.specialDays.touches, { params: { id: town.zone_id }, body: { date, hours } })).data
    const noon = [{ from: 11 * 60, until: 14 * 60 }]
    const [there, back] = [
      { id: both.id, leg: 1, time: '10:00', becomes: 'left_out' },
      { id: both.id, leg: 2, time: '15:00', becomes: 'left_out' },
    ]
    expect((await touches('2026-12-28', noon)).series).toEqual([there, back])
    expect((await touches('2026-12-28', [])).series).toHaveLength(3)
    expect((await touches('2026-12-29', [])).series).toEqual([])
    // Of a date within fourteen days the rides are booked: they are kept as promised.
    const soon = await touches('2026-11-30', noon)
    expect(soon.series).toEqual([])
    expect(soon.bookings).toHaveLength(3)
  })

  // covers: JRN-115
  test('a date is special once, and the holidays of a country are suggested for a year', async () => {
    const day = await setDay()
    const again = sam.call(api.specialDays.create, {
      params: { id: town.zone_id },
      body: { date: day.date, name: 'Again' },
    })
    expect((await refusal(again)).errors[0]?.source?.pointer).toBe('/date')
    const body = { hours: [{ from: 600, until: 720 }] }
    const { data } = await sam.call(api.specialDays.update, { params: { id: day.id }, body, version: day.version })
    expect(data).toMatchObject({ name: 'Town Feast', hours: body.hours })
    const { data: holidays } = await sam.call(api.specialDays.holidays, { query: { country: 'AU', year: 2027 } })
    expect(holidays).toContainEqual({ date: '2027-12-25', name: 'Christmas Day' })
    expect((await sam.call(api.specialDays.holidays, { query: { country: 'ZZ', year: 2027 } })).data).toEqual([])
  })
})
