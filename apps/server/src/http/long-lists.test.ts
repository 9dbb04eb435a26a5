import { expect, test } from 'vitest'
import { z } from 'zod'
import { tooManyIssues } from './long-lists.ts'

const Ring = z.array(z.tuple([z.number(), z.number()])).max(5000)
const Body = z.object({
  name: z.string(),
  areas: z.array(z.object({ id: z.int(), rings: z.array(Ring).max(10) })).default([]),
  switches: z.record(z.string().regex(/^[a-z]+\d*$/), z.boolean()).optional(),
})
const many = <T>(count: number, item: T): T[] => Array<T>(count).fill(item)

test('a body with as many wrong items as a refusal lists is refused with those, named as always', async () => {
  const area = { id: 'x', rings: [] }
  const found = await tooManyIssues(Body, { name: 'Bay', areas: many(1000, area) })
  const whole = Body.safeParse({ name: 'Bay', areas: many(1000, area) }).error?.issues ?? []
  expect(found).toEqual(whole.slice(0, 200))
})

test('wrong items are found in lists in a list, and in the keys and values of a record', async () => {
  const rings = [many(400, [1, 'x'])]
  const inList = await tooManyIssues(Body, { name: 'Bay', areas: [{ id: 1, rings }] })
  expect(inList?.[0]?.path).toEqual(['areas', 0, 'rings', 0, 0, 1])
  const switches = Object.fromEntries(many(500, 0).map((_, at) => [at % 2 === 0 ? `A${at}` : `a${at}`, 1]))
  const inRecord = await tooManyIssues(Body, { name: 'Bay', switches })
  expect(inRecord?.slice(0, 2).map(({ code, path }) => [code, path])).toEqual([
    ['invalid_key', ['switches', 'A0']],
    ['invalid_type', ['switches', 'a1']],
  ])
})

test.each<[string, unknown]>([
  ['right', { name: 'Bay', areas: many(1000, { id: 1, rings: [many(30, [1, 2])] }) }],
  ['short', { name: 1, areas: many(20, { id: 'x', rings: 1 }) }],
  ['no object', many(1000, 'x')],
  ['nothing', undefined],
])('a body that is %s is left to be checked as a whole', async (_, body) => {
  expect(await tooManyIssues(Body, body)).toBeNull()
})

test('others have their turn while a million wrong items are looked at', async () => {
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  // All but the last are right: every one of them is looked at.
  const slow = z.object({ list: z.array(z.int().refine((value) => Math.sqrt(value) >= 0)) })
  expect(await tooManyIssues(slow, { list: many(1_000_000, 1) })).toBeNull()
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(3)
})
