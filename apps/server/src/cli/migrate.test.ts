import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/connect.ts'
import { pendingOn, readMigrations } from '../database/migrate.ts'
import { planMigrations } from '../database/plan-migrations.ts'
import { openTestDatabase } from '../testing/database.ts'
import { linesOf } from './migrate.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await sql`insert into settings (key, value)
    select 'filler ' || n, to_jsonb(repeat(md5(n::text), 40)) from generate_series(1, 30000) n`.execute(database.db)
})
afterAll(() => database.close())

const planOf = async (text: string): Promise<string[]> => {
  const extra = { name: '9999_extra.sql', text, checksum: text }
  const { pending } = await pendingOn(database.db, [...readMigrations(), extra])
  return linesOf(await planMigrations(database.db, pending))
}

// covers: OPS-74
test.each([
  ['create table more (id integer references settings)', ['  locks nothing']],
  ['alter table settings add column note text', ['  settings is locked for a moment']],
  ['alter table settings alter column value set not null', ['  settings cannot be read or written for about 3 s']],
  ['-- a word; with a stop\ncreate index on settings (key);', ['  settings cannot be written for about 3 s']],
  [
    'update drivers set status = null; alter table drivers add column note text;',
    ['  drivers cannot be written for less than a second'],
  ],
  ['create function f() returns void language sql as $$ update settings set key = key; $$;', ['  locks nothing']],
])('the plan of "%s" says what it locks and for how long', async (text, lines) => {
  const [name, ...said] = await planOf(text)
  expect(name).toBe('9999_extra.sql')
  expect(said.slice(0, -1).map((line) => line.replace(/about [2-5] s/, 'about 3 s'))).toEqual(lines)
  expect(said.at(-1)).toMatch(/^1 migration, (about \d s|less than a second) in all$/)
  // It was not run.
  const { rows } = await sql<{ ran: boolean }>`
    select exists (select from schema_migrations where name = '9999_extra.sql') as ran`.execute(database.db)
  expect(rows).toEqual([{ ran: false }])
})

// covers: OPS-74
test('says so when nothing would run', async () => {
  const { pending } = await pendingOn(database.db)
  expect(linesOf(await planMigrations(database.db, pending))).toEqual([
    'Nothing would run: the database is up to date.',
  ])
})
