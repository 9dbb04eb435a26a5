import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openEmbedded } from '../database/connect.ts'
import { migrate, readMigrations } from '../database/migrate.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

/**
 * A migrated, empty database. In memory: a copy of one that is made once for each state of the migrations. With
 * AMBIT_TEST_POSTGRES=1 every test runs on a real PostgreSQL instead.
 */
export const openTestDatabase = async (): Promise<Database> =>
  process.env['AMBIT_TEST_POSTGRES'] === '1'
    ? openOnPostgres()
    : openEmbedded({ folder: null, template: await template() }, fail)

let server: Promise<TestPostgres> | null = null
let open = 0
/** The server ends with the last of its databases. */
const openOnPostgres = async (): Promise<Database> => {
  open += 1
  const database = await (await (server ??= startPostgres())).database()
  return {
    ...database,
    close: async () => {
      await database.close()
      open -= 1
      if (open > 0) return
      const ending = server
      server = null
      await (await ending)?.stop()
    },
  }
}

const fail = (error: Error): never => {
  throw error
}

let made: Promise<ArrayBuffer> | null = null
const template = (): Promise<ArrayBuffer> => (made ??= readTemplate())

const readTemplate = async (): Promise<ArrayBuffer> => {
  const migrations = readMigrations()
  const state = createHash('sha256')
  for (const { name, checksum } of migrations) state.update(name).update(checksum)
  const folder = join(tmpdir(), `ambit-test-${process.getuid?.() ?? 0}`)
  const file = join(folder, `pglite-0.5.16-small-${state.digest('hex').slice(0, 16)}.tar`)
  if (existsSync(file)) return bufferOf(readFileSync(file))
  const database = await openEmbedded({ folder: null, template: null }, fail)
  await migrate(database.db, new Date('2026-01-01T00:00:00Z'), migrations)
  const dump = await database.dump()
  await database.close()
  mkdirSync(folder, { recursive: true })
  // Written beside and renamed: another test process never reads half a file.
  const half = `${file}.${process.pid}`
  writeFileSync(half, Buffer.from(dump))
  renameSync(half, file)
  return dump
}

const bufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer
