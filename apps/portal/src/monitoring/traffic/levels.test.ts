import type { TravelFactors } from '@ambit/contract'
import { expect, test } from 'vitest'
import { factorAt, levelOf } from './levels.ts'

const week: TravelFactors = {
  region_id: 1,
  time_zone: 'Australia/Brisbane',
  factors: Array.from({ length: 168 }, (_, hour_of_week) => ({
    hour_of_week,
    factor: hour_of_week === 8 ? 1.4 : 1,
    source: 'set' as const,
    learnt: null,
    observations: 0,
    updated_at: null,
  })),
}

test('the traffic of a moment is that of its hour by the region’s clocks', () => {
  // Monday, 08:59 and 09:00 in Brisbane
  expect(factorAt(week, new Date('2026-11-22T22:59:00Z'))).toBe(1.4)
  expect(factorAt(week, new Date('2026-11-22T23:00:00Z'))).toBe(1)
})

test('traffic is slow from a tenth more than free flow, and heavy from three tenths', () => {
  expect([0.9, 1, 1.09].map(levelOf)).toEqual(['free', 'free', 'free'])
  expect([1.1, 1.29].map(levelOf)).toEqual(['slow', 'slow'])
  expect([1.3, 2].map(levelOf)).toEqual(['heavy', 'heavy'])
})
