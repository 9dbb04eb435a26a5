import { expect, test } from 'vitest'
import { byPattern, type Listed } from './patterns.ts'

const early = (date: string, change: Partial<Listed> = {}): Listed => ({
  vehicle: 'No vehicle',
  times: '8:00 am – 11:00 am',
  label: 'Early',
  date,
  single: `early on ${date}`,
  ...change,
})
const lines = (...schedules: Listed[]) => byPattern(schedules, (date) => date.slice(5))

test('schedules that differ in their dates alone are one line with weekdays, dates and their number', () => {
  expect(lines(early('2026-12-16'), early('2026-12-14'), early('2026-12-21'))).toEqual([
    'No vehicle, 8:00 am – 11:00 am, Early: Mon, Wed, 12-14 – 12-21, 3 days',
  ])
})

test('a schedule on one date keeps a line of its own', () => {
  expect(lines(early('2026-12-14'), early('2026-12-15', { label: '' }))).toEqual([
    'early on 2026-12-14',
    'early on 2026-12-15',
  ])
})

test('several equal schedules on a day are counted beside the days', () => {
  expect(lines(early('2026-12-14'), early('2026-12-14'), early('2026-12-15'))).toEqual([
    'No vehicle, 8:00 am – 11:00 am, Early: Mon, Tue, 12-14 – 12-15, 2 days, 3 schedules',
  ])
})
