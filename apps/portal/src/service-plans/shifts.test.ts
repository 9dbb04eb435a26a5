import { expect, test } from 'vitest'
import { layOutShifts, shiftOf } from './shifts.ts'

const plan = (name: string, shift: string | null, start: number, end: number) => ({
  plan: { name, shift },
  span: { start, end },
})
const rowsOf = (plans: ReturnType<typeof plan>[]) => {
  const { placed, rows } = layOutShifts(plans)
  return { rows, at: Object.fromEntries(placed.map((one) => [one.plan.name, one.shift])) }
}

// covers: SCHED-25, SCHED-48, SCHED-82, SCHED-87
test('each filled shift has a row, and an empty row follows the last', () => {
  expect(rowsOf([])).toEqual({ rows: [1], at: {} })
  expect(rowsOf([plan('a', '1', 0, 100), plan('b', '1', 100, 200), plan('c', '3', 0, 50)])).toEqual({
    rows: [1, 3, 4],
    at: { a: 1, b: 1, c: 3 },
  })
})

// covers: SCHED-81
test('a schedule that overlaps another moves to the next row, and so does one that it then overlaps', () => {
  expect(rowsOf([plan('late', '1', 50, 150), plan('early', '1', 0, 100), plan('there', '2', 60, 70)]).at).toEqual({
    early: 1,
    late: 2,
    there: 3,
  })
})

// covers: SCHED-88
test('a schedule without a shift gets shift 122', () => {
  expect([null, '', 'x', '0', '-1'].map((shift) => shiftOf({ shift }))).toEqual([122, 122, 122, 122, 122])
  expect(rowsOf([plan('a', null, 0, 100), plan('b', null, 50, 100)])).toEqual({
    rows: [122, 123, 124],
    at: { a: 122, b: 123 },
  })
})
