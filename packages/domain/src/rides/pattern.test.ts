import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Counted, missPattern, shareOf } from './pattern.ts'

const rules = { pattern_misses: 5, pattern_share: 15, pattern_of_average: 2, pattern_min_journeys: 10 }
const region: Counted = { journeys: 1000, misses: 50 }

describe('a pattern of misses', () => {
  // covers: JRN-103
  test.each([
    ['as many misses as it takes, just the share, and more than twice the average', 33, 5, region, 'pattern'],
    ['one miss too few', 26, 4, region, 'too_few_misses'],
    ['a share below 15 %', 34, 5, region, 'small_share'],
    ['just 15 %', 40, 6, region, 'pattern'],
    ['nine journeys, all of them missed', 9, 9, region, 'too_few_journeys'],
    ['ten journeys', 10, 5, region, 'pattern'],
    ['just twice the average', 20, 5, { journeys: 80, misses: 10 }, 'pattern'],
    ['less than twice the average', 20, 5, { journeys: 79, misses: 10 }, 'near_average'],
  ] as const)('is judged by all four limits: %s (%i journeys, %i misses)', (_, journeys, misses, of, finding) => {
    expect(missPattern({ journeys, misses }, of, rules)).toBe(finding)
  })

  test('is judged by the rules of the region where these are more patient', () => {
    const own = { journeys: 20, misses: 6 }
    expect(missPattern(own, region, rules)).toBe('pattern')
    expect(missPattern(own, region, { ...rules, pattern_misses: 7 })).toBe('too_few_misses')
    expect(missPattern(own, region, { ...rules, pattern_share: 31 })).toBe('small_share')
    expect(missPattern(own, region, { ...rules, pattern_of_average: 7 })).toBe('near_average')
    expect(missPattern(own, region, { ...rules, pattern_min_journeys: 21 })).toBe('too_few_journeys')
  })

  const counted = fc
    .tuple(fc.nat(400), fc.nat(400))
    .map(([one, other]) => ({ journeys: Math.max(one, other), misses: Math.min(one, other) }))
  const anyRules = fc.record({
    pattern_misses: fc.integer({ min: 5, max: 100 }),
    pattern_share: fc.integer({ min: 15, max: 100 }),
    pattern_of_average: fc.integer({ min: 2, max: 10 }),
    pattern_min_journeys: fc.integer({ min: 10, max: 1000 }),
  })

  // covers: JRN-103
  test('is found only where all four limits are reached, for any figures and rules', () => {
    fc.assert(
      fc.property(counted, counted, anyRules, (own, others, asked) => {
        const all = { journeys: own.journeys + others.journeys, misses: own.misses + others.misses }
        const [share, average] = [shareOf(own) ?? 0, shareOf(all) ?? 0]
        const reached = [
          own.journeys >= asked.pattern_min_journeys,
          own.misses >= asked.pattern_misses,
          share >= asked.pattern_share / 100 - 1e-9,
          share >= asked.pattern_of_average * average - 1e-9,
        ]
        expect(missPattern(own, all, asked) === 'pattern').toBe(reached.every(Boolean))
      }),
    )
  })

  test('is never made by another ride that is taken, and never ended by another that is missed', () => {
    fc.assert(
      fc.property(counted, counted, anyRules, (own, all, asked) => {
        const is = (ofOwn: Counted, ofAll: Counted) => missPattern(ofOwn, ofAll, asked) === 'pattern'
        fc.pre(own.journeys >= asked.pattern_min_journeys && own.journeys <= all.journeys && own.misses <= all.misses)
        const taken = { ...own, journeys: own.journeys + 1 }
        // The average hardly moves by one ride of many: it is held.
        if (!is(own, all)) expect(is(taken, all)).toBe(false)
        const missed = { journeys: own.journeys + 1, misses: own.misses + 1 }
        if (is(own, all)) expect(is(missed, all)).toBe(true)
      }),
    )
  })

  test('has no share where there was no journey', () => {
    expect(shareOf({ journeys: 0, misses: 0 })).toBeNull()
    expect(shareOf({ journeys: 8, misses: 2 })).toBe(0.25)
  })
})
