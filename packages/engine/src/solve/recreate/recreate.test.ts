import { expect, it } from 'vitest'
import { drop, pick, point, problem, request, van } from '../../testing.ts'
import { remove } from '../search.ts'
import { searchAt, toursOf } from '../testing-search.ts'
import { recreate } from './recreate.ts'

it('recreate serves passengers on board before all others, in any order of requests', () => {
  // One seat: Ben can be picked up at 20 only when Ana, who rides, has left at 15.
  const ana = request(1, point(0), point(15, 0, 15), { onBoardSince: 0 })
  const ben = request(2, point(20, 0, 25), point(40))
  const small = van(1, { onBoard: [1], capacity: { seats: 1, wheelchairs: 0, seatsPerWheelchair: 0 } })
  const given = problem([small], [ana, ben])
  const start = { routes: [{ vehicle: 1, visits: [drop(1), pick(2), drop(2)] }], unserved: [] }
  let together = 0
  for (let seed = 0; seed < 20; seed++) {
    const search = searchAt(given, start, seed)
    remove(search, [1, 0])
    const left = recreate(search, [1, 0], { regret: 0.5, noise: 0, limit: Infinity })
    // The only tour may be overlooked for Ben, never for Ana.
    expect([left, toursOf(search)]).toEqual(left?.length === 0 ? [[], [[2, 1, 3]]] : [[1], [[2]]])
    if (left?.length === 0) together++
  }
  expect(together).toBeGreaterThan(15)
})

it('recreate returns nothing when the plan would cost as much as the limit', () => {
  const ana = request(1, point(10), point(50))
  const waiting = () => searchAt(problem([van(1)], [ana]), { routes: [], unserved: [1] })
  expect(recreate(waiting(), [0], { regret: 0, noise: 0, limit: 51 + 1000 })).toEqual([])
  expect(recreate(waiting(), [0], { regret: 1, noise: 0, limit: 50 })).toBe(null)
})
