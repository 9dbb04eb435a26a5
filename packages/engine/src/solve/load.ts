import type { Problem, Route, Solution, Vehicle, Visit } from '../problem.ts'
import { openingVisits } from '../schedule/opening.ts'
import type { Random } from '../seeded.ts'
import { buildModel, DELIVERY_ONLY, type Model } from './model.ts'
import { recreateByRegret } from './recreate/regret.ts'
import { relateRequests } from './related.ts'
import { newSearch, type Search } from './search.ts'
import { refresh } from './tour.ts'

/** A search at the start solution, or with every vehicle's committed and fixed visits alone. */
export function startSearch(problem: Problem, random: Random, start: Solution | undefined): Search {
  const opening: Solution = start ?? { routes: [], unserved: [] }
  for (const tightened of [true, false]) {
    const model = buildModel(problem, opening, tightened)
    const search = newSearch(model, random, relateRequests(model))
    search.bankPrice = problem.objective.unserved
    if (loadStart(search, opening)) return search
  }
  throw new Error('The committed and fixed visits of a vehicle have no schedule')
}

/**
 * Puts the start solution's routes into the search; a vehicle without one gets its committed and fixed visits. Requests
 * in none of them go to the bank. False when a route breaks a limit of the model.
 */
function loadStart(search: Search, start: Solution): boolean {
  const { model, tours, tourOf } = search
  const routes = new Map(start.routes.map((route) => [route.vehicle, route.visits]))
  let feasible = true
  tourOf.fill(-1)
  model.vehicles.forEach((vehicle, k) => {
    const tour = tours[k]
    const end = tour.seq[tour.size - 1]
    tour.size = 1
    for (const visit of routes.get(vehicle.id) ?? openingVisits(vehicle)) {
      tour.seq[tour.size++] = nodeOf(model, vehicle, visit)
      if (visit.kind === 'delivery') tourOf[model.indexOfRequest.get(visit.request)!] = k
    }
    tour.seq[tour.size++] = end
    if (!refresh(model, tour, search.scratch)) feasible = false
  })
  search.bank = []
  for (let r = 0; r < model.R; r++) if (tourOf[r] < 0) search.bank.push(r)
  return feasible
}

function nodeOf(model: Model, vehicle: Vehicle, visit: Visit): number {
  if (visit.kind === 'fixed') return model.nodeOfFixed.get(`${vehicle.id} ${visit.id}`)!
  const r = model.indexOfRequest.get(visit.request)
  if (r === undefined)
    throw new Error(`The start solution visits request ${visit.request}, which the problem does not know`)
  return visit.kind === 'pickup' ? r : model.R + r
}

/** Serves the requests in the bank as well as one pass can, passengers on board before all others. */
export function constructPlan(search: Search): void {
  const { freedom } = search.model
  const bound = search.bank.filter((r) => freedom[r] === DELIVERY_ONLY)
  const free = search.bank.filter((r) => freedom[r] !== DELIVERY_ONLY)
  search.bank = []
  const left = recreateByRegret(search, bound, 2, 0)
  search.bank = [...left, ...recreateByRegret(search, free, 2, 0)]
}

/** The best plan found so far, as sequences of nodes. */
export type Kept = { tours: Int32Array[]; bank: readonly number[]; cost: number }

export function keep(search: Search, cost: number): Kept {
  return { tours: search.tours.map((tour) => tour.seq.slice(0, tour.size)), bank: [...search.bank], cost }
}

/** Makes a kept plan the current one. */
export function restore(search: Search, kept: Kept): void {
  const { model, tours, tourOf } = search
  tourOf.fill(-1)
  kept.tours.forEach((seq, k) => {
    const tour = tours[k]
    tour.seq.set(seq)
    tour.size = seq.length
    refresh(model, tour, search.scratch)
    for (const node of seq) if (node < 2 * model.R) tourOf[node < model.R ? node : node - model.R] = k
  })
  for (const r of kept.bank) tourOf[r] = -1
  search.bank = [...kept.bank]
}

/** A kept plan in the problem's own terms. */
export function solutionOf(problem: Problem, model: Model, kept: Kept): Solution {
  const { R, vehicles } = model
  const fixed = new Map<number, number>()
  for (const [key, node] of model.nodeOfFixed) fixed.set(node, Number(key.split(' ')[1]))
  const visitOf = (node: number): Visit[] => {
    if (node < R) return [{ kind: 'pickup', request: problem.requests[node].id }]
    if (node < 2 * R) return [{ kind: 'delivery', request: problem.requests[node - R].id }]
    const id = fixed.get(node)
    return id === undefined ? [] : [{ kind: 'fixed', id }]
  }
  const routes: Route[] = kept.tours.map((seq, k) => ({ vehicle: vehicles[k].id, visits: [...seq].flatMap(visitOf) }))
  return { routes, unserved: kept.bank.map((r) => problem.requests[r].id) }
}
