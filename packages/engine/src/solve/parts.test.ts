import { expect, it } from 'vitest'
import { check } from '../check/check.ts'
import { drop, pick, point, problem, request, van } from '../testing.ts'
import { countNodes, MOST_NODES } from './parts.ts'
import { solve } from './solve.ts'

it('solve plans a fleet too large for one table part by part, and serves every request', () => {
  // 220 towns a long way from each other, each with a van, two neighbours of the same way, and one who waits.
  const towns = Array.from({ length: 220 }, (_, town) => 20_000 * town)
  const requests = towns.flatMap((at, town) => [
    request(3 * town, point(at + 10), point(at + 50)),
    request(3 * town + 1, point(at + 20), point(at + 60)),
    request(3 * town + 2, point(at + 70), point(at + 90)),
  ])
  const vans = towns.map((at, town) => van(town, { start: { location: at, time: 0 } }))
  const given = problem(vans, requests)
  expect(countNodes(given)).toBeGreaterThan(MOST_NODES)
  const routes = towns.map((_, town) => {
    const [ana, ben] = [3 * town, 3 * town + 1]
    return { vehicle: town, visits: [pick(ana), drop(ana), pick(ben), drop(ben)] }
  })
  const start = { routes, unserved: towns.map((_, town) => 3 * town + 2) }
  const { solution, stats } = solve(given, { seed: 1, stop: { iterations: 300 }, start })
  expect(check(given, solution)).toEqual([])
  expect(solution.unserved).toEqual([])
  // At the start each town takes 50 + 30 + 40 s; shared and with the third served it can take 90.
  expect(stats.cost).toBeLessThan(220 * 120)
})
