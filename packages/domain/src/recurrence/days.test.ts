import { type SeriesPattern, seriesWeekdays } from '@ambit/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysText, readDays } from './days.ts'

const weekday = fc.constantFrom(...seriesWeekdays)
const pattern: fc.Arbitrary<SeriesPattern> = fc.oneof(
  fc.constant({ repeat: 'daily' } as const),
  fc.record({
    repeat: fc.constant('weekly' as const),
    every: fc.integer({ min: 1, max: 4 }),
    weekdays: fc.subarray([...seriesWeekdays], { minLength: 1 }),
  }),
  fc.record({ repeat: fc.constant('monthly' as const), nth: fc.constantFrom(1, 2, 3, 4, -1), weekday }),
)

test('The days that an export writes are read as the same pattern', () => {
  fc.assert(
    fc.property(pattern, (one) => {
      expect(readDays(daysText(one), one.repeat === 'weekly' ? one.every : 1)).toEqual(one)
    }),
  )
})

test('Days are read as people write them', () => {
  const weekly = (...weekdays: string[]) => ({ repeat: 'weekly', every: 1, weekdays })
  for (const text of ['Mon Thu', 'mo, th', 'Thursday and Monday', 'every Monday & Thursdays', 'MON;THURS'])
    expect([text, readDays(text, 1)]).toEqual([text, weekly('MO', 'TH')])
  expect(readDays('2nd tues', 1)).toEqual({ repeat: 'monthly', nth: 2, weekday: 'TU' })
  expect(readDays('every day', 1)).toEqual({ repeat: 'daily' })
})

test('What names no days, or days that no pattern has, is not read', () => {
  for (const text of ['', 'm', 'Monday and a bit', 'fifth Friday', 'first Monday Tuesday', 'last', 'dialy'])
    expect([text, readDays(text, 1)]).toEqual([text, null])
  expect([readDays('daily', 2), readDays('last Friday', 2), readDays('Monday', 5)]).toEqual([null, null, null])
})
