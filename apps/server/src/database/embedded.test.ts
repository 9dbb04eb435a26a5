import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openEmbedded } from './connect.ts'

const MB = 1024 * 1024

test(
  'answers that were given are not kept: memory does not grow with what was read',
  { timeout: 120_000 },
  async () => {
    const database = await openEmbedded({ folder: null, template: null }, () => {})
    const read = async (times: number): Promise<void> => {
      for (let turn = 0; turn < times; turn += 1) {
        const { rows } = await sql<{ text: string }>`select repeat('a', ${MB}::int) as text`.execute(database.db)
        expect(rows[0]?.text).toHaveLength(MB)
      }
    }
    await read(50)
    const before = process.memoryUsage.rss()
    await read(600)
    const grownBy = (process.memoryUsage.rss() - before) / MB
    expect(grownBy).toBeLessThan(300)
    await database.close()
  },
)

test('a query that fails leaves the session in order', async () => {
  const database = await openEmbedded({ folder: null, template: null }, () => {})
  await expect(sql`select 1 / 0`.execute(database.db)).rejects.toThrow('division by zero')
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db)
  expect(rows).toEqual([{ one: 1 }])
  await database.close()
})
