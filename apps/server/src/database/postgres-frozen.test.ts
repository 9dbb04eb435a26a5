// @module-tag long
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { postgresMissing, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { openPostgres } from './connect.ts'

const missing = postgresMissing()
/** Twice what a request waits at most: for a connection, and for an answer. */
const DEADLINE = 60_000

describe.skipIf(missing !== null)(`a PostgreSQL that stands still${missing === null ? '' : ` (${missing})`}`, () => {
  let postgres: TestPostgres
  let server: TestServer
  let url: string
  beforeAll(async () => {
    postgres = await startPostgres()
    const database = await postgres.database()
    ;({ url } = database)
    server = await startTestServer({ database })
  }, 120_000)
  afterAll(async () => {
    await server.close()
    await postgres.stop()
  })
  const ready = async () => {
    const response = await fetch(`${server.url}/readyz`)
    return { status: response.status, text: await response.text() }
  }

  test(
    'requests are refused with a sentence while the database is frozen, and served once it goes on',
    async () => {
      const { call } = server.client('fleet_manager')
      const person = { first_name: 'Ice', last_name: 'Man', username: 'ice', email: 'ice@example.org' }
      const create = () => call(api.drivers.create, { body: person, idempotencyKey: 'frozen' })
      await call(api.drivers.list)
      postgres.freeze()
      try {
        const asked = [call(api.drivers.list), create(), call(api.settings.show)].map(refusal)
        await expect
          .poll(ready, { timeout: DEADLINE })
          .toEqual({ status: 503, text: expect.stringContaining('The database does not answer') })
        for (const one of await Promise.all(asked)) {
          expect([one.status, one.errors[0]?.code]).toEqual([503, 'not_ready'])
          expect(one.errors[0]?.detail).toMatch(/^The database did not answer in time|^The database cannot be reached/)
        }
      } finally {
        postgres.thaw()
      }
      await expect.poll(async () => (await ready()).status, { timeout: DEADLINE }).toBe(200)
      await create()
      const { data } = await call(api.drivers.list)
      expect(data.map(({ username }) => username)).toEqual(['ice'])
    },
    DEADLINE * 2,
  )

  test(
    'a request that waits for a lock too long is refused, and its connection is used again',
    async () => {
      const other = await openPostgres(url, () => {})
      await other.db.transaction().execute(async (tx) => {
        await sql`lock table drivers in access exclusive mode`.execute(tx)
        const refused = await refusal(server.client('fleet_manager').call(api.drivers.list))
        expect([refused.status, refused.errors[0]?.code]).toEqual([503, 'not_ready'])
      })
      await other.close()
      await server.client('fleet_manager').call(api.drivers.list)
    },
    DEADLINE,
  )

  test.runIf(process.env['AMBIT_LONG'] === '1')(
    'what is patient waits longer than a request may',
    async () => {
      const slow = sql<{ done: boolean }>`select pg_sleep(11) is not null as done`
      const [patient, request] = await Promise.allSettled([
        slow.execute(server.database.patient),
        slow.execute(server.database.db),
      ])
      expect([patient.status, request.status]).toEqual(['fulfilled', 'rejected'])
    },
    DEADLINE,
  )
})
