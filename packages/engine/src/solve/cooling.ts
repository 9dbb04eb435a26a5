import type { Tuning } from './tuning.ts'

/** A stretch of the search: until this share of it is over it cools, and charges more and more for each unserved request. */
export type Stage = { until: number; hot: number; cold: number; outAtFirst: number; outAtLast: number; child: boolean }

/** With less than this many thorough coolings for each plan of an elite, one cooling with all of them is better. */
const AMPLE = 1.5

/**
 * How a search is divided that has time for so many thorough coolings. A short one cools once, and so does one that
 * starts from a settled plan, less warm. A long one collects an elite by several coolings first and then lets it have
 * children, each cooled for a while.
 */
export function planStages(tuning: Tuning, settled: boolean, coolings: number): Stage[] {
  const { hot, cold, hottest, coldest, warm, outAtFirst, outAtLast, elite, collecting, children, lukewarm } = tuning
  if (settled) return [{ until: 1, hot: warm, cold: coldest, outAtFirst, outAtLast, child: false }]
  if (collecting * coolings < AMPLE * elite) return [{ until: 1, hot, cold, outAtFirst, outAtLast, child: false }]
  const stages: Stage[] = []
  for (let n = 1; n <= elite; n++) {
    stages.push({ until: (collecting * n) / elite, hot: hottest, cold: coldest, outAtFirst, outAtLast, child: false })
  }
  for (let n = 1; n <= children; n++) {
    const until = collecting + ((1 - collecting) * n) / children
    stages.push({
      until,
      hot: lukewarm,
      cold: coldest,
      outAtFirst: (outAtFirst + outAtLast) / 2,
      outAtLast,
      child: true,
    })
  }
  return stages
}

/** The stage that a share of the search falls into. */
export function stageAt(stages: readonly Stage[], share: number): number {
  const index = stages.findIndex((stage) => share < stage.until)
  return index < 0 ? stages.length - 1 : index
}

/**
 * Temperature, and price of leaving a request out, at a share of the search: in each stage both change by equal factors
 * in equal times (Kirkpatrick, Gelatt & Vecchi 1983).
 */
export function settingsAt(stages: readonly Stage[], index: number, share: number): { heat: number; price: number } {
  const { until, hot, cold, outAtFirst, outAtLast } = stages[index]
  const from = index > 0 ? stages[index - 1].until : 0
  const over = Math.min(1, Math.max(0, (share - from) / (until - from)))
  return { heat: hot * Math.pow(cold / hot, over), price: outAtFirst * Math.pow(outAtLast / outAtFirst, over) }
}

/**
 * How many times the price of leaving a request out counts: while no plan is known that serves all requests, the second
 * half of the search is for finding one.
 */
export function urgency(share: number, leftOut: number): number {
  return leftOut > 0 && share > 0.5 ? 10 : 1
}
