import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, readMigrations } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'

/** where tests keep what takes long to make, for the next run of them */
export const madeOnce = join(tmpdir(), `ambit-test-${process.getuid?.() ?? 0}`)

/** the same for the same migrations */
export const stateOfMigrations = (): string => {
  const state = createHash('sha256')
  for (const { name, checksum } of readMigrations()) state.update(name).update(checksum)
  return state.digest('hex').slice(0, 16)
}

/** Puts a migrated, empty database into a data folder. It is made once for each state of the migrations, then copied. */
export const migratedFolder = async (dataFolder: string): Promise<void> => {
  const made = join(madeOnce, `pglite-0.5.16-data-${stateOfMigrations()}`)
  if (!existsSync(made)) {
    // Made beside its place and renamed: another test process never copies half of one.
    const half = `${made}.${process.pid}`
    const database = await openDatabase({ databaseUrl: null, dataFolder: half }, () => {})
    await migrate(database.patient, new Date('2026-01-01T00:00:00Z'))
    await database.close()
    if (existsSync(made)) rmSync(half, { recursive: true })
    else renameSync(half, made)
  }
  mkdirSync(dataFolder, { recursive: true })
  cpSync(join(made, 'database'), join(dataFolder, 'database'), { recursive: true })
}
