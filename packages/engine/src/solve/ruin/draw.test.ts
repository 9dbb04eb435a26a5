import { expect, it } from 'vitest'
import { drop, pick, problem, van } from '../../testing.ts'
import { searchAt } from '../testing-search.ts'
import { drawRequest, savingOf } from './draw.ts'
import { ana, ben, cem, dora, plan, town } from './testing-town.ts'

const stray = {
  ...plan,
  routes: [
    { vehicle: 1, visits: [pick(1), pick(2), drop(1), drop(2), pick(3), drop(3)] },
    { vehicle: 2, visits: [pick(4), drop(4)] },
  ],
}

it('savingOf measures what a request costs at its current place', () => {
  const search = searchAt(town, stray)
  // Without Ana the first van drives just as far: 20 lies on the way. Without Cem it stays at 60.
  expect(savingOf(search, 0)).toBe(0)
  expect(savingOf(search, 2)).toBe(490)
  search.tourOf[0] = -1
  expect(savingOf(search, 0)).toBe(0)
})

it('savingOf measures the delivery alone for a passenger on board', () => {
  const given = problem([van(1, { onBoard: [1] }), van(2)], [{ ...ana, onBoardSince: 0 }, ben, cem, dora])
  const start = { ...plan, routes: [{ vehicle: 1, visits: [pick(2), drop(2), drop(1)] }, plan.routes[1]] }
  // Up to Ben's 60 and back to 50 for Ana.
  expect(savingOf(searchAt(given, start), 0)).toBe(10)
})

it('drawing by cost draws costly requests more often than others', () => {
  const drawn = Array.from({ length: 400 }, (_, seed) => drawRequest(searchAt(town, stray, seed)))
  const count = (who: number) => drawn.filter((r) => r === who).length
  // Dora's van drives 560 for her alone: she loses to none, so 7 of 16 draws of two are hers, and 5 of 16 Cem's.
  expect(count(3)).toBeGreaterThan(145)
  expect(count(3)).toBeLessThan(205)
  expect(count(2)).toBeGreaterThan(95)
  expect(count(2)).toBeLessThan(155)
  expect(count(0) + count(1)).toBeGreaterThan(50)
})
