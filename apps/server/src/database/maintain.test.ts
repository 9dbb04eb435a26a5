import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsFor } from '../boot/job-list.ts'
import { runJob } from '../testing/run-job.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { startTestServer, testConfig, type TestServer } from '../testing/server.ts'
import { maintainDatabase } from './maintain.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Upkeep = { rows: number; cleared: boolean }

/** How many rows the planner takes the table to have, and whether it was ever cleared of dead ones. */
const upkeepOf = async (table: string): Promise<Upkeep> => {
  const { rows } = await sql<Upkeep>`
    select c.reltuples::int as rows, s.last_vacuum is not null as cleared
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.relname = ${table}`.execute(server.deps.db)
  return rows[0] ?? { rows: -1, cleared: false }
}

const maintain = () => runJob(server.deps, maintainDatabase)
const addPlaces = (count: number) =>
  sql`insert into locations (name, longitude, latitude) select 'Filled ' || i, 1, 1 from generate_series(1, ${sql.lit(count)}) as i`.execute(
    server.deps.db,
  )
const moveFirst = (count: number) =>
  sql`update locations set name = name || '!' where id in (select id from locations order by id limit ${sql.lit(count)})`.execute(
    server.deps.db,
  )

test('maintenance updates statistics and vacuums dead rows while no vehicle is in service', async () => {
  await addPlaces(1000)
  await maintain()
  expect(await upkeepOf('locations')).toEqual({ rows: 1000, cleared: false })
  await moveFirst(20)
  await maintain()
  expect((await upkeepOf('locations')).cleared).toBe(false)
  await moveFirst(500)
  await maintain()
  expect(await upkeepOf('locations')).toEqual({ rows: 1000, cleared: true })
  await sql`insert into schema_migrations select 'filled ' || i, '', now() from generate_series(1, 1100) as i`.execute(
    server.deps.db,
  )
  await maintain()
  expect((await upkeepOf('schema_migrations')).cleared).toBe(true)
})

test('while a vehicle is in service, only tables with mostly dead rows are vacuumed', async () => {
  const town = await buildSmallTown(server)
  const van = await town.vehicle('Van 1')
  const { db } = server.deps
  await db.updateTable('trips').set({ current_state: 'live' }).where('id', '=', van.trip_id).execute()
  const fill = (from: number, to: number) =>
    sql`insert into live_events (kind, payload) select 'trip', '{}' from generate_series(${sql.lit(from)}, ${sql.lit(to)})`.execute(
      db,
    )
  await fill(1, 1000)
  await maintain()
  expect((await upkeepOf('live_events')).rows).toBeGreaterThanOrEqual(1000)
  await sql`delete from live_events where id in (select id from live_events order by id limit 400)`.execute(db)
  await maintain()
  expect((await upkeepOf('live_events')).cleared).toBe(false)
  await sql`delete from live_events where id in (select id from live_events order by id limit 400)`.execute(db)
  await maintain()
  expect((await upkeepOf('live_events')).cleared).toBe(true)
})

test('maintenance does not run on a PostgreSQL server or on simulated days', () => {
  expect(jobsFor(testConfig)).toContain(maintainDatabase)
  expect(jobsFor({ ...testConfig, databaseUrl: 'postgresql://db/ambit' })).not.toContain(maintainDatabase)
  const start = new Date('2026-11-23T00:00:00Z')
  expect(jobsFor({ ...testConfig, clock: { kind: 'virtual', start, judged: false, journeys: false } })).not.toContain(
    maintainDatabase,
  )
})
