import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openEmbedded } from './embedded.ts'
import { createStatementNames } from './prepared.ts'

// @test-tag long
test('a statement that is asked often is prepared, and one that looks for something is planned each time', async () => {
  // A session of its own: one that many tests have used keeps what they asked for.
  const { db, close } = await openEmbedded({ folder: null, template: null }, (error) => {
    throw error
  })
  for (let i = 0; i < 4; i++) {
    await sql`select 1 from pg_class where oid = ${i}`.execute(db)
    await sql`select 2 from pg_class where relname ilike ${`${i}%`}`.execute(db)
    await sql`select 2 from pg_class where relname like lower(${`%${i}%`})`.execute(db)
    await sql`select 3 from pg_class limit ${i}`.execute(db)
  }
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  expect(rows.map(({ statement }) => statement)).toEqual(['select 1 from pg_class where oid = $1'])
  await close()
})

test('a session prepares no more than 300 statements, and goes on with those that it has', () => {
  const nameOf = createStatementNames(true)
  const ask = (text: string) => [1, 2, 3].map(() => nameOf(text)).at(-1)
  const names = Array.from({ length: 400 }, (_, i) => ask(`select ${i}`))
  expect(new Set(names.slice(0, 300)).size).toBe(300)
  expect(names.slice(300).every((name) => name === undefined)).toBe(true)
  expect(nameOf('select 7')).toBe(names[7])
})

test('where tables may change, a statement that asks for every column is planned each time', () => {
  const nameOf = createStatementNames(false)
  const ask = (text: string) => [1, 2, 3].map(() => nameOf(text)).at(-1)
  expect(ask('select count(*) from "trips" where "id" = $1')).toBe('s0')
  for (const text of ['select * from "trips"', 'select "t".* from "trips" as "t"', 'delete from "trips" returning *'])
    expect([text, ask(text)]).toEqual([text, undefined])
})
