import { expect, it } from 'vitest'
import { drop, point, problem, request, van } from '../../testing.ts'
import { plan, town } from '../ruin/testing-town.ts'
import { remove } from '../search.ts'
import { searchAt, toursOf } from '../testing-search.ts'
import { recreateGreedily } from './greedy.ts'
import { recreateByRegret } from './regret.ts'

const unserved = { routes: [], unserved: [1, 2] }

it('regret insertion serves a request with a single option first, though that costs more now', () => {
  // One seat each. Ana is nearest to the first van, but the second could take her; Ben only the first can reach.
  const small = { capacity: { seats: 1, wheelchairs: 0, seatsPerWheelchair: 0 } }
  const vans = [van(1, small), van(2, { ...small, start: { location: 40, time: 0 } })]
  const ana = request(1, point(5, 0, 45), point(95, 0, 140))
  const ben = request(2, point(20, 0, 22), point(100, 0, 110))
  const waiting = searchAt(problem(vans, [ana, { ...ben, vehicles: [1] }]), unserved)
  expect(recreateByRegret(waiting, [0, 1], 2, 0)).toEqual([])
  expect(toursOf(waiting)).toEqual([
    [1, 3],
    [0, 2],
  ])
  const greedy = searchAt(problem(vans, [ana, { ...ben, vehicles: [1] }]), unserved)
  expect(recreateGreedily(greedy, [0, 1], 'near', 0)).toEqual([1])
})

it('regret insertion opens one unused van of a kind at a time', () => {
  const ana = request(1, point(10, 10, 10), point(50, 50, 50))
  const ben = request(2, point(90, 10, 90), point(95, 50, 95))
  const search = searchAt(problem([van(1), van(2), van(3)], [ana, ben]), { routes: [], unserved: [1, 2] })
  expect(recreateByRegret(search, [0, 1], 3, 0)).toEqual([])
  expect(toursOf(search).map((tour) => tour.length)).toEqual([4, 0, 0])
})

it('regret insertion puts a passenger on board back into their own van only', () => {
  const ana = request(1, point(0), point(50), { onBoardSince: 0 })
  const given = problem([van(1, { onBoard: [1] }), van(2)], [ana])
  const search = searchAt(given, {
    routes: [
      { vehicle: 1, visits: [drop(1)] },
      { vehicle: 2, visits: [] },
    ],
    unserved: [],
  })
  remove(search, [0])
  expect(toursOf(search)).toEqual([[], []])
  expect(recreateByRegret(search, [0], 2, 0)).toEqual([])
  expect(toursOf(search)).toEqual([[1], []])
})

it('regret insertion gives up once the plan costs more than the limit', () => {
  // Taking Ana to 50 costs the first van 50, and Ben 10 more; the second van would have to come from 500.
  const given = { ...town, vehicles: [van(1), van(2, { start: { location: 500, time: 0 } })] }
  const within = (room: number) => {
    const search = searchAt(given, plan)
    remove(search, [0, 1])
    return recreateByRegret(search, [0, 1], 2, 0, room)
  }
  expect([61, 60, 15].map(within)).toEqual([[], null, null])
})
