import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { api } from '@ambit/contract'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '../database/schema.ts'
import { postgresMissing, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { sellTenOfTwoHundred } from '../testing/rush.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown, type SmallTown, type StopName } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const missing = postgresMissing()
let postgres: TestPostgres
let server: TestServer
/** `end` answers what it logged */
let second: { url: string; end: () => Promise<string[]> }

/** Another server process on the same database. */
const startBeside = async (databaseUrl: string): Promise<typeof second> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/server-beside.ts'), databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const url: string = (await lines.next()).value ?? ''
  return {
    url,
    end: async () => {
      child.stdin.end()
      const said: string[] = []
      for await (const line of { [Symbol.asyncIterator]: () => lines }) said.push(line)
      return said
    },
  }
}

/** A confirmation that waited too long for its turn is no trouble: its guest is told to try again, and does. */
const isTrouble = (line: string): boolean => line !== 'warn: the database did not answer'

/** How many sessions wait for a lock. */
const waiting = async (tx: Transaction<DB>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_locks where not granted`.execute(tx)
  return rows[0]?.count ?? 0
}

beforeAll(async () => {
  if (missing !== null) return
  postgres = await startPostgres()
  const database = await postgres.database()
  server = await startTestServer({ streets: straightStreets(), database })
  second = await startBeside(database.url)
}, 120_000)
afterAll(async () => {
  if (missing !== null) return
  await server.close()
  await postgres.stop()
})

/** Confirms a ride, or one there and back, under one key however often it is called; answers the booking's id. */
const confirmation = async (town: SmallTown, ways: 1 | 2): Promise<() => Promise<number>> => {
  const dispatcher = server.client('dispatcher')
  const traveler_id = await town.passenger('Guest')
  const offered = async (from: StopName, to: StopName, at: string) => {
    const { service_offerings } = await town.search({ who: traveler_id, from, to, at })
    return { service_offering_id: service_offerings[0]!.id, payment_method: 'cash' as const }
  }
  const there = await offered('Market', 'Hospital', '09:00')
  if (ways === 1)
    return async () => (await dispatcher.call(api.serviceRequests.create, { body: { ...there, traveler_id } })).data.id
  const legs = [there, await offered('Hospital', 'Market', '11:00')]
  return async () => (await dispatcher.call(api.journeys.create, { body: { traveler_id, legs } })).data.id
}

test.skipIf(missing !== null).each([
  ['rides', 1],
  ['rides there and back', 2],
] as const)('confirmations of %s that wait for a plan leave the database to others', async (_what, ways) => {
  const town = await buildSmallTown(server)
  await town.vehicle('Bus', { seats: 10 })
  const confirm = await confirmation(town, ways)
  const confirming = await server.deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('zone_plans').where('zone_id', '=', town.zone_id).select('version').forUpdate().execute()
    // More than a process has connections.
    const asked = Array.from({ length: 20 }, confirm)
    await expect.poll(() => waiting(tx)).toBeGreaterThan(0)
    expect((await server.client('dispatcher').call(api.zones.list)).meta.total).toBeGreaterThan(0)
    return asked
  })
  expect(new Set(await Promise.all(confirming)).size).toBe(1)
})

test.skipIf(missing !== null)(
  `two server processes on one PostgreSQL sell the last ten seats to ten of two hundred${missing === null ? '' : ` (${missing})`}`,
  async () => {
    const town = await buildSmallTown(server)
    await town.vehicle('Bus', { seats: 10 })
    const rush = await sellTenOfTwoHundred(town, (guest) => (guest % 2 === 0 ? server.url : second.url))
    expect(rush).toEqual({ sold: 10, gone: 190 })
    expect(server.logged.map(({ level, message }) => `${level}: ${message}`).filter(isTrouble)).toEqual([])
    expect((await second.end()).filter(isTrouble)).toEqual([])
  },
  240_000,
)
