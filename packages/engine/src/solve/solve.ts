import type { Problem, Solution } from '../problem.ts'
import { seeded } from '../seeded.ts'
import { type Cycle, cycleAt, temperatureAt } from './cooling.ts'
import { constructPlan, keep, type Kept, restore, solutionOf, startSearch } from './load.ts'
import { focusOnSome } from './focus.ts'
import { recreate } from './recreate/recreate.ts'
import { ruin } from './ruin/ruin.ts'
import { begin, costOf, type Search, takeBack } from './search.ts'
import { progressOf, type Stop } from './stop.ts'

export type SolveOptions = {
  seed: number
  stop: Stop
  /** where to start; every vehicle with its committed and fixed visits alone when absent */
  start?: Solution
  onProgress?: (progress: Progress) => void
}
export type Progress = { iterations: number; cost: number; unserved: number }
export type SolveStats = { iterations: number; accepted: number; cost: number }

export const TUNING = {
  strings: 5,
  most: 12,
  regret: 0.4,
  noise: 0.5,
  hot: 0.7,
  cold: 0.015,
  bank: 14,
  bankHot: 14,
  tails: 0.08,
  first: 1,
  cycles: 1,
  reheat: 0.4,
  focus: 4,
}

/**
 * The best plan that a seeded search finds before it has to stop. It takes part of the plan out and puts it back
 * (Shaw 1998; Ropke & Pisinger 2006; Christiaens & Vanden Berghe 2020), accepts what is a little worse less and less
 * often, and cools again from the best plan a few times. Never worse than `start`: whoever it serves stays served.
 *
 * Throws when a vehicle's committed and fixed visits have no schedule at all.
 */
export function solve(problem: Problem, options: SolveOptions): { solution: Solution; stats: SolveStats } {
  const search = startSearch(problem, seeded(options.seed), options.start)
  const given = keep(search, realCost(search))
  constructPlan(search)
  let best: Kept = keep(search, realCost(search))
  if (given.cost < best.cost) best = given
  const typical = typicalCost(search)
  const cycles = cyclesFor(typical)
  const progress = progressOf(options.stop)
  const stats = { iterations: 0, accepted: 0 }
  let current = costOf(search)
  let cycle = 0
  for (let share = progress(0); share < 1; share = progress(stats.iterations)) {
    const now = cycleAt(cycles, share)
    if (now !== cycle) {
      cycle = now
      restore(search, best)
      focusOnSome(search, TUNING.focus)
    }
    search.bankPrice = Math.min(
      problem.objective.unserved,
      typical * TUNING.bankHot * Math.pow(TUNING.bank / TUNING.bankHot, share),
    )
    current = costOf(search)
    stats.iterations++
    if (!tryOnce(search, current, temperatureAt(cycles, cycle, share), typical)) continue
    stats.accepted++
    current = costOf(search)
    const cost = realCost(search)
    if (cost > best.cost - 1e-6) continue
    best = keep(search, cost)
    options.onProgress?.({ iterations: stats.iterations, cost, unserved: best.bank.length })
  }
  return { solution: solutionOf(problem, search.model, best), stats: { ...stats, cost: best.cost } }
}

/** One ruin and recreate; false when its result was not accepted and is taken back. */
function tryOnce(search: Search, current: number, temperature: number, typical: number): boolean {
  begin(search)
  const out = ruin(search, TUNING)
  const waiting = search.bank.length > 0 ? [...out, ...search.bank] : out
  search.bank = []
  search.bank = recreate(search, waiting, { regret: TUNING.regret, noise: TUNING.noise * typical })
  const cost = costOf(search)
  const unchanged = Math.abs(cost - current) < 1e-7
  if (!unchanged && cost < current - temperature * Math.log(1 - search.random.next())) return true
  takeBack(search)
  return false
}

/** Cost with the problem's own price for unserved requests. */
function realCost(search: Search): number {
  const { unserved } = search.model.problem.objective
  return costOf(search) + search.bank.length * (unserved - search.bankPrice)
}

/** What serving a request costs on average, the measure of all temperatures. */
function typicalCost(search: Search): number {
  const served = search.model.R - search.bank.length
  return Math.max(1e-6, (costOf(search) - search.bank.length * search.bankPrice) / Math.max(1, served))
}

function cyclesFor(typical: number): Cycle[] {
  const heat = { hot: TUNING.hot * typical, cold: TUNING.cold * typical }
  const cycles: Cycle[] = [{ until: TUNING.first, heat }]
  for (let n = 1; n <= TUNING.cycles - 1; n++) {
    const until = TUNING.first + ((1 - TUNING.first) * n) / (TUNING.cycles - 1)
    cycles.push({ until, heat: { hot: heat.hot * TUNING.reheat, cold: heat.cold } })
  }
  return cycles
}
