// @module-tag long
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openEmbedded } from './embedded.ts'

const MB = 1024 * 1024

test('memory does not grow with the number of rows that were read', { timeout: 120_000 }, async () => {
  const database = await openEmbedded({ folder: null, template: null }, () => {})
  const read = async (times: number): Promise<void> => {
    for (let turn = 0; turn < times; turn += 1) {
      const { rows } = await sql<{ text: string }>`select repeat('a', ${MB}::int) as text`.execute(database.db)
      expect(rows[0]?.text).toHaveLength(MB)
    }
  }
  await read(30)
  const before = process.memoryUsage.rss()
  await read(250)
  const grownBy = (process.memoryUsage.rss() - before) / MB
  expect(grownBy).toBeLessThan(125)
  await database.close()
})

test('a failed query leaves the session usable', async () => {
  const database = await openEmbedded({ folder: null, template: null }, () => {})
  await expect(sql`select 1 / 0`.execute(database.db)).rejects.toThrow('division by zero')
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db)
  expect(rows).toEqual([{ one: 1 }])
  await database.close()
})
