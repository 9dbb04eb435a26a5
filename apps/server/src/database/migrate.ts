import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

export type Migration = { name: string; text: string; checksum: string }

export const migrationsFolder = join(import.meta.dirname, '../../migrations')

export const readMigrations = (folder: string = migrationsFolder): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })

/**
 * Brings the schema up to date, forward only, each file in a transaction. Several processes may start at once:
 * an advisory lock lets one of them work. Throws when a migration that ran has changed or is unknown here.
 */
export const migrate = async (
  db: Kysely<DB>,
  now: Date,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> => {
  await sql`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null)`
    .execute(db)
    .catch(async (error: unknown) => {
      // Two processes that create it at the same moment: the loser finds it there.
      await sql`select 1 from schema_migrations limit 1`.execute(db).catch(() => {
        throw error
      })
    })
  const applied: string[] = []
  for (const migration of migrations) {
    const ran = await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(7263481)`.execute(tx)
      const { rows } = await sql<{ checksum: string }>`
        select checksum from schema_migrations where name = ${migration.name}`.execute(tx)
      const before = rows[0]
      if (before !== undefined) {
        if (before.checksum === migration.checksum) return false
        throw new Error(`The migration ${migration.name} changed after it ran on this database`)
      }
      await sql.raw(migration.text).execute(tx)
      await sql`insert into schema_migrations values (${migration.name}, ${migration.checksum}, ${now})`.execute(tx)
      return true
    })
    if (ran) applied.push(migration.name)
  }
  const unknown = unknownAmong(await appliedTo(db), migrations)
  if (unknown !== undefined) throw new Error(`This database was used by a newer version (it has ${unknown})`)
  return applied
}

/**
 * For programs that read a database without migrating it: throws one sentence when its schema is not the one that
 * this version was written for.
 */
export const requireCurrentSchema = async (
  db: Kysely<DB>,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> => {
  const applied = await appliedTo(db)
  const unknown = unknownAmong(applied, migrations)
  if (unknown !== undefined) throw new Error(`This database was used by a newer version (it has ${unknown}).`)
  const missing = migrations.find(({ name }) => !applied.includes(name))
  if (missing !== undefined)
    throw new Error(
      `This database is older than this version (${missing.name} did not run on it): npm start brings it up to date.`,
    )
}

/** By name, the oldest first; none where no server ever started. */
const appliedTo = async (db: Kysely<DB>): Promise<string[]> => {
  const { rows: tables } = await sql<{ known: boolean }>`
    select to_regclass('schema_migrations') is not null as known`.execute(db)
  if (tables[0]?.known !== true) return []
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  return rows.map((row) => row.name)
}

const unknownAmong = (applied: readonly string[], migrations: readonly Migration[]): string | undefined =>
  applied.find((one) => !migrations.some(({ name }) => name === one))
