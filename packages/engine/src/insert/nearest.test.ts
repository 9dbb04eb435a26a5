import { expect, it } from 'vitest'
import { drop, pick, point, problem, request, van } from '../testing.ts'
import { insert } from './insert.ts'
import { nearestChange } from './nearest.ts'
import { preparePlan } from './plan.ts'

it('nearestChange finds the nearest time at which the van that is busy with Ana could take Ben', () => {
  const ana = request(1, point(100, 0, 100), point(900, 0, 900))
  const ben = request(2, point(800, 0, 60), point(700, 0, 400))
  const given = problem([van(1, { committed: [pick(1), drop(1)] })], [ana])
  const solution = { routes: [{ vehicle: 1, visits: [pick(1), drop(1)] }], unserved: [] }
  expect(insert(given, solution, ben).insertions).toEqual([])
  // Ana is set down at 900 and the van is back at 800 a hundred seconds later; the window closes at 60 plus the shift.
  const change = nearestChange(preparePlan(given, solution), ben, { step: 50 })
  expect(change?.shift).toBe(950)
  expect(change?.insertion).toMatchObject({ vehicle: 1, pickupTime: 1000, deliveryTime: 1100 })
  expect(nearestChange(preparePlan(given, solution), ben, { step: 50, most: 900 })).toBeNull()
})

it('nearestChange offers an earlier time when only an earlier one can be served', () => {
  const ben = request(2, point(50, 1000, 1060), point(80, 1000, 1200))
  const ending = van(1, { end: { location: 0, time: 900 } })
  const plan = preparePlan(problem([ending], []), { routes: [], unserved: [] })
  // 30 s to the delivery and 80 back: the pickup must begin by 790.
  expect(nearestChange(plan, ben, { step: 100 })?.shift).toBe(-300)
})
