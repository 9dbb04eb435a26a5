import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api, createClient } from '@ambit/contract'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { removeAtNight } from './remove.ts'

const DAY = 24 * 3600_000

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())
beforeEach(async () => {
  town = await buildSmallTown(server)
  await sql`truncate retention_runs; truncate retention_marks`.execute(server.deps.db)
})

/** Signed in anew: years pass in these tests. */
const sam = async () => {
  const token = await server.token('superadmin')
  return createClient({ origin: server.url, token: () => token })
}

const years = 800
const day = { from: '2026-11-23', to: '2026-11-23' }
/** Columns that tell who it was, and where from and to. */
const personal = new Set(['Passenger', 'From', 'To', 'Cancellation reason', 'Error'])

const figures = async () => {
  const client = await sam()
  const text = async (answer: Promise<Response>) => (await answer).text()
  const { data: surveys } = await client.call(api.surveyReports.list, { query: {} })
  const { data: itineraries } = await client.call(api.tripItineraries.list, {
    query: { filter: { ...day, zone: [town.zone_id] } },
  })
  const csv = await text(client.fetch(api.serviceRequests.export, { query: {} }))
  const [heads = [], ...rows] = csv.split('\r\n').map((line) => line.split(','))
  return {
    dashboard: (await client.call(api.dashboard.show)).data.statistics,
    outcomes: (await client.call(api.bookingReports.list, { query: { filter: { ...day, zone: [town.zone_id] } } }))
      .data,
    summary: (await client.call(api.bookingReports.summary, { query: { filter: { ...day, zone: [town.zone_id] } } }))
      .data,
    file: await text(client.fetch(api.bookingReports.export, { query: { filter: { ...day, zone: [town.zone_id] } } })),
    feedback: (await client.call(api.feedbackReports.summary)).data,
    surveys: surveys.map(({ cancellation_reason_key, service_request_id }) => [
      service_request_id,
      cancellation_reason_key,
    ]),
    itineraries,
    bookings: rows.map((cells) =>
      cells.filter((_, column) => !personal.has((heads[column] ?? '').replaceAll('"', ''))),
    ),
  }
}

// covers: AUD-58
test('the figures of past periods are the same before and after journeys and searches are anonymised', async () => {
  const { clock, db } = server.deps
  await town.vehicle('Van 1')
  const who = await town.passenger('Fiona Figures')
  const ids: number[] = []
  for (const time of ['09:00', '11:00', '13:00', '15:00'])
    ids.push((await town.book({ who, from: 'Market', to: 'Station', at: time })).id)
  const [done, missed, called, open] = ids as [number, number, number, number]
  const change = (id: number, set: object) => db.updateTable('service_requests').set(set).where('id', '=', id).execute()
  await (await sam()).call(api.serviceRequests.cancel, { params: { id: called }, body: { reason: 'Fiona is ill' } })
  const option = await db.selectFrom('survey_options').select('key').executeTakeFirstOrThrow()
  await (
    await sam()
  ).call(api.surveys.create, { body: { service_request_id: called, cancellation_reason_key: option.key } })
  await change(done, { status: 'completed', charged_at: clock.now(), mobility_support: 1 })
  await change(missed, { status: 'no_show' })
  await change(open, { status: 'error', error_message: 'No vehicle for Fiona' })
  await sql`insert into feedbacks (service_request_id, traveler_id, rating, comments, created_at)
    values (${done}, ${who}, 2, 'Fiona waited', now())`.execute(db)
  await town.search({ who, from: [150, -20], to: 'Market', at: '10:00' })
  clock.advance(years * DAY)
  const before = await figures()
  expect(before.summary.totals).toMatchObject({ completed: 1, no_show: 1, not_served: 1 })
  expect(before.bookings.length).toBeGreaterThanOrEqual(4)
  await runJob(server.deps, removeAtNight)
  const left = await db.selectFrom('service_requests').select('id').where('anonymised_at', 'is', null).execute()
  expect(left).toEqual([])
  expect(await figures()).toEqual(before)
})
