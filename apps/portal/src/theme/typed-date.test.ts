import { expect, test } from 'vitest'
import { typedDate } from './typed-date.ts'

test('a typed date is read with the day first, as dates are shown', () => {
  expect(typedDate('05/03/2026')).toBe('2026-03-05')
  expect(typedDate(' 5.3.2026 ')).toBe('2026-03-05')
  expect(typedDate('2026-03-05')).toBe('2026-03-05')
  expect(typedDate('29/02/2028')).toBe('2028-02-29')
  expect(typedDate('05 Mar 2026')).toBe('2026-03-05')
  expect(typedDate('5 dec 2026')).toBe('2026-12-05')
})

test('an incomplete or impossible date is not accepted', () => {
  const texts = [
    '',
    '5',
    '05/03',
    '05/03/2',
    '29/02/2026',
    '31/04/2026',
    '03/13/2026',
    '0/1/2026',
    'tomorrow',
    '05 Mär 2026',
    '31 Apr 2026',
    '05 Abc 2026',
  ]
  expect(texts.filter((text) => typedDate(text) !== null)).toEqual([])
})
