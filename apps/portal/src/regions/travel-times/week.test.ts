import type { TravelFactor } from '@ambit/contract'
import { describe, expect, test } from 'vitest'
import {
  changed,
  commonFactor,
  conflicts,
  hoursIn,
  hourText,
  keptMine,
  moved,
  selectionText,
  shownWeek,
  takenTheirs,
} from './week.ts'

const MONDAY_8 = 8
const week = (known: Partial<Record<number, Partial<TravelFactor>>> = {}): TravelFactor[] =>
  Array.from({ length: 168 }, (_, hour_of_week) => ({
    hour_of_week,
    factor: 1,
    source: 'free_flow',
    learnt: null,
    observations: 0,
    updated_at: null,
    ...known[hour_of_week],
  }))
const learnt = { factor: 1.2, source: 'learnt', learnt: 1.2, observations: 40 } as const
const setTo = (factor: number) => ({ factor, source: 'set' }) as const
const none = new Map()

describe('hours are selected', () => {
  test('as a rectangle of days and hours, whichever corner it started at', () => {
    const selection = { anchor: { day: 1, hour: 9 }, focus: { day: 0, hour: 8 } }
    expect(hoursIn(selection)).toEqual([8, 9, 32, 33])
    expect(selectionText(selection)).toBe('Mon–Tue, 8 am – 10 am')
  })
  test('by keys, which stop at the edges', () => {
    expect(moved({ day: 0, hour: 0 }, 'ArrowLeft')).toEqual({ day: 0, hour: 0 })
    expect(moved({ day: 0, hour: 0 }, 'ArrowDown')).toEqual({ day: 0, hour: 1 })
    expect(moved({ day: 3, hour: 5 }, 'End')).toEqual({ day: 6, hour: 5 })
    expect(moved({ day: 3, hour: 5 }, 'x')).toBeNull()
  })
})

describe('hours are changed', () => {
  test('to a factor, to the learnt factor, and back to their old value, which is no change', () => {
    const factors = week({ [MONDAY_8]: { ...learnt, ...setTo(1.5) } })
    const slower = changed(factors, none, [MONDAY_8, 9], 2)
    expect(shownWeek(factors, slower).slice(8, 10)).toMatchObject([
      { factor: 2, source: 'set', unsaved: true },
      { factor: 2, source: 'set', unsaved: true },
    ])
    const given = changed(factors, slower, [MONDAY_8, 9], null)
    expect([...given]).toEqual([[MONDAY_8, { to: null, seen: 1.5 }]])
    expect(shownWeek(factors, given)[MONDAY_8]).toMatchObject({ factor: 1.2, source: 'learnt' })
    expect(changed(factors, given, [MONDAY_8], 1.5).size).toBe(0)
  })
  test('by choosing between two values when another user has set one of them', () => {
    const mine = changed(week(), none, [MONDAY_8, 9], 2)
    const theirs = week({ [MONDAY_8]: setTo(1.5) })
    expect(conflicts(theirs, mine).map(({ hour_of_week }) => hour_of_week)).toEqual([MONDAY_8])
    expect([...keptMine(theirs, mine)]).toEqual([
      [MONDAY_8, { to: 2, seen: 1.5 }],
      [9, { to: 2, seen: null }],
    ])
    expect([...takenTheirs(theirs, mine).keys()]).toEqual([9])
    expect(conflicts(theirs, keptMine(theirs, mine))).toEqual([])
  })
  test('by choosing between two values also when an hour that was learnt is set once more after another user has set it', () => {
    const theirs = week({ [MONDAY_8]: setTo(1.5) })
    const again = changed(theirs, changed(week({ [MONDAY_8]: learnt }), none, [MONDAY_8], 2), [MONDAY_8], 3)
    expect(conflicts(theirs, again).map(({ hour_of_week }) => hour_of_week)).toEqual([MONDAY_8])
  })
})

test('an hour of the week is described in words', () => {
  const shown = shownWeek(week({ [MONDAY_8]: learnt, 9: { ...learnt, ...setTo(1.5), observations: 0 } }), none)
  expect(hourText(shown[MONDAY_8]!)).toBe('Monday 8 am: 1.2, learnt from 40 drives')
  expect(hourText(shown[9]!)).toBe('Monday 9 am: 1.5, set by hand, 1.2 was learnt')
  expect(hourText(shown[167]!)).toBe('Sunday 11 pm: 1, free flow, too few drives to learn from')
  expect([commonFactor(shown, [0, 1]), commonFactor(shown, [7, 8])]).toEqual([1, null])
})
