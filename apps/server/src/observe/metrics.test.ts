import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { registerJobs, runDueJobs } from '../jobs/runner.ts'
import { refusal } from '../testing/refusal.ts'
import { buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { serveMetrics } from './metrics-port.ts'

let server: TestServer
let town: SmallTown
beforeAll(async () => {
  server = await startTestServer({ streets: straightStreets() })
  town = await buildSmallTown(server)
})
afterAll(() => server.close())

/** The values of a metric, by what its labels say. */
const figures = async (name: string): Promise<Record<string, number>> => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))]
  return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]))
}

// covers: OPS-91
test('counts searches, bookings, sign-ins, positions and failed jobs by outcome', async () => {
  const van = await town.vehicle('Van 1')
  const who = await town.passenger('Ada')
  await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  await refusal(town.search({ who: 999_999, from: 'Market', to: 'Hospital' }))
  await refusal(
    town.dispatcher.call(api.serviceRequests.create, {
      body: { service_offering_id: 999_999, traveler_id: who, payment_method: 'cash' },
    }),
  )
  expect(await figures('searches_total')).toEqual({ 'outcome="offered"': 1, 'outcome="refused"': 1 })
  expect(await figures('search_seconds_count')).toEqual({ '': 1 })
  expect(await figures('confirmations_total')).toEqual({ 'outcome="booked"': 1, 'outcome="refused"': 1 })

  const signIn = (password: string) =>
    server.publicClient().call(api.sessions.create, { body: { email: 'dispatcher@example.org', password } })
  await signIn(TEST_PASSWORD)
  await refusal(signIn('another one'))
  const response = { clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' }
  const passkey = { id: 'none', type: 'public-key' as const, response }
  await refusal(server.publicClient().call(api.sessions.passkey, { body: { passkey } }))
  expect(await figures('sign_in_total')).toEqual({ 'outcome="accepted"': 1, 'outcome="refused"': 2 })

  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  const [longitude, latitude] = stopPoint('Harbour')
  const recorded_at = server.deps.clock.now().toISOString()
  const position = { longitude, latitude, bearing: 0, speed: 0, recorded_at }
  await van.client.call(api.driver.positions, { params: { id: van.trip_id }, body: { positions: [position] } })
  expect(await figures('positions_total')).toEqual({ '': 1 })

  const jobs = [{ name: 'failing', every: 60_000, run: () => Promise.reject(new Error('no')) }]
  await registerJobs(server.deps, jobs)
  await runDueJobs(server.deps, jobs)
  expect(await figures('jobs_failed_total')).toEqual({ 'job="failing"': 1 })
})

// covers: OPS-91
test('counts open streams while they are open', async () => {
  const leave = new AbortController()
  const headers = { authorization: `Bearer ${await server.token('dispatcher')}` }
  await fetch(`${server.url}/api/v2/ops/live`, { headers, signal: leave.signal })
  expect(await figures('live_streams')).toEqual({ '': 1 })
  leave.abort()
  await expect.poll(() => figures('live_streams')).toEqual({ '': 0 })
})

// covers: MSG-64
test('says what stands in the database, and nothing where nothing is known', async () => {
  const other = await startTestServer({ streets: straightStreets() })
  const small = await buildSmallTown(other)
  const van = await small.vehicle('Van 1')
  const who = await small.passenger('Ada')
  await small.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  await sql`update messages set channel = 'sms', due_at = due_at - interval '90 seconds'`.execute(other.deps.db)
  // How many rows a table has is known once the database has looked.
  await sql`analyze drivers`.execute(other.deps.db)
  const text = await (await fetch(`${other.url}/metrics`)).text()
  expect(text).toMatch(/^bookings_open\{status="assigned"\} 1$/m)
  expect(text).toMatch(/^promises_at_risk 0$/m)
  expect(text).toMatch(/^vehicles_without_signal 1$/m)
  expect(text).toMatch(/^outbox_waiting \d+$/m)
  const confirmed = /^messages_last_day\{(?=.*event="booking_confirmed")(?=.*channel="sms")(?=.*state="queued").*\} 1$/m
  expect(text).toMatch(confirmed)
  expect(text).toMatch(/^messages_waiting_seconds 90$/m)
  expect(text).toMatch(/^db_size_bytes [1-9]\d+(\.\d+)?(e\+\d+)?$/m)
  expect(text).toMatch(/^table_rows\{table="drivers"\} \d+$/m)
  expect(text).toMatch(/^db_pool_in_use \d+$/m)
  // No backups are made here: an age would say that there is one.
  expect(text).not.toMatch(/^backup_age_seconds /m)
  // Names of people are never among them.
  expect(text).not.toContain('Ada')
  await other.close()
})

// covers: OPS-90
test('a port of its own answers with metrics and nothing else, and asks for nothing', async () => {
  const { port, close } = await serveMetrics(server.deps.registry, { host: '127.0.0.1', port: 0 })
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const answer = await ask('/metrics', { 'x-forwarded-for': '203.0.113.7' })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('# TYPE ready gauge')])
  expect((await ask('/healthz')).status).toBe(404)
  await close()
})
