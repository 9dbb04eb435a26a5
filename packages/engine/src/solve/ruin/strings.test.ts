import { expect, it } from 'vitest'
import { drop, pick, point, problem, request, van } from '../../testing.ts'
import { searchAt } from '../testing-search.ts'
import { ruinStrings } from './strings.ts'
import { choices } from './testing-town.ts'

it('string removal takes at least one request, from one tour or from both', () => {
  const seen = new Set(choices((search) => ruinStrings(search, 4)))
  expect(seen.has('')).toBe(false)
  expect(seen.has('0,1')).toBe(true)
  expect([...seen].some((each) => each.includes('0') && each.includes('2'))).toBe(true)
})

it('string removal takes neighbours in a tour, so that the rest of six has few gaps', () => {
  const requests = [0, 1, 2, 3, 4, 5].map((n) => request(n, point(100 * n), point(100 * n + 50)))
  const visits = requests.flatMap(({ id }) => [pick(id), drop(id)])
  const given = problem([van(1)], requests)
  for (let seed = 0; seed < 100; seed++) {
    const out = ruinStrings(searchAt(given, { routes: [{ vehicle: 1, visits }], unserved: [] }, seed), 3)
    const spared = Math.max(...out) - Math.min(...out) + 1 - out.length
    expect(spared).toBeLessThanOrEqual(2)
  }
})
