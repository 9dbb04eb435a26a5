import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import { api } from '@ambit/contract'
import { createLogger } from '../boot/logger.ts'
import { jobsFor } from '../boot/job-list.ts'
import { registerJobs, runDueJobs } from '../jobs/runner.ts'
import { type Collector, startCollector } from '../testing/collector.ts'
import { createTestClock } from '../testing/clock.ts'
import { buildSmallTown, type SmallTown, stopPoint } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { openTracing } from './tracing.ts'

const marks = {
  name: 'Zwickname',
  email: 'zwickmail@example.org',
  phone: '+61 7349 123 456',
  street: 'Zwicklane 12',
  word: 'zwickcomment',
  password: 'zwick-password-77',
  pin: '739164',
  key: 'zwick-idempotency-key',
}

let lines = ''
const log = createLogger('debug', { write: (line: string) => void (lines += line) })
let collector: Collector
let server: TestServer
let town: SmallTown
let closeTracing: () => Promise<void>
beforeAll(async () => {
  collector = await startCollector()
  const clock = createTestClock('2026-11-23T08:00:00+10:00')
  const service = { name: 'ambit', version: '0', instance: 'test' }
  const tracing = openTracing({ endpoint: collector.url, share: 1, service, sendEveryMs: 20 }, { log, clock })!
  closeTracing = tracing.close
  // Nobody listens there: mail fails, with its recipient in the words of the library.
  server = await startTestServer({
    streets: straightStreets(),
    tracing,
    log,
    config: { smtpUrl: 'smtp://127.0.0.1:9' },
  })
  town = await buildSmallTown(server)
})
afterAll(async () => {
  await server.close()
  await collector.close()
})

