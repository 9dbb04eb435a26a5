import { inherit } from './inherit.ts'
import type { Kept } from './load.ts'
import type { Search } from './search.ts'

/** The best plans of the stages so far, best first, and the best of the stage that is running. */
export type Elite = { size: number; plans: Kept[]; running: Kept | null }

/** Whether a plan of this cost is better than all that the running stage has seen. */
export function isBestOfStage(elite: Elite, cost: number): boolean {
  return elite.running === null || cost < elite.running.cost - 1e-6
}

/** Ends a stage: its best plan joins the elite, unless its like is there, and the worst one leaves when there are too many. */
export function closeStage(elite: Elite): void {
  const { running, plans } = elite
  elite.running = null
  if (!running || plans.some(({ cost }) => Math.abs(cost - running.cost) < 1e-6)) return
  plans.push(running)
  plans.sort((a, b) => a.cost - b.cost)
  plans.length = Math.min(plans.length, elite.size)
}

/** Makes a child of two elite plans the current plan; with fewer than two, the best continues alone. */
export function breed(search: Search, { plans }: Elite, best: Kept): void {
  const { random } = search
  const mother = random.below(plans.length)
  const other = random.below(Math.max(1, plans.length - 1))
  const father = other + (other >= mother ? 1 : 0)
  inherit(search, plans[mother] ?? best, plans[father] ?? best)
}
