import { expect, it } from 'vitest'
import { drop, pick, point, problem, request, van } from '../../testing.ts'
import { costOf, takeBack } from '../search.ts'
import { searchAt, toursOf } from '../testing-search.ts'
import { exchangeTails } from './tails.ts'

it('swapping tails gives each tour the other’s rest and removes the passengers on board at the cut', () => {
  // Both vans drive from 0 to 100 and back out to 200; the second half of each lies on the other's side.
  const first = [request(1, point(10), point(20)), request(2, point(230), point(240))]
  const second = [request(3, point(210), point(220)), request(4, point(30), point(40))]
  const given = problem([van(1), van(2, { start: { location: 200, time: 0 } })], [...first, ...second])
  const crossed = {
    routes: [
      { vehicle: 1, visits: [pick(1), drop(1), pick(2), drop(2)] },
      { vehicle: 2, visits: [pick(3), drop(3), pick(4), drop(4)] },
    ],
    unserved: [],
  }
  const results = new Set<string>()
  for (let seed = 0; seed < 100; seed++) {
    const search = searchAt(given, crossed, seed)
    const before = costOf(search)
    const out = exchangeTails(search)
    const after = out ?? []
    results.add(JSON.stringify([toursOf(search), after]))
    const nodes = toursOf(search).flat()
    for (const r of [0, 1, 2, 3]) {
      expect(nodes.filter((node) => node === r || node === r + 4)).toHaveLength(after.includes(r) ? 0 : 2)
    }
    takeBack(search)
    expect(costOf(search)).toBe(before)
  }
  // The first of these is the plan as it was: some cuts cannot be driven.
  expect(results).toContain(JSON.stringify([toursOf(searchAt(given, crossed)), []]))
  expect(results).toContain(
    JSON.stringify([
      [
        [0, 4, 3, 7],
        [2, 6, 1, 5],
      ],
      [],
    ]),
  )
})
