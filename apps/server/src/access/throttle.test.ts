import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { createTestUser, startTestServer, TEST_PASSWORD, type TestServer } from '../testing/server.ts'
import { hashPassword } from './passwords.ts'
import { pruneAccess } from './prune.ts'
import { createThrottle } from './throttle.ts'
import { runJob } from '../testing/run-job.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const statuses = async (calls: readonly Promise<unknown>[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(calls.map((call) => refusal(call))))
    counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('refuses twenty of thirty simultaneous wrong passwords without checking them', async () => {
  await createTestUser(server.deps, 'analyst', 'mina')
  const guess = (password: string) =>
    server.publicClient().call(api.sessions.create, { body: { email: 'mina', password } })
  expect(await statuses(Array.from({ length: 30 }, (_, at) => guess(`guess ${at}`)))).toEqual({ 401: 10, 429: 20 })
  expect((await refusal(guess(TEST_PASSWORD))).status).toBe(429)
})

test('refuses twenty of thirty simultaneous wrong PINs without checking them', async () => {
  const now = server.deps.clock.now()
  await server.deps.db
    .insertInto('drivers')
    .values({
      first_name: 'Dan',
      last_name: 'Driver',
      username: 'dan',
      email: 'dan@example.org',
      status: 'approved',
      pin_hash: await hashPassword('271828'),
      created_at: now,
      updated_at: now,
    })
    .execute()
  const guess = (pin: string) => server.publicClient().call(api.driver.signIn, { body: { username: 'dan', pin } })
  const pins = Array.from({ length: 30 }, (_, at) => String(100_000 + at))
  expect(await statuses(pins.map(guess))).toEqual({ 401: 10, 429: 20 })
})

test('refuses twenty of thirty simultaneous wrong reset links from one address without checking them', async () => {
  const password = { password: 'a long password', password_confirmation: 'a long password' }
  const guess = (at: number) =>
    server.publicClient().call(api.passwords.reset, { body: { reset_password_token: `guessed-${at}`, ...password } })
  expect(await statuses(Array.from({ length: 30 }, (_, at) => guess(at)))).toEqual({ 422: 10, 429: 20 })
})

test('correct passwords do not count, and never lock an account', async () => {
  const throttle = createThrottle(server.deps, 'links')
  for (let attempt = 0; attempt < 150; attempt += 1) {
    await throttle.take('olga', '10.0.0.1')
    await throttle.succeeded('olga', '10.0.0.1')
  }
  await throttle.take('olga', '10.0.0.1')
})

test('two processes on one database share the count, and store no name that was typed', async () => {
  const [one, other] = [createThrottle(server.deps, 'links'), createThrottle(server.deps, 'links')]
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await one.take('a password typed as a name', '10.0.0.2')
    await other.take('A password typed as a name ', '10.0.0.2')
  }
  await expect(one.take('a password typed as a name', '10.0.0.2')).rejects.toMatchObject({ status: 429 })
  await expect(other.take('a password typed as a name', '10.0.0.3')).rejects.toMatchObject({ status: 429 })
  await createThrottle(server.deps, 'driver').take('a password typed as a name', '10.0.0.2')
  const stored = await server.deps.db.selectFrom('throttle_counts').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('typed')
})

test('a locked account does not count against its address, and is unlocked after a quarter of an hour', async () => {
  const throttle = createThrottle(server.deps, 'links')
  const tries = (count: number, account: string) =>
    Promise.allSettled(Array.from({ length: count }, () => throttle.take(account, '10.0.0.4')))
  await tries(130, 'held')
  const others = await tries(10, 'other')
  expect(others.filter(({ status }) => status === 'rejected')).toEqual([])
  server.deps.clock.advance(15 * 60_000)
  await throttle.take('held', '10.0.0.4')
})

test('failures of strangers do not lock an account out where it has signed in before', async () => {
  await createTestUser(server.deps, 'analyst', 'nora')
  const signIn = async (password: string, remoteAddress: string) =>
    (
      await server.app.inject({
        method: 'POST',
        url: '/api/v2/ops/sessions',
        payload: { email: 'nora', password },
        remoteAddress,
      })
    ).statusCode
  expect(await signIn(TEST_PASSWORD, '198.51.100.1')).toBe(201)
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, at) => signIn('a guess', `203.0.113.${at}`)))
  expect(guesses.filter((status) => status === 401)).toHaveLength(10)
  expect(await signIn(TEST_PASSWORD, '203.0.113.77')).toBe(429)
  expect(await signIn(TEST_PASSWORD, '198.51.100.1')).toBe(201)
  // Signing in where it is known gives the strangers nothing back.
  expect(await signIn('a guess', '203.0.113.78')).toBe(429)
  const own = await Promise.all(Array.from({ length: 12 }, () => signIn('a slip', '198.51.100.1')))
  expect(own.filter((status) => status === 401)).toHaveLength(10)
})

test('failures of neighbours behind one address do not lock out those who have signed in from there', async () => {
  const throttle = createThrottle(server.deps, 'links')
  await throttle.take('paula', '10.0.0.9')
  await throttle.succeeded('paula', '10.0.0.9')
  await Promise.allSettled(Array.from({ length: 110 }, (_, at) => throttle.take(`neighbour ${at}`, '10.0.0.9')))
  await expect(throttle.take('rita', '10.0.0.9')).rejects.toMatchObject({ status: 429 })
  await throttle.take('paula', '10.0.0.9')
  server.deps.clock.advance(91 * 24 * 3600_000)
  await throttle.take('paula', '10.0.0.9')
  expect(await server.deps.db.selectFrom('known_addresses').selectAll().execute()).not.toEqual([])
  await runJob(server.deps, pruneAccess)
  expect(await server.deps.db.selectFrom('known_addresses').selectAll().execute()).toEqual([])
})

test('attempts that were counted by a clock days ahead hold no one up once it is right again', async () => {
  const throttle = createThrottle(server.deps, 'links')
  const { clock } = server.deps
  const day = 24 * 3600_000
  clock.advance(3 * day)
  for (let attempt = 0; attempt < 10; attempt += 1) await throttle.take('tess', '10.0.0.9')
  await expect(throttle.take('tess', '10.0.0.9')).rejects.toMatchObject({ status: 429 })
  clock.advance(-3 * day)
  await throttle.take('tess', '10.0.0.9')
})
