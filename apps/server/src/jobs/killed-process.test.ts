import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresMissing, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { registerJobs, startDueJobs } from './runner.ts'

const long = process.env['AMBIT_LONG'] === '1'
const missing = postgresMissing()

describe.skipIf(!long || missing !== null)(`a killed process${missing === null ? '' : ` (${missing})`}`, () => {
  let postgres: TestPostgres
  let server: TestServer
  let url: string
  beforeAll(async () => {
    postgres = await startPostgres()
    const database = await postgres.database()
    url = database.url
    server = await startTestServer({ database })
  }, 120_000)
  afterAll(async () => {
    await server.close()
    await postgres.stop()
  })

  test('holds its jobs while it lives and renews its claim, and no longer than fifteen seconds after', async () => {
    const { deps } = server
    const other = spawn(process.execPath, [join(import.meta.dirname, '../testing/job-beside.ts'), url, 'held'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(other, 'exit')
    try {
      await once(other.stdout, 'data')
      let taken = false
      const jobs = [{ name: 'held', every: 60_000, run: async () => void (taken = true) }]
      await registerJobs(deps, jobs)
      const claimedUntil = async () => {
        const row = deps.db.selectFrom('jobs').select('claimed_until').where('name', '=', 'held')
        return (await row.executeTakeFirstOrThrow()).claimed_until?.getTime() ?? 0
      }
      const look = async (): Promise<boolean> => {
        await startDueJobs(deps, jobs)
        return taken
      }
      const first = await claimedUntil()
      await expect.poll(() => Date.now(), { timeout: 30_000, interval: 500 }).toBeGreaterThan(first)
      expect(await look()).toBe(false)
      other.kill('SIGKILL')
      const killed = Date.now()
      await ended
      await expect.poll(look, { timeout: 30_000 }).toBe(true)
      expect(Date.now() - killed).toBeLessThan(20_000)
    } finally {
      other.kill('SIGKILL')
    }
  }, 180_000)
})
