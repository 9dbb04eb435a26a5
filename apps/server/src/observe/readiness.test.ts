import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMigrations } from '../database/migrate.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { createReadiness } from './readiness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

// covers: OPS-83
describe('whether the server is ready', () => {
  test('is answered while the database keeps silent, first as it was before and then as silence', async () => {
    let now = 0
    let answer = Promise.resolve<string | null>(null)
    const ready = createReadiness(() => answer, { monotonic: () => now })
    expect(await ready()).toBeNull()
    const silence = Promise.withResolvers<null>()
    answer = silence.promise
    expect(await ready()).toBeNull()
    now = 2999
    expect(await ready()).toBeNull()
    now = 3001
    expect(await ready()).toBe('The database does not answer')
    silence.resolve(null)
    await expect.poll(ready).toBeNull()
  })

  test('is no while a migration of this version has not run, and needs no sign-in', async () => {
    const newest = readMigrations().at(-1)?.name
    const away = sql`update schema_migrations set name = 'away' where name = ${newest}`
    await away.execute(server.deps.db)
    const ask = async (): Promise<[number, string]> => {
      const answer = await fetch(`${server.url}/readyz`)
      return [answer.status, await answer.text()]
    }
    await expect.poll(ask).toEqual([503, expect.stringContaining('The migrations of this version have not run')])
    await sql`update schema_migrations set name = ${newest} where name = 'away'`.execute(server.deps.db)
    await expect.poll(ask).toEqual([200, expect.stringContaining('ready')])
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})
