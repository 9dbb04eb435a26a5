import { expect, it } from 'vitest'
import { check } from '../check/check.ts'
import type { Problem, Solution } from '../problem.ts'
import { drop, pick, point, problem, request, van } from '../testing.ts'
import { solve } from './solve.ts'
import { drawDay } from './testing-days.ts'

/** The day's plan with those of the fullest vehicle as one group, and one who waits to join them. */
function grouped(seed: number): { given: Problem; start: Solution; members: number[] } {
  const { problem: day, start } = drawDay(seed)
  const picks = start.routes.map(({ visits }) => visits.flatMap((one) => (one.kind === 'pickup' ? [one.request] : [])))
  const members = picks.toSorted((a, b) => b.length - a.length)[0] ?? []
  const joining = start.unserved.slice(0, 1)
  const requests = day.requests.map((one) =>
    members.includes(one.id) || joining.includes(one.id) ? { ...one, together: 1 } : one,
  )
  return { given: { ...day, requests }, start, members }
}

const vehicleOf = ({ routes }: Solution, id: number) =>
  routes.find(({ visits }) => visits.some((visit) => visit.kind === 'pickup' && visit.request === id))?.vehicle

// covers: JRN-43
it('never splits a group, on random days from a plan that holds it', () => {
  let moved = 0
  for (let seed = 0; seed < 40; seed++) {
    const { given, start, members } = grouped(seed)
    const { solution } = solve(given, { seed, stop: { iterations: 150 }, start })
    expect(check(given, solution), `day ${seed}`).toEqual([])
    for (const id of members)
      expect([undefined, vehicleOf(start, id)], `day ${seed}`).toContain(vehicleOf(solution, id))
    const others = given.requests.filter(({ together }) => together === undefined)
    moved += others.filter(({ id }) => vehicleOf(solution, id) !== vehicleOf(start, id)).length
  }
  // The search has moved others about meanwhile.
  expect(moved).toBeGreaterThan(40)
})

it('puts who waits into the vehicle of the others, and leaves out a group of which nobody is served', () => {
  const [ana, ben] = [
    request(1, point(10), point(50), { together: 7 }),
    request(2, point(20), point(40), { together: 7 }),
  ]
  const near = van(2, { start: { location: 20, time: 0 } })
  const given = problem([van(1), near], [ana, ben])
  const start = { routes: [{ vehicle: 1, visits: [pick(1), drop(1)] }], unserved: [2] }
  const { solution } = solve(given, { seed: 1, stop: { iterations: 100 }, start })
  expect(solution.routes[0]?.visits).toEqual([pick(1), pick(2), drop(2), drop(1)])
  const none = solve(given, { seed: 1, stop: { iterations: 100 } }).solution
  expect(none.unserved.toSorted()).toEqual([1, 2])
  const alone = solve(problem([van(1)], [ana]), { seed: 1, stop: { iterations: 100 } }).solution
  expect(alone.unserved).toEqual([])
})
