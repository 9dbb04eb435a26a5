import { DELIVERY_ONLY } from '../model.ts'
import { costOf, type Search } from '../search.ts'
import { type Order, recreateGreedily } from './greedy.ts'
import { recreateByRegret } from './regret.ts'

const ORDERS: readonly Order[] = ['far', 'near', 'early', 'tight']

/** Regret compares the places of all requests after each step: for more than these, several greedy tries take as long as one. */
const FEW = 7

export type Repair = { regret: number; noise: number; limit: number }

/**
 * Puts requests back greedily or by regret, passengers on board before all others; returns those that fit nowhere, or null
 * once the plan is sure to cost as much as the limit.
 */
export function recreate(search: Search, requests: readonly number[], repair: Repair): number[] | null {
  const { freedom } = search.model
  const bound = requests.filter((r) => freedom[r] === DELIVERY_ONLY)
  if (bound.length === 0) return recreateFree(search, requests, repair)
  const left = recreateByRegret(search, bound, 2, 0)
  const free = requests.filter((r) => freedom[r] !== DELIVERY_ONLY)
  const rest = recreateFree(search, free, repair)
  return rest && [...left, ...rest]
}

function recreateFree(search: Search, requests: readonly number[], { regret, noise, limit }: Repair): number[] | null {
  const { random } = search
  const room = limit - costOf(search)
  if (requests.length <= FEW && random.next() < regret) {
    return recreateByRegret(search, requests, random.next() < 0.6 ? 2 : 3, random.next() < 0.5 ? noise : 0, room)
  }
  const order = random.next() < 0.45 ? 'random' : ORDERS[random.below(ORDERS.length)]
  return recreateGreedily(search, requests, order, 0.01, room)
}
