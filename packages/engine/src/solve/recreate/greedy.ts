import { growthIn, isSpare, put, type Search } from '../search.ts'

/** In which order requests are put back. */
export type Order = 'random' | 'far' | 'near' | 'early' | 'tight'

/**
 * Puts requests back one after the other, each where it costs least at that moment; a tour is overlooked with a
 * small probability. Answers those that fit nowhere.
 */
export function recreateGreedily(search: Search, requests: readonly number[], order: Order, blink: number): number[] {
  const { model, random, place } = search
  const left: number[] = []
  for (const r of sorted(search, requests, order)) {
    let best = Infinity
    let tour = -1
    let i = 0
    let j = 0
    // The cheapest tour first: the others then only have to be known to be dearer.
    const from = search.cameFrom[r]
    for (let turn = 0; turn < model.K; turn++) {
      const k = turn === 0 ? from : turn <= from ? turn - 1 : turn
      if (isSpare(search, k) || (blink > 0 && random.next() < blink)) continue
      const growth = growthIn(search, k, r, best)
      if (growth >= best) continue
      best = growth
      tour = k
      i = place.i
      j = place.j
    }
    if (tour < 0) left.push(r)
    else put(search, tour, r, i, j)
  }
  return left
}

function sorted(search: Search, requests: readonly number[], order: Order): number[] {
  const { model, random } = search
  const { R, N, earliest, latest, drive } = model
  const start = N - 2 * model.K
  const key = (r: number): number => {
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
  return requests
    .map((r) => ({ r, key: key(r) }))
    .sort((a, b) => a.key - b.key)
    .map(({ r }) => r)
}
