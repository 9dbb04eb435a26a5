import type { Problem, Solution } from '../problem.ts'
import { seeded } from '../seeded.ts'
import { constructPlan, keep, type Kept, solutionOf, startSearch } from './load.ts'
import { recreate } from './recreate/recreate.ts'
import { ruin } from './ruin/ruin.ts'
import { begin, costOf, takeBack } from './search.ts'
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

export const TUNING = { strings: 8, most: 30, regret: 0.4, hot: 0.7, cold: 0.015, bank: 14, tails: 0.08 }

export function solve(problem: Problem, options: SolveOptions): { solution: Solution; stats: SolveStats } {
  const random = seeded(options.seed)
  const search = startSearch(problem, random, options.start)
  const { model } = search
  constructPlan(search)
  const real = () => costOf(search) + search.bank.length * (problem.objective.unserved - search.bankPrice)
  let best: Kept = keep(search, real())
  const base = Math.max(
    1e-9,
    (costOf(search) - search.bank.length * search.bankPrice) / Math.max(1, model.R - search.bank.length),
  )
  search.bankPrice = Math.min(problem.objective.unserved, TUNING.bank * base)
  const hot = TUNING.hot * base
  const progress = progressOf(options.stop)
  let current = costOf(search)
  let iterations = 0
  let accepted = 0
  for (;;) {
    const share = progress(iterations)
    if (share >= 1) break
    const temperature = hot * Math.pow(TUNING.cold / TUNING.hot, share)
    iterations++
    begin(search)
    const out = ruin(search, TUNING)
    const all = search.bank.length > 0 ? [...out, ...search.bank] : out
    search.bank = []
    search.bank = recreate(search, all, { regret: TUNING.regret, noise: base * 0.5 })
    const cost = costOf(search)
    if (Math.abs(cost - current) < 1e-7 || cost >= current - temperature * Math.log(random.next() || 1e-12)) {
      takeBack(search)
      continue
    }
    accepted++
    current = cost
    const r = real()
    if (r < best.cost - 1e-6) best = keep(search, r)
  }
  return { solution: solutionOf(problem, model, best), stats: { iterations, accepted, cost: best.cost } }
}
