import { growthIn, isSpare, put, type Search } from '../search.ts'

/** A request that fits few tours counts as losing this much, in shares of the price of leaving it out. */
const ONLY_CHANCE = 10

/** What each waiting request would cost in each tour, by [request * K + tour], as far as that had to be known. */
type Table = { growth: Float64Array; i: Int16Array; j: Int16Array; exact: Uint8Array }

/**
 * Puts back first whoever would lose most by waiting: the difference between the cheapest tour and the second (and
 * third) cheapest (Potvin & Rousseau 1993; Ropke & Pisinger 2006). `noise` shakes the differences. Answers those that
 * fit nowhere.
 */
export function recreateByRegret(search: Search, requests: readonly number[], depth: 2 | 3, noise: number): number[] {
  const { model, random, place } = search
  const { K } = model
  const entries = requests.length * K
  const table: Table = {
    growth: new Float64Array(entries).fill(Infinity),
    i: new Int16Array(entries),
    j: new Int16Array(entries),
    exact: new Uint8Array(entries),
  }
  const evaluate = (a: number, k: number, bound: number) => {
    const at = a * K + k
    table.growth[at] = isSpare(search, k) ? Infinity : growthIn(search, k, requests[a], bound)
    table.exact[at] = table.growth[at] === Infinity || place.exact ? 1 : 0
    table.i[at] = place.i
    table.j[at] = place.j
  }
  const waiting = new Set(requests.map((_, a) => a))
  const best = { values: new Float64Array(depth), tour: -1 }
  for (const a of waiting) {
    const from = search.cameFrom[requests[a]]
    for (let turn = 0; turn < K; turn++) {
      lowest(table.growth, a * K, K, best)
      evaluate(a, turn === 0 ? from : turn <= from ? turn - 1 : turn, best.values[depth - 1])
    }
  }
  const chance = ONLY_CHANCE * search.bankPrice
  while (waiting.size > 0) {
    let most = -Infinity
    let next = -1
    let tour = -1
    for (const a of waiting) {
      lowest(table.growth, a * K, K, best)
      for (let k = 0; k < K; k++) {
        const vague =
          table.exact[a * K + k] === 0 && (k === best.tour || table.growth[a * K + k] < best.values[depth - 1])
        if (!vague) continue
        evaluate(a, k, Infinity)
        lowest(table.growth, a * K, K, best)
        k = -1
      }
      if (best.tour < 0) continue
      const first = best.values[0]
      let loss = (random.next() - 0.5) * noise - first * 1e-3
      for (let n = 1; n < depth; n++) loss += Math.min(best.values[n] - first, chance) / (n === 1 ? 1 : 10)
      if (loss <= most) continue
      most = loss
      next = a
      tour = best.tour
    }
    if (next < 0) break
    waiting.delete(next)
    const wasUnused = search.tours[tour].size === 2
    put(search, tour, requests[next], table.i[next * K + tour], table.j[next * K + tour])
    for (const a of waiting) {
      table.growth[a * K + tour] = Infinity
      lowest(table.growth, a * K, K, best)
      evaluate(a, tour, best.values[depth - 1])
      if (wasUnused) for (let k = tour + 1; k < K; k++) evaluate(a, k, best.values[depth - 1])
    }
  }
  return [...waiting].map((a) => requests[a])
}

/** The lowest few values of a row, and where the lowest stands; -1 when all are infinite. */
function lowest(growth: Float64Array, from: number, count: number, best: { values: Float64Array; tour: number }): void {
  const { values } = best
  const last = values.length - 1
  values.fill(Infinity)
  best.tour = -1
  for (let k = 0; k < count; k++) {
    const value = growth[from + k]
    if (value >= values[last]) continue
    if (value < values[0]) best.tour = k
    let n = last
    while (n > 0 && values[n - 1] > value) {
      values[n] = values[n - 1]
      n--
    }
    values[n] = value
  }
}
