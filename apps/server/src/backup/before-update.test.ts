import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../database/connect.ts'
import { readMigrations } from '../database/migrate.ts'
import { openTestDatabase } from '../testing/database.ts'
import { testConfig } from '../testing/server.ts'
import { backUpBeforeUpdate, NotBackedUp } from './before-update.ts'
import { checkBackup } from './read.ts'

let folder: string
let database: Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ambit-update-'))
  database = await openTestDatabase()
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const settings = () => ({ ...testConfig, dataFolder: join(folder, 'data'), backupFolder: join(folder, 'backups') })
const update = (over: Partial<typeof testConfig> = {}): Promise<string | null> =>
  backUpBeforeUpdate(database, { ...settings(), ...over }, { now: new Date('2026-11-24T00:00:00Z'), report: () => {} })

/** As the version before would have left it: the newest migration is still to run. */
const older = async (): Promise<void> => {
  await sql`delete from schema_migrations where name = ${readMigrations().at(-1)?.name}`.execute(database.db)
  await sql`update schema_migrations set version = '0.0.9'`.execute(database.db)
}

// covers: OPS-73
// @test-tag long
test('a database in use is backed up before its migrations, under the version that used it', async () => {
  expect(await update()).toBeNull()
  await older()
  const file = await update()
  expect(basename(file ?? '')).toMatch(/^ambit-\d{8}T\d{6}Z-0\.0\.9\.tar\.gz$/)
  expect(readdirSync(join(folder, 'backups', 'before-update'))).toHaveLength(1)
  const manifest = await checkBackup({ file: file ?? '', identities: [] }, readMigrations())
  expect(manifest.migrations).toHaveLength(readMigrations().length - 1)
})

// covers: OPS-73
test('an update does not begin when its backup fails, unless that is asked for', async () => {
  await older()
  mkdirSync(join(folder, 'backups'))
  writeFileSync(join(folder, 'backups', 'before-update'), 'a file is in the way')
  const failed = await update().catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(NotBackedUp)
  expect(failed).toMatchObject({
    message: expect.stringMatching(
      /^The update did not begin, because the backup before it failed: .*\. Mend that, or start with --no-backup\.$/,
    ),
  })
  expect(await update({ backupBeforeUpdate: false })).toBeNull()
  expect(existsSync(join(folder, 'data', 'moment'))).toBe(false)
})

test('a new database has nothing to keep', async () => {
  await sql`drop table schema_migrations`.execute(database.db)
  expect(await update()).toBeNull()
  expect(existsSync(join(folder, 'backups'))).toBe(false)
})
