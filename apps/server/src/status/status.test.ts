import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, bases, type StatusIncidentInput } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { daysBetween, measureStatus } from './measure.ts'
import type { StatusReport } from './report.ts'

let server: TestServer
let job = measureStatus()
beforeAll(async () => {
  server = await startTestServer({
    now: '2026-11-23T08:00:00Z',
    streets: straightStreets(),
    config: { publicUrl: 'https://ambit.example' },
  })
})
afterAll(() => server.close())

const MINUTE = 60_000
const pass = (minutes: number): void => server.deps.clock.advance(minutes * MINUTE)
/** The status is read at most every five seconds. */
const measure = async (): Promise<void> => {
  pass(1)
  await runJob(server.deps, job)
}
const ask = (path: string): Promise<Response> => fetch(`${server.url}${path}`)
const report = async (): Promise<StatusReport> => (await (await ask('/status.json')).json()) as StatusReport // what the server writes
const part = async (name: string) => (await report()).parts.find(({ part }) => part === name)
const answers = (route: string, status: '2xx' | '5xx', count: number): void => {
  const metric = server.deps.registry.getSingleMetric('http_answers_total')
  if (metric !== undefined && 'inc' in metric) metric.inc({ method: 'POST', route, status }, count)
}

const sam = () => server.client('superadmin')
const WORKS: StatusIncidentInput = {
  title: 'New map data',
  parts: ['booking'],
  planned: true,
  starts_at: '2026-11-24T02:00:00Z',
  ends_at: '2026-11-24T03:00:00Z',
  text: 'Searches may be refused for a few minutes.',
}

describe('the state of each part', () => {
  test('is working at first, for the parts that are in use', async () => {
    await measure()
    const { parts, database } = await report()
    expect(database).toBe('reached')
    expect(parts.map(({ part, state }) => [part, state])).toEqual(
      ['portal', 'booking', 'live', 'drivers'].map((name) => [name, 'working']),
    )
  })

  test('is disturbed when a twentieth of a minute’s requests failed, down at half, and working again without failures', async () => {
    const route = `${bases.ops}${api.searches.create.path}`
    const after = async (good: number, bad: number) => {
      answers(route, '2xx', good)
      answers(route, '5xx', bad)
      await measure()
      return (await part('booking'))?.state
    }
    expect(await after(100, 4)).toBe('working')
    expect(await after(38, 2)).toBe('disturbed')
    expect(await after(3, 3)).toBe('down')
    expect((await part('portal'))?.state).toBe('working')
    expect(await after(10, 0)).toBe('working')
    const today = (await part('booking'))?.days.at(-1)
    expect(today).toEqual({ day: '2026-11-23', minutes: { disturbed: 1, down: 1 } })
  })

  test('is down for the time in which nothing was measured, day by day', async () => {
    pass(36 * 60)
    await measure()
    const days = (await part('live'))?.days.slice(-2)
    expect(days?.[0]).toEqual({
      day: '2026-11-23',
      minutes: expect.objectContaining({ down: expect.closeTo(954, -1) }),
    })
    expect(days?.[1]?.minutes?.down).toBeGreaterThan(1200)
    expect((await part('live'))?.state).toBe('working')
  })

  test('of mail is working where the mail server refuses one address and takes what comes after it', async () => {
    const mail = await startTestServer({ now: '2026-11-23T08:00:00Z', config: { smtpUrl: 'smtp://127.0.0.1:1' } })
    const { db, clock } = mail.deps
    const post = (to: string, set: object) =>
      db
        .insertInto('outbox_mails')
        .values({ to, subject: 'x', text: 'x', created_at: clock.now(), ...set } as never)
        .execute()
    const state = async () => {
      await runJob(mail.deps, measureStatus())
      return (await db.selectFrom('status_parts').select('state').where('part', '=', 'mail').executeTakeFirstOrThrow())
        .state
    }
    await post('wrong@example.org', { attempts: 5, last_error: 'no such mailbox' })
    clock.advance(3 * 60 * MINUTE)
    expect(await state()).toBe('down')
    await post('right@example.org', { sent_at: clock.now() })
    expect(await state()).toBe('working')
    await post('late@example.org', {})
    clock.advance(16 * MINUTE)
    expect(await state()).toBe('disturbed')
    await db.updateTable('outbox_mails').set({ attempts: 12 }).where('to', '=', 'late@example.org').execute()
    expect(await state()).toBe('working')
    await mail.close()
  })

  test('of mail is disturbed when one has waited for a quarter of an hour, and is not shown without a mail server', async () => {
    const mail = await startTestServer({ now: '2026-11-23T08:00:00Z', config: { smtpUrl: 'smtp://127.0.0.1:1' } })
    await mail.deps.db
      .insertInto('outbox_mails')
      .values({ to: 'a@example.org', subject: 'x', text: 'x', created_at: mail.deps.clock.now() } as never)
      .execute()
    mail.deps.clock.advance(16 * MINUTE)
    await runJob(mail.deps, measureStatus())
    const { parts } = (await (await fetch(`${mail.url}/status.json`)).json()) as StatusReport
    expect(parts.find(({ part }) => part === 'mail')?.state).toBe('disturbed')
    // Without street data nothing can be booked.
    expect(parts.find(({ part }) => part === 'booking')?.state).toBe('down')
    await mail.close()
  })

  test('keeps ninety days', async () => {
    pass(91 * 24 * 60)
    await measure()
    expect((await part('portal'))?.days).toHaveLength(90)
    const { days } = await server.deps.db
      .selectFrom('status_days')
      .select((of) => of.fn.count<number>('day').distinct().as('days'))
      .executeTakeFirstOrThrow()
    expect(days).toBeLessThanOrEqual(91)
  })

  test('splits a time over midnights in UTC', () => {
    expect(daysBetween(new Date('2026-11-23T23:59:30Z'), new Date('2026-11-25T00:01:00Z'))).toEqual([
      { day: '2026-11-23', minutes: 0.5 },
      { day: '2026-11-24', minutes: 1440 },
      { day: '2026-11-25', minutes: 1 },
    ])
  })
})

