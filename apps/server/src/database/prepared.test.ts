import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { createStatementNames } from './prepared.ts'

test('a statement that is asked often is prepared, and one that looks for something is planned each time', async () => {
  const { db, kind, close } = await openTestDatabase()
  for (let i = 0; i < 4; i++) {
    await db.selectFrom('zones as probed').select('id').where('id', '=', i).execute()
    await db.selectFrom('zones as probed').select('id').where('name', 'ilike', `${i}%`).execute()
    await db.selectFrom('zones as probed').select('id').orderBy('id').limit(i).execute()
  }
  const prepared = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like '%as "probed"%'`.execute(db)
  expect(prepared.rows.map(({ statement }) => statement)).toEqual(
    kind === 'embedded' ? ['select "id" from "zones" as "probed" where "id" = $1'] : [],
  )
  await close()
})

test('a session prepares no more than 300 statements, and goes on with those that it has', () => {
  const nameOf = createStatementNames()
  const ask = (text: string) => [1, 2, 3].map(() => nameOf(text)).at(-1)
  const names = Array.from({ length: 400 }, (_, i) => ask(`select ${i}`))
  expect(new Set(names.slice(0, 300)).size).toBe(300)
  expect(names.slice(300).every((name) => name === undefined)).toBe(true)
  expect(nameOf('select 7')).toBe(names[7])
})
