import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.ts'
import { openDatabase } from '../database/open.ts'
import { readMigrations } from '../database/migrate.ts'
import { liveDay } from '../testing/day.ts'
import { postgresMissing, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { buildSmallTown } from '../testing/small-town.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { straightStreets } from '../testing/straight-streets.ts'
import { type Made, makeBackup, type Order } from './make.ts'
import { folderPlace, serverPlace } from './places.ts'
import { checkBackup } from './read.ts'
import { restore } from './restore.ts'

const NOW = new Date('2026-11-23T02:30:00Z')

let folder: string
let server: TestServer
let postgres: TestPostgres | null = null
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ambit-backup-'))
  if (postgresMissing() === null) postgres = await startPostgres()
  server = await startTestServer({ streets: straightStreets() })
  const town = await buildSmallTown(server)
  const crews = [await town.vehicle('Van 1'), await town.vehicle('Van 2')]
  await liveDay(
    town,
    crews,
    { seed: 3, minutes: 30, bookings: 15, noShows: 0.1, delay: 0.5, cancels: 3 },
    async () => {},
  )
  // Who looked at passengers is written a moment later.
  await server.deps.looks.write()
  await oddValues(server.deps.db)
})
afterAll(async () => {
  await server.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What is lost first where values are written and read in different ways. */
const oddValues = async (db: Kysely<DB>): Promise<void> => {
  const text = 'tab\tline\nreturn\rslash\\ \\N "quote" \u{1f68c} é null'
  await sql`update drivers set first_name = ${text}`.execute(db)
  await sql`insert into settings (key, value) values ('odd', 'null'::jsonb), ('odder', ${JSON.stringify({ text, list: [] })})`.execute(
    db,
  )
  await sql`update zones set default_price = 2.40, longitude = 0.1 + 0.2`.execute(db)
  await sql`update positions set recorded_at = recorded_at + interval '1 microsecond'`.execute(db)
  // A number that was given out and not kept is never given out again.
  await sql`select nextval(pg_get_serial_sequence('drivers', 'id')), nextval(pg_get_serial_sequence('drivers', 'id'))`.execute(
    db,
  )
}

const orderOf = (database: Database, over: Partial<Order> = {}): Order => ({
  kind: database.kind,
  version: '0.1.0',
  dataFolder: join(folder, 'data'),
  folder: join(folder, 'backups'),
  recipients: [],
  now: NOW,
  moment: database.snapshots.moment,
  ...over,
})

let made: Promise<Made> | null = null
const backup = (): Promise<Made> => (made ??= makeBackup(orderOf(server.database)))

const migrations = readMigrations()
const terms = { replace: false, erased: [], now: NOW, report: () => {} }

/** Each table's rows as one sum. */
const contentOf = async (db: Kysely<DB>): Promise<Record<string, unknown>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ sum: string | null; rows: number }>`
      select md5(string_agg(t::text, chr(10) order by t::text)) as sum, count(*) as rows
      from ${sql.table(name)} t`.execute(db)
    content[name] = rows[0]
  }
  return content
}

