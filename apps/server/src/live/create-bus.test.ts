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
  bus = await createLiveBus({ ...database, db }, { debug: warn, info: warn, warn, error: warn })
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
