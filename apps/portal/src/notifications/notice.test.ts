import { expect, test } from 'vitest'
import { badgeText, createdMessage, decayOf, DEFAULT_DECAY, isLong, updatedMessage } from './notice.ts'

// covers: NOTE-07, VERCHK-12
test('a notice stays three and a half seconds by default', () => {
  expect(DEFAULT_DECAY).toBe(3500)
  expect(decayOf({})).toBe(3500)
  expect(decayOf({ decay: 5000 })).toBe(5000)
  expect(decayOf({ decay: false })).toBe(false)
})

// covers: NOTE-12
test('a message of more than 300 characters is shown as code', () => {
  expect(isLong('x'.repeat(300))).toBe(false)
  expect(isLong('x'.repeat(301))).toBe(true)
  expect(isLong(['x'.repeat(200), 'y'.repeat(200)])).toBe(true)
})

// covers: NOTE-13
test('a badge shows numbers up to ten', () => {
  expect(badgeText(10)).toBe('10')
  expect(badgeText(11)).toBe('10+')
})

// covers: NOTE-14, NOTE-15
test('the notice of a save names what was saved', () => {
  expect(updatedMessage('Vehicle')).toBe('Vehicle successfully updated.')
  expect(createdMessage('Driver')).toBe('Driver successfully created.')
})
