import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { jobsFor } from '../boot/job-list.ts'
import { registerJobs, runDueJobs } from '../jobs/runner.ts'
import { refusal, refusals } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { backUpDaily } from './daily.ts'
import { noteDrill } from './folder.ts'
import { backupName } from './manifest.ts'

let folder: string
let server: TestServer
const at = new Date(2026, 10, 24, 10, 0)
const night = new Date(2026, 10, 24, 2, 30)
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ambit-backups-'))
  mkdirSync(join(folder, 'data'))
  mkdirSync(join(folder, 'backups'))
  writeFileSync(join(folder, 'backups', backupName(night, '0.0.0-test', false)), 'x'.repeat(2048))
  await noteDrill(join(folder, 'backups'), {
    file: backupName(night, '0.0.0-test', false),
    at: night.toISOString(),
    seconds: 4,
    bytes: 2048,
    trouble: null,
  })
  server = await startTestServer({
    now: at,
    config: { dataFolder: join(folder, 'data'), backupFolder: join(folder, 'backups') },
  })
  await registerJobs(server.deps, jobsFor(server.deps.config))
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const alex = () => server.client('administrator')
const list = () => alex().call(api.backups.list)
const runJob = () => runDueJobs(server.deps, [backUpDaily])

test('backups are listed with time, size, kind and encryption, and drills with result, size and time', async () => {
  mkdirSync(join(folder, 'backups', 'before-update'))
  const before = new Date(2026, 10, 1, 9, 0)
  writeFileSync(join(folder, 'backups', 'before-update', backupName(before, '0.0.1', true)), 'x')
  writeFileSync(join(folder, 'backups', `${backupName(at, '0.0.1', true)}.partial`), 'x')
  const { data, meta } = await list()
  expect(data).toEqual([
    {
      name: backupName(night, '0.0.0-test', false),
      made_at: night.toISOString(),
      bytes: 2048,
      kind: 'usual',
      encrypted: false,
    },
    {
      name: backupName(before, '0.0.1', true),
      made_at: before.toISOString(),
      bytes: 1,
      kind: 'before an update',
      encrypted: true,
    },
  ])
  expect(meta.state).toMatchObject({
    folder: join(folder, 'backups'),
    encrypted: false,
    refusal: null,
    waiting: { backup: null, drill: null },
    trouble: null,
  })
  const drills = await alex().call(api.backupDrills.list)
  expect(drills.data).toMatchObject([{ file: data[0]?.name, seconds: 4, bytes: 2048, trouble: null }])
})

test('a drill that was not noted to its end is left out, and the next one is noted behind it', async () => {
  const backups = join(folder, 'backups')
  appendFileSync(join(backups, 'drills.jsonl'), '{"file":"ambit-2026')
  const drills = async () => (await alex().call(api.backupDrills.list)).data.map(({ file }) => file)
  expect(await drills()).toEqual([backupName(night, '0.0.0-test', false)])
  await noteDrill(backups, { file: 'the next one', at: at.toISOString(), seconds: 1, bytes: 1, trouble: null })
  expect(await drills()).toEqual(['the next one', backupName(night, '0.0.0-test', false)])
})

// @test-tag long
test(
  'a backup and a drill that are asked for are made by the job, waited for meanwhile, and events',
  { timeout: 180_000 },
  async () => {
    await runJob()
    await alex().call(api.backups.create)
    await alex().call(api.backupDrills.create)
    expect((await list()).meta.state.waiting).toEqual({ backup: at.toISOString(), drill: at.toISOString() })
    await runJob()
    const { data, meta } = await list()
    expect(meta.state).toMatchObject({ waiting: { backup: null, drill: null }, trouble: null })
    const made = backupName(at, '0.0.0-test', false)
    expect(data[0]?.name).toBe(made)
    expect((await alex().call(api.backupDrills.list)).data[0]).toMatchObject({ file: made, trouble: null })
    const events = await server.deps.db
      .selectFrom('audit_events')
      .select(['action', 'changes'])
      .where('action', 'in', ['backups.create', 'backupDrills.create'])
      .orderBy('id')
      .execute()
    expect(events.map(({ action, changes }) => [action, changes])).toEqual([
      ['backups.create', { backup: { after: 'asked for' } }],
      ['backupDrills.create', { drill: { after: 'asked for' } }],
    ])
  },
)

test('what was in the way of a backup is told, and the wish is not tried again', { timeout: 60_000 }, async () => {
  await alex().call(api.backups.create)
  server.deps.config.backupRecipients = ['age1wrong']
  await runJob()
  const { meta } = await list()
  expect(meta.state.waiting.backup).toBeNull()
  expect(meta.state.trouble).toMatch(/age1wrong/)
})

test('a server that makes no backups refuses to, and says why', async () => {
  const { config } = server.deps
  config.clock = { kind: 'demo', speed: 1 }
  const refused = await refusal(alex().call(api.backups.create))
  expect(refused.errors[0]?.detail).toBe('A server with a clock of its own, as the demo, makes no backups')
  config.clock = { kind: 'real', speed: 1 }
  config.backupFolder = null
  expect((await refusal(alex().call(api.backupDrills.create))).errors[0]?.detail).toBe(
    'This server makes no backups: AMBIT_BACKUP_FOLDER is off',
  )
  const { data, meta } = await list()
  expect([data, meta.state.folder]).toEqual([[], null])
})

test('backups are seen and made by who may, and a folder that cannot be read is told', async () => {
  const reader = server.client({ permissions: ['Settings:backup:canRead'] })
  await reader.call(api.backups.list)
  const calls = [
    reader.call(api.backups.create),
    reader.call(api.backupDrills.create),
    server.client('operations_manager').call(api.backups.list),
    server.client('operations_manager').call(api.backupDrills.list),
    server.client({ permissions: ['Settings:backup:canCreate'], region_ids: [1] }).call(api.backups.create),
  ]
  for (const { status } of await refusals(calls)) expect(status).toBe(403)
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  server.deps.config.backupFolder = file
  expect((await list()).meta.state.trouble).toBe(`The folder ${file} cannot be read (ENOTDIR).`)
})
