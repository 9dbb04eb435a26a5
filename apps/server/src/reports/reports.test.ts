import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type Crew, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const DAY = '2026-11-23'
const filter = { from: DAY, to: DAY }

let server: TestServer
let town: SmallTown
let van: Crew
let rides: { completed: number; cancelled: number; standing: number }
const olivia = () => server.client('operations_manager')

/** One day in the small town: a completed ride, one cancelled by the passenger, one ahead, and one refusal. */
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
  van = await town.vehicle('Van 1', { wheelchairs: 1 })
  const maria = await town.passenger('Maria Silva')
  const noah = await town.passenger('Noah Ito')
  const book = async (who: number, at: string, people = 1, wheelchairs = 0) =>
    (await town.book({ who, from: 'Market', to: 'Hospital', at, people, wheelchairs })).id
  rides = {
    completed: await book(maria, '09:00', 2, 1),
    cancelled: await book(noah, '10:00'),
    standing: await book(noah, '11:00'),
  }
  await town.dispatcher.call(api.serviceRequests.cancel, {
    params: { id: rides.cancelled },
    body: { reason: 'He rang' },
  })
  await town.dispatcher.call(api.surveys.create, {
    body: {
      service_request_id: rides.cancelled,
      cancellation_reason_key: 'illness',
      additional_information: 'A cold',
    },
  })
  await town.search({ who: maria, from: 'Market', to: 'School', at: '13:00', people: 30 }) // a van has fewer seats
  // A change that is not possible is no refusal: the booking stands.
  await town.search({ who: noah, from: 'Market', to: 'School', at: '13:00', people: 30, changes: rides.standing })
  // Driver actions have their own tests; only the result matters here.
  await server.deps.db
    .updateTable('service_requests')
    .set({ status: 'completed' })
    .where('id', '=', rides.completed)
    .execute()
  await town.dispatcher.call(api.feedbacks.create, {
    body: { service_request_id: rides.completed, rating: 4, comments: 'On time' },
  })
})
afterAll(() => server.close())

