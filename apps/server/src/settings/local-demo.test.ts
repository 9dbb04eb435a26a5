import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApiError, api, createClient } from '@ambit/contract'
import { hashPassword } from '../access/passwords.ts'
import type { Config } from '../config.ts'
import { becomeLocalDemo, morning } from '../testing/local-demo.ts'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, type TestServer } from '../testing/server.ts'
import { DEMO_MAIL_DOMAIN, DEMO_MARK, DEMO_PASSWORD, DEMO_PIN, demoDrivers, demoUsers } from './demo.ts'

let server: TestServer
let usual: Config
beforeAll(async () => {
  server = await startTestServer()
  await becomeLocalDemo(server)
  usual = { ...server.deps.config }
})
afterAll(() => server.close())
afterEach(async () => {
  Object.assign(server.deps.config, usual)
  await server.deps.db.updateTable('users').set({ status: 'active' }).execute()
  if ((await offered())?.clock != null) await (await dana()).call(api.clock.setSpeed, { body: { speed: 1 } })
})

const offered = async () => (await server.publicClient().call(api.settings.show)).data.local_demo

/** The demo's dispatcher, signed in as the button of the sign-in page does it. */
const dana = async () => {
  const { data } = await server
    .publicClient()
    .call(api.sessions.create, { body: { email: 'dana', password: DEMO_PASSWORD } })
  return createClient({ origin: server.url, token: () => data.token })
}

describe('a demo on its user’s own machine', () => {
  test('offers a sign-in for each role that works', async () => {
    const { sign_ins } = (await offered()) ?? { sign_ins: [] }
    expect(sign_ins.map(({ role }) => role)).toEqual(demoUsers.map(({ role }) => role))
    for (const { username, password } of sign_ins)
      await server.publicClient().call(api.sessions.create, { body: { email: username, password } })
  })

  // covers: DAPP-136
  test('names the drivers whom the simulator leaves alone, with the PIN that signs them in', async () => {
    const pin_hash = await hashPassword(DEMO_PIN)
    const now = server.deps.clock.now()
    const driver = { phone_number: null, pin_hash, status: 'approved', created_at: now, updated_at: now } as const
    await server.deps.db
      .insertInto('drivers')
      .values(demoDrivers.map((who) => ({ ...driver, ...who, email: `${who.username}@${DEMO_MAIL_DOMAIN}` })))
      .execute()
    const { drivers } = (await offered()) ?? { drivers: [] }
    expect(drivers.map(({ username }) => username)).toEqual(['dora', 'dave'])
    for (const { username, pin } of drivers)
      await server.publicClient().call(api.driver.signIn, { body: { username, pin } })
  })

  test('leaves out an account that is blocked', async () => {
    await server.deps.db.updateTable('users').set({ status: 'blocked' }).where('username', '=', 'sam').execute()
    expect((await offered())?.sign_ins.map(({ username }) => username)).not.toContain('sam')
  })

  test('lets its clock run faster and tells every open portal', async () => {
    expect((await offered())?.clock).toEqual({ ...morning, speeds: [1, 10, 60] })
    const { data } = await (await dana()).call(api.clock.setSpeed, { body: { speed: 60 } })
    expect(data.speed).toBe(60)
    expect((await server.publicClient().call(api.settings.show)).data.clock.speed).toBe(60)
    const told = await server.deps.db
      .selectFrom('live_events')
      .select('payload')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(told?.payload).toMatchObject({ kind: 'record', table: 'settings' })
    const refused = await refusal((await dana()).call(api.clock.setSpeed, { body: { speed: 0 } }))
    expect(refused.status).toBe(422)
  })

  // @test-tag long
  test('gives each passenger of the machine a code, and no more than twenty as soon as others may reach it', async () => {
    const askFor = async (from: string): Promise<number[]> => {
      const asked = Array.from({ length: 23 }, (_, at) => ({ body: { contact: `${from}${at}@${DEMO_MAIL_DOMAIN}` } }))
      const answers = asked.map((sent) =>
        server
          .publicClient()
          .call(api.ride.askForCode, sent)
          .then(() => 202),
      )
      return Promise.all(answers.map((answer) => answer.catch((error: ApiError) => error.status)))
    }
    const isTaken = (status: number) => status === 202
    expect((await askFor('own')).filter(isTaken)).toHaveLength(23)
    Object.assign(server.deps.config, { host: '0.0.0.0' })
    expect((await askFor('other')).filter(isTaken)).toHaveLength(0)
    await server.deps.db.deleteFrom('sign_in_challenges').execute()
    expect((await askFor('later')).filter(isTaken)).toHaveLength(20)
    await server.deps.db.deleteFrom('sign_in_challenges').execute()
  })
})

describe('neither sign-ins nor the speed of the clock are offered', () => {
  const refusesSpeed = async (): Promise<void> => {
    const refused = await refusal((await dana()).call(api.clock.setSpeed, { body: { speed: 60 } }))
    expect([refused.status, refused.errors[0]?.detail]).toEqual([
      409,
      'Only a demo on your own machine has a clock that can be hurried',
    ])
    expect(server.deps.clock.speed).toBe(1)
  }

  test.each<[string, Partial<Config>]>([
    ['that listens on all addresses', { host: '0.0.0.0' }],
    ['with a public address', { publicUrl: 'https://ops.example.org' }],
    ['behind a proxy', { trustProxy: ['loopback'] }],
    ['on a database server', { databaseUrl: 'postgresql://db/ambit' }],
  ])('by a demo %s', async (_, config) => {
    Object.assign(server.deps.config, config)
    expect(await offered()).toBeNull()
    await refusesSpeed()
  })

  test('by a demo in which someone has an account of their own', async () => {
    const id = await createTestUser(server.deps, 'analyst')
    expect(await offered()).toBeNull()
    await refusesSpeed()
    await server.deps.db.deleteFrom('users').where('id', '=', id).execute()
    expect(await offered()).not.toBeNull()
  })

  test('by an installation that is no demo', async () => {
    await server.deps.db.deleteFrom('settings').where('key', '=', DEMO_MARK).execute()
    expect(await offered()).toBeNull()
    await refusesSpeed()
    await server.deps.db.insertInto('settings').values({ key: DEMO_MARK, value: 'true' }).execute()
  })

  test.each<[string, object]>([
    ['that reached the machine by another name', { headers: { host: 'ops.example.org' } }],
    ['that a proxy passed on', { headers: { host: 'localhost', 'x-forwarded-for': '203.0.113.7' } }],
    ['from another machine', { headers: { host: 'localhost' }, remoteAddress: '203.0.113.7' }],
  ])('to a request %s', async (_, request) => {
    const answer = await server.app.inject({ url: '/api/v2/ops/settings', ...request })
    expect(answer.json().data.local_demo).toBeNull()
  })

  test('for a clock that follows real time', async () => {
    const { setSpeed } = server.deps.clock
    Object.assign(server.deps.clock, { setSpeed: undefined })
    expect((await offered())?.clock).toBeNull()
    await refusesSpeed()
    Object.assign(server.deps.clock, { setSpeed })
  })
})
