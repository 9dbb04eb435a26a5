import { request } from 'node:http'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

/** Asks with this token so often, and hangs up each time before the database has said whose it is; the server goes on then. */
export const hangUpEarly = async (
  { deps, app }: TestServer,
  url: string,
  token: string,
  times: number,
): Promise<void> => {
  const held = await deps.db.startTransaction().execute()
  await sql`lock table sessions in access exclusive mode`.execute(held)
  const count = promisify((done: (error: Error | null, open: number) => void) => app.server.getConnections(done))
  const connections = () => count()
  const before = await connections()
  for (let time = 0; time < times; time += 1) {
    const asking = request(url, { agent: false, headers: { authorization: `Bearer ${token}` } }).on('error', () => {})
    asking.end()
    await expect.poll(connections).toBe(before + 1)
    asking.destroy()
    await expect.poll(connections).toBe(before)
  }
  await held.rollback().execute()
}
