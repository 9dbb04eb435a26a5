import { describe, expect, test } from 'vitest'
import { cardBrandOf, cardDigits, cardFault, cardIsOver, groupedCardDigits, passesLuhn } from './card-rules.ts'

// covers: CARD-05
test.each([
  ['4242424242424242', 'visa', '4242 4242 4242 4242'],
  ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
  ['2223003122003222', 'mastercard', '2223 0031 2200 3222'],
  ['378282246310005', 'amex', '3782 822463 10005'],
  ['36227206271667', 'dinersclub', '3622 720627 1667'],
  ['3056930009020004', 'dinersclub', '3056 930009 0200 04'],
] as const)('%s is a card of %s', (number, brand, grouped) => {
  expect(passesLuhn(number)).toBe(true)
  expect(cardBrandOf(number)).toBe(brand)
  expect(groupedCardDigits(number)).toBe(grouped)
  expect(cardDigits(grouped)).toBe(number)
})

test('a card number with one wrong digit or two neighbours exchanged is refused', () => {
  expect(passesLuhn('4242424242424241')).toBe(false)
  expect(passesLuhn('378282246310050')).toBe(false)
  expect(passesLuhn('')).toBe(false)
  expect(passesLuhn('4242x')).toBe(false)
})

test('a card is valid to the end of its month', () => {
  expect(cardIsOver({ exp_month: 11, exp_year: 2026 }, '2026-11-30')).toBe(false)
  expect(cardIsOver({ exp_month: 11, exp_year: 2026 }, '2026-12-01')).toBe(true)
})

describe('the error for a card names its first fault', () => {
  const fine = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2028, cvc: '123' }
  test.each([
    [{}, null],
    [{ number: '' }, 'Your card number is incomplete.'],
    [{ number: '4242 4242 4242' }, 'Your card number is incomplete.'],
    [{ number: '6011 1111 1111 1117' }, 'Your card is not supported.'],
    [{ number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    [{ exp_month: 13 }, "Your card's expiration date is incomplete."],
    [{ exp_year: NaN }, "Your card's expiration date is incomplete."],
    [{ exp_month: 10, exp_year: 2026 }, "Your card's expiration date is in the past."],
    [{ exp_year: 2099 }, "Your card's expiration year is invalid."],
    [{ cvc: '12' }, "Your card's security code is incomplete."],
    [{ number: '3782 822463 10005' }, "Your card's security code is incomplete."],
    [{ number: '3782 822463 10005', cvc: '1234' }, null],
  ])('%o: %s', (change, detail) => {
    expect(cardFault({ ...fine, ...change }, '2026-11-22')?.detail ?? null).toBe(detail)
  })
})
