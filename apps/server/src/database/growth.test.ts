import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsFor } from '../boot/job-list.ts'
import { openTestDatabase } from '../testing/database.ts'
import { testConfig } from '../testing/server.ts'
import type { Database } from './connect.ts'
import { statedGrowth } from './growth.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

// covers: OPS-98
test('each table has a stated growth and what keeps it in bounds, and none is stated that does not exist', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(
    database.db,
  )
  expect(Object.keys(statedGrowth).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

// covers: OPS-98
test('what a job keeps in bounds is kept by a job that runs', () => {
  const running = new Set(jobsFor(testConfig).map(({ name }) => name))
  const named = Object.values(statedGrowth).flatMap(({ bound }) => ('job' in bound ? [bound.job] : []))
  expect(named.filter((name) => !running.has(name))).toEqual([])
})

test('where 100 vehicles drive, what is kept of a year fits on a small disk', () => {
  const kept = Object.values(statedGrowth).map(({ rows, bytes, bound }) => {
    const days = 'days' in bound ? Math.min(bound.days, 365) : 365
    return bytes * ('most' in bound ? bound.most : rows * days)
  })
  const { rows, bytes } = statedGrowth['positions']! // stated above
  // All of seven days, then one in 30 s instead of one in 5 s.
  const positions = bytes * rows * (7 + 83 / 6)
  const total = kept.reduce((sum, one) => sum + one, 0) - bytes * rows * 90 + positions
  expect(Math.round(total / 1e9)).toBeLessThanOrEqual(35)
})
