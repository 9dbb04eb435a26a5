import { expect, test } from 'vitest'
import { differenceTone, isLowDuration, minutesOutside, rowTone } from './arrival.ts'

const at = (clock: string): string => `2026-11-20T${clock}:00Z`
const promised = { promised_lower_bound: at('08:10'), promised_upper_bound: at('08:20'), eta: null, actual: null }

// covers: BOOK-28
test('a pick-up within its window is on time; before and after it the minutes are shown', () => {
  expect(minutesOutside({ ...promised, eta: at('08:15') })).toBe(0)
  expect(minutesOutside({ ...promised, eta: at('08:24') })).toBe(4)
  expect(minutesOutside({ ...promised, eta: at('08:15'), actual: at('08:07') })).toBe(-3)
  expect(minutesOutside(promised)).toBeNull()
})

test('a pick-up is measured in the minutes that are shown: 40 seconds past one minute are before the next', () => {
  const seconds = (clock: string): string => `2026-11-20T${clock}Z`
  const window = {
    ...promised,
    promised_lower_bound: seconds('08:14:00'),
    promised_upper_bound: seconds('08:24:10'),
  }
  expect(minutesOutside({ ...window, actual: seconds('08:13:40') })).toBe(-1)
  expect(minutesOutside({ ...window, actual: seconds('08:24:50') })).toBe(0)
  expect(minutesOutside({ ...window, actual: seconds('08:25:00') })).toBe(1)
})

// covers: BOOK-29..31
test('two minutes early or late are green, three orange and six red', () => {
  expect([0, 2, -2].map(differenceTone)).toEqual(['success', 'success', 'success'])
  expect([3, 5, -5].map(differenceTone)).toEqual(['warning', 'warning', 'warning'])
  expect([6, -20].map(differenceTone)).toEqual(['danger', 'danger'])
})

test('in a row, what is early has a colour only while the passenger still has to board, and three minutes at least', () => {
  expect([-2, -4, -7].map((minutes) => rowTone(minutes, true))).toEqual(['neutral', 'warning', 'danger'])
  expect([-2, -7].map((minutes) => rowTone(minutes, false))).toEqual(['neutral', 'neutral'])
  expect([1, 4, 8].map((minutes) => rowTone(minutes, false))).toEqual(['neutral', 'warning', 'danger'])
})

test('a ride of three minutes for a drive of ten is marked as recorded incorrectly', () => {
  expect(isLowDuration(at('08:00'), at('08:03'), 600)).toBe(true)
  expect(isLowDuration(at('08:00'), at('08:05'), 600)).toBe(false)
  expect(isLowDuration(at('08:00'), null, 600)).toBe(false)
})
