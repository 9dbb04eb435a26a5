// @module-tag long
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../database/open.ts'
import { readMigrations } from '../database/migrate.ts'
import { migratedFolder } from '../testing/data-folder.ts'
import { makeBackup } from './make.ts'
import { BackupRefused } from './manifest.ts'
import { folderPlace, type Place } from './places.ts'
import { restore } from './restore.ts'

const NOW = new Date('2026-11-24T02:30:00Z')
const terms = { replace: true, erased: [], now: NOW, report: () => {} }

let folder: string
let file: string
const data = (): string => join(folder, 'data')

/** A folder whose database says `name` in its settings. */
const say = async (name: string): Promise<void> => {
  const database = await openDatabase({ databaseUrl: null, dataFolder: data() }, () => {})
  await sql`insert into settings (key, value) values ('name', ${JSON.stringify(name)})
    on conflict (key) do update set value = excluded.value`.execute(database.db)
  await database.close()
}
const said = async (): Promise<unknown> => {
  const database = await openDatabase({ databaseUrl: null, dataFolder: data() }, () => {})
  const row = await database.db.selectFrom('settings').select('value').where('key', '=', 'name').executeTakeFirst()
  await database.close()
  return row?.value
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ambit-killed-'))
  await migratedFolder(data())
  await say('backed up')
  const database = await openDatabase({ databaseUrl: null, dataFolder: data() }, () => {})
  const { moment } = database.snapshots
  const order = { kind: 'embedded' as const, version: '0.1.0', dataFolder: data(), recipients: [], now: NOW, moment }
  file = (await makeBackup({ ...order, folder: join(folder, 'backups') })).file
  await database.close()
  await say('later')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The place, but the step fails as the end of a process would. */
const failingAt = (place: Place, step: 'openDraft' | 'swap'): Place => ({
  ...place,
  [step]: () => Promise.reject(new Error('ended')),
})

// covers: OPS-57
describe('with --replace', { timeout: 240_000 }, () => {
  const steps = process.env['AMBIT_LONG'] === '1' ? (['openDraft', 'swap'] as const) : (['openDraft'] as const)
  test.each(steps)('a restore that fails at %s leaves what was there', async (step) => {
    const place = await folderPlace(data())
    await expect(restore({ file, identities: [] }, failingAt(place, step), terms)).rejects.toThrow('ended')
    expect(readdirSync(data()).toSorted()).toEqual(['database'])
    expect(await said()).toBe('later')
  })

  test('a server that starts after a restore was cut off finds what was there, and the next restore sets it aside', async () => {
    mkdirSync(join(data(), 'database.restoring'))
    writeFileSync(join(data(), 'database.restoring/part.copy'), '')
    renameSync(join(data(), 'database'), join(data(), 'database.replaced'))
    expect(await said()).toBe('later')
    const place = await folderPlace(data())
    const { before } = await restore({ file, identities: [] }, place, terms)
    expect(before).toBe(`the folder ${join(data(), 'database.before-20261124023000')}`)
    expect(readdirSync(data()).toSorted()).toEqual(['database', 'database.before-20261124023000'])
    expect(await said()).toBe('backed up')
  })
})

test('a second backup at the same time is refused, and one that a killed process left is cleared away', async () => {
  const database = await openDatabase({ databaseUrl: null, dataFolder: data() }, () => {})
  mkdirSync(join(data(), 'moment/database'), { recursive: true })
  const order = {
    kind: 'embedded' as const,
    version: '0.1.0',
    dataFolder: data(),
    folder: join(folder, 'twice'),
    recipients: [],
    moment: database.snapshots.moment,
  }
  const first = makeBackup({ ...order, now: NOW })
  await expect(makeBackup({ ...order, now: new Date(NOW.getTime() + 1000) })).rejects.toThrow(
    new BackupRefused('Another backup of this installation is being made.'),
  )
  expect((await first).manifest.migrations).toHaveLength(readMigrations().length)
  await database.close()
  expect(readdirSync(data()).includes('moment')).toBe(false)
})
