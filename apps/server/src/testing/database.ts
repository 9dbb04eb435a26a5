import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, kyselyOver } from '../database/connect.ts'
import { type EmbeddedDatabase, openEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { madeOnce, stateOfMigrations } from './data-folder.ts'
import { type AsMigrated, makeAsMigrated, readAsMigrated } from './empty-database.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

/**
 * A migrated, empty database. In memory: one that a file before used and that is empty again, or a copy of one that is
 * made once for each state of the migrations. With AMBIT_TEST_POSTGRES=1 every test runs on a real PostgreSQL instead.
 */
export const openTestDatabase = async (): Promise<Database> =>
  process.env['AMBIT_TEST_POSTGRES'] === '1' ? openOnPostgres() : lend((await emptied()) ?? (await openInMemory()))

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

type InMemory = { database: EmbeddedDatabase; asMigrated: AsMigrated }

const openInMemory = async (): Promise<InMemory> => {
  const database = await openEmbedded({ folder: null, template: await template() }, fail)
  return { database, asMigrated: await readAsMigrated(database.db) }
}

/** Opening one takes about a second of a core, emptying it a tenth of that. */
const idle: InMemory[] = []

const emptied = async (): Promise<InMemory | null> => {
  const used = idle.pop()
  if (used === undefined) return null
  const asMigrated = await makeAsMigrated(used.database.db, used.asMigrated)
  if (asMigrated !== null) return { ...used, asMigrated }
  // A test changed the tables themselves.
  await used.database.close()
  return null
}

/** For one user at a time. What is still under way when it is closed is refused, and hears of nothing afterwards. */
const lend = (one: InMemory): Database => {
  const { pool, listen, kind, snapshots, usage } = one.database
  let closed = false
  const db = kyselyOver({
    options: pool.options,
    connect: async () => {
      if (closed) throw new Error('the database of this test is closed')
      return pool.connect()
    },
    end: async () => {},
  })
  return {
    db,
    patient: db,
    kind,
    damage: one.database.damage,
    snapshots,
    usage,
    listen: (channel, onNotify) => listen(channel, (payload) => closed || onNotify(payload)),
    close: async () => {
      if (closed) return
      closed = true
      idle.push(one)
    },
  }
}

const fail = (error: Error): never => {
  throw error
}

let made: Promise<ArrayBuffer> | null = null
const template = (): Promise<ArrayBuffer> => (made ??= readTemplate())

const readTemplate = async (): Promise<ArrayBuffer> => {
  const file = join(madeOnce, `pglite-0.5.16-versions-${stateOfMigrations()}.tar`)
  if (existsSync(file)) return bufferOf(readFileSync(file))
  const database = await openEmbedded({ folder: null, template: null }, fail)
  await migrate(database.db, new Date('2026-01-01T00:00:00Z'))
  const dump = await database.dump()
  await database.close()
  mkdirSync(madeOnce, { recursive: true })
  // Written beside and renamed: another test process never reads half a file.
  const half = `${file}.${process.pid}`
  writeFileSync(half, Buffer.from(dump))
  renameSync(half, file)
  return dump
}

const bufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer
