import { api } from '@ambit/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMessages } from '../messages/send.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { serveWaiting } from './serve.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
})
afterAll(() => server.close())

// covers: JRN-130
test('a passenger who waits has a booking and its message within a minute of the cancellation that frees the seat, and the report counts the refusal', async () => {
  const town = await buildSmallTown(server)
  await town.vehicle('Van 1', { seats: 1, from: '09:57', until: '10:12' })
  const taken = await town.book({
    who: await town.passenger('Tom Taken'),
    from: 'Market',
    to: 'Station',
    at: '10:00',
  })
  const search = await town.search({
    who: await town.passenger('Ann Berg'),
    from: 'Market',
    to: 'Station',
    at: '10:00',
  })
  expect(search.status).toBe('no_offerings')
  const { data: made } = await town.dispatcher.call(api.waitlistEntries.create, {
    body: {
      service_availability_search_id: search.id,
      earliest_at: '2026-11-23T09:00:00+10:00',
      latest_at: '2026-11-23T11:00:00+10:00',
      payment_method: 'cash',
    },
  })
  const entry = async () => (await town.dispatcher.call(api.waitlistEntries.show, { params: { id: made.id } })).data
  const job = serveWaiting()
  const second = async (time: string) => {
    server.deps.clock.set(`2026-11-23T${time}+10:00`)
    await runJob(server.deps, job)
    await runJob(server.deps, sendMessages())
  }
  await second('08:30:00')
  expect((await entry()).state).toBe('waiting')
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: taken.id }, body: {} })
  for (const time of ['08:30:05', '08:30:15', '08:30:25', '08:30:35', '08:30:45', '08:30:55']) await second(time)
  const { state, service_request_id } = await entry()
  expect(state).toBe('booked')
  const told = await server.deps.db
    .selectFrom('messages')
    .where('service_request_id', '=', service_request_id)
    .select(['event', 'state', 'text'])
    .executeTakeFirstOrThrow()
  expect(told).toMatchObject({ event: 'booking_confirmed', state: 'captured' })
  expect(told.text).toContain('Station')
  const { data: report } = await server.client('operations_manager').call(api.bookingReports.summary, {
    query: { filter: { zone: [town.zone_id], from: '2026-11-23', to: '2026-11-23' } },
  })
  expect(report.totals).toMatchObject({ refused: 1, open: 1, cancelled_by_staff: 1 })
})
