import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LiveEvent } from '@ambit/contract'
import type { Database } from '../database/connect.ts'
import { openTestDatabase } from '../testing/database.ts'
import type { LiveBus } from './bus.ts'
import { createLiveBus } from './create-bus.ts'
import { publish } from './publish.ts'

let database: Database
let bus: LiveBus
let failures = 0
/** As the connection does that listens, once it is back. */
let isBack: () => void
const warn = vi.fn<() => void>()

beforeAll(async () => {
  database = await openTestDatabase()
  const db = new Proxy(database.db, {
    get: (whole, name) => {
      if (name === 'selectFrom' && failures > 0) {
        failures -= 1
        throw new Error('Connection terminated unexpectedly')
      }
      const value: unknown = Reflect.get(whole, name, whole)
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })
  const listen: Database['listen'] = (channel, onNotify) => {
    isBack = () => onNotify('')
    return database.listen(channel, onNotify)
  }
  bus = await createLiveBus({ ...database, db, listen }, { debug: warn, info: warn, warn, error: warn })
})
afterAll(() => database.close())

const trip = (trip_id: number): LiveEvent => ({ kind: 'trip', trip_id, zone_id: 1, region_id: 1 })
const happen = (id: number): Promise<void> => database.db.transaction().execute((tx) => publish(tx, [trip(id)]))

test('what happened while the database did not answer is told once it does, each event once', async () => {
  const heard: LiveEvent[] = []
  const stop = bus.subscribe(({ payload }) => heard.push(payload))
  failures = 2
  await happen(1)
  await vi.waitFor(() => expect(failures).toBe(1))
  await vi.waitFor(() => expect(heard).toEqual([trip(1)]), 5000)
  await happen(2)
  await vi.waitFor(() => expect(heard).toEqual([trip(1), trip(2)]))
  expect(warn).toHaveBeenCalledTimes(2)
  stop()
})

test('what was not heard while the connection was away is told once it is back, all of it, and what was overtaken before', async () => {
  const heard: number[] = []
  const stop = bus.subscribe(({ payload }) => void (payload.kind === 'trip' && heard.push(payload.trip_id)))
  const sequence = sql`pg_get_serial_sequence('live_events', 'id')`
  const { rows } = await sql<{ id: number }>`select nextval(${sequence}) as id`.execute(database.db)
  await happen(11)
  await vi.waitFor(() => expect(heard).toEqual([11]))
  const event = (id: unknown, tripId: unknown) =>
    sql`${id}, 'trip', 1, 1, jsonb_build_object('kind', 'trip', 'trip_id', ${tripId}::int, 'zone_id', 1, 'region_id', 1)`
  const columns = sql`live_events (id, kind, zone_id, region_id, payload)`
  await sql`insert into ${columns} overriding system value select ${event(rows[0]?.id, 10)}`.execute(database.db)
  await sql`insert into ${columns} overriding system value
    select ${event(sql`nextval(${sequence})`, sql`n`)} from generate_series(12, 12000) n`.execute(database.db)
  isBack()
  await vi.waitFor(() => expect(heard).toContain(12_000))
  expect(heard).toContain(10)
  expect(heard.filter((id) => id > 11)).toHaveLength(11_989)
  stop()
})
