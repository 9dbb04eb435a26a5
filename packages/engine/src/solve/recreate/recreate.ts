import { DELIVERY_ONLY } from '../model.ts'
import type { Search } from '../search.ts'
import { type Order, recreateGreedily } from './greedy.ts'
import { recreateByRegret } from './regret.ts'

const ORDERS: readonly Order[] = ['far', 'near', 'early', 'tight']

export type Repair = { regret: number; noise: number }

/** Puts requests back one way or another, people on board before all others; answers those that fit nowhere. */
export function recreate(search: Search, requests: readonly number[], repair: Repair): number[] {
  const { freedom } = search.model
  const bound = requests.filter((r) => freedom[r] === DELIVERY_ONLY)
  if (bound.length === 0) return recreateFree(search, requests, repair)
  const left = recreateByRegret(search, bound, 2, 0)
  const free = requests.filter((r) => freedom[r] !== DELIVERY_ONLY)
  return [...left, ...recreateFree(search, free, repair)]
}

function recreateFree(search: Search, requests: readonly number[], { regret, noise }: Repair): number[] {
  const { random } = search
  if (random.next() < regret) {
    return recreateByRegret(search, requests, random.next() < 0.6 ? 2 : 3, random.next() < 0.5 ? noise : 0)
  }
  const order = random.next() < 0.45 ? 'random' : ORDERS[random.below(ORDERS.length)]
  return recreateGreedily(search, requests, order, 0.01)
}