const post = async (path: string, body: string, headers: Record<string, string> = {}) =>
  (
    await fetch(`${server.url}/api/v2/ops${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
  ).status

/** What goes well, what is refused, and what breaks, all with marks in it. */
const play = async (token: string) => {
  const { deps } = server
  const { call } = server.client('superadmin')
  const person = { first_name: marks.name, last_name: 'Silva', email: marks.email, phone_number: marks.phone }
  const { data: traveler } = await call(api.travelers.create, {
    body: { ...person, username: 'zwickuser' },
    idempotencyKey: marks.key,
  })
  const van = await town.vehicle('Van 1')
  const search = await town.search({ who: traveler.id, from: 'Market', to: 'Hospital', at: '09:00' })
  const offer = search.service_offerings[0]!.id // the only van is free
  await call(api.serviceRequests.create, {
    body: { service_offering_id: offer, traveler_id: traveler.id, payment_method: 'cash', comment: marks.word },
  })
  await call(api.travelerComments.create, { body: { traveler_id: traveler.id, comment: marks.word } })
  await call(api.travelers.list, { query: { search: marks.name } })
  await call(api.search.find, { query: { query: marks.email } })
  await call(api.users.create, { body: { ...person, username: 'zwickstaff', email: `staff-${marks.email}` } })
  const headers = { authorization: `Bearer ${token}` }
  const statuses = [
    // The e-mail is taken: the database says so with the value.
    await post('/travelers', JSON.stringify({ ...person, username: 'other' }), headers),
    await post('/sessions', JSON.stringify({ email: marks.email, password: marks.password })),
    await post('/sessions', `{"email": "${marks.email}", "password": `),
    await post('/passwords/forgot', JSON.stringify({ email: `staff-${marks.email}` })),
    (
      await fetch(`${server.url}/api/v2/driver/sessions`, {
        method: 'POST',
        body: JSON.stringify({ username: marks.name, pin: marks.pin }),
        headers: { 'content-type': 'application/json' },
      })
    ).status,
    (await fetch(`${server.url}/api/v2/ops/travelers?search=${marks.name}&access_token=${token}`)).status,
    (await fetch(`${server.url}/Passengers/${marks.name}%0aline`)).status,
  ]
  const [longitude, latitude] = stopPoint('Harbour')
  await van.client.call(api.driver.signOn, { params: { id: van.trip_id } })
  const position = { longitude, latitude, bearing: 0, speed: 0, recorded_at: deps.clock.now().toISOString() }
  await van.client.call(api.driver.positions, { params: { id: van.trip_id }, body: { positions: [position] } })
  // What breaks has the value in the database's own words.
  await sql`create function broken() returns trigger language plpgsql as $$
    begin perform ('no number: ' || new.comment)::integer; return new; end $$`.execute(deps.db)
  await sql`create trigger broken before insert on traveler_comments for each row execute function broken()`.execute(
    deps.db,
  )
  statuses.push(
    await post('/traveler_comments', JSON.stringify({ traveler_id: traveler.id, comment: marks.word }), headers),
  )
  await sql`drop function broken cascade`.execute(deps.db)
  const broken = {
    name: 'zwick.job',
    every: 1000,
    run: async () => {
      throw new Error(`could not write to <${marks.email}> or ${marks.phone} with ${token}`)
    },
  }
  const jobs = [...jobsFor(deps.config), broken]
  await registerJobs(deps, jobs)
  await runDueJobs(deps, jobs)
  return statuses
}

/** Without ids and nanoseconds of spans, in which the digits of a PIN stand by chance. */
const withoutIds = (text: string): string =>
  text.replaceAll(/"(?:traceId|spanId|parentSpanId|\w+UnixNano)":"[0-9a-f]*"/g, '').toLowerCase()

const Line = z.looseObject({ time: z.number(), level: z.number(), msg: z.string() })

// covers: OPS-89, OPS-95, OPS-96
test('names, places, phones, e-mails, words, passwords and tokens stay out of logs, metrics and spans at level debug', async () => {
  const token = await server.token('superadmin')
  const statuses = await play(token)
  expect([...statuses.slice(0, 3), statuses.at(-1)]).toEqual([422, 401, 400, 500])
  await closeTracing()
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const written = { logs: lines, metrics, spans: collector.text() }
  for (const [where, text] of Object.entries(written)) {
    expect([where, text.length > 1000]).toEqual([where, true])
    for (const [what, mark] of Object.entries({ ...marks, token, compact: marks.phone.replaceAll(' ', '') }))
      expect([where, what, withoutIds(text).includes(mark.toLowerCase())]).toEqual([where, what, false])
    expect([where, /zwick(?!\.job)/i.exec(text)?.[0]]).toEqual([where, undefined])
  }
  const logged = lines
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)))
  const request = logged.findLast(({ msg, route }) => msg === 'request' && route === '/api/v2/ops/service_requests')
  expect(request).toMatchObject({
    request_id: expect.stringMatching(/^[\w-]{8,}$/),
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    method: 'POST',
    status: 201,
    ms: expect.any(Number),
  })
  // What broke is told all the same: that it did, where, and of which kind.
  const told = logged.filter(({ msg }) => msg === 'job failed' || msg === 'request failed' || msg.includes('mail'))
  expect(told.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['job failed', 'request failed', 'the mail server did not take a mail']),
  )
  const job = logged.find(({ msg }) => msg === 'job failed')
  expect(job).toMatchObject({
    err: { message: 'could not write to <…> or … with …', stack: expect.stringContaining('at ') },
  })
})

test('a database error is logged by its code, table and constraint, without the values that it quotes', () => {
  let line = ''
  const own = createLogger('info', { write: (text: string) => void (line += text) })
  const taken = Object.assign(new Error('duplicate key value violates unique constraint "drivers_email_key"'), {
    code: '23505',
    table: 'drivers',
    constraint: 'drivers_email_key',
    detail: `Key (email)=(${marks.email}) already exists.`,
  })
  const unfit = Object.assign(new Error(`invalid input syntax for type integer: "${marks.word}"`), { code: '22P02' })
  own.error({ err: taken }, 'first')
  own.error({ err: unfit }, 'second\nline')
  expect(line).not.toMatch(/zwick/i)
  const [first, second, rest] = line.split('\n')
  expect(JSON.parse(first ?? '')).toMatchObject({
    err: { code: '23505', table: 'drivers', constraint: 'drivers_email_key' },
  })
  expect(JSON.parse(second ?? '')).toMatchObject({ err: { code: '22P02', message: 'a value does not fit' } })
  // A line break stays inside of its line.
  expect([rest, JSON.parse(second ?? '')]).toEqual(['', expect.objectContaining({ msg: 'second\nline' })])
})
