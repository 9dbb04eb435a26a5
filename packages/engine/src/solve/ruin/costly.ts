import type { Search } from '../search.ts'
import type { Tour } from '../tour.ts'
import { choose, choosing } from './chosen.ts'

/** Removes the requests whose detours cost most where they are, with some noise (Ropke & Pisinger 2006). */
export function ruinCostly(search: Search, size: number): number[] {
  const { model, random, tours } = search
  const chosen = choosing(search)
  const detours: { r: number; saving: number }[] = []
  for (const tour of tours) {
    for (let at = 1; at < tour.size - 1; at++) {
      const r = tour.seq[at]
      if (r < model.R) detours.push({ r, saving: savingOf(search, tour, at) * (0.6 + 0.8 * random.next()) })
    }
  }
  detours.sort((a, b) => b.saving - a.saving)
  for (const { r } of detours.slice(0, size)) choose(chosen, r)
  return chosen.list
}

/** What driving past the two stops of the request picked up at a position would save. */
export function savingOf({ model }: Search, { seq, price }: Tour, pickup: number): number {
  const { N, R, cost } = model
  const target = seq[pickup] + R
  let delivery = pickup + 1
  while (seq[delivery] !== target) delivery++
  if (delivery === pickup + 1) {
    const legs = price[pickup] + price[delivery] + price[delivery + 1]
    return legs - cost[seq[pickup - 1] * N + seq[delivery + 1]]
  }
  const first = price[pickup] + price[pickup + 1] - cost[seq[pickup - 1] * N + seq[pickup + 1]]
  return first + price[delivery] + price[delivery + 1] - cost[seq[delivery - 1] * N + seq[delivery + 1]]
}
