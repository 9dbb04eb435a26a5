import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discountAmountProblem, discountDatesProblem, discounted } from './price.ts'

const off = (discount_type: 'percentage_off' | 'amount_off' | 'total_off', discount_amount: number) => ({
  discount_type,
  discount_amount,
})

describe('a discounted price', () => {
  // covers: DISC-13
  test('is reduced by a percentage, by an amount, or to nothing', () => {
    expect(discounted(3.5, off('percentage_off', 20))).toBe(2.8)
    expect(discounted(3.5, off('percentage_off', 33.33))).toBe(2.33)
    expect(discounted(3.5, off('amount_off', 1.25))).toBe(2.25)
    expect(discounted(3.5, off('amount_off', 5))).toBe(0)
    expect(discounted(3.5, off('percentage_off', 100))).toBe(0)
    expect(discounted(3.5, off('total_off', 100))).toBe(0)
    expect(discounted(2.01, off('percentage_off', 50))).toBe(1.01)
    expect(discounted(0, off('amount_off', 1))).toBe(0)
  })

  test('is in whole cents, never negative and never more than before', () => {
    const price = fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100)
    const discount = fc.oneof(
      fc.integer({ min: 1, max: 10_000 }).map((amount) => off('percentage_off', amount / 100)),
      fc.integer({ min: 1, max: 100_000 }).map((amount) => off('amount_off', amount / 100)),
      fc.constant(off('total_off', 100)),
    )
    fc.assert(
      fc.property(price, discount, (before, taken) => {
        expect(discountAmountProblem(taken)).toBeNull()
        const after = discounted(before, taken)
        expect(after).toBeGreaterThanOrEqual(0)
        expect(after).toBeLessThanOrEqual(before)
        expect(Number(after.toFixed(2))).toBe(after)
      }),
    )
  })
})

describe('a discount', () => {
  const amountOf = (type: Parameters<typeof off>[0], amount: number) => discountAmountProblem(off(type, amount))

  test('has a percentage above 0 and up to 100 or an amount above 0, a free ride 100 percent, with at most 2 decimals', () => {
    for (const amount of [0, -5, 100.01, 250])
      expect(amountOf('percentage_off', amount)).toMatch(/^Enter a percentage from 0.01 to 100$/)
    for (const amount of [0, -0.01, 10_000.01])
      expect(amountOf('amount_off', amount)).toMatch(/^Enter an amount from 0.01 to 10,000$/)
    for (const amount of [0, 50, 101]) expect(amountOf('total_off', amount)).toMatch(/100 percent/)
    expect(amountOf('amount_off', 1.234)).toMatch(/2 decimals/)
    expect(amountOf('percentage_off', 12.5)).toBeNull()
    expect(amountOf('percentage_off', 100)).toBeNull()
    expect(amountOf('amount_off', 0.29)).toBeNull()
  })

  test('ends after it begins, where both are given', () => {
    const from = '2026-11-22T10:00:00Z'
    const problem = (activation_datetime: string | null, expiration_datetime: string | null) =>
      discountDatesProblem({ activation_datetime, expiration_datetime })
    expect(problem(from, from)).toMatch(/after the activation/)
    expect(problem(from, '2026-11-22T19:59:00+10:00')).toMatch(/after the activation/)
    expect(problem(from, '2026-11-22T20:01:00+10:00')).toBeNull()
    expect(problem(null, from)).toBeNull()
    expect(problem(from, null)).toBeNull()
  })
})
