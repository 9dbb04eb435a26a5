// @module-tag long
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/connect.ts'
import { openDatabase } from '../database/open.ts'
import { migratedFolder } from '../testing/data-folder.ts'
import { startTestServer } from '../testing/server.ts'
import { checkPages } from './pages.ts'

let dataFolder: string
beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'ambit-pages-'))
})
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))

const open = () => openDatabase({ databaseUrl: null, dataFolder }, () => {})

const fileOf = async ({ db }: Database, relation: string): Promise<string> => {
  const { rows } = await sql<{ path: string }>`select pg_relation_filepath(${relation}) as path`.execute(db)
  return join(dataFolder, 'database', rows[0]!.path)
}

/** As a failing disk leaves it: 2 kB in the middle of the last page are something else. */
const overwrite = (path: string): void => {
  const file = openSync(path, 'r+')
  const at = fstatSync(file).size - 5000
  const bytes = Buffer.alloc(2048)
  readSync(file, bytes, 0, bytes.length, at)
  writeSync(
    file,
    bytes.map((byte) => byte ^ 0x5a),
    0,
    bytes.length,
    at,
  )
  closeSync(file)
}

const BACKUP = 'is damaged on disk: restore the database from a backup.'

test(
  '2 kB overwritten in a table, a long text or an index are noticed, and the table is named',
  { timeout: 300_000 },
  async () => {
    await migratedFolder(dataFolder)
    const first = await open()
    await sql`insert into regions (name, time_zone, created_at, updated_at)
    select 'Region ' || i, 'Europe/Paris', now(), now() from generate_series(1, 500) as i`.execute(first.db)
    const long = sql`(select string_agg(md5(i::text), '') from generate_series(1, 500) as i)`
    await sql`insert into settings (key, value) values ('long', to_jsonb(${long}))`.execute(first.db)
    expect((await sql`show data_checksums`.execute(first.db)).rows).toEqual([{ data_checksums: 'on' }])
    await sql`checkpoint`.execute(first.db)
    expect(await checkPages(first)).toEqual({ damage: [], notes: [] })
    const toast = await sql<{ name: string }>`
    select reltoastrelid::regclass::text as name from pg_class where relname = 'settings'`.execute(first.db)
    const files = await Promise.all(
      ['regions', 'locations_pkey', toast.rows[0]!.name].map((relation) => fileOf(first, relation)),
    )
    await first.close()
    files.forEach(overwrite)

    const second = await open()
    const said: string[] = []
    second.damage.whenFound((sentence) => said.push(sentence))
    const server = await startTestServer({ database: second })
    try {
      expect(second.damage.sentence()).toBeNull()
      await expect(sql`select count(*) from regions where name like '%9'`.execute(second.db)).rejects.toThrow(
        'invalid page',
      )
      await expect.poll(() => said).toEqual([`The table regions ${BACKUP}`])
      const ready = await fetch(`${server.url}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: 'ready', streets: false, damage: `The table regions ${BACKUP}` },
      ])
      const { damage } = await checkPages(second)
      expect(damage.toSorted()).toEqual([
        `An index of the table locations ${BACKUP}`,
        `The table regions ${BACKUP}`,
        `The table settings ${BACKUP}`,
      ])
      expect((await checkPages({ kind: 'postgresql', db: second.db })).damage).toEqual([
        expect.stringMatching(/^PostgreSQL has read damaged pages of this database \d+ times, last on 2/),
      ])
      expect((await sql`select from pg_extension where extname = 'pageinspect'`.execute(second.db)).rows).toEqual([])
    } finally {
      await server.close()
    }
  },
)
