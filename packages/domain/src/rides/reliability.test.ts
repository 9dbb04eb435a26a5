import { expect, test } from 'vitest'
import { reliabilityOf, slackBand } from './reliability.ts'

test('an offering is reliable from 95 %, fair from 85 %, and tight below', () => {
  expect(reliabilityOf({ rides: 100, kept: 95 })).toBe('reliable')
  expect(reliabilityOf({ rides: 1000, kept: 949 })).toBe('fair')
  expect(reliabilityOf({ rides: 100, kept: 85 })).toBe('fair')
  expect(reliabilityOf({ rides: 1000, kept: 849 })).toBe('tight')
})

test('fewer than 50 like rides tell nothing, however many were kept', () => {
  expect(reliabilityOf({ rides: 49, kept: 49 })).toBeNull()
  expect(reliabilityOf({ rides: 50, kept: 50 })).toBe('reliable')
})

test('slack is alike within five minutes, and above fifteen', () => {
  expect([0, 299, 300, 899, 900, 4000].map(slackBand)).toEqual([0, 0, 1, 2, 3, 3])
  // The plan may expect more than it has promised.
  expect(slackBand(-30)).toBe(0)
})
