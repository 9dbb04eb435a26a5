import { expect, it } from 'vitest'
import { ruinRelated } from './related.ts'
import { choices } from './testing-town.ts'

it('related removal takes a request and the one most like it, and one from the other end of town only by chance', () => {
  const pairs = choices((search) => ruinRelated(search, 2))
  const alike = pairs.filter((pair) => pair === '0,1' || pair === '2,3')
  expect(new Set(alike)).toEqual(new Set(['0,1', '2,3']))
  // The most related request is skipped in 35 of 100 draws.
  expect(alike.length).toBeGreaterThan(100)
  expect(alike.length).toBeLessThan(160)
})
