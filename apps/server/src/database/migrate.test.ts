import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { postgresMissing, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import type { Database } from './connect.ts'
import { migrate, type Migration, readMigrations, requireCurrentSchema } from './migrate.ts'

const now = new Date('2026-11-23T00:00:00Z')
const extra = (text: string): Migration => ({ name: '9999_extra.sql', text, checksum: text })
const missing = postgresMissing()

let postgres: TestPostgres | null = null
beforeAll(async () => {
  if (missing === null) postgres = await startPostgres()
})
afterAll(() => postgres?.stop())

const databases: [string, () => Promise<Database>][] = [['the embedded database', openTestDatabase]]
if (missing === null) databases.push(['PostgreSQL', () => postgres!.database()]) // started above, when it is there

test('migrations are numbered one after the other', () => {
  const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

describe.each(databases)('on %s', (_name, open) => {
  // @test-tag long
  test('each migration runs once, in order, and forward only', async () => {
    const database = await open()
    const known = readMigrations()
    expect(await migrate(database.db, now)).toEqual([])
    expect(await migrate(database.db, now, [...known, extra('create table extra (id integer)')], '1.1.0')).toEqual([
      '9999_extra.sql',
    ])
    await expect(migrate(database.db, now, known, '1.0.0')).rejects.toThrow(
      'This database was used by version 1.1.0, which made 9999_extra.sql, and this is version 1.0.0, which does not know it',
    )
    await expect(migrate(database.db, now, [...known, extra('create table other ()')])).rejects.toThrow(
      'The migration 9999_extra.sql changed after it ran',
    )
    await database.close()
  })

  // @test-tag long
  test('refuses an older and a newer database, each with its own sentence', async () => {
    const database = await open()
    const known = readMigrations()
    await expect(requireCurrentSchema(database.db)).resolves.toBeUndefined()
    await expect(requireCurrentSchema(database.db, [...known, extra('select 1')])).rejects.toThrow(
      'This database is older than this version (9999_extra.sql did not run on it): npm start brings it up to date',
    )
    await expect(requireCurrentSchema(database.db, known.slice(0, -1))).rejects.toThrow(
      `, which made ${known.at(-1)?.name}, and this is version `,
    )
    await sql`drop table schema_migrations`.execute(database.db)
    await expect(requireCurrentSchema(database.db)).rejects.toThrow(`(${known[0]?.name} did not run on it)`)
    await database.close()
  })

  // covers: OPS-75
  test('a failed migration leaves no partial change', async () => {
    const database = await open()
    const broken = [...readMigrations(), extra('create table half (id integer); select nonsense;')]
    await expect(migrate(database.db, now, broken)).rejects.toThrow('nonsense')
    const { rows } = await sql`select to_regclass('half') as half`.execute(database.db)
    expect(rows).toEqual([{ half: null }])
    expect(await migrate(database.db, now)).toEqual([])
    await database.close()
  })

  // @test-tag long
  test('reads numbers as numbers and times as dates, and delivers notifications to their listeners', async () => {
    const database = await open()
    const { rows } =
      await sql`select 12.50::numeric as price, 9007199254740991::bigint as id, ${now}::timestamptz as at`.execute(
        database.db,
      )
    expect(rows).toEqual([{ price: 12.5, id: 9007199254740991, at: now }])
    const heard = new Promise((resolve) => void database.listen('news', resolve))
    await sql`select 1`.execute(database.db)
    await new Promise((done) => setTimeout(done, 200))
    await sql`select pg_notify('news', 'hello')`.execute(database.db)
    expect(await heard).toBe('hello')
    await database.close()
  })
})

test.skipIf(missing !== null)('three processes that start at once migrate a new database together', async () => {
  const { openPostgres } = await import('./connect.ts')
  const database = await postgres!.database() // as above
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  const others = await Promise.all([1, 2, 3].map(() => openPostgres(database.url, () => {})))
  const applied = await Promise.all(others.map(({ db }) => migrate(db, now)))
  expect(applied.flat().toSorted()).toEqual(readMigrations().map(({ name }) => name))
  await Promise.all([...others, database].map((each) => each.close()))
})
