import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresMissing, startPostgres, type TestPostgres } from '../../apps/server/src/testing/postgres.ts'
import { watchAudit } from './audit.ts'

const missing = postgresMissing()
let postgres: TestPostgres
beforeAll(async () => {
  if (missing === null) postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  if (missing === null) await postgres.stop()
})

test.skipIf(missing !== null)(
  'a record that was changed without an event is named, and the others are counted',
  async () => {
    const { db, url, close } = await postgres.database()
    const region = (name: string) =>
      sql`insert into regions (name, time_zone, created_at, updated_at) values (${name}, 'UTC', now(), now())`
    await region('Before').execute(db)
    const told = await watchAudit(url)
    await region('North').execute(db)
    await sql`update regions set name = 'South' where name = 'Before'`.execute(db)
    const later = await watchAudit(url)
    await sql`alter table regions disable trigger user`.execute(db)
    await sql`update regions set name = 'East' where name = 'North'`.execute(db)
    const { id } = (await sql<{ id: number }>`select id from regions where name = 'East'`.execute(db)).rows[0]!
    const wrong = [`audit: regions ${id} is not as its events tell`]
    // A region brings records of its own.
    expect(await told()).toEqual({ events: 9, records: 9, wrong })
    expect(await later()).toEqual({ events: 0, records: 0, wrong })
    await close()
  },
)
