import { expect, it } from 'vitest'
import { drop, pick, point, problem, request, van } from '../testing.ts'
import { closeStage, isBestOfStage } from './elite.ts'
import { inherit } from './inherit.ts'
import { keep } from './load.ts'
import { costOf } from './search.ts'
import { searchAt, toursOf } from './testing-search.ts'

const requests = [10, 20, 510, 520].map((at, index) => request(index + 1, point(at), point(at + 40)))
const town = problem([van(1), van(2)], requests)
const pair = (a: number, b: number) => [pick(a), pick(b), drop(a), drop(b)]

it('a child plan has tours of both parents and serves every request once', () => {
  const mixed = searchAt(town, {
    routes: [
      { vehicle: 1, visits: pair(1, 3) },
      { vehicle: 2, visits: pair(2, 4) },
    ],
    unserved: [],
  })
  const mother = keep(mixed, 0)
  const apart = searchAt(town, {
    routes: [
      { vehicle: 1, visits: pair(1, 2) },
      { vehicle: 2, visits: pair(3, 4) },
    ],
    unserved: [],
  })
  const father = keep(apart, 0)
  const children = new Set<string>()
  for (let seed = 0; seed < 30; seed++) {
    const search = searchAt(town, { routes: [], unserved: [1, 2, 3, 4] }, seed)
    inherit(search, mother, father)
    expect(search.bank).toEqual([])
    expect(
      toursOf(search)
        .flat()
        .toSorted((a, b) => a - b),
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    children.add(JSON.stringify(toursOf(search).toSorted((a, b) => (a[0] ?? 9) - (b[0] ?? 9))))
    expect(costOf(search)).toBeLessThanOrEqual(costOf(mixed))
  }
  // Ana and Ben together as in the first parent, in any van.
  expect([...children].some((child) => child.includes('[0,1,4,5]'))).toBe(true)
})

it('the elite keeps the best plan of each stage once, and drops the worst', () => {
  const plan = (cost: number) => ({ tours: [], bank: [], cost })
  const elite = { size: 2, plans: [plan(7)], running: plan(5) }
  expect(isBestOfStage(elite, 5)).toBe(false)
  expect(isBestOfStage(elite, 4)).toBe(true)
  closeStage(elite)
  expect(elite.plans.map(({ cost }) => cost)).toEqual([5, 7])
  for (const cost of [5, 6]) closeStage(Object.assign(elite, { running: plan(cost) }))
  expect(elite).toEqual({ size: 2, plans: [plan(5), plan(6)], running: null })
})
