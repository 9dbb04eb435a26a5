import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { openPostgres } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { createLiveBus } from '../live/create-bus.ts'
import { postgresMissing, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { sellTenOfTwoHundred } from '../testing/rush.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { straightStreets } from '../testing/straight-streets.ts'

const missing = postgresMissing()
let postgres: TestPostgres
let server: TestServer
let second: { url: string; close: () => Promise<void> }

/** Another server on the same database, with connections, caches and a listener of its own. */
const startBeside = async (first: TestServer, databaseUrl: string): Promise<typeof second> => {
  const database = await openPostgres(databaseUrl, () => {})
  const live = await createLiveBus(database, first.deps.log)
  const streets = straightStreets()
  const deps: Deps = {
    ...first.deps,
    db: database.db,
    live,
    streets: { ...first.deps.streets, current: () => streets },
  }
  const app = await createApp(deps)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

beforeAll(async () => {
  if (missing !== null) return
  postgres = await startPostgres()
  const database = await postgres.database()
  server = await startTestServer({ streets: straightStreets(), database })
  second = await startBeside(server, database.url)
}, 120_000)
afterAll(async () => {
  if (missing !== null) return
  await second.close()
  await server.close()
  await postgres.stop()
})

test.skipIf(missing !== null)(
  `two servers on one PostgreSQL sell the last ten seats to ten of two hundred${missing === null ? '' : ` (${missing})`}`,
  async () => {
    const town = await buildSmallTown(server)
    await town.vehicle('Bus', { seats: 10 })
    const rush = await sellTenOfTwoHundred(town, (guest) => (guest % 2 === 0 ? server.url : second.url))
    expect(rush).toEqual({ sold: 10, gone: 190 })
    expect(server.logged).toEqual([])
  },
  240_000,
)
