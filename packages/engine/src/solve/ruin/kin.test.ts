import { expect, it } from 'vitest'
import { ruinKin } from './kin.ts'
import { choices } from './testing-town.ts'

it('takes a request and the one most like it, and somebody from the other end of town only by chance', () => {
  const pairs = choices((search) => ruinKin(search, 2))
  const alike = pairs.filter((pair) => pair === '0,1' || pair === '2,3')
  expect(new Set(alike)).toEqual(new Set(['0,1', '2,3']))
  // The next of kin is skipped in 35 of 100 draws.
  expect(alike.length).toBeGreaterThan(100)
  expect(alike.length).toBeLessThan(160)
})
