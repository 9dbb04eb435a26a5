import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { api } from '@ambit/contract'
import { roomOf, watchDisk } from '../database/disk.ts'
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

// @test-tag long
test('the largest tables are measured once a day, with rows that are counted where they are few', async () => {
  const { db } = server.deps
  await sql`insert into locations (name, latitude, longitude)
    select repeat('x', 100), 1, 1 from generate_series(1, 20000)`.execute(db)
  await sql`select pg_stat_force_next_flush()`.execute(db)
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

test('a disk is low below a tenth or 2 GB, and has enough again only with some more', () => {
  let now = 0
  let room = { free: 30 * GB, total: 100 * GB }
  const disk = watchDisk(
    '/data',
    () => now,
    () => room,
  )
  const lowWith = (freeBytes: number, total = 100 * GB): boolean => {
    room = { free: freeBytes, total }
    now += 6000
    return disk.low()
  }
  expect([30, 9.9, 11, 12.1].map((gigabytes) => lowWith(gigabytes * GB))).toEqual([false, true, true, false])
  expect([1.9, 2.1, 2.5].map((gigabytes) => lowWith(gigabytes * GB, 10 * GB))).toEqual([true, true, false])
  room = { free: 0, total: 10 * GB }
  expect(disk.low()).toBe(false)
  expect(watchDisk('', () => now).low()).toBe(false)
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

const warnings = async () =>
  (await server.deps.db.selectFrom('outbox_mails').select(['to', 'subject']).orderBy('id').execute()).map(
    ({ subject }) => subject,
  )

test('superadmins are told once by mail of little room on the disk, and again when it comes back', async () => {
  const { deps } = server
  const roomy = deps.disk
  await server.token('superadmin')
  let low = true
  deps.disk = { room: () => ({ free: GB, total: 100 * GB }), low: () => low }
  await runJob(deps, measureRoom)
  await runJob(deps, measureRoom)
  expect(await warnings()).toEqual(['The disk has little room left'])
  expect((await status()).disk?.low).toBe(true)
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text()
  expect(await metrics()).toMatch(/^operating_warnings\{kind="disk"\} 1$/m)
  low = false
  await runJob(deps, measureRoom)
  low = true
  await runJob(deps, measureRoom)
  expect(await warnings()).toHaveLength(2)
  deps.disk = roomy
  await runJob(deps, measureRoom)
})

test('superadmins are told of a backup that is missing, a drill that failed and of too little room for three backups', async () => {
  const { deps } = server
  const folder = mkdtempSync(join(tmpdir(), 'ambit-warn-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    deps.config.backupFolder = null
  })
  deps.config.backupFolder = folder
  const before = (await warnings()).length
  const told = async () => (await warnings()).slice(before)
  // Of an installation that was made just now none is missed.
  await sql`update schema_migrations set applied_at = ${deps.clock.wall()}`.execute(deps.db)
  await runJob(deps, measureRoom)
  expect(await told()).toEqual([])
  const file = join(folder, 'ambit-20261121T093000Z-0.1.0.tar.gz')
  writeFileSync(file, 'x')
  // Larger than a third of any disk, and nothing of it is written.
  truncateSync(file, Math.ceil(roomOf(folder).free / 2))
  const drill = { file: 'x', at: '2026-11-22T03:00:00.000Z', seconds: 1, bytes: 1, trouble: 'It is cut short.' }
  writeFileSync(join(folder, 'drills.jsonl'), `${JSON.stringify(drill)}\n`)
  await runJob(deps, measureRoom)
  await runJob(deps, measureRoom)
  expect(await told()).toEqual([
    'There is no new backup',
    'A backup could not be restored',
    'There is little room for backups',
  ])
})

// covers: OPS-68
test('superadmins are told of a region without a pack of the last 20 minutes, once the server has had time to write it', async () => {
  const { deps } = server
  const folder = mkdtempSync(join(tmpdir(), 'ambit-packs-'))
  const folders = deps.config.continuityFolders
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    deps.config.continuityFolders = folders
    vi.restoreAllMocks()
  })
  deps.config.continuityFolders = [folder]
  const region = { name: 'Bayside', time_zone: 'Australia/Brisbane' }
  const { data } = await server.client('administrator').call(api.regions.create, { body: region })
  const before = (await warnings()).length
  const told = async () => {
    await runJob(deps, measureRoom)
    return (await warnings()).slice(before)
  }
  const up = vi.spyOn(process, 'uptime').mockReturnValue(19 * 60)
  expect(await told()).toEqual([])
  up.mockReturnValue(21 * 60)
  expect(await told()).toEqual(['A pack to work without the server is missing'])
  // Written 19 minutes before the clock of the test.
  mkdirSync(join(folder, `${data.id}-bayside`, '2026-11-22T11-41-00.000Z'), { recursive: true })
  await told()
  expect(
    await deps.db.selectFrom('operating_warnings').where('kind', '=', 'pack_old').select('kind').execute(),
  ).toEqual([])
})

// covers: OPS-101
test('with little room on the disk exports are refused with a sentence until there is more, and lists are answered', async () => {
  const { deps } = server
  const roomy = deps.disk
  deps.disk = { room: () => null, low: () => true }
  const get = async (path: string) =>
    fetch(`${server.url}/api/v2/ops${path}`, {
      headers: { authorization: `Bearer ${await server.token('administrator')}` },
    })
  for (const path of ['/vehicles/export', '/service_requests/export', '/audit_events/export']) {
    const refused = await get(path)
    expect([path, refused.status]).toEqual([path, 409])
    expect(await refused.text()).toContain('so nothing is exported until there is more')
  }
  expect((await get('/vehicles')).status).toBe(200)
  deps.disk = roomy
  expect((await get('/vehicles/export')).status).toBe(200)
})

test('who may not read the settings sees nothing of the installation', async () => {
  expect((await refusal(server.client('dispatcher').call(api.settings.status))).status).toBe(403)
})
