import { readExpiry } from '@ambit/domain'
import { expect, test } from 'vitest'
import { emptyCard, entryOf, faultOf } from './card-entry.ts'
import { setupStatus, statusOf } from './setup-status.ts'

// covers: CARD-17..19
test('a card’s setup is idle, succeeded or failed', () => {
  expect(setupStatus).toEqual({ idle: 0, success: 1, error: 2 })
  expect(statusOf({ added: false, error: '' })).toBe(0)
  expect(statusOf({ added: true, error: '' })).toBe(1)
  expect(statusOf({ added: false, error: 'Your card was declined.' })).toBe(2)
})

test.each([
  ['04 / 30', 4, 2030],
  ['4/30', 4, 2030],
  ['0430', 4, 2030],
  ['04/2030', 4, 2030],
  ['4', NaN, NaN],
  ['', NaN, NaN],
  ['soon', NaN, NaN],
])('%s is read as month %d of %d', (typed, exp_month, exp_year) => {
  expect(readExpiry(typed)).toEqual({ exp_month, exp_year })
})

test('a typed card number is sent as digits once it is valid', () => {
  const card = { name: 'R Rider', number: '4242 4242-4242 4242', expiry: '04/30', cvc: ' 123' }
  expect(entryOf(card)).toEqual({ number: '4242424242424242', exp_month: 4, exp_year: 2030, cvc: '123' })
  expect(faultOf(card, '2026-11-22')).toBeNull()
  expect(faultOf(emptyCard, '2026-11-22')?.field).toBe('name')
  expect(faultOf({ ...card, number: '' }, '2026-11-22')).toEqual({
    field: 'number',
    detail: 'Your card number is incomplete.',
  })
  expect(faultOf({ ...card, expiry: '4' }, '2026-11-22')?.field).toBe('expiry')
  expect(faultOf({ ...card, cvc: '' }, '2026-11-22')?.field).toBe('cvc')
})
