import { expect, test } from 'vitest'
import { REMIND_AFTER_MS, tellsOf } from './reminder.ts'

const page = { loaded: '1.4.0', stored: null, later: null }

// covers: VERCHK-01
test('a new version is announced unless the page already runs it or has just updated to it', () => {
  expect(tellsOf({ ...page, found: '1.5.0' }, 0)).toBe(true)
  expect(tellsOf({ ...page, found: '1.4.0' }, 0)).toBe(false)
  // One of several servers may still be the old one: what was taken is not offered again.
  expect(tellsOf({ ...page, found: '1.5.0', stored: '1.5.0' }, 0)).toBe(false)
})

test('the update reminder waits an hour, or until a newer version', () => {
  const later = { version: '1.5.0', at: 1000 }
  expect(tellsOf({ ...page, found: '1.5.0', later }, 1000 + REMIND_AFTER_MS - 1)).toBe(false)
  expect(tellsOf({ ...page, found: '1.5.0', later }, 1000 + REMIND_AFTER_MS)).toBe(true)
  expect(tellsOf({ ...page, found: '1.5.1', later }, 1001)).toBe(true)
  expect(REMIND_AFTER_MS).toBe(60 * 60 * 1000)
})
