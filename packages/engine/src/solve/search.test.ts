import { expect, it } from 'vitest'
import type { Travel } from '../problem.ts'
import { alongALine, drop, pick, point, problem, request, van } from '../testing.ts'
import { FREE } from './model.ts'
import { bestPlace } from './place.ts'
import { plan, town } from './ruin/testing-town.ts'
import { begin, costOf, growthIn, put, remove, takeBack } from './search.ts'
import { drawDay } from './testing-days.ts'
import { searchAt, toursOf } from './testing-search.ts'
import { copyTour, newTour, refresh } from './tour.ts'

it('removing a request closes the gap in its tour, and undoing that restores the tour', () => {
  const search = searchAt(town, plan)
  expect(costOf(search)).toBe(60 + 560)
  remove(search, [1])
  expect(toursOf(search)[0]).toEqual([0, 4])
  expect(costOf(search)).toBe(50 + 560)
  takeBack(search)
  expect(toursOf(search)[0]).toEqual([0, 1, 4, 5])
  expect(costOf(search)).toBe(620)
})

it('a tour without a stop that it needs has no price, and undoing the removal restores the price', () => {
  // From 10 to 50 it is 40 by way of Ben's stops and 100 without them; Ana has to be there at 70.
  const travel: Travel = {
    ...alongALine,
    duration: (from, to) => (from === 10 && to === 50 ? 100 : Math.abs(to - from)),
  }
  const ride = problem([van(1)], [request(1, point(10), point(50, 0, 70)), request(2, point(20), point(30))], {
    travel,
  })
  const search = searchAt(ride, {
    routes: [{ vehicle: 1, visits: [pick(1), pick(2), drop(2), drop(1)] }],
    unserved: [],
  })
  expect(costOf(search)).toBe(50)
  remove(search, [1])
  expect(costOf(search)).toBe(Infinity)
  expect(growthIn(search, 0, 1, Infinity)).toBe(Infinity)
  takeBack(search)
  expect(toursOf(search)[0]).toEqual([0, 1, 3, 2])
  expect(costOf(search)).toBe(50)
})

it('times and places kept through many moves equal those computed from scratch', () => {
  for (let seed = 200; seed < 215; seed++) {
    const day = drawDay(seed)
    const search = searchAt(day.problem, day.start, seed)
    const { model, random, scratch } = search
    for (let move = 0; move < 30; move++) {
      begin(search)
      const r = random.below(model.R)
      if (model.freedom[r] !== FREE) continue
      const from = search.tourOf[r]
      if (from >= 0) remove(search, [r])
      const k = random.below(model.K)
      if (growthIn(search, k, r, Infinity) < Infinity) put(search, k, r, search.place.i, search.place.j)
      else if (from >= 0) takeBack(search)
      for (const tour of search.tours) {
        const fresh = newTour(model, tour.vehicle)
        copyTour(tour, fresh)
        expect(refresh(model, fresh, scratch), `day ${seed}`).toBe(true)
        expect(tour.begin.slice(0, tour.size)).toEqual(fresh.begin.slice(0, tour.size))
        expect(tour.until.slice(0, tour.size)).toEqual(fresh.until.slice(0, tour.size))
        expect([tour.cost, tour.hash, tour.check]).toEqual([fresh.cost, fresh.hash, fresh.check])
        for (let other = 0; other < model.R; other++) {
          if (search.tourOf[other] >= 0 || model.freedom[other] !== FREE) continue
          if (model.allowed[other * model.K + tour.vehicle] === 0) continue
          const known = growthIn(search, tour.vehicle, other, Infinity)
          const place = { i: 0, j: 0 }
          expect(known).toBe(Math.fround(bestPlace(model, fresh, other, Infinity, scratch, place)))
          if (known < Infinity) expect(search.place).toMatchObject(place)
        }
      }
    }
  }
})
