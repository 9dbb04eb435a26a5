import { describe, expect, it } from 'vitest'
import { check } from '../check/check.ts'
import { drop, fixedVisit, pick, point, problem, request, stop, van } from '../testing.ts'
import { drawDay } from './testing-days.ts'
import { solve } from './solve.ts'

describe('solve', () => {
  it('puts Ana and Ben into one van when they go the same way', () => {
    const ana = request(1, point(10), point(50))
    const ben = request(2, point(20), point(40))
    const { solution } = solve(problem([van(1), van(2)], [ana, ben]), { seed: 1, stop: { iterations: 200 } })
    expect(solution.unserved).toEqual([])
    const visits = solution.routes.flatMap((route) => route.visits)
    expect(visits).toEqual([pick(1), pick(2), drop(2), drop(1)])
  })

  it('returns at once when there are no requests', () => {
    const rest = fixedVisit(9, 'break', point(30, 200, 300, 60))
    const { solution, stats } = solve(problem([van(1, { fixed: [rest] })], []), { seed: 1, stop: { iterations: 1e9 } })
    expect(solution).toEqual({ routes: [{ vehicle: 1, visits: [stop(9)] }], unserved: [] })
    expect(stats).toEqual({ iterations: 0, accepted: 0, cost: 30 })
  })

  it('leaves out a request that no vehicle can reach, and lists it as unserved', () => {
    const ana = request(1, point(10), point(50))
    const far = request(2, point(9000, 0, 100), point(9500))
    const { solution } = solve(problem([van(1)], [ana, far]), { seed: 1, stop: { iterations: 50 } })
    expect(solution.unserved).toEqual([2])
  })

  it('moves the delivery of Cem, who is on board, but never him to another van', () => {
    const cem = request(3, point(0), point(100), { onBoardSince: -5 })
    const ana = request(1, point(10, 0, 15), point(20))
    const given = problem([van(1, { onBoard: [3] }), van(2, { start: { location: 90, time: 0 } })], [cem, ana])
    const start = {
      routes: [
        { vehicle: 1, visits: [drop(3)] },
        { vehicle: 2, visits: [] },
      ],
      unserved: [1],
    }
    const { solution } = solve(given, { seed: 1, stop: { iterations: 200 }, start })
    expect(check(given, solution)).toEqual([])
    expect(solution.routes[0].visits).toEqual([pick(1), drop(1), drop(3)])
  })

  it('keeps committed visits first, breaks empty and each request with the vehicles it allows', () => {
    const ana = request(1, point(10), point(60))
    const ben = request(2, point(20), point(50), { vehicles: [2] })
    const rest = fixedVisit(9, 'break', point(30, 200, 300, 60))
    const given = problem([van(1, { committed: [pick(1)], fixed: [rest] }), van(2)], [ana, ben])
    const { solution } = solve(given, { seed: 1, stop: { iterations: 200 } })
    expect(check(given, solution)).toEqual([])
    expect(solution.unserved).toEqual([])
    expect(solution.routes[0].visits).toEqual([pick(1), drop(1), stop(9)])
    expect(solution.routes[1].visits).toEqual([pick(2), drop(2)])
  })

  it('repairs lateness where it can and never adds to it', () => {
    const ana = request(1, point(10, 0, 50), point(30, 0, 300))
    const ben = request(2, point(40, 0, 60), point(70, 0, 300))
    const late = van(1, { start: { location: 0, time: 45 } })
    const given = problem([late, van(2, { start: { location: 35, time: 45 } })], [ana, ben])
    const start = { routes: [{ vehicle: 1, visits: [pick(1), drop(1), pick(2), drop(2)] }], unserved: [] }
    // Ana is 5 s late in every vehicle; Ben, 25 s late behind her, has a van of his own nearby.
    expect(check(given, start).map(({ rule, amount }) => [rule, amount])).toEqual([
      ['time_window', 5],
      ['time_window', 25],
    ])
    const { solution } = solve(given, { seed: 1, stop: { iterations: 200 }, start })
    expect(check(given, solution).map(({ request: who, amount }) => [who, amount])).toEqual([[1, 5]])
  })

  it('still plans when more passengers are on board than the van has seats', () => {
    const crowd = [1, 2].map((id) => request(id, point(0), point(100 * id), { onBoardSince: -5 }))
    const ana = request(3, point(300), point(400))
    const small = van(1, { onBoard: [1, 2], capacity: { seats: 1, wheelchairs: 0, seatsPerWheelchair: 0 } })
    const given = problem([small], [...crowd, ana])
    const start = { routes: [{ vehicle: 1, visits: [drop(2), drop(1)] }], unserved: [3] }
    const { solution } = solve(given, { seed: 1, stop: { iterations: 200 }, start })
    expect(solution.routes[0].visits).toEqual([drop(1), drop(2), pick(3), drop(3)])
  })

  it('gives the same plan for the same seed, and stops by the given clock', () => {
    const { problem: given } = drawDay(4)
    const plan = (seed: number) => JSON.stringify(solve(given, { seed, stop: { iterations: 300 } }).solution)
    expect(plan(7)).toBe(plan(7))
    let time = 0
    const { stats } = solve(given, { seed: 1, stop: { now: () => time++, until: 10 } })
    expect(stats.iterations).toBeLessThan(400)
  })

  it('makes only plans that pass check and cost no more than the start', () => {
    for (let seed = 0; seed < 25; seed++) {
      const { problem: given, start } = drawDay(seed)
      expect(check(given, start)).toEqual([])
      const unserved = start.unserved.length
      const { solution } = solve(given, { seed, stop: { iterations: 150 }, start })
      expect(check(given, solution), `day ${seed}`).toEqual([])
      expect(solution.unserved.length, `day ${seed}`).toBeLessThanOrEqual(unserved)
      const fresh = solve(given, { seed, stop: { iterations: 60 } }).solution
      expect(
        check(given, fresh).filter(({ rule }) => rule !== 'precedence'),
        `day ${seed} afresh`,
      ).toEqual([])
    }
  })
})
