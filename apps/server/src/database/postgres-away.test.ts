// @module-tag long
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, ApiError, createClient } from '@ambit/contract'
import { postgresMissing, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { refusal } from '../testing/refusal.ts'

const missing = postgresMissing()

const CUT_OTHERS =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/** A process that holds a connection in a transaction until its standard input ends, then asks for another. */
const HOLDER = `
  import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
  import { openPostgres } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'connect.ts')).href)}
  const { db, close } = await openPostgres(process.argv[1], ({ message }) => console.log(message))
  const held = db.transaction().execute(async (tx) => {
    await sql\`select 1\`.execute(tx)
    console.log('holding')
    for await (const _ of process.stdin);
    await sql\`select 1\`.execute(tx)
  })
  await held.catch(() => console.log('the transaction failed'))
  console.log((await sql\`select 1 as one\`.execute(db)).rows[0].one)
  await close()`

describe.skipIf(missing !== null)(`a PostgreSQL that goes away${missing === null ? '' : ` (${missing})`}`, () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  }, 120_000)
  afterAll(() => postgres.stop())

  test('a process survives the loss of a connection between two queries', async () => {
    const database = await postgres.database()
    const child = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, database.url], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const ended = new Promise((done) => child.once('exit', done))
    const next = async () => (await lines.next()).value
    expect(await next()).toBe('holding')
    await sql.raw(CUT_OTHERS).execute(database.db)
    expect(await next()).toMatch(/terminat/i)
    child.stdin.end()
    const said: unknown[] = []
    while (said.at(-1) !== 'the transaction failed' && said.length < 5) said.push(await next())
    expect(said).toContain('the transaction failed')
    expect(await next()).toBe('1')
    expect(await ended).toBe(0)
    await database.close()
  })

  test('a server answers 503 when it loses its connections during a request, and recovers with new ones', async () => {
    const database = await postgres.database()
    const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/server-beside.ts'), database.url])
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const url = String((await lines.next()).value)
    const settings = () => createClient({ origin: url, token: () => null }).call(api.settings.show)
    await settings()
    const observer = new pg.Client({ connectionString: database.url })
    await observer.connect()
    await observer.query('begin')
    await observer.query('lock table settings in access exclusive mode')
    const asked = refusal(settings())
    const waiting = "from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect
      .poll(async () => (await observer.query(`select pid ${waiting}`)).rows, { timeout: 20_000 })
      .not.toEqual([])
    // Every connection of the server: the one that waits, the idle ones and the listener.
    await observer.query(CUT_OTHERS)
    expect((await asked).status).toBe(503)
    await observer.query('rollback')
    await observer.end()
    // An idle connection may be lent before its end is noticed: that is answered with 503 as well.
    let answer = await settings().catch((error: unknown) => error)
    for (; answer instanceof ApiError; answer = await settings().catch((error: unknown) => error))
      expect(answer.status).toBe(503)
    expect(answer).toMatchObject({ data: { setup_needed: expect.any(Boolean) } })
    expect(child.exitCode).toBeNull()
    const ended = new Promise((done) => child.once('exit', done))
    child.stdin.end()
    expect(await ended).toBe(0)
    await database.close()
  })

  test('sessions go on when another process gives a table a column, or a column another type', async () => {
    const database = await postgres.database()
    await sql`create table told (id int, words int)`.execute(database.db)
    await sql`insert into told values (1, 2)`.execute(database.db)
    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    const some = async () => (await sql`select words from told where id = ${1}`.execute(database.db)).rows
    const all = async () => (await sql`select * from told where id = ${1}`.execute(database.db)).rows
    for (let i = 0; i < 4; i++) expect([await some(), await all()]).toEqual([[{ words: 2 }], [{ id: 1, words: 2 }]])
    const prepared = await sql`select 1 from pg_prepared_statements where statement like '%told%'`.execute(database.db)
    expect(prepared.rows).toHaveLength(1)
    await other.query('alter table told add column more int')
    expect([await some(), await all()]).toEqual([[{ words: 2 }], [{ id: 1, words: 2, more: null }]])
    await other.query('alter table told alter column words type text')
    await expect(some()).rejects.toThrow('cached plan')
    expect(await some()).toEqual([{ words: '2' }])
    await other.end()
    await database.close()
  })
})
