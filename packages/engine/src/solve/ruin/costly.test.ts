import { expect, it } from 'vitest'
import { drop, pick } from '../../testing.ts'
import { searchAt } from '../testing-search.ts'
import { ruinCostly, savingOf } from './costly.ts'
import { plan, town } from './testing-town.ts'

it('takes first whoever costs the largest detour', () => {
  const stray = {
    ...plan,
    routes: [
      { vehicle: 1, visits: [pick(1), pick(2), drop(1), drop(2), pick(3), drop(3)] },
      { vehicle: 2, visits: [pick(4), drop(4)] },
    ],
  }
  const search = searchAt(town, stray)
  // Without Ana the first van drives just as far: 20 lies on the way. Without Cem it stays at 60.
  expect(savingOf(search, search.tours[0], 1)).toBe(0)
  expect(savingOf(search, search.tours[0], 5)).toBe(490)
  for (let seed = 0; seed < 20; seed++) expect([2, 3]).toContain(ruinCostly(searchAt(town, stray, seed), 1)[0])
})
