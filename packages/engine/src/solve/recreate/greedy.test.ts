import { expect, it } from 'vitest'
import { point, problem, request, van } from '../../testing.ts'
import { plan, town } from '../ruin/testing-town.ts'
import { remove } from '../search.ts'
import { searchAt, toursOf } from '../testing-search.ts'
import { recreateGreedily } from './greedy.ts'

const unserved = { routes: [], unserved: [1, 2, 3] }

it('greedy insertion puts each request where it costs least at that moment', () => {
  const ana = request(1, point(10), point(50))
  const ben = request(2, point(20), point(40))
  const far = request(3, point(800), point(850))
  const search = searchAt(problem([van(1), van(2, { start: { location: 900, time: 0 } })], [ana, ben, far]), unserved)
  expect(recreateGreedily(search, [0, 1, 2], 'early', 0)).toEqual([])
  expect(toursOf(search)).toEqual([
    [0, 1, 4, 3],
    [2, 5],
  ])
  expect(search.tours.map((tour) => tour.cost)).toEqual([50, 100 + 50])
})

it('greedy insertion returns the requests that fit nowhere', () => {
  const ana = request(1, point(10, 0, 5), point(50))
  const search = searchAt(problem([van(1)], [ana]), { routes: [], unserved: [1] })
  expect(recreateGreedily(search, [0], 'random', 0)).toEqual([0])
})

it('greedy insertion gives up once the plan costs more than the limit', () => {
  // Taking Ana to 50 costs the first van 50, and Ben 10 more; the second van would have to come from 500.
  const given = { ...town, vehicles: [van(1), van(2, { start: { location: 500, time: 0 } })] }
  const within = (room: number) => {
    const search = searchAt(given, plan)
    remove(search, [0, 1])
    return recreateGreedily(search, [0, 1], 'near', 0, room)
  }
  expect([61, 60, 15].map(within)).toEqual([[], null, null])
})

it('greedy insertion leaves out a request that fits nowhere, at the price of leaving it out, up to the limit', () => {
  const ana = request(1, point(10, 0, 5), point(50))
  const waiting = (bankPrice: number) =>
    Object.assign(searchAt(problem([van(1)], [ana]), { routes: [], unserved: [1] }), { bankPrice })
  expect(recreateGreedily(waiting(30), [0], 'near', 0, 40)).toEqual([0])
  expect(recreateGreedily(waiting(50), [0], 'near', 0, 40)).toBe(null)
})
