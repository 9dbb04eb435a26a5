import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresMissing, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { sellTenOfTwoHundred } from '../testing/rush.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
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
