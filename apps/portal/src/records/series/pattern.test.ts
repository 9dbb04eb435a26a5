import { expect, test } from 'vitest'
import { endOf, formOf, noPattern, patternOf, patternOn, patternProblems } from './pattern.ts'

test('the travel date suggests its weekday and which of the month it is, from the 29th on the last', () => {
  expect(patternOn('2026-11-30')).toEqual({ weekdays: ['MO'], nth: -1, weekday: 'MO' })
  expect(patternOn('2026-12-10')).toEqual({ weekdays: ['TH'], nth: 2, weekday: 'TH' })
  expect(patternOn('2026-12-28')).toMatchObject({ nth: 4 })
})

test('a pattern that is kept comes back from its fields as it was', () => {
  const kept = { starts_on: '2026-11-30', ends_on: null, ride_count: null }
  const patterns = [
    { repeat: 'daily' },
    { repeat: 'weekly', every: 3, weekdays: ['MO', 'TH'] },
    { repeat: 'monthly', nth: -1, weekday: 'FR' },
  ] as const
  for (const pattern of patterns) {
    const mutable = pattern.repeat === 'weekly' ? { ...pattern, weekdays: [...pattern.weekdays] } : pattern
    expect(patternOf(formOf({ ...kept, pattern: mutable }))).toEqual(pattern)
  }
  const rides = formOf({ ...kept, pattern: { repeat: 'daily' }, ride_count: 12 })
  expect(endOf(rides)).toEqual({ ends_on: null, ride_count: 12 })
  const dated = formOf({ ...kept, pattern: { repeat: 'daily' }, ends_on: '2027-01-31' })
  expect(endOf({ ...dated, ride_count: 5 })).toEqual({ ends_on: '2027-01-31', ride_count: null })
})

test('a pattern says at its field what is missing, and nothing where the journey does not repeat', () => {
  const form = { ...noPattern(), every: 5, ending: 'count', ride_count: 367 } as const
  expect(patternProblems({ ...form, weekdays: [] }, '2026-11-30')).toEqual({})
  expect(patternProblems({ ...form, weekdays: [], choice: 'weekly' }, '2026-11-30')).toEqual({
    every: 'Please enter 1 to 4 weeks',
    weekdays: 'Please choose at least one weekday',
    ride_count: 'Please enter 1 to 366 rides',
  })
  const dated = { ...noPattern(), choice: 'daily', ending: 'date' } as const
  expect(patternProblems({ ...dated, ends_on: null }, '2026-11-30')).toEqual({ ends_on: 'Please choose a date' })
  expect(patternProblems({ ...dated, ends_on: '2026-11-29' }, '2026-11-30')).toEqual({
    ends_on: 'The last date comes after the first',
  })
  expect(patternProblems({ ...dated, ends_on: '2026-11-30' }, '2026-11-30')).toEqual({})
})