// covers: OPS-103
describe('incidents and planned works', () => {
  test('are written by holders of the key alone, and shown on the public page with each update', async () => {
    const refused = await refusal(server.client('dispatcher').call(api.statusIncidents.create, { body: WORKS }))
    expect(refused.status).toBe(403)
    const { data: made } = await sam().call(api.statusIncidents.create, {
      body: { ...WORKS, title: 'A <b>new</b> map' },
    })
    const { data: changed } = await sam().call(api.statusIncidents.update, {
      params: { id: made.id },
      version: made.version,
      body: { text: 'Put off by a day.', ends_at: null },
    })
    expect(changed.updates.map(({ text }) => text)).toEqual([WORKS.text, 'Put off by a day.'])
    pass(1)
    const page = await (await ask('/status')).text()
    expect(page).toContain('A &lt;b&gt;new&lt;/b&gt; map')
    expect(page).toContain('Put off by a day.')
    await sam().call(api.statusIncidents.destroy, { params: { id: made.id }, version: changed.version })
    pass(1)
    expect((await report()).incidents).toEqual([])
  })

  test('must end after they begin, name a part and a region that exists, and are not changed by a stale page', async () => {
    const pointer = async (body: Partial<StatusIncidentInput>) =>
      (await refusal(sam().call(api.statusIncidents.create, { body: { ...WORKS, ...body } }))).errors[0]?.source
        ?.pointer
    expect(await pointer({ ends_at: WORKS.starts_at })).toBe('/ends_at')
    expect(await pointer({ parts: [] })).toBe('/parts')
    expect(await pointer({ region_id: 999 })).toBe('/region_id')
    const { data: made } = await sam().call(api.statusIncidents.create, { body: WORKS })
    const write = () =>
      sam().call(api.statusIncidents.update, { params: { id: made.id }, version: 1, body: { text: 'Begun.' } })
    await write()
    expect((await refusal(write())).status).toBe(409)
  })

  test('of another region are not listed for users who are limited to one', async () => {
    const region = async (name: string) =>
      (await sam().call(api.regions.create, { body: { name, time_zone: 'UTC' } })).data.id
    const [north, south] = [await region('North'), await region('South')]
    for (const region_id of [north, south])
      await sam().call(api.statusIncidents.create, {
        body: {
          ...WORKS,
          region_id,
          title: `Region ${region_id}`,
          starts_at: server.deps.clock.now().toISOString(),
          ends_at: null,
        },
      })
    const limited = server.client({ permissions: [], region_ids: [north] })
    const { data } = await limited.call(api.statusIncidents.list, { query: { filter: { state: ['current'] } } })
    expect(data.map(({ title }) => title)).toEqual([`Region ${north}`])
  })
})

// covers: OPS-105
test('Incidents are an Atom feed whose entries change with each update', async () => {
  const now = server.deps.clock.now().toISOString()
  await sam().call(api.statusIncidents.create, {
    body: { ...WORKS, title: 'Slow <searches>', starts_at: now, ends_at: null },
  })
  pass(1)
  const answer = await ask('/status.atom')
  expect(answer.headers.get('content-type')).toContain('application/atom+xml')
  const feed = await answer.text()
  expect(feed).toContain('<link href="https://ambit.example/status"/>')
  expect(feed).toMatch(/<entry><id>urn:ambit:incident:\d+<\/id><title>Slow &lt;searches&gt;<\/title>/)
})

// covers: OPS-104
test('The page is answered from what was known last, with its age, while the database cannot be reached', async () => {
  pass(1)
  await report()
  await server.database.close()
  pass(10)
  const { database, parts } = await report()
  expect(database).toBe('not_reached')
  expect(parts.length).toBeGreaterThan(0)
  const page = await (await ask('/status')).text()
  expect(page).toContain('The database cannot be reached.')
  expect(page).toContain('10 min ago')
})
