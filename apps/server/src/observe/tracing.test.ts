import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, ApiError, ErrorEnvelope } from '@ambit/contract'
import { startTracing } from '../boot/start-tracing.ts'
import { within } from '../context/span.ts'
import type { Logger, Tracing } from '../deps.ts'
import { registerJobs, runDueJobs } from '../jobs/runner.ts'
import { providerFetch } from '../sso/provider-fetch.ts'
import { type Collector, startCollector } from '../testing/collector.ts'
import { createTestClock } from '../testing/clock.ts'
import { buildSmallTown, type SmallTown } from '../testing/small-town.ts'
import { startTestServer, testConfig, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { statementName } from '../database/statement-name.ts'
import { openTracing } from './tracing.ts'

const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const tools = { log: silent, clock: createTestClock('2026-11-23T08:00:00+10:00') }
const service = { name: 'ambit', version: '0', instance: 'test' }

let collector: Collector
let tracing: NonNullable<Tracing>
let server: TestServer
let town: SmallTown
beforeAll(async () => {
  collector = await startCollector()
  // None by chance: what is sent was asked for by the caller, or has failed.
  tracing = openTracing({ endpoint: `${collector.url}/`, share: 0, service, sendEveryMs: 20 }, tools)!
  server = await startTestServer({ streets: straightStreets(), tracing })
  town = await buildSmallTown(server)
  await town.vehicle('Van 1')
})
afterAll(async () => {
  await server.close()
  await tracing.close()
  await collector.close()
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const asked = (trace: string, flags: string) => ({ traceparent: `00-${trace}-b7ad6b7169203331-${flags}` })
const of = (trace: string) => collector.spans.filter(({ traceId }) => traceId === trace)
const names = (trace: string) => of(trace).map(({ name }) => name)

const call = async (path: string, trace: string, flags: string, body?: object) =>
  fetch(`${server.url}/api/v2/ops${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...asked(trace, flags),
      'content-type': 'application/json',
      authorization: `Bearer ${await server.token('dispatcher')}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

describe('with a collector', () => {
  // covers: OPS-87, OPS-88
  test('a search and a confirmation are told with their SQL, in the trace of whoever asked, and in the audit', async () => {
    const who = await town.passenger('Ada Zwick')
    const search = {
      traveler_id: who,
      passengers: [{ type: 'adult' }],
      origin: { name: 'Zwick Lane 3', point: [153.03, -27.47] },
      destination: { name: 'Hospital', point: [153.05, -27.47] },
      traveling_at: '2026-11-23T09:00:00+10:00',
      departing: true,
      mobility_support: 0,
    }
    const found = await call('/service_availability_searches', TRACE, '01', search)
    const { data } = api.searches.create.answer.parse(await found.json())
    const booking = { service_offering_id: data.service_offerings[0]?.id, traveler_id: who, payment_method: 'cash' }
    expect((await call('/service_requests', TRACE, '01', booking)).status).toBe(201)
    await expect
      .poll(() => names(TRACE))
      .toEqual(expect.arrayContaining(['POST /api/v2/ops/service_requests', 'search', 'confirmation', 'commit']))
    expect(names(TRACE)).toContain('insert service_requests')
    const [request] = of(TRACE).filter(({ name }) => name === 'POST /api/v2/ops/service_requests')
    expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331', facts: { 'http.response.status_code': 201 } })
    // Each statement belongs to what asked for it.
    const parents = new Set(of(TRACE).map(({ spanId }) => spanId))
    expect(
      of(TRACE).every(({ parentSpanId = '' }) => parents.has(parentSpanId) || parentSpanId === 'b7ad6b7169203331'),
    ).toBe(true)
    const { data: events } = await server
      .client('superadmin')
      .call(api.auditEvents.list, { query: { filter: { request: [String(request?.facts['request_id'])] } } })
    expect(new Set(events.map(({ trace_id }) => trace_id))).toEqual(new Set([TRACE]))
  })

  // covers: OPS-88
  test('what fails is always told, and what does not is left out where nobody asked for it', async () => {
    const [fine, broken] = ['1'.repeat(32), '2'.repeat(32)]
    expect((await call('/zones', fine, '00')).status).toBe(200)
    const { db } = server.deps
    await db.schema.alterTable('road_closures').renameTo('closures_away').execute()
    const answer = await call('/road_closures', broken, '00')
    await db.schema.alterTable('closures_away').renameTo('road_closures').execute()
    expect(answer.status).toBe(500)
    expect(ErrorEnvelope.parse(await answer.json()).trace_id).toBe(broken)
    await expect.poll(() => names(broken)).toContain('GET /api/v2/ops/road_closures')
    expect(of(broken).find(({ name }) => name.startsWith('GET'))?.status?.code).toBe(2)
    expect(names(broken).length).toBeGreaterThan(1)
    expect(names(fine)).toEqual([])
  })

  // covers: OPS-87
  test('a job that fails is told with its name', async () => {
    const jobs = [{ name: 'failing', every: 60_000, run: () => Promise.reject(new Error('no')) }]
    await registerJobs(server.deps, jobs)
    await runDueJobs(server.deps, jobs)
    await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('job failing')
  })

  // covers: OPS-88
  test('a call to others carries the trace on', async () => {
    const heard: unknown[] = []
    const { createServer } = await import('node:http')
    const other = createServer((request, response) => {
      heard.push(request.headers['traceparent'])
      response.end('{}')
    })
    await new Promise<void>((done) => void other.listen(0, '127.0.0.1', done))
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const fetchIt = providerFetch(testConfig, AbortSignal.timeout(5000))
    const span = tracing.begin('outside', {}, asked(TRACE, '01').traceparent)
    await within(span, () => fetchIt(`http://127.0.0.1:${port}/`, { method: 'GET', headers: {} }))
    span.end(false)
    await new Promise((done) => other.close(done))
    expect(heard).toEqual([span.traceparent])
    expect(span.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
  })

  // covers: OPS-89
  test('spans hold ids and figures: no name, no place and no value of a statement', () => {
    expect(collector.text()).toContain('confirmation')
    for (const word of ['Zwick', 'Lane', 'Hospital', '153.0', '$1', 'where '])
      expect([word, collector.text().includes(word)]).toEqual([word, false])
  })
})

// covers: OPS-88
test('a tenth of the traces that begin here is told, where nothing else is set', async () => {
  const all = openTracing({ endpoint: collector.url, share: 0.1, service, sendEveryMs: 20 }, tools)!
  const before = collector.spans.length
  for (let at = 0; at < 1000; at++) all.begin('by chance', {}, null).end(false)
  await all.close()
  const share = (collector.spans.length - before) / 1000
  expect(share).toBeGreaterThan(0.05)
  expect(share).toBeLessThan(0.16)
})

// @test-tag long
test('a collector that is away is told once in the log, and keeps nobody waiting', async () => {
  const warned: string[] = []
  const log = { ...silent, warn: (_: object, message = '') => void warned.push(message) }
  const away = openTracing({ endpoint: 'http://127.0.0.1:9', share: 1, service, sendEveryMs: 5 }, { ...tools, log })!
  away.begin('lost', {}, null).end(false)
  await expect.poll(() => warned, { timeout: 20_000 }).toEqual(['the collector did not take spans'])
  await away.close()
})

// covers: OPS-87
test('without a collector nothing is begun', async () => {
  expect(await startTracing(testConfig, tools)).toBeNull()
})

test.each([
  ['select "id" from "zones" where name = $1', 'select zones'],
  ['\n  with next as (\n select id from jobs) update jobs set x = 1', 'update jobs'],
  ['insert into "audit_events" ("a") values ($1)', 'insert audit_events'],
  ["begin; select set_config('a', 'b', true)", 'begin'],
  ['vacuum', 'sql'],
])('the statement %j is named by what it does and to what', (text, name) => {
  expect(statementName(text)).toBe(name)
})

test('an error answer names no trace where there is no collector', async () => {
  const other = await startTestServer()
  const error = await other
    .client('dispatcher')
    .call(api.zones.show, { params: { id: 999_999 } })
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  const answer = await fetch(`${other.url}/api/v2/ops/zones/1`, { headers: asked(TRACE, '01') })
  expect(ErrorEnvelope.parse(await answer.json())).not.toHaveProperty('trace_id')
  await other.close()
})