describe('reports', () => {
  // covers: RPT-01, RPT-13, RPT-35
  test('the feedback report lists feedback with its ride, and the average', async () => {
    const { data } = await olivia().call(api.feedbacks.list, { query: { filter } })
    expect(data).toMatchObject([
      {
        rating: 4,
        comments: 'On time',
        traveler_name: 'Maria Silva',
        service_request_id: rides.completed,
        trip_id: van.trip_id,
        zone_id: town.zone_id,
      },
    ])
    expect(data[0]?.driver_name).toMatch(/\S/)
    const summary = async (narrowed: object) =>
      (await olivia().call(api.feedbackReports.summary, { query: { filter: narrowed } })).data
    expect(await summary(filter)).toEqual({ count: 1, average: 4, ratings: [0, 0, 0, 1, 0] })
    expect(await summary({ rating: [5] })).toEqual({ count: 0, average: null, ratings: [0, 0, 0, 0, 0] })
    expect(await summary({ zone: [town.zone_id + 1] })).toMatchObject({ count: 0 })
    const asked = async (query: object) => (await olivia().call(api.feedbacks.list, { query })).data.length
    expect(await asked({ search: 'time maria' })).toBe(1)
    expect(await asked({ search: 'late' })).toBe(0)
    expect(await asked({ filter: { from: '2026-11-24' } })).toBe(0)
    expect(await asked({ filter: { rating: [1, 2] } })).toBe(0)
  })

  // covers: RPT-02, RPT-14, RPT-15
  test('the cancellation report lists why passengers cancelled', async () => {
    const { data } = await olivia().call(api.surveyReports.list, { query: { filter } })
    expect(data).toMatchObject([
      {
        service_request_id: rides.cancelled,
        reason: 'Illness or appointment cancelled',
        additional_information: 'A cold',
        traveler_name: 'Noah Ito',
      },
    ])
    const asked = async (query: object) => (await olivia().call(api.surveyReports.list, { query })).data.length
    expect(await asked({ filter: { reason: ['illness'] } })).toBe(1)
    expect(await asked({ filter: { reason: ['other'] } })).toBe(0)
    expect(await asked({ search: 'noah cold' })).toBe(1)
  })

  // covers: RPT-03
  test('the outcomes report counts bookings and searches by zone and day, in total and as CSV', async () => {
    const { data } = await olivia().call(api.bookingReports.list, { query: { filter } })
    const counts = {
      completed: 1,
      cancelled_by_passenger: 0,
      cancelled_by_staff: 1,
      cancelled_by_service: 0,
      no_show: 0,
      not_served: 0,
      refused: 1,
      open: 1,
      total: 4,
    }
    expect(data).toEqual([expect.objectContaining({ zone_id: town.zone_id, date: DAY, ...counts })])
    const report = (await olivia().call(api.bookingReports.summary, { query: { filter } })).data
    expect(report.totals).toEqual(counts)
    expect(report.days).toEqual([{ date: DAY, ...counts }])
    expect(report.refusals).toMatchObject([{ code: 'too_small_seats', count: 1 }])
    const file = await olivia().fetch(api.bookingReports.export, { query: { filter } })
    expect(file.headers.get('content-disposition')).toContain('booking-outcomes-2026-11-23-2026-11-23.csv')
    const [header, line] = (await file.text()).trim().split('\r\n')
    expect(header).toContain('Zone,Date,Completed,Cancelled by passenger,Cancelled by staff')
    expect(line).toMatch(/,2026-11-23,1,0,1,0,0,0,1,1,4$/)
  })

  test('the outcomes report reads who cancelled from the history and counts days in the zone’s time', async () => {
    const { db } = server.deps
    const by = async (user_type: 'passenger' | 'engine') => {
      await db
        .updateTable('service_request_histories')
        .set({ user_type })
        .where('service_request_id', '=', rides.cancelled)
        .where('status', '=', 'cancelled')
        .execute()
      return (await olivia().call(api.bookingReports.summary, { query: { filter } })).data.totals
    }
    expect(await by('passenger')).toMatchObject({ cancelled_by_passenger: 1, cancelled_by_staff: 0 })
    expect(await by('engine')).toMatchObject({ cancelled_by_service: 1, cancelled_by_staff: 0 })
    // 9:00 in Brisbane is still the 22nd in Greenwich.
    expect(
      (await olivia().call(api.bookingReports.list, { query: { filter: { from: '2026-11-22', to: '2026-11-22' } } }))
        .data,
    ).toEqual([])
  })

  test('refuses a range of days that is reversed or too long', async () => {
    const errorOf = async (from: string, to: string) =>
      (await refusal(olivia().call(api.bookingReports.list, { query: { filter: { from, to } } }))).errors.map(
        ({ detail }) => detail,
      )
    expect(await errorOf('2026-11-24', '2026-11-23')).toEqual(['The last day must not be before the first'])
    expect(await errorOf('2025-01-01', '2026-11-23')).toEqual(['A report spans at most 366 days'])
    expect(await errorOf('yesterday', '2026-11-23')).not.toEqual([])
  })

  // covers: RPT-04, RPT-27, RPT-28, RPT-29, RPT-30
  test('an itinerary lists a trip’s stops in order with the passengers who board and alight', async () => {
    const { data: trips } = await olivia().call(api.tripItineraries.list, { query: { filter } })
    expect(trips.map(({ id }) => id)).toEqual([van.trip_id])
    const { data } = await olivia().call(api.tripItineraries.show, { params: { id: van.trip_id } })
    expect(data).toMatchObject({
      id: van.trip_id,
      name: trips[0]?.name,
      start_datetime: expect.stringMatching(/^2026-11-2/),
      vehicle_number: 'Van 1',
      driver_name: 'Driver Van 1',
      time_zone: 'Australia/Brisbane',
    })
    expect(data.exported_at).toBe(server.deps.clock.now().toISOString())
    const id = expect.any(Number)
    const maria = { traveler_id: id, name: 'Maria S', passengersCount: 2, mobility_support: 1 }
    const noah = { traveler_id: id, name: 'Noah I', passengersCount: 1, mobility_support: 0 }
    const people = data.stops.map((stop) => [stop.name, stop.PassengersBoardingInfo, stop.PassengersAlightingInfo])
    expect(people).toEqual([
      ['Market', [maria], []],
      ['Hospital', [], [maria]],
      ['Market', [noah], []],
      ['Hospital', [], [noah]],
    ])
    const times = data.stops.map(({ target_time }) => target_time)
    expect(times).toEqual(times.toSorted())
  })

  test('reports leave out regions that the caller may not see', async () => {
    const permissions = ['feedback', 'survey', 'bookingOutcomeReport', 'tripItinerary'].map(
      (resource) => `ReportManagement:${resource}:canRead`,
    )
    const away = server.client({ permissions, region_ids: [town.region_id + 1] })
    expect((await away.call(api.feedbacks.list)).data).toEqual([])
    expect((await away.call(api.feedbackReports.summary)).data.count).toBe(0)
    expect((await away.call(api.surveyReports.list)).data).toEqual([])
    expect((await away.call(api.bookingReports.list, { query: { filter } })).data).toEqual([])
    const summary = (await away.call(api.bookingReports.summary, { query: { filter } })).data
    expect([summary.totals.total, summary.refusals]).toEqual([0, []])
    expect((await away.call(api.tripItineraries.list)).data).toEqual([])
    const one = away.call(api.tripItineraries.show, { params: { id: van.trip_id } })
    expect((await refusal(one)).status).toBe(404)
  })
})
