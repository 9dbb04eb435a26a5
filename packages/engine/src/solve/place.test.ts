import { expect, it } from 'vitest'
import { check } from '../check/check.ts'
import type { Problem, Route, Visit } from '../problem.ts'
import { solutionOf, keep } from './load.ts'
import { bestPlace } from './place.ts'
import { put } from './search.ts'
import { searchAt } from './testing-search.ts'
import { drawDay } from './testing-days.ts'

const distanceOf = (given: Problem, visits: readonly Visit[], vehicle: number): number => {
  const { start, end } = given.vehicles[vehicle]
  const places = visits.flatMap((visit) => {
    if (visit.kind === 'fixed')
      return given.vehicles[vehicle].fixed.filter(({ id }) => id === visit.id).map(({ location }) => location)
    const request = given.requests.find(({ id }) => id === visit.request)
    return request ? [request[visit.kind].location] : []
  })
  const path = [start.location, ...places, ...(end.location === null ? [] : [end.location])]
  return path.slice(1).reduce((sum, to, index) => sum + given.travel.duration(path[index], to), 0)
}

/** The cheapest feasible way of putting a request into a route, by trying them all. */
function cheapest(given: Problem, route: Route, vehicle: number, request: number): number {
  let best = Infinity
  for (let i = given.vehicles[vehicle].committed.length; i <= route.visits.length; i++) {
    for (let j = i; j <= route.visits.length; j++) {
      const visits = route.visits
        .toSpliced(j, 0, { kind: 'delivery', request })
        .toSpliced(i, 0, { kind: 'pickup', request })
      const alone = { ...given, vehicles: [given.vehicles[vehicle]] }
      const wrong = check(alone, { routes: [{ ...route, visits }], unserved: [] })
      if (wrong.some(({ rule, request: who }) => rule !== 'not_served' && !(rule === 'precedence' && who !== request)))
        continue
      best = Math.min(best, distanceOf(given, visits, vehicle))
    }
  }
  return best - distanceOf(given, route.visits, vehicle)
}

it('bestPlace finds the place that trying every pair of positions finds, at the same price', () => {
  let found = 0
  for (let seed = 100; seed < 130; seed++) {
    const day = drawDay(seed)
    const objective = { ...day.problem.objective, vehicleTime: 0, rideTime: 0, waitTime: 0 }
    const given: Problem = { ...day.problem, objective, waiting: 'anywhere' }
    const search = searchAt(given, day.start)
    const { model, scratch, place } = search
    const solution = solutionOf(given, model, keep(search, 0))
    for (const id of day.start.unserved) {
      const r = model.indexOfRequest.get(id)!
      search.tours.forEach((tour, k) => {
        if (model.allowed[r * model.K + k] === 0) return
        const growth = bestPlace(model, tour, r, Infinity, scratch, place)
        expect(growth, `day ${seed}, request ${id}, tour ${k}`).toBe(cheapest(given, solution.routes[k], k, id))
        if (growth === Infinity) return
        found++
        expect(bestPlace(model, tour, r, growth + 1, scratch, place)).toBe(growth)
        expect(bestPlace(model, tour, r, growth, scratch, place)).toBe(Infinity)
      })
    }
    const [first] = search.bank
    const growth = bestPlace(model, search.tours[1], first, Infinity, scratch, place)
    if (growth === Infinity || model.allowed[first * model.K + 1] === 0) continue
    const before = search.tours[1].cost
    put(search, 1, first, place.i, place.j)
    expect(search.tours[1].cost).toBe(before + growth)
  }
  expect(found).toBeGreaterThan(50)
})
