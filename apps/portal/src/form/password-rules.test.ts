import { expect, test } from 'vitest'
import { confirmationHint, mayReset, passwordHint } from './password-rules.ts'

// covers: AUTH-78..80
test('the hint of a new password counts the characters that are missing', () => {
  expect(passwordHint('')).toEqual({ text: 'You need 8 more characters', fine: false })
  expect(passwordHint('1234567')).toEqual({ text: 'You need 1 more characters', fine: false })
  expect(passwordHint('12345678')).toEqual({ text: 'Your password looks fine', fine: true })
})

test('the hint counts up to what the installation asks for', () => {
  expect(passwordHint('12345678', 15)).toEqual({ text: 'You need 7 more characters', fine: false })
  expect(mayReset('123456', '12345678', '12345678', 15)).toBe(false)
})

// covers: AUTH-81..83
test('the hint of the confirmation says whether it matches the password', () => {
  expect(confirmationHint('12345678', '1234567')).toEqual({ text: "Your passwords don't match", fine: false })
  expect(confirmationHint('12345678', '12345678')).toEqual({ text: 'Your confirmation looks fine', fine: true })
})

// covers: AUTH-84
test('a password is reset only with a token of more than five characters', () => {
  expect(mayReset('12345', '12345678', '12345678')).toBe(false)
  expect(mayReset('123456', '12345678', '12345678')).toBe(true)
})
