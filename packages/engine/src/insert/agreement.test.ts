import { expect, it } from 'vitest'
import { compareInsertions } from './agreement.ts'

// covers: JRN-54
it('insert finds what trying every pair of positions with check finds, on 20,000 random insertions', () => {
  const agreement = compareInsertions(1, 20_000)
  expect(agreement.disagreements).toEqual([])
  // Enough on either side that agreeing means something.
  expect(agreement.feasible / agreement.compared).toBeGreaterThan(0.02)
  expect(agreement.feasible / agreement.compared).toBeLessThan(0.5)
})
