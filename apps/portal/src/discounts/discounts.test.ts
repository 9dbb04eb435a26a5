import type { Discount } from '@ambit/contract'
import { describe, expect, test } from 'vitest'
import { momentOf, shortcutValues, wallTime } from '../form/date-time.ts'
import { discountBody, DiscountForm, discountValues } from './discount-form.ts'
import { discountStrings as words } from './strings.ts'

const spring: Discount = {
  id: 3,
  name: 'Spring',
  code: 'SPRING26',
  discount_type: 'amount_off',
  discount_amount: 2.5,
  usage_limit: null,
  uses: 0,
  activation_datetime: '2026-09-01T00:00:00Z',
  expiration_datetime: null,
  status: 'active',
  created_at: '2026-08-20T00:00:00Z',
  updated_at: '2026-08-20T00:00:00Z',
  version: 1,
}

describe('the form of a discount', () => {
  // covers: DISC-14, DISC-29
  test('starts as a percentage, and sends flat data with null for empty fields', () => {
    expect(discountValues(null)).toMatchObject({ discount_type: 'percentage_off', discount_amount: null, name: '' })
    expect(discountBody(discountValues(spring))).toEqual({
      name: 'Spring',
      code: 'SPRING26',
      discount_type: 'amount_off',
      discount_amount: 2.5,
      usage_limit: null,
      activation_datetime: '2026-09-01T00:00:00Z',
      expiration_datetime: null,
    })
  })

  // covers: DISC-16, DISC-17, DISC-18, DISC-19
  test('reports every missing field at once in the specification’s words', () => {
    const told = (values: object) =>
      Object.fromEntries(
        (DiscountForm.safeParse({ ...discountValues(spring), ...values }).error?.issues ?? []).map((issue) => [
          issue.path.join('.'),
          issue.message,
        ]),
      )
    expect(told({ name: ' ', code: '', discount_type: '', discount_amount: null })).toEqual({
      name: 'Please enter a promotion name',
      code: 'Please enter a discount code',
      discount_type: 'Please select a discount type',
      discount_amount: 'Please enter discount amount',
    })
    expect(told({ name: '', discount_type: 'percentage_off', discount_amount: 101 })).toEqual({
      name: 'Please enter a promotion name',
      discount_amount: 'Enter a percentage from 0.01 to 100',
    })
    expect(told({ name: '', expiration_datetime: '2026-08-31T23:59:00Z' })).toEqual({
      name: 'Please enter a promotion name',
      expiration_datetime: 'The expiration must be after the activation',
    })
    expect(told({ code: 'SPRING 26' })).toHaveProperty('code')
    expect(told({})).toEqual({})
  })
})

describe('a picked activation or expiry time', () => {
  const brisbane = 'Australia/Brisbane'

  test('is converted to local time and back', () => {
    expect(wallTime(brisbane, '2026-11-22T20:05:40Z')).toBe('2026-11-23 06:05:00')
    expect(wallTime(brisbane, '')).toBeNull()
    expect(momentOf(brisbane, '2026-11-23 06:05:00')).toBe('2026-11-22T20:05:00.000Z')
    expect(momentOf(brisbane, null)).toBe('')
  })

  // covers: DISC-22
  test('has four shortcuts, which change the day and keep the time of day', () => {
    const now = new Date('2026-11-29T22:30:10Z')
    const values = (chosen: string) => shortcutValues(brisbane, chosen, now, words.shortcuts)
    expect(values('').map(({ label, value }) => [label, value])).toEqual([
      ['Today', '2026-11-30 08:30:00'],
      ['Tomorrow', '2026-12-01 08:30:00'],
      ['In 2 days', '2026-12-02 08:30:00'],
      ['In 1 week', '2026-12-07 08:30:00'],
    ])
    expect(values('2027-01-01T07:00:00Z').map(({ value }) => value.slice(11))).toEqual(Array(4).fill('17:00:00'))
  })
})
