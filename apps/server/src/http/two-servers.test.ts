import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, createClient } from '@ambit/contract'
import { openPostgres } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { endJobs, registerJobs, runDueJobs, startDueJobs } from '../jobs/runner.ts'
import { publish } from '../live/publish.ts'
import { postgresMissing, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { setupCode } from '../access/setup-code.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { openStream } from '../testing/stream.ts'

const missing = postgresMissing()

describe.skipIf(missing !== null)(`two servers on one PostgreSQL${missing === null ? '' : ` (${missing})`}`, () => {
  let postgres: TestPostgres
  let north: TestServer
  let south: TestServer
  beforeAll(async () => {
    postgres = await startPostgres()
    const database = await postgres.database()
    north = await startTestServer({ database, seed: 1 })
    south = await startTestServer({ database: await openPostgres(database.url, () => {}), seed: 2 })
  }, 120_000)
  afterAll(async () => {
    await north.close()
    await south.close()
    await postgres.stop()
  })

  const person = (name: string) => ({
    first_name: name,
    last_name: 'Both',
    username: name,
    email: `${name}@example.org`,
  })
  const southern = (token: string) => createClient({ origin: south.url, token: () => token })

  test('only one first administrator is created, whichever server is asked', async () => {
    const password = { password: 'a long password', password_confirmation: 'a long password' }
    const ask = async ({ deps, publicClient }: TestServer, name: string) =>
      publicClient().call(api.setup.firstAdministrator, {
        body: { ...person(name), ...password, code: await setupCode(deps) },
      })
    const results = await Promise.allSettled([
      ask(north, 'ada'),
      ask(south, 'ben'),
      ask(north, 'cleo'),
      ask(south, 'dora'),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a token from one server is valid at the other until it is revoked there', async () => {
    const token = await north.token('dispatcher')
    expect((await southern(token).call(api.sessions.current)).data.roles).toEqual(['dispatcher'])
    await southern(token).call(api.sessions.destroy)
    const northern = createClient({ origin: north.url, token: () => token })
    expect((await refusal(northern.call(api.sessions.current))).status).toBe(401)
  })

  test('a creating call that reaches both servers runs once', async () => {
    const token = await north.token('fleet_manager')
    const create = (n: number) =>
      fetch(`${n % 2 === 0 ? north.url : south.url}/api/v2/ops/drivers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'both' },
        body: JSON.stringify(person('oscar')),
      })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create(n)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  })

  test('a comment is stored once however often, and at whichever server, it is sent, also when its answer is lost', async () => {
    const token = await north.token('customer_service')
    const clients = [createClient({ origin: north.url, token: () => token }), southern(token)]
    const { data: traveler } = await southern(token).call(api.travelers.create, { body: person('ruth') })
    const send = (n: number, signal?: AbortSignal) =>
      clients[n % 2]!.call(api.travelerComments.create, {
        body: { traveler_id: traveler.id, comment: 'Needs the ramp' },
        idempotencyKey: 'comment',
        ...(signal === undefined ? {} : { signal }),
      }) // two clients
    const hangUp = new AbortController()
    const lost = send(0, hangUp.signal).catch(() => null)
    hangUp.abort()
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => send(n)))
    await lost
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    const comments = await southern(token).call(api.travelerComments.list, {
      query: { filter: { traveler: [traveler.id] } },
    })
    expect(comments.meta.total).toBe(1)
  })

  test('of sixteen changes to one version, one succeeds', async () => {
    const token = await north.token('superadmin')
    const clients = [createClient({ origin: north.url, token: () => token }), southern(token)]
    const { data } = await southern(token).call(api.drivers.create, { body: person('race') })
    const results = await Promise.allSettled(
      Array.from(
        { length: 16 },
        (_, n) =>
          clients[n % 2]!.call(api.drivers.update, {
            params: { id: data.id },
            version: 1,
            body: { last_name: `No ${n}` },
          }), // two clients
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('changes at one server are streamed by the other, without loss among many at once', async () => {
    const stream = await openStream(`${south.url}/api/v2/ops/live`, await south.token('operations_manager'))
    await stream.next('ready')
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 2 === 0 ? north : south).deps.db
          .transaction()
          .execute((tx) => publish(tx, [{ kind: 'trip', trip_id: n + 1, zone_id: 1, region_id: 1 }])),
      ),
    )
    const seen: unknown[] = []
    while (seen.length < 60) {
      const { event, data } = await stream.next()
      if (event === 'trip') seen.push(data)
    }
    expect(new Set(seen.map((data) => JSON.stringify(data))).size).toBe(60)
    stream.close()
  })

  test('a change that a later one has overtaken reaches also who came back with the later one', async () => {
    const url = `${south.url}/api/v2/ops/live`
    const token = await south.token('operations_manager')
    const trip = (trip_id: number) => ({ kind: 'trip', trip_id, zone_id: 1, region_id: 1 }) as const
    const before = await openStream(url, token)
    await before.next('ready')
    let heard = ''
    await north.deps.db.transaction().execute(async (tx) => {
      await publish(tx, [trip(901)])
      // However long it takes.
      await sql`update live_events set created_at = created_at - interval '1 minute' where id = (select max(id) from live_events)`.execute(
        tx,
      )
      await south.deps.db.transaction().execute((other) => publish(other, [trip(902)]))
      const later = await before.next('trip')
      expect(later.data).toEqual(trip(902))
      before.close()
      heard = later.id
    })
    const after = await openStream(url, token, heard)
    const seen: unknown[] = []
    while (!seen.some((data) => JSON.stringify(data) === JSON.stringify(trip(901)))) {
      const { id, data } = await after.next('trip')
      expect(id).toBe(heard)
      seen.push(data)
    }
    await south.deps.db.transaction().execute((tx) => publish(tx, [trip(903)]))
    expect((await after.next('trip')).data).toEqual(trip(903))
    after.close()
  })

  test('jobs that wait for a lock keep no other job of their server from running', async () => {
    const { deps } = north
    const lock = sql`20261124`
    await deps.db.connection().execute(async (holder) => {
      await sql`select pg_advisory_lock(${lock})`.execute(holder)
      const waiting = Array.from({ length: 15 }, (_, n) => ({
        name: `waiting ${n}`,
        every: 60_000,
        run: async ({ db }: Deps): Promise<void> => void (await sql`select pg_advisory_xact_lock(${lock})`.execute(db)),
      }))
      let count = 0
      const jobs = [...waiting, { name: 'lively', every: 60_000, run: async () => void (count += 1) }]
      await registerJobs(deps, jobs)
      await startDueJobs(deps, waiting)
      await startDueJobs(deps, jobs)
      await expect.poll(() => count).toBe(1)
      await sql`select pg_advisory_unlock(${lock})`.execute(holder)
    })
    await endJobs(deps.jobs)
  })

  test('a job that falls due runs on one server only', async () => {
    let count = 0
    const jobs = [{ name: 'once', every: 60_000, run: async () => void (count += 1) }]
    await registerJobs(north.deps, jobs)
    await registerJobs(south.deps, jobs)
    await Promise.all([north, south, north, south].map(({ deps }) => runDueJobs(deps, jobs)))
    expect(count).toBe(1)
  })
})
