// @module-tag long
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jobsFor } from '../boot/job-list.ts'
import { runJob } from '../testing/run-job.ts'
import { startTestServer, testConfig, type TestServer } from '../testing/server.ts'
import { backUpDaily, lastDue } from './daily.ts'
import { drillsIn, noteDrill } from './folder.ts'
import { backupName } from './manifest.ts'

let folder: string
let server: TestServer
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ambit-daily-'))
  mkdirSync(join(folder, 'data'))
  server = await startTestServer({
    now: new Date(2026, 10, 24, 2, 29),
    config: { dataFolder: join(folder, 'data'), backupFolder: join(folder, 'backups') },
  })
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (): Promise<void> => runJob(server.deps, backUpDaily)
const backups = (): string[] => readdirSync(join(folder, 'backups')).filter((name) => name.startsWith('ambit-'))
const moveTo = (...[month, day, hour, minute]: [number, number, number, number]): void =>
  server.deps.clock.set(new Date(2026, month, day, hour, minute))

// covers: OPS-60, OPS-61
test(
  'a night has one backup from half past two on, and a week one drill from Sunday on',
  { timeout: 180_000 },
  async () => {
    mkdirSync(join(folder, 'backups'))
    const last = {
      file: 'an earlier one',
      at: new Date(2026, 10, 22, 2, 31).toISOString(),
      seconds: 1,
      bytes: 1,
      trouble: null,
    }
    await noteDrill(join(folder, 'backups'), last)
    await run()
    expect(backups()).toEqual([backupName(new Date(2026, 10, 24, 2, 29), '0.0.0-test', false)])
    moveTo(10, 24, 2, 31)
    await run()
    await run()
    expect([backups().length, (await drillsIn(join(folder, 'backups'))).length]).toEqual([1, 1])
    expect(backups()).toEqual([backupName(new Date(2026, 10, 24, 2, 31), '0.0.0-test', false)])
    moveTo(10, 29, 2, 30)
    await run()
    const drills = await drillsIn(join(folder, 'backups'))
    expect(drills).toHaveLength(2)
    expect(drills[1]).toMatchObject({
      file: backupName(new Date(2026, 10, 29, 2, 30), '0.0.0-test', false),
      trouble: null,
      bytes: expect.any(Number),
      seconds: expect.any(Number),
    })
    // The copy that the drill made is gone.
    expect(readdirSync(join(folder, 'data'))).toEqual([])
  },
)

test('what was made while the clock was wrong takes the place of nothing', { timeout: 180_000 }, async () => {
  mkdirSync(join(folder, 'backups'))
  const ahead = backupName(new Date(2027, 2, 1, 2, 30), '0.0.0-test', false)
  writeFileSync(join(folder, 'backups', ahead), 'of another time')
  const at = new Date(2027, 2, 1, 2, 31).toISOString()
  await noteDrill(join(folder, 'backups'), { file: ahead, at, seconds: 1, bytes: 1, trouble: null })
  const yesterdays = backupName(new Date(2026, 10, 23, 2, 31), '0.0.0-test', false)
  writeFileSync(join(folder, 'backups', yesterdays), 'of the night before')
  moveTo(10, 24, 2, 31)
  await run()
  const made = backupName(new Date(2026, 10, 24, 2, 31), '0.0.0-test', false)
  expect(backups().toSorted()).toEqual([yesterdays, made, ahead])
  expect((await drillsIn(join(folder, 'backups'))).at(-1)).toMatchObject({ file: made, trouble: null })
  moveTo(10, 25, 2, 29)
  const figures = await (await fetch(`${server.url}/metrics`)).text()
  expect(figures).toContain(`backup_age_seconds ${24 * 3600 - 120}`)
})

// covers: OPS-61
test('a drill says what is wrong with a backup, and goes on to the next one', { timeout: 120_000 }, async () => {
  mkdirSync(join(folder, 'backups'))
  const name = backupName(new Date(2026, 10, 24, 2, 20), '0.0.0-test', false)
  writeFileSync(join(folder, 'backups', name), 'half of one')
  moveTo(10, 24, 2, 25)
  await run()
  expect(await drillsIn(join(folder, 'backups'))).toMatchObject([
    { file: name, trouble: `The backup ${name} is damaged, or was not made by Ambit.` },
  ])
  expect(server.logged.map(({ message }) => message)).toContain('a backup could not be restored in a drill')
})

test.runIf(process.env['AMBIT_LONG'] === '1')(
  'an encrypted backup is drilled with the key that a file holds',
  { timeout: 120_000 },
  async () => {
    const identity = await generateX25519Identity()
    const file = join(folder, 'key.txt')
    writeFileSync(file, `# created: 2026-11-24\n${identity}\n`)
    server.deps.config.backupRecipients = [await identityToRecipient(identity)]
    server.deps.config.backupIdentity = file
    await run()
    expect(backups()).toEqual([backupName(new Date(2026, 10, 24, 2, 29), '0.0.0-test', true)])
    expect(await drillsIn(join(folder, 'backups'))).toMatchObject([{ trouble: null }])
  },
)

test('half past two is the one before, on the day itself or the day before', () => {
  expect(lastDue(new Date(2026, 10, 24, 2, 30))).toEqual(new Date(2026, 10, 24, 2, 30))
  expect(lastDue(new Date(2026, 10, 24, 2, 29))).toEqual(new Date(2026, 10, 23, 2, 30))
})

test('backups are made where time is real and a folder is set', () => {
  const backupFolder = '/backups'
  const start = new Date('2026-11-23T04:00:00Z')
  expect(jobsFor({ ...testConfig, backupFolder })).toContain(backUpDaily)
  expect(jobsFor(testConfig)).not.toContain(backUpDaily)
  expect(
    jobsFor({ ...testConfig, backupFolder, clock: { kind: 'virtual', start, judged: false, journeys: false } }),
  ).not.toContain(backUpDaily)
  expect(jobsFor({ ...testConfig, backupFolder, clock: { kind: 'demo', speed: 1 } })).not.toContain(backUpDaily)
})
