import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.ts'
import { openTestDatabase } from '../testing/database.ts'
import { postgresMissing, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { startTestServer } from '../testing/server.ts'
import { brokenSince, checkSeals } from './check.ts'
import { digestOf, readSealed } from './digest.ts'
import { logSeals, parseSealLog, SEAL_LOG } from './seal-log.ts'
import { sealEvents } from './seal.ts'
import { verifySeals } from './verify.ts'

const NOON = new Date('2026-11-23T12:00:00Z')
const NEXT_DAY = new Date('2026-11-24T00:00:10Z')

const addDiscount = async (db: Kysely<DB>, code: string): Promise<void> => {
  const values = { name: code, code, discount_amount: 5, created_at: NOON, updated_at: NOON, usage_limit: null }
  await db.insertInto('discounts').values(values).execute()
}
const addDriver = (db: Kysely<DB>, name: string) =>
  db
    .insertInto('drivers')
    .values({
      first_name: name,
      last_name: 'Lindqvist',
      username: name,
      email: `${name}@example.org`,
      phone_number: null,
      status: 'approved',
      pin_hash: null,
      created_at: NOON,
      updated_at: NOON,
    })
    .execute()

/** What somebody does who holds the database's own password. */
const tamper = async (db: Kysely<DB>, statement: string): Promise<void> => {
  await sql
    .raw(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`)
    .execute(db)
}

let database: Database
let db: Kysely<DB>
beforeEach(async () => {
  database = await openTestDatabase()
  db = database.db
  for (const code of ['A', 'B', 'C']) await addDiscount(db, code)
  await sealEvents(db, NOON)
  for (const code of ['D', 'E']) await addDiscount(db, code)
  await sealEvents(db, NOON)
})
afterEach(() => database.close())

describe('the tables of the audit', () => {
  // covers: AUD-11
  test('refuse that an event or a seal is changed or removed, also by the product itself', async () => {
    for (const table of ['audit_events', 'audit_seals'])
      for (const statement of [`update ${table} set id = default`, `delete from ${table}`, `truncate ${table}`])
        await expect(sql.raw(statement).execute(db)).rejects.toThrow(`${table} is never changed`)
  })
})

describe('a seal', () => {
  // covers: AUD-12
  test('stands on the one before and covers each event once, in order', async () => {
    const { rows } = await sql<{ id: number; ids: string; events: number; chained: boolean }>`
      select id, ids::text, events, hash_before = lag(hash) over (order by id) as chained from audit_seals`.execute(db)
    expect(rows).toEqual([
      { id: 1, ids: '{[1,4)}', events: 3, chained: null },
      { id: 2, ids: '{[4,6)}', events: 2, chained: true },
    ])
    expect(await verifySeals(db)).toEqual({ seals: 2, events: 5, problem: null })
  })

  test('is not made where there is nothing to seal', async () => {
    expect(await sealEvents(db, NOON)).toBe(0)
    expect((await verifySeals(db)).seals).toBe(2)
  })

  test('names no id of a change that was rolled back', async () => {
    const undone = db.transaction().execute(async (tx) => {
      await addDiscount(tx, 'X')
      throw new Error('not after all')
    })
    await expect(undone).rejects.toThrow('not after all')
    await addDiscount(db, 'F')
    await sealEvents(db, NOON)
    const { rows } = await sql<{ ids: string }>`select ids::text from audit_seals where id = 3`.execute(db)
    expect(rows).toEqual([{ ids: '{[7,8)}' }])
    expect(await verifySeals(db)).toEqual({ seals: 3, events: 6, problem: null })
  })

  // covers: AUD-14
  test('still holds when a personal value and its salt are erased, and not when the value is another one', async () => {
    await addDriver(db, 'oscar')
    await sealEvents(db, NOON)
    const [event] = await readSealed(db, [6])
    const before = digestOf(event!)
    expect(JSON.stringify(event)).toContain('oscar@example.org')
    const salted = { event: { changes: { email: { after: 'oscar@example.org' } } }, salts: event!.salts, id: 6 }
    const salt = event!.salts['email.after'] ?? ''
    expect(salt).toMatch(/^[0-9a-f]{32}$/)
    const { createHash } = await import('node:crypto')
    const digest = createHash('sha256').update(`${salt}"oscar@example.org"`).digest('hex')
    expect(digestOf({ ...salted, event: { changes: { email: { after: `erased:${digest}` } } }, salts: {} })).toEqual(
      digestOf(salted),
    )
    await tamper(
      db,
      `update audit_events set salts = salts - 'email.after',
         changes = jsonb_set(changes, '{email,after}', '"erased:${digest}"') where id = 6`,
    )
    expect((await verifySeals(db)).problem).toBeNull()
    expect(digestOf((await readSealed(db, [6]))[0]!)).toEqual(before)
    await tamper(
      db,
      `update audit_events set changes = jsonb_set(changes, '{first_name,after}', '"Otto"') where id = 6`,
    )
    expect((await verifySeals(db)).problem).toBe('Event 6 of seal 3 was changed.')
  })
})

describe('the nightly check', () => {
  test('tells the superadmins once, and the metrics as long as the audit is not intact', async () => {
    const server = await startTestServer({ database })
    const metric = async () => /^audit_broken (\d)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]
    await server.token('superadmin')
    await server.token('administrator')
    await sealEvents(db, NOON)
    expect((await checkSeals(server.deps)).problem).toBeNull()
    expect(await metric()).toBe('0')
    await tamper(db, 'delete from audit_events where id = 5')
    await checkSeals(server.deps)
    server.deps.clock.advance(24 * 3600_000)
    await checkSeals(server.deps)
    const mails = await db.selectFrom('outbox_mails').select(['to', 'text']).execute()
    expect(mails.map(({ to }) => to)).toEqual(['superadmin@example.org'])
    expect(mails[0]?.text).toContain('Event 5 of seal 2 was removed.')
    expect(await metric()).toBe('1')
    expect(await brokenSince(db)).toEqual(new Date('2026-11-22T22:00:00Z'))
    await server.app.close()
  })
})

test('the metrics say how long the oldest event has waited for its seal', async () => {
  const server = await startTestServer({ database })
  const lag = async () =>
    Number(/^audit_seal_lag_seconds (\S+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1])
  const sam = server.client('superadmin')
  await sam.call(api.sessions.current, {})
  await sealEvents(db, NOON)
  expect(await lag()).toBe(0)
  const person = { first_name: 'Oscar', last_name: 'Lindqvist', username: 'oscar', email: 'oscar@example.org' }
  await sam.call(api.drivers.create, { body: person })
  server.deps.clock.advance(90_000)
  expect(await lag()).toBeCloseTo(90, 0)
  await server.app.close()
})

describe('the check of all seals', () => {
  // covers: AUD-16, AUD-76
  test('names an event that was changed, whichever of its columns', async () => {
    const columns = {
      at: `at + interval '1 microsecond'`,
      actor_name: `'Ada'`,
      actor_kind: `'user'`,
      action: `'drivers.update'`,
      record_id: `'99'`,
      reason: `'because'`,
      via: `'portal'`,
      changes: `jsonb_set(changes, '{code,after}', '"Z"')`,
      region_id: '7',
      address: `'10.0.0.1'`,
    }
    for (const [column, value] of Object.entries(columns)) {
      await tamper(
        db,
        `create temp table kept as select * from audit_events where id = 2;
        update audit_events set ${column} = ${value} where id = 2`,
      )
      expect((await verifySeals(db)).problem).toBe('Event 2 of seal 1 was changed.')
      await tamper(
        db,
        `update audit_events e set ${column} = k.${column} from kept k where e.id = k.id; drop table kept`,
      )
      expect((await verifySeals(db)).problem).toBeNull()
    }
  })

  // covers: AUD-76
  test('names an event that was removed', async () => {
    await tamper(db, 'delete from audit_events where id = 5')
    expect((await verifySeals(db)).problem).toBe('Event 5 of seal 2 was removed.')
  })

  // covers: AUD-76
  test('names an event that was put in, at the end or in the gap of a change that was rolled back', async () => {
    const putIn = (id: number) =>
      tamper(
        db,
        `insert into audit_events (id, at, kind, actor_kind, action, via) overriding system value
           values (${id}, now(), 'change', 'user', 'drivers.update', 'portal')`,
      )
    await putIn(4711)
    expect((await verifySeals(db)).problem).toBe('Event 4711 was put in: no seal knows it.')
    await tamper(db, 'delete from audit_events where id = 4711')
    await sql`select nextval(pg_get_serial_sequence('audit_events', 'id'))`.execute(db)
    await addDiscount(db, 'F')
    await sealEvents(db, NOON)
    await putIn(6)
    expect((await verifySeals(db)).problem).toBe('Event 6 was put in: no seal knows it.')
  })

  test('takes an event that waits for its seal for what it is', async () => {
    await addDiscount(db, 'F')
    expect((await verifySeals(db)).problem).toBeNull()
  })

  test('names a seal that was changed or removed', async () => {
    await tamper(db, `update audit_seals set hash = sha256('x') where id = 2`)
    expect((await verifySeals(db)).problem).toBe('Seal 2 was changed.')
    await tamper(db, 'delete from audit_seals where id = 1')
    expect((await verifySeals(db)).problem).toBe('Seal 1 was removed.')
  })

  // covers: AUD-76
  test('finds by the log of the days before that all seals were written again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ambit-seals-'))
    try {
      await logSeals(db, folder, NOON)
      await logSeals(db, folder, NEXT_DAY)
      await logSeals(db, folder, NEXT_DAY)
      const logged = parseSealLog(readFileSync(join(folder, SEAL_LOG), 'utf8'))
      expect(logged).toMatchObject([{ day: '2026-11-23', seal: 2 }])
      expect((await verifySeals(db, { logged })).problem).toBeNull()
      await tamper(
        db,
        `update audit_events set reason = 'another' where id = 2; truncate audit_seals;
         insert into audit_unsealed select id from audit_events`,
      )
      await sealEvents(db, NOON)
      expect((await verifySeals(db)).problem).toBeNull()
      expect((await verifySeals(db, { logged })).problem).toBe('Seal 2 was removed.')
      await addDiscount(db, 'F')
      await sealEvents(db, NOON)
      const problem = 'Seal 2 is another one than on 2026-11-23: the seals were written again.'
      expect((await verifySeals(db, { logged })).problem).toBe(problem)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('begins at a day, when it is asked to', async () => {
    await tamper(db, 'delete from audit_events where id = 1')
    expect((await verifySeals(db, { from: NEXT_DAY })).problem).toBeNull()
  })
})

const missing = postgresMissing()
describe.skipIf(missing !== null)('sealing beside several writers, on PostgreSQL', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  // covers: AUD-13
  test('a change that is committed late waits for no seal, and comes into the next one', async () => {
    const real = await server.database()
    try {
      const late = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      const slow = real.db.transaction().execute(async (tx) => {
        await addDiscount(tx, 'LATE')
        begun.resolve()
        await late.promise
      })
      await begun.promise
      await addDiscount(real.db, 'EARLY')
      expect(await sealEvents(real.db, NOON)).toBe(1)
      expect((await verifySeals(real.db)).problem).toBeNull()
      late.resolve()
      await slow
      expect(await sealEvents(real.db, NOON)).toBe(1)
      const { rows } = await sql<{ ids: string }>`select ids::text from audit_seals order by id`.execute(real.db)
      expect(rows).toEqual([{ ids: '{[2,3)}' }, { ids: '{[1,2)}' }])
      expect(await verifySeals(real.db)).toEqual({ seals: 2, events: 2, problem: null })
    } finally {
      await real.close()
    }
  })

  // covers: AUD-12, AUD-16
  // @test-tag long
  test('eight writers and two sealers leave each event in exactly one seal, and a check beside them finds all intact', async () => {
    const real = await server.database()
    try {
      const written = new AbortController()
      const seal = async (): Promise<void> => {
        while (!written.signal.aborted) await sealEvents(real.db, NOON)
      }
      const write = async (writer: number): Promise<void> => {
        for (let count = 0; count < 40; count += 1) await addDiscount(real.db, `W${writer}-${count}`)
      }
      const check = async (): Promise<void> => {
        while (!written.signal.aborted) expect((await verifySeals(real.db)).problem).toBeNull()
      }
      const sealing = [seal(), seal(), check()]
      await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
      written.abort()
      await Promise.all(sealing)
      await sealEvents(real.db, NOON)
      const verified = await verifySeals(real.db)
      expect(verified).toMatchObject({ events: 320, problem: null })
      const { rows } = await sql<{ events: number }>`select sum(events) as events from audit_seals`.execute(real.db)
      expect(rows).toEqual([{ events: 320 }])
    } finally {
      await real.close()
    }
  })
})
