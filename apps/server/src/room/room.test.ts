import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { measureRoom } from './measure.ts'

const GB = 1e9
let server: TestServer
let free = 60 * GB
beforeAll(async () => {
  server = await startTestServer({ now: '2026-11-22T12:00:00Z' })
  server.deps.disk = { room: () => ({ free, total: 100 * GB }), low: () => false }
})
afterAll(() => server.close())
beforeEach(async () => {
  free = 60 * GB
  await sql`truncate room_days, table_days`.execute(server.deps.db)
})

const status = async () => (await server.client('administrator').call(api.settings.status)).data
/** Kept as of `ago` days before. */
const setBack = async (ago: number): Promise<void> => {
  for (const table of ['room_days', 'table_days'])
    await sql`update ${sql.table(table)} set day = day - ${ago}::int`.execute(server.deps.db)
}

test('before the first measurement database, version, disk and clock are told, and no sizes', async () => {
  const { database, disk, days, tables, ...rest } = await status()
  expect(rest).toMatchObject({ version: '0.0.0-test', now: '2026-11-22T12:00:00.000Z' })
  expect(rest.uptime_seconds).toBeGreaterThan(0)
  expect(database.kind).toBe('embedded')
  expect(database.version).toMatch(/^\d+/)
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(disk).toMatchObject({ free_bytes: 60 * GB, total_bytes: 100 * GB, bytes_per_day: null, full_in_days: null })
  expect([days, tables]).toEqual([[], []])
})

test('the largest tables are measured once a day, with rows that are counted where they are few', async () => {
  const { db } = server.deps
  await sql`insert into locations (name, latitude, longitude)
    select repeat('x', 100), 1, 1 from generate_series(1, 20000)`.execute(db)
  await sql`analyze locations`.execute(db)
  await runJob(server.deps, measureRoom)
  await runJob(server.deps, measureRoom)
  const { tables, days } = await status()
  expect(days).toEqual([{ day: '2026-11-22', database_bytes: expect.any(Number), free_bytes: 60 * GB }])
  expect(tables).toHaveLength(10)
  expect(tables.map(({ bytes }) => bytes)).toEqual(tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a))
  const locations = tables.find(({ table }) => table === 'locations')
  expect(locations).toMatchObject({ counted: false, bytes_per_day: null })
  expect(Math.abs((locations?.rows ?? 0) - 20_000)).toBeLessThan(2000)
  const stored = await db.selectFrom('table_days').selectAll().where('table_name', '=', 'user_roles').execute()
  const { roles } = await db
    .selectFrom('user_roles')
    .select(sql<number>`count(*)::int`.as('roles'))
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject([{ rows: roles, counted: true }])
  await sql`delete from locations`.execute(db)
})

// covers: OPS-100
test('growth and the day on which the disk is full follow the pace of the last 14 days', async () => {
  const { db } = server.deps
  free = 80 * GB
  await runJob(server.deps, measureRoom)
  await setBack(20)
  free = 88 * GB
  await runJob(server.deps, measureRoom)
  await sql`update table_days set bytes = 0 where day = '2026-11-22'::date`.execute(db)
  await setBack(14)
  free = 60 * GB
  await runJob(server.deps, measureRoom)
  const shown = await status()
  // What was measured 34 days ago is not counted, nor kept.
  expect(shown.days.map(({ day }) => day)).toEqual(['2026-11-08', '2026-11-22'])
  expect(shown.disk).toMatchObject({ bytes_per_day: 2 * GB, full_in_days: 30 })
  const [largest] = shown.tables
  expect(largest?.bytes_per_day).toBeCloseTo((largest?.bytes ?? 0) / 14)
  expect(largest?.days.map(({ bytes }) => bytes)).toEqual([0, largest?.bytes])
  const kept = await sql<{ n: number }>`select count(distinct day)::int as n from table_days`.execute(db)
  expect(kept.rows[0]?.n).toBe(2)
})

test('a disk with more room than before never becomes full', async () => {
  await runJob(server.deps, measureRoom)
  await setBack(3)
  free = 63 * GB
  await runJob(server.deps, measureRoom)
  expect((await status()).disk).toMatchObject({ bytes_per_day: -GB, full_in_days: null })
})

test('who may not read the settings sees nothing of the installation', async () => {
  expect((await refusal(server.client('dispatcher').call(api.settings.status))).status).toBe(403)
})
