import { expect, it } from 'vitest'
import { drop, pick } from '../../testing.ts'
import { searchAt } from '../testing-search.ts'
import { ruinCostly } from './costly.ts'
import { plan, town } from './testing-town.ts'

it('costly removal takes the request with the largest detour first', () => {
  const stray = {
    ...plan,
    routes: [
      { vehicle: 1, visits: [pick(1), pick(2), drop(1), drop(2), pick(3), drop(3)] },
      { vehicle: 2, visits: [pick(4), drop(4)] },
    ],
  }
  for (let seed = 0; seed < 20; seed++) expect([2, 3]).toContain(ruinCostly(searchAt(town, stray, seed), 1)[0])
})
