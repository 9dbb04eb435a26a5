import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../database/connect.ts'
import { openTestDatabase } from './database.ts'

const stamps = { created_at: new Date(0), updated_at: new Date(0) }
const addRegion = ({ db }: Database) =>
  db
    .insertInto('regions')
    .values({ name: 'Coast', time_zone: 'Australia/Brisbane', ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow()
const regions = ({ db }: Database) => db.selectFrom('regions').select('id').execute()
const shipped = ({ db }: Database) =>
  Promise.all(
    ['survey_options', 'consumer_apps', 'schema_migrations'].map(
      async (table) => (await sql.raw(`select * from ${table} order by 1, 2`).execute(db)).rows,
    ),
  )

test('a database that a test used is as its migrations left it for the next one', async () => {
  const used = await openTestDatabase()
  const asShipped = await shipped(used)
  expect(asShipped.every((rows) => rows.length > 0)).toBe(true)
  const { id } = await addRegion(used)
  await used.db.deleteFrom('survey_options').execute()
  await used.db
    .updateTable('consumer_apps')
    .set({ name: sql`name || '!'` })
    .execute()
  await sql`set statement_timeout = 12345`.execute(used.db)
  await used.close()
  const next = await openTestDatabase()
  expect(await regions(next)).toEqual([])
  expect(await shipped(next)).toEqual(asShipped)
  const { rows } = await sql<{ timeout: string }>`select current_setting('statement_timeout') as timeout`.execute(
    next.db,
  )
  expect(rows).toEqual([{ timeout: '0' }])
  // Numbers begin where they began before.
  expect(await addRegion(next)).toEqual({ id })
  await next.close()
})

test('a database that is closed refuses queries and hears of nothing, though another test uses it', async () => {
  const used = await openTestDatabase()
  const heard: string[] = []
  await used.listen('news', (payload) => void heard.push(`before: ${payload}`))
  await used.close()
  const next = await openTestDatabase()
  await expect(regions(used)).rejects.toThrow('the database of this test is closed')
  await next.listen('news', (payload) => void heard.push(payload))
  await sql`notify news, 'told'`.execute(next.db)
  await expect.poll(() => heard).toEqual(['told'])
  await next.close()
})

// @test-tag long
test('a database whose tables a test changed is not used again', async () => {
  const used = await openTestDatabase()
  await sql`create table extra (id integer)`.execute(used.db)
  await used.close()
  const next = await openTestDatabase()
  const { rows } = await sql`select to_regclass('extra') as extra`.execute(next.db)
  expect(rows).toEqual([{ extra: null }])
  await next.close()
})

test('two databases that are open at once have nothing in common', async () => {
  const [one, other] = [await openTestDatabase(), await openTestDatabase()]
  await addRegion(one)
  expect(await regions(other)).toEqual([])
  await Promise.all([one.close(), other.close()])
})
