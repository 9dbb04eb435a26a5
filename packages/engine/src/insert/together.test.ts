import { expect, it } from 'vitest'
import { check } from '../check/check.ts'
import type { Problem, Request, Solution, Visit } from '../problem.ts'
import { seeded } from '../seeded.ts'
import { drop, pick, point, problem, request, van } from '../testing.ts'
import { drawInstance } from './agreement.ts'
import { insert } from './insert.ts'

const ana = request(1, point(10), point(50), { together: 7 })
const ben = request(2, point(20), point(40), { together: 7 })

// covers: JRN-43
it('inserts Ben only into the van that Ana rides in, though another is nearer', () => {
  const near = van(2, { start: { location: 20, time: 0 } })
  const plan = { routes: [{ vehicle: 1, visits: [pick(1), drop(1)] }], unserved: [2] }
  const { insertions, refusals } = insert(problem([van(1), near], [ana, ben]), plan, 2)
  expect(insertions.map(({ vehicle }) => vehicle)).toEqual([1])
  expect(refusals).toEqual([{ vehicle: 2, reason: 'not_allowed' }])
  const aboard = problem([van(1, { onBoard: [1] }), near], [{ ...ana, onBoardSince: 0 }, ben])
  const riding = { routes: [{ vehicle: 1, visits: [drop(1)] }], unserved: [2] }
  expect(insert(aboard, riding, 2).insertions.map(({ vehicle }) => vehicle)).toEqual([1])
  const full = van(1, { capacity: { seats: 1, wheelchairs: 0, seatsPerWheelchair: 0 } })
  const now = request(1, point(10, 0, 10), point(50, 0, 50), { together: 7 })
  const soon = request(2, point(20, 0, 25), point(40, 0, 60), { together: 7 })
  expect(insert(problem([full, near], [now, soon]), plan, 2).insertions).toEqual([])
})

it('lets the first of a group, and who travels with nobody else, go anywhere', () => {
  const given = problem([van(1), van(2)], [ana, ben, request(3, point(5), point(60), { together: 8 })])
  const none = { routes: [], unserved: [1, 2, 3] }
  expect(insert(given, none, 1).insertions).toHaveLength(2)
  const plan = { routes: [{ vehicle: 1, visits: [pick(1), drop(1)] }], unserved: [2, 3] }
  expect(insert(given, plan, 3).insertions).toHaveLength(2)
})

// covers: JRN-43
it('finds what trying every pair of positions in both vehicles with check finds for one of a group', () => {
  let [feasible, split] = [0, 0]
  for (let seed = 0; seed < 400; seed++) {
    const drawn = withSecondVehicle(seed)
    if (drawn === null) continue
    const { given, plan, newcomer } = drawn
    const tried: string[] = []
    for (const { vehicle, visits } of plan.routes) {
      const first = given.problemVehicle(vehicle).committed.length
      for (let i = first; i <= visits.length; i++)
        for (let j = i; j <= visits.length; j++) {
          const route = { vehicle, visits: withRequest(visits, newcomer.id, i, j) }
          const routes = plan.routes.map((one) => (one.vehicle === vehicle ? route : one))
          const unserved = plan.unserved.filter((id) => id !== newcomer.id)
          const found = check(given.problem, { routes, unserved })
          if (found.length === 1 && found[0]?.rule === 'split_group') split++
          if (found.length === 0) tried.push(JSON.stringify(route))
        }
    }
    const { insertions } = insert(given.problem, plan, newcomer.id, { perVehicle: 1000 })
    expect(insertions.map(({ route }) => JSON.stringify(route)).toSorted(), `seed ${seed}`).toEqual(tried.toSorted())
    feasible += tried.length
  }
  expect(feasible).toBeGreaterThan(100)
  expect(split).toBeGreaterThan(100)
})

/** The drawn vehicle and one like it without anything to do, which takes one of the drawn requests: the newcomer's mate. */
function withSecondVehicle(seed: number) {
  const { problem: drawn, route, request: newcomer } = drawInstance(seeded(seed))
  const [vehicle] = drawn.vehicles
  const served = new Set(route.visits.flatMap((visit) => (visit.kind === 'fixed' ? [] : [visit.request])))
  const mate = drawn.requests.find(({ id }) => id !== newcomer.id && !served.has(id))
  if (vehicle === undefined || mate === undefined || mate.onBoardSince !== undefined) return null
  const second = { ...vehicle, id: 2, onBoard: [], committed: [], fixed: [] }
  const marked = (one: Request): Request => (one === mate || one.id === newcomer.id ? { ...one, together: 1 } : one)
  const given: Problem = { ...drawn, vehicles: [vehicle, second], requests: drawn.requests.map(marked) }
  const plan: Solution = {
    routes: [route, { vehicle: 2, visits: [pick(mate.id), drop(mate.id)] }],
    unserved: drawn.requests.map(({ id }) => id).filter((id) => !served.has(id) && id !== mate.id),
  }
  if (check(given, plan).length > 0) return null
  const problemVehicle = (id: number) => (id === 2 ? second : vehicle)
  return { given: { problem: given, problemVehicle }, plan, newcomer }
}

function withRequest(visits: readonly Visit[], id: number, i: number, j: number): Visit[] {
  return [...visits.slice(0, i), pick(id), ...visits.slice(i, j), drop(id), ...visits.slice(j)]
}
