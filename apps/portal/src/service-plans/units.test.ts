import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DAY_UNITS,
  dayWindow,
  drawn,
  endedAt,
  hourLabel,
  moved,
  overlap,
  snap,
  type Span,
  startedAt,
  timeAt,
  unitsOf,
} from './units.ts'

const BRISBANE = 'Australia/Brisbane'
const SYDNEY = 'Australia/Sydney'

// covers: SCHED-46, SCHED-69, SCHED-178, SCHED-179
test('a day has 2880 units of half a minute in local time', () => {
  expect(unitsOf(BRISBANE, '2026-11-23', '2026-11-22T22:00:00Z')).toBe(8 * 120)
  expect(unitsOf(BRISBANE, '2026-11-23', '2026-11-23T14:00:00Z')).toBe(DAY_UNITS)
  expect(unitsOf(BRISBANE, '2026-11-23', '2026-11-22T13:00:00Z')).toBe(-120)
  expect(timeAt(BRISBANE, '2026-11-23', 961)).toBe('2026-11-22T22:00:30.000Z')
  expect(dayWindow(BRISBANE, '2026-11-23')).toEqual({
    from: '2026-11-22T14:00:00.000Z',
    to: '2026-11-23T14:00:00.000Z',
  })
  // The clocks went forward at two in the morning: eight o'clock is eight o'clock.
  expect(unitsOf(SYDNEY, '2026-10-04', timeAt(SYDNEY, '2026-10-04', 960))).toBe(960)
})

// covers: SCHED-89, TABLE-25
test('dragging a schedule snaps to ten minutes', () => {
  expect([9, 11, 29, 31, 961].map(snap)).toEqual([0, 20, 20, 40, 960])
})

// covers: SCHED-30
test('each hour’s label spans from one hour to the next', () => {
  expect([0, 1, 11, 12, 23].map(hourLabel)).toEqual([
    '12am - 1am',
    '1am - 2am',
    '11am - 12pm',
    '12pm - 1pm',
    '11pm - 12am',
  ])
})

const others = [
  { start: 400, end: 800 },
  { start: 1200, end: 1600 },
]

// covers: SCHED-76, SCHED-77
test('a resized block stops at its neighbours and at the ends of the day', () => {
  expect(drawn(900, 1300, others)).toEqual({ start: 900, end: 1200 })
  expect(drawn(900, 700, others)).toEqual({ start: 800, end: 900 })
  expect(drawn(500, 900, others)).toBeNull()
  expect(drawn(2870, 3000, others)).toEqual({ start: 2880, end: 2880 })
  const block = { start: 820, end: 1020 }
  expect(moved(block, 1100, others)).toEqual({ start: 1000, end: 1200 })
  expect(moved(block, 1500, others)).toEqual({ start: 1600, end: 1800 })
  expect(moved(block, -50, others)).toEqual({ start: 0, end: 200 })
  expect(moved(block, 5000, others)).toEqual({ start: 2680, end: 2880 })
  expect(moved({ start: 0, end: 1400 }, 0, others)).toBeNull()
  expect(startedAt(block, 600, others)).toEqual({ start: 800, end: 1020 })
  expect(startedAt(block, 1015, others)).toEqual({ start: 1010, end: 1020 })
  expect(endedAt(block, 1300, others)).toEqual({ start: 820, end: 1200 })
  expect(endedAt({ start: 1700, end: 1800 }, 4000, others)).toEqual({ start: 1700, end: 2880 })
})

const spans = fc
  .uniqueArray(fc.integer({ min: 0, max: DAY_UNITS }), { maxLength: 12 })
  .map((edges): Span[] =>
    edges
      .toSorted((a, b) => a - b)
      .flatMap((start, at, all) => (at % 2 === 0 && all[at + 1] !== undefined ? [{ start, end: all[at + 1]! }] : [])),
  )

// covers: SCHED-76, SCHED-77
test('a block that is drawn or moved overlaps no other block and stays within the day', () => {
  const units = fc.integer({ min: -500, max: 3500 })
  fc.assert(
    fc.property(spans, units, units, fc.integer({ min: 30, max: 900 }), (row, a, b, width) => {
      const made = [drawn(a, b, row), moved({ start: 0, end: width }, a, row)]
      for (const span of made) {
        if (span === null) continue
        expect(span.start).toBeGreaterThanOrEqual(0)
        expect(span.end).toBeLessThanOrEqual(DAY_UNITS)
        if (span.end > span.start) expect(row.filter((other) => overlap(other, span))).toEqual([])
      }
    }),
  )
})
