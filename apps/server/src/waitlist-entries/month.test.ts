// @module-tag long
import { api, ApiError, type Client, createClient } from '@ambit/contract'
import { addDays, momentAt } from '@ambit/domain'
import { expect, test } from 'vitest'
import { type Job, runDueJobs } from '../jobs/runner.ts'
import { planningJobs } from '../planning/jobs.ts'
import { fresh } from '../testing/changes.ts'
import { liveDay } from '../testing/day.ts'
import { groupInput, groupWish, people } from '../testing/groups.ts'
import { nothingBroken } from '../testing/nothing-broken.ts'
import { createSeededRandom } from '../testing/random.ts'
import { runJob } from '../testing/run-job.ts'
import { datesOfSeries, legAt, later, makeNow, makeSeriesOf, vehicleOn } from '../testing/series.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown, type StopName, STOPS, stopPoint } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { serveWaiting } from './serve.ts'

const FIRST = '2026-11-23'
const DAYS = 30
const SEATS = 4

/** One day of the town: whom its dispatcher serves, and what is denied. */
type Day = {
  server: TestServer
  town: SmallTown
  desk: Client
  date: string
  number: number
  below: (count: number) => number
  /** searches without an offering, by the answers to those who asked */
  denied: { journeys: number; groups: number; returns: number }
  booked: number[]
}

const moment = (date: string, time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return momentAt('Australia/Brisbane', date, 60 * hours + minutes).toISOString()
}

const placed = (name: StopName) => ({ name, point: stopPoint(name) })
const asked = async ({ town, desk, date }: Day, from: StopName, to: StopName, time: string, count = 1) => {
  const traveler_id = await town.passenger(fresh('Rider '))
  const body = {
    traveler_id,
    passengers: Array.from({ length: count }, () => ({ fare_type: 'adult' as const })),
    origin: placed(from),
    destination: placed(to),
    traveling_at: moment(date, time),
    departing: true,
    mobility_support: 0,
  }
  return { traveler_id, search: (await desk.call(api.searches.create, { body })).data }
}

/** Books it, or waits for a place at any time of the vehicle's. */
const ride = async (day: Day, count: number, late = false): Promise<void> => {
  const from = late ? 0 : day.below(4)
  const to = late ? 4 : from + 1 + day.below(4 - from)
  const time = late ? '11:58' : `${8 + day.below(4)}:${15 + day.below(30)}`
  const { traveler_id, search } = await asked(day, STOPS[from]!, STOPS[to]!, time, count)
  const [offering] = search.service_offerings
  if (offering !== undefined) {
    const body = { service_offering_id: offering.id, traveler_id, payment_method: 'cash' as const }
    day.booked.push((await day.desk.call(api.serviceRequests.create, { body })).data.id)
    return
  }
  day.denied.journeys += 1
  await day.desk.call(api.waitlistEntries.create, {
    body: {
      service_availability_search_id: search.id,
      earliest_at: moment(day.date, '08:00'),
      latest_at: moment(day.date, '11:58'),
      payment_method: 'cash',
    },
  })
}

const choir = async (day: Day, count: number): Promise<void> => {
  const wish = { ...groupWish(await people(day.town, count)), traveling_at: moment(day.date, '10:30') }
  const found = await day.desk.call(api.bookingGroups.search, { body: wish }).catch((error: unknown) => {
    if (error instanceof ApiError && error.errors[0]?.code === 'no_vehicle_takes_all') return null
    throw error
  })
  if (found === null) day.denied.groups += count
  else await day.desk.call(api.bookingGroups.create, { body: groupInput(found.data) })
}

/** The way there, with a way back that the passenger calls for; null: there is none. */
const wayThere = async (day: Day): Promise<number | null> => {
  const { traveler_id, search } = await asked(day, 'Harbour', 'Station', '09:00')
  const [offering] = search.service_offerings
  if (offering === undefined) {
    day.denied.journeys += 1
    return null
  }
  const legs = [{ service_offering_id: offering.id, payment_method: 'cash' as const }]
  const body = { traveler_id, legs, open_return: { not_before: moment(day.date, '10:30') } }
  return (await day.desk.call(api.journeys.create, { body })).data.open_return?.id ?? null
}

const callFor = async (day: Day, id: number): Promise<void> => {
  const { data } = await day.desk.call(api.openReturns.activate, { params: { id } })
  const { service_offerings, status, traveler_id } = data.service_availability_search
  if (status === 'no_offerings') day.denied.returns += 1
  const [offering] = service_offerings
  if (offering === undefined || !data.in_time) return
  await day.desk.call(api.serviceRequests.create, {
    body: { service_offering_id: offering.id, traveler_id, payment_method: 'cash' },
  })
}

/** The vehicles of a date, with those who drive them. */
const crewsOn = async ({ server, town, date }: Day) => {
  const rows = await server.deps.db
    .selectFrom('trips as t')
    .innerJoin('service_plans as p', 'p.id', 't.service_plan_id')
    .where('t.zone_id', '=', town.zone_id)
    .where('p.start_time', '>=', new Date(moment(date, '00:00')))
    .where('p.start_time', '<', new Date(moment(addDays(date, 1), '00:00')))
    .select(['t.id as trip_id', 't.vehicle_id', 't.driver_id'])
    .execute()
  return Promise.all(
    rows.map(async ({ trip_id, vehicle_id, driver_id }) => {
      const token = await server.driverToken(driver_id!)
      return {
        trip_id,
        vehicle_id: vehicle_id!,
        driver_id: driver_id!,
        client: createClient({ origin: server.url, token: () => token }),
      }
    }),
  )
}

