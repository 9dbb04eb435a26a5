import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { productVersion } from '../version.ts'
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
 * Brings the schema up to date, forward only, each file in a transaction. Several processes may start at once: an advisory
 * lock lets one of them work. Throws, and changes nothing, when a migration that ran has changed or is unknown here.
 */
export const migrate = async (
  db: Kysely<DB>,
  now: Date,
  migrations: readonly Migration[] = readMigrations(),
  version: string = productVersion(),
): Promise<string[]> => {
  const before = await appliedTo(db)
  requireKnown(before, migrations, version)
  if (before.length === 0 || !before.every(({ versioned }) => versioned)) await prepareRecord(db)
  const applied: string[] = []
  for (const migration of migrations) {
    const ran = await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(7263481)`.execute(tx)
      const { rows } = await sql<Applied>`
        select name, checksum, version, true as versioned from schema_migrations
        where name = ${migration.name}`.execute(tx)
      requireKnown(rows, migrations, version)
      if (rows.length > 0) return false
      await sql.raw(migration.text).execute(tx)
      await sql`insert into schema_migrations (name, checksum, applied_at, version)
        values (${migration.name}, ${migration.checksum}, ${now}, ${version})`.execute(tx)
      return true
    })
    if (ran) applied.push(migration.name)
  }
  return applied
}

/** What ran, with what and when. Versions before 0.2 did not say which they were. */
const prepareRecord = async (db: Kysely<DB>): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7263481)`.execute(tx)
    await sql`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null)`.execute(tx)
    await sql`alter table schema_migrations add column if not exists version text`.execute(tx)
  })
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
  requireKnown(applied, migrations, productVersion())
  const [missing] = pendingAmong(applied, migrations)
  if (missing !== undefined)
    throw new WrongSchema(
      `This database is older than this version (${missing.name} did not run on it): npm start brings it up to date`,
    )
}

/** The migrations that a start of this version would run, in order; whether any ran before, and by which version. */
export const pendingOn = async (
  db: Kysely<DB>,
  migrations: readonly Migration[] = readMigrations(),
): Promise<{ pending: Migration[]; used: boolean; version: string | null }> => {
  const applied = await appliedTo(db)
  requireKnown(applied, migrations, productVersion())
  return {
    pending: pendingAmong(applied, migrations),
    used: applied.length > 0,
    version: applied.at(-1)?.version ?? null,
  }
}

/** A database that this version cannot work with. The message is one sentence for the operator, without its full stop. */
export class WrongSchema extends Error {
  override readonly name = 'WrongSchema'
}

type Applied = { name: string; checksum: string; version: string | null; versioned: boolean }

/** By name, the oldest first; none where no server ever started. */
const appliedTo = async (db: Kysely<DB>): Promise<Applied[]> => {
  const { rows: tables } = await sql<{ known: boolean }>`
    select to_regclass('schema_migrations') is not null as known`.execute(db)
  if (tables[0]?.known !== true) return []
  const { rows } = await sql<Applied>`
    select name, checksum, to_jsonb(m) ->> 'version' as version, to_jsonb(m) ? 'version' as versioned
    from schema_migrations m order by name`.execute(db)
  return rows
}

const pendingAmong = (applied: readonly Applied[], migrations: readonly Migration[]): Migration[] =>
  migrations.filter(({ name }) => !applied.some((one) => one.name === name))

const requireKnown = (applied: readonly Applied[], migrations: readonly Migration[], version: string): void => {
  for (const one of applied) {
    const known = migrations.find(({ name }) => name === one.name)
    if (known === undefined)
      throw new WrongSchema(
        `This database was used by ${one.version === null ? 'a newer version' : `version ${one.version}`}, which made ${one.name}, and this is version ${version}, which does not know it: start that version or a newer one`,
      )
    if (known.checksum !== one.checksum)
      throw new WrongSchema(`The migration ${one.name} changed after it ran on this database`)
  }
}
