import type { Problem, Solution } from '../problem.ts'
import { preparePlan } from '../insert/plan.ts'
import { seeded } from '../seeded.ts'
import { type Cycle, cycleAt, temperatureAt } from './cooling.ts'
import { constructPlan, keep, restore, solutionOf, startSearch } from './load.ts'
import { focusOnSome } from './focus.ts'
import { recreate } from './recreate/recreate.ts'
import { ruin } from './ruin/ruin.ts'
import { begin, costOf, type Search, takeBack } from './search.ts'
import { countNodes, MOST_NODES, solveInParts } from './parts.ts'
import { progressOf, type Stop } from './stop.ts'
import { DEFAULTS, type Tuning } from './tuning.ts'

export type SolveOptions = {
  seed: number
  stop: Stop
  /** where to start; every vehicle with its committed and fixed visits alone when absent */
  start?: Solution
  onProgress?: (progress: Progress) => void
  /** for measuring the search itself; the defaults otherwise */
  tuning?: Partial<Tuning>
}
export type Progress = { iterations: number; cost: number; unserved: number }
export type SolveStats = { iterations: number; accepted: number; cost: number }

/**
 * The best plan that a seeded search finds before it has to stop; large problems are planned part by part. Never worse
 * than `start`: as many are served, at no higher price.
 *
 * Throws when a vehicle's committed and fixed visits have no schedule at all.
 */
export function solve(problem: Problem, options: SolveOptions): { solution: Solution; stats: SolveStats } {
  if (countNodes(problem) <= MOST_NODES) return solveWhole(problem, options)
  const stats = { iterations: 0, accepted: 0, cost: NaN }
  const solution = solveInParts(problem, options.seed, options.stop, options.start, (part, seed, stop, start) => {
    const found = solveWhole(part, { ...options, seed, stop, start })
    stats.iterations += found.stats.iterations
    stats.accepted += found.stats.accepted
    return found.solution
  })
  return { solution, stats: { ...stats, cost: priceSolution(problem, solution) } }
}

/**
 * Takes part of the plan out and puts it back (Shaw 1998; Ropke & Pisinger 2006; Christiaens & Vanden Berghe 2020),
 * and accepts what is a little worse less and less often.
 */
function solveWhole(problem: Problem, options: SolveOptions): { solution: Solution; stats: SolveStats } {
  const tuning = { ...DEFAULTS, ...options.tuning }
  const search = startSearch(problem, seeded(options.seed), options.start)
  let best = keep(search, realCost(search))
  const complete = search.bank.length === 0
  constructPlan(search)
  if (realCost(search) < best.cost) best = keep(search, realCost(search))
  const typical = typicalCost(search)
  const cycles = cyclesFor(tuning, typical, complete ? tuning.warm : tuning.hot)
  const progress = progressOf(options.stop)
  const stats = { iterations: 0, accepted: 0 }
  let cycle = 0
  for (let share = progress(0); share < 1; share = progress(stats.iterations)) {
    if (cycleAt(cycles, share) !== cycle) {
      cycle = cycleAt(cycles, share)
      restore(search, best)
      focusOnSome(search, tuning.tours)
    }
    search.bankPrice = outPrice(search, tuning, typical, share)
    stats.iterations++
    if (!tryOnce(search, temperatureAt(cycles, cycle, share), tuning, typical)) continue
    stats.accepted++
    const cost = realCost(search)
    if (cost > best.cost - 1e-6) continue
    best = keep(search, cost)
    options.onProgress?.({ iterations: stats.iterations, cost, unserved: best.bank.length })
  }
  return { solution: solutionOf(problem, search.model, best), stats: { ...stats, cost: best.cost } }
}

/** One ruin and recreate; false when its result was not accepted and is taken back. */
function tryOnce(search: Search, temperature: number, tuning: Tuning, typical: number): boolean {
  const before = costOf(search)
  begin(search)
  const out = ruin(search, tuning)
  const waiting = search.bank.length > 0 ? [...out, ...search.bank] : out
  search.bank = []
  search.bank = recreate(search, waiting, { regret: tuning.regret, noise: tuning.noise * typical })
  const grown = costOf(search) - before
  const unchanged = Math.abs(grown) < 1e-7
  if (!unchanged && grown < -temperature * Math.log(1 - search.random.next())) return true
  takeBack(search)
  return false
}

function priceSolution(problem: Problem, solution: Solution): number {
  const routes = preparePlan(problem, solution).routes.reduce((sum, { price }) => sum + price, 0)
  return routes + solution.unserved.length * problem.objective.unserved
}

/** Cost with the problem's own price for unserved requests. */
function realCost(search: Search): number {
  const { unserved } = search.model.problem.objective
  return costOf(search) + search.bank.length * (unserved - search.bankPrice)
}

/** What serving a request costs on average, the measure of prices and temperatures. */
function typicalCost(search: Search): number {
  const served = search.model.R - search.bank.length
  return Math.max(1e-6, (costOf(search) - search.bank.length * search.bankPrice) / Math.max(1, served))
}

/** The price of leaving a request out, rising by equal factors in equal times; never above the problem's own. */
function outPrice(search: Search, { outAtFirst, outAtLast }: Tuning, typical: number, share: number): number {
  const price = typical * outAtFirst * Math.pow(outAtLast / outAtFirst, share)
  return Math.min(search.model.problem.objective.unserved, price)
}

function cyclesFor(tuning: Tuning, typical: number, hot: number): Cycle[] {
  const { whole, rounds, reheat } = tuning
  const cold = tuning.cold * typical
  const cycles: Cycle[] = [{ until: whole, heat: { hot: hot * typical, cold } }]
  for (let n = 1; n <= rounds; n++) {
    cycles.push({ until: whole + ((1 - whole) * n) / rounds, heat: { hot: hot * reheat * typical, cold } })
  }
  return cycles
}