const morning = async (day: Day, serve: () => Promise<void>): Promise<number | null> => {
  await ride(day, 1 + day.below(2))
  await ride(day, 1 + day.below(3))
  if (day.number % 5 === 1) await ride(day, SEATS + 1)
  if (day.number % 4 === 2) await ride(day, 1, true)
  if (day.number % 3 === 0) await choir(day, day.number % 6 === 0 ? 3 : SEATS + 1)
  const open = await wayThere(day)
  await serve()
  const [gone] = day.booked.splice(day.below(day.booked.length), 1)
  if (gone !== undefined && day.number % 2 === 0)
    await day.desk.call(api.serviceRequests.cancel, { params: { id: gone }, body: {} })
  return open
}

/** From the night to the evening of a date: asks, waits, cancellations, calls, and on the first one an hour that is driven. */
const live = async (day: Day, night: () => Promise<void>, job: Job): Promise<void> => {
  const { server, town, date, number, denied } = day
  const { clock } = server.deps
  const serve = async (time: string): Promise<void> => {
    clock.set(moment(date, time))
    await runJob(server.deps, job)
  }
  await night()
  clock.set(moment(date, '07:00'))
  const open = await morning(day, () => serve('07:10'))
  await serve('07:40')
  if (number === 0) {
    clock.set(moment(date, '08:00'))
    const busy = { seed: 5, minutes: 40, bookings: 5, noShows: 0.1, delay: 0.3, cancels: 1 }
    denied.journeys += (await liveDay(town, await crewsOn(day), busy, async () => {})).refused
  }
  const called = number % 3 === 0 ? '13:00' : '10:45'
  await serve(called)
  const [desk] = await later(server, moment(date, called), 'dispatcher')
  if (open !== null) await callFor({ ...day, desk: desk! }, open)
  await serve('22:00')
  await runDueJobs(server.deps, planningJobs)
  await nothingBroken(server)
}

/** On three days of the week while the vehicle drives, and on one after it has gone home. */
const startSeries = async (town: SmallTown, desk: Client) => {
  const travelers = [await town.passenger('Regular Morning'), await town.passenger('Regular Evening')]
  const day = (...weekdays: ('MO' | 'TU' | 'WE' | 'FR')[]) => ({ repeat: 'weekly' as const, every: 1, weekdays })
  const series = [
    await makeSeriesOf(desk, travelers[0]!, { pattern: day('MO', 'WE', 'FR') }),
    await makeSeriesOf(desk, travelers[1]!, { pattern: day('TU'), legs: [legAt('Market', 'Station', '15:00')] }),
  ]
  return { travelers, series }
}

/** Entries that were booked, open returns that were called for and booked, and members of groups. */
const servedIn = async ({ deps: { db } }: TestServer): Promise<number[]> => {
  const entries = await db.selectFrom('waitlist_entries').where('state', '=', 'booked').select('id').execute()
  const called = await db.selectFrom('open_returns').where('state', '=', 'activated').select('id').execute()
  const members = await db
    .selectFrom('service_requests')
    .where('booking_group_id', 'is not', null)
    .select('id')
    .execute()
  return [entries.length, called.length, members.length]
}

// covers: JRN-134
test('a month with recurring journeys, groups, open returns and a waiting list breaks no rule, moves no promise of a series, and each denied journey is in the report', async () => {
  const server = await startTestServer({ streets: straightStreets() })
  const town = await buildSmallTown(server)
  const { db } = server.deps
  const random = createSeededRandom(7)
  const dates = Array.from({ length: DAYS }, (_, at) => addDays(FIRST, at))
  await vehicleOn(server, town, 'Van 1', dates, { seats: SEATS, from: '08:00', until: '12:00' })
  const [first] = await later(server, moment(FIRST, '00:05'), 'dispatcher')
  const { travelers, series } = await startSeries(town, first!)
  const promises = new Map<number, object>()
  const night = async () => {
    await makeNow(server)
    const rows = await db
      .selectFrom('service_requests')
      .where('traveler_id', 'in', travelers)
      .select(['id', 'promised_pickup_lower_bound', 'promised_pickup_upper_bound', 'promised_dropoff_upper_bound'])
      .execute()
    for (const row of rows) {
      expect(row).toEqual(promises.get(row.id) ?? row)
      promises.set(row.id, row)
    }
  }
  const job = serveWaiting()
  const denied = { journeys: 0, groups: 0, returns: 0 }
  for (const [number, date] of dates.entries()) {
    const [desk] = await later(server, moment(date, '00:35'), 'dispatcher')
    const below = (count: number): number => Math.floor(random.next() * count)
    await live({ server, town, desk: desk!, date, number, below, denied, booked: [] }, night, job)
  }
  const end = addDays(FIRST, 2 * DAYS)
  const [reader, clerk] = await later(server, moment(addDays(FIRST, DAYS), '06:00'), 'operations_manager', 'dispatcher')
  const occurrences = await Promise.all(series.map(({ id }) => datesOfSeries(clerk!, id, FIRST, end)))
  const failed = occurrences
    .flat()
    .flatMap(({ legs }) => legs.filter(({ state }) => state === 'failed' || state === 'waiting'))
  const { data: report } = await reader!.call(api.bookingReports.summary, {
    query: { filter: { zone: [town.zone_id], from: FIRST, to: end } },
  })
  const { journeys, groups, returns } = denied
  expect(report.totals.refused).toBe(journeys + groups + returns + failed.length)
  // Each kind was denied, and each was served.
  expect(Math.min(journeys, groups, returns, failed.length)).toBeGreaterThan(4)
  const served = [promises.size, ...(await servedIn(server))]
  expect(Math.min(...served)).toBeGreaterThan(4)
  await server.close()
}, 600_000)
