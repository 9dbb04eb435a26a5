import { expect, test } from 'vitest'
import { growingIn, growthLines, growthOf, morningLine } from './growth-lines.ts'
import type { Reading } from './read-growth.ts'

const small = { vehicles: 10, requests: 200 }

/** Seven mornings; `positions` may grow by 86,400 a day for ten vehicles, `regions` is made by hand. */
const mornings = (change: (day: number) => Partial<Reading>): Reading[] =>
  Array.from({ length: 7 }, (_, day) => ({
    in_use_mb: 100,
    process_mb: 300,
    database_mb: 30 + day,
    rows: { positions: 10_000 * day, regions: 4 },
    ...change(day),
  }))

test('a run whose tables grow as they are stated, day by day alike, is told in five figures', () => {
  expect(
    growthLines(
      growthOf(
        mornings(() => ({})),
        small,
      ),
    ),
  ).toEqual([
    'Growth from the 2nd of 7 mornings to the last, each read at 4:00',
    '  Memory in use                       100.0 MB, 100.0 MB, 100.0 MB',
    '  Memory of the process               300.0 MB, 300.0 MB, 300.0 MB',
    '  Database                            31.0 MB, 33.0 MB, 36.0 MB',
    '    a day, in the halves              1.0 MB, 1.0 MB',
    '  Nothing grows beyond what is stated',
  ])
})

test('each morning of a run is told in a line', () => {
  const [reading] = mornings(() => ({ in_use_mb: 118.26, process_mb: 604.8 }))
  expect(morningLine(3, reading!)).toBe('Morning 3 · 118.3 MB in use, 605 MB of the process, 30 MB of the database')
})

test.each([
  [
    'memory that stays in use',
    (day: number) => ({ in_use_mb: 100 + 8 * day }),
    ['memory: 124.0 MB in use became 148.0 MB'],
  ],
  [
    'a table with more rows than are stated',
    (day: number) => ({ rows: { positions: 90_000 * day } }),
    ['rows: positions grows by 90000 a day, 86400 are stated'],
  ],
  [
    'a table that grows faster and faster',
    (day: number) => ({ rows: { regions: day * day * 3 } }),
    ['rows: regions grows by 27 a day, by 12 before'],
  ],
] as const)('%s is told', (_what, change, told) => {
  expect(growingIn(growthOf(mornings(change), small))).toEqual(told)
})

test('caches that are full by the middle of the run are no growth', () => {
  const growth = growthOf(
    mornings((day) => ({ in_use_mb: 100 + 20 * Math.min(day, 3) })),
    small,
  )
  expect(growth.in_use_mb).toEqual({ first: 120, middle: 160, last: 160 })
  expect(growingIn(growth)).toEqual([])
})

test('the first day, on which the town is new, is left out', () => {
  const growth = growthOf(
    mornings((day) => (day === 0 ? { in_use_mb: 50, rows: { positions: -500_000, regions: 4 } } : {})),
    small,
  )
  expect(growingIn(growth)).toEqual([])
})
