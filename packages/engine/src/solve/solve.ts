import type { Problem, Request, Solution } from '../problem.ts'
import { preparePlan } from '../insert/plan.ts'
import { seeded } from '../seeded.ts'
import { planStages, settingsAt, stageAt, urgency } from './cooling.ts'
import { breed, closeStage, type Elite, isBestOfStage } from './elite.ts'
import { countInPlay } from './in-play.ts'
import { constructPlan, keep, solutionOf, startSearch } from './load.ts'
import { recreate } from './recreate/recreate.ts'
import { ruin } from './ruin/ruin.ts'
import { begin, costOf, type Search, takeBack } from './search.ts'
import { countNodes, MOST_NODES, solveInParts } from './parts.ts'
import { progressOf, type Stop } from './stop.ts'
import { pinGroups } from './together.ts'
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

/** A start that leaves out no more than this share of the requests is improved rather than replaced. */
const SETTLED = 0.2

/** After this share of the search its pace foretells how many tries there will be. */
const SAMPLE = 0.04

/**
 * The best plan that a seeded search finds before it has to stop; large problems are planned part by part. Never worse
 * than `start`: as many are served, at no higher price.
 *
 * Throws when a vehicle's committed and fixed visits have no schedule at all.
 */
export function solve(given: Problem, options: SolveOptions): { solution: Solution; stats: SolveStats } {
  const problem = pinGroups(given, options.start)
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
function solveWhole(unordered: Problem, options: SolveOptions): { solution: Solution; stats: SolveStats } {
  const problem = inOrder(unordered)
  const search = startSearch(problem, seeded(options.seed), options.start)
  const given = keep(search, realCost(search))
  const settled = search.bank.length <= SETTLED * search.model.R
  const tuning = tuningFor(settled, options.tuning)
  constructPlan(search)
  const built = keep(search, realCost(search))
  let best = built.cost < given.cost ? built : given
  const typical = typicalCost(search)
  const progress = search.model.R > 0 ? progressOf(options.stop) : () => 1
  const stats = { iterations: 0, accepted: 0 }
  let stages = planStages(tuning, settled, 0)
  let stage = 0
  let foretold = false
  const thorough = tuning.thorough * search.model.R * countInPlay(search.model)
  const elite: Elite = { size: tuning.elite, plans: [], running: null }
  for (let share = progress(0); share < 1; share = progress(stats.iterations)) {
    if (!foretold && share >= SAMPLE) {
      foretold = true
      stages = planStages(tuning, settled, stats.iterations / share / thorough)
    }
    if (stageAt(stages, share) !== stage) {
      stage = stageAt(stages, share)
      closeStage(elite)
      if (stages[stage].child) breed(search, elite, best)
    }
    const { heat, price } = settingsAt(stages, stage, share)
    search.bankPrice = Math.min(problem.objective.unserved, price * typical * urgency(share, best.bank.length))
    stats.iterations++
    if (!tryOnce(search, heat * typical, tuning, typical)) continue
    stats.accepted++
    const cost = realCost(search)
    if (!isBestOfStage(elite, cost)) continue
    elite.running = keep(search, cost)
    if (cost > best.cost - 1e-6) continue
    best = elite.running
    options.onProgress?.({ iterations: stats.iterations, cost, unserved: best.bank.length })
  }
  return { solution: solutionOf(problem, search.model, best), stats: { ...stats, cost: best.cost } }
}

function tuningFor(settled: boolean, given: Partial<Tuning> = {}): Tuning {
  const tuning = { ...DEFAULTS, ...given }
  return settled ? { ...tuning, tails: tuning.warmTails } : tuning
}

/** Requests in the order of their times: what is compared with each other then lies together in memory. */
function inOrder(problem: Problem): Problem {
  const time = ({ pickup, delivery }: Request) => Math.min(pickup.window.latest, delivery.window.latest)
  return { ...problem, requests: problem.requests.toSorted((a, b) => time(a) - time(b)) }
}

/** One ruin and recreate; false when its result was not accepted and was undone. */
function tryOnce(search: Search, temperature: number, tuning: Tuning, typical: number): boolean {
  const before = costOf(search)
  // Drawn first, so that a try ends as soon as it cannot be accepted any more.
  const limit = before - temperature * Math.log(1 - search.random.next())
  begin(search)
  const out = ruin(search, tuning)
  const waiting = search.bank.length > 0 ? [...out, ...search.bank] : out
  search.bank = []
  const left = recreate(search, waiting, { regret: tuning.regret, noise: tuning.noise * typical, limit })
  if (left) {
    search.bank = left
    const cost = costOf(search)
    if (cost < limit && Math.abs(cost - before) > 1e-7) return true
  }
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
  const cost = search.tours.reduce((sum, tour) => sum + tour.cost, 0)
  return Math.max(1e-6, cost / Math.max(1, served))
}