const numbersOf = async (db: Kysely<DB>): Promise<Map<string, number>> => {
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = 'public' and last_value is not null`.execute(db)
  return new Map(rows.map(({ name, last }) => [name, last]))
}

const shapeOf = async (db: Kysely<DB>): Promise<unknown> => {
  const { rows } = await sql`
    select conname as name, pg_get_constraintdef(oid) as text from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1, 2`.execute(
    db,
  )
  return rows
}

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

// covers: OPS-55
test('a backup holds every table of the database, and a manifest that says what is in it', async () => {
  const { file, manifest, bytes } = await backup()
  expect(file).toBe(join(folder, 'backups', 'ambit-20261123T023000Z-0.1.0.tar.gz'))
  expect(statSync(file).size).toBe(bytes)
  const tables = await contentOf(server.deps.db)
  const rows = Object.fromEntries(manifest.parts.map((part) => [part.table, part.rows]))
  expect(rows).toEqual(
    Object.fromEntries(Object.entries(tables).map(([name, found]) => [name, (found as { rows: number }).rows])),
  )
  expect(rows['service_requests']).toBeGreaterThan(5)
  expect(manifest).toMatchObject({
    format: 1,
    version: '0.1.0',
    last_migration: migrations.at(-1)?.name,
    kind: server.database.kind,
    moment: NOW.toISOString(),
  })
  const names = gunzipSync(readFileSync(file)).toString('latin1')
  for (const { table } of manifest.parts) expect(names).toContain(`tables/${table}.copy`)
  expect(names).toContain('manifest.json')
  // Nothing is left of the work.
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
  expect(readdirSync(join(folder, 'data'))).toEqual([])
})

// covers: OPS-59
test('a backup is readable by its owner alone', async () => {
  expect(statSync((await backup()).file).mode & 0o777).toBe(0o600)
})

// covers: OPS-57
describe.skipIf(postgresMissing() !== null)('a backup of one kind of database', () => {
  // @test-tag long
  test('is restored into the other kind and back, equal row by row', { timeout: 240_000 }, async () => {
    const { file } = await backup()
    const before = [await contentOf(server.deps.db), await shapeOf(server.deps.db)]
    const { url, close, patient } = await postgres!.database() // it is there where this runs
    await sql`drop schema public cascade; create schema public`.execute(patient)
    await close()
    const there = await serverPlace(url)
    expect((await restore({ file, identities: [] }, there, terms)).before).toBeNull()
    const onServer = await openDatabase({ databaseUrl: url, dataFolder: '' }, () => {})
    expect([await contentOf(onServer.db), await shapeOf(onServer.db)]).toEqual(before)
    const numbers = await numbersOf(onServer.db)
    // A recovered copy may have passed over numbers; none is given out twice.
    for (const [name, last] of await numbersOf(server.deps.db)) expect(numbers.get(name)).toBeGreaterThanOrEqual(last)
    const second = await makeBackup(orderOf(onServer, { now: new Date(NOW.getTime() + 60_000) }))
    await onServer.close()
    const data = join(folder, 'again')
    const here = await folderPlace(data)
    await restore({ file: second.file, identities: [] }, here, terms)
    const embedded = await openDatabase({ databaseUrl: null, dataFolder: data }, () => {})
    expect([await contentOf(embedded.db), await shapeOf(embedded.db)]).toEqual(before)
    expect(await numbersOf(embedded.db)).toEqual(numbers)
    await embedded.close()
  })
})

// covers: OPS-58
describe('a backup is refused, before anything is written, when it', () => {
  const refuses = async (name: string, bytes: Buffer): Promise<string> => {
    const file = join(folder, name)
    writeFileSync(file, bytes)
    const data = join(folder, `for ${name}`)
    const place = await folderPlace(data)
    const sentence = await refusal(restore({ file, identities: [] }, place, terms))
    expect([sentence, readdirSync(data)]).toEqual([sentence, []])
    return sentence
  }

  test('was cut short, wherever that is', async () => {
    const bytes = readFileSync((await backup()).file)
    for (const share of [0, 0.00001, 0.3, 0.9999])
      expect(await refuses('cut.tar.gz', bytes.subarray(0, Math.floor(bytes.length * share)))).toBe(
        'The backup cut.tar.gz is cut short.',
      )
  })

  test('was altered in a single byte, wherever that is', async () => {
    const { file } = await backup()
    const bytes = readFileSync(file)
    const places = [0, 3, 4, 8, 9, 10, 500, ...[0.2, 0.5, 0.8].map((share) => Math.floor(bytes.length * share))]
    for (const at of [...places, bytes.length - 8, bytes.length - 1]) {
      const altered = Buffer.from(bytes)
      altered[at]! ^= 1
      expect([at, await refuses('altered.tar.gz', altered)]).toEqual([
        at,
        expect.stringMatching(/^The backup altered\.tar\.gz is (damaged|cut short)/),
      ])
    }
  })

  /** The file as someone would have to change it who knows how it is made. */
  const rewritten = async (change: (tar: Buffer) => Buffer): Promise<Buffer> => {
    const packed = gzipSync(change(gunzipSync(readFileSync((await backup()).file))))
    packed[9] = 0xff
    return packed
  }
  const replaced = (tar: Buffer, text: string, by: string): Buffer => {
    expect(by).toHaveLength(text.length)
    const at = tar.lastIndexOf(text)
    expect(at).toBeGreaterThan(0)
    return Buffer.concat([tar.subarray(0, at), Buffer.from(by), tar.subarray(at + text.length)])
  }

  test('has a value that its sum does not know', async () => {
    const bytes = await rewritten((tar) => replaced(tar, 'Van 2', 'Van 3'))
    expect(await refuses('changed.tar.gz', bytes)).toMatch(
      /^The backup changed\.tar\.gz is damaged in the table \w+\.$/,
    )
  })

  test('has another format, or a migration of a newer version', async () => {
    const format = await rewritten((tar) => replaced(tar, '"format": 1', '"format": 2'))
    expect(await refuses('format.tar.gz', format)).toBe(
      'The backup format.tar.gz has the format 2 of version 0.1.0, which this version does not know.',
    )
    const newest = migrations.at(-1)!.name // there are some
    const newer = await rewritten((tar) => {
      const other = newest.replace(/^\d{4}/, '9999')
      return replaced(tar, `"name": "${newest}"`, `"name": "${other}"`)
    })
    expect(await refuses('newer.tar.gz', newer)).toMatch(
      /^The backup newer\.tar\.gz is of the newer version 0\.1\.0: it has 9999_\w+\.sql, which this version does not know\.$/,
    )
  })

  test('is no backup at all', async () => {
    expect(await refuses('other.tar.gz', gzipSync('nothing'))).toContain('is damaged, or was not made by Ambit.')
  })
})

describe('an encrypted backup', () => {
  // covers: OPS-59
  // @test-tag long
  test('opens with each of its keys and with no other, and is refused when a byte differs', async () => {
    const keys = await Promise.all([1, 2].map(() => generateX25519Identity()))
    const recipients = await Promise.all(keys.map(identityToRecipient))
    const now = new Date(NOW.getTime() + 120_000)
    const { file, manifest } = await makeBackup(orderOf(server.database, { recipients, now }))
    expect(file).toMatch(/\.tar\.gz\.age$/)
    expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    for (const key of keys) expect(await checkBackup({ file, identities: [key] }, migrations)).toEqual(manifest)
    const other = await generateX25519Identity()
    expect(await refusal(checkBackup({ file, identities: [other] }, migrations))).toBe(
      'None of the given keys opens this backup.',
    )
    expect(await refusal(checkBackup({ file, identities: [] }, migrations))).toContain('This backup is encrypted')
    const altered = readFileSync(file)
    altered[altered.length - 100]! ^= 1
    writeFileSync(file, altered)
    expect(await refusal(checkBackup({ file, identities: keys }, migrations))).toContain('is cut short or damaged')
  })

  test('is refused for a key that is none', async () => {
    const order = orderOf(server.database, { recipients: ['age1nonsense'], now: new Date(NOW.getTime() + 180_000) })
    expect(await refusal(makeBackup(order))).toBe('"age1nonsense" is not a key of age, which begins with age1.')
    expect(readdirSync(join(folder, 'data'))).toEqual([])
  })
})
