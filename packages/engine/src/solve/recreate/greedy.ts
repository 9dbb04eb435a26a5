import { fetchRemembered, growthIn, isSpare, put, type Search } from '../search.ts'

/** In which order requests are put back. */
export type Order = 'random' | 'far' | 'near' | 'early' | 'tight'

/**
 * Puts requests back one after the other, each where it costs least at that moment; a tour is overlooked with a
 * small probability, `blink` (Christiaens & Vanden Berghe 2020). Returns those that fit nowhere, or null as soon as
 * the plan is sure to grow by `room`.
 */
export function recreateGreedily(search: Search, requests: readonly number[], order: Order, blink: number): number[]
export function recreateGreedily(
  search: Search,
  requests: readonly number[],
  order: Order,
  blink: number,
  room: number,
): number[] | null
export function recreateGreedily(
  search: Search,
  requests: readonly number[],
  order: Order,
  blink: number,
  room = Infinity,
): number[] | null {
  const { bankPrice } = search
  const best: Best = { growth: 0, tour: -1, i: 0, j: 0 }
  const left: number[] = []
  let free = room
  for (const r of sorted(search, requests, order)) {
    if (findCheapest(search, r, free, blink, best)) {
      free -= best.growth
      put(search, best.tour, r, best.i, best.j)
      continue
    }
    // A request with places, but no cheap enough one, ends the try; one without, or overlooked, is left out.
    const dear = free <= bankPrice || (findCheapest(search, r, Infinity, 0, best) && best.growth >= free)
    if (dear) return null
    free -= bankPrice
    left.push(r)
  }
  return left
}

type Best = { growth: number; tour: number; i: number; j: number }

/** The cheapest place of all tours, if there is one for less than `bound`. */
function findCheapest(search: Search, r: number, bound: number, blink: number, best: Best): boolean {
  const { model, random, place } = search
  fetchRemembered(search, r)
  best.growth = bound
  best.tour = -1
  // The tour it came from first: it is often the cheapest, and the others then only have to be known to cost more.
  const from = search.cameFrom[r]
  for (let turn = 0; turn < model.K; turn++) {
    const k = turn === 0 ? from : turn <= from ? turn - 1 : turn
    if (isSpare(search, k) || (blink > 0 && random.next() < blink)) continue
    const growth = growthIn(search, k, r, best.growth)
    if (growth >= best.growth) continue
    best.growth = growth
    best.tour = k
    best.i = place.i
    best.j = place.j
  }
  return best.tour >= 0
}

function sorted(search: Search, requests: readonly number[], order: Order): number[] {
  const { model, random, scratch } = search
  const { R, N, earliest, latest, drive } = model
  const start = N - 2 * model.K
  const keyOf = (r: number): number => {
    switch (order) {
      case 'random':
        return random.next()
      case 'far':
        return -drive[start * N + r]
      case 'near':
        return drive[start * N + r]
      case 'early':
        return earliest[r]
      case 'tight':
        return Math.min(latest[r] - earliest[r], latest[R + r] - earliest[R + r]) + random.next()
    }
  }
  const { key } = scratch
  for (const r of requests) key[r] = keyOf(r)
  return requests.toSorted((a, b) => key[a] - key[b])
}
