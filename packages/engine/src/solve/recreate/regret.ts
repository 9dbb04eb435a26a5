import { fetchRemembered, growthIn, isSpare, put, type Search } from '../search.ts'

/** A request that fits few tours counts as losing this much, in shares of the price of leaving it out. */
const ONLY_CHANCE = 10

/** The lowest few values of a row, lowest first, and which tour has the lowest; -1 when all are infinite. */
type Lowest = { values: Float64Array; tour: number }

/**
 * Puts back first the request that would lose most by waiting: the difference between the cheapest tour and the second (and
 * third) cheapest (Potvin & Rousseau 1993; Ropke & Pisinger 2006). `noise` shakes the differences. Returns those that
 * fit nowhere, or null as soon as the plan has grown by `room`.
 */
export function recreateByRegret(search: Search, requests: readonly number[], depth: 2 | 3, noise: number): number[]
export function recreateByRegret(
  search: Search,
  requests: readonly number[],
  depth: 2 | 3,
  noise: number,
  room: number,
): number[] | null
export function recreateByRegret(
  search: Search,
  requests: readonly number[],
  depth: 2 | 3,
  noise: number,
  room = Infinity,
): number[] | null {
  const { model, random, place, regrets: table } = search
  const { K } = model
  const { growth } = table
  const best: Lowest = { values: new Float64Array(depth), tour: -1 }
  const { values } = best
  const evaluate = (a: number, k: number, bound: number) => {
    const at = a * K + k
    growth[at] = isSpare(search, k) ? Infinity : growthIn(search, k, requests[a], bound)
    table.exact[at] = growth[at] === Infinity || place.exact ? 1 : 0
    table.i[at] = place.i
    table.j[at] = place.j
  }
  requests.forEach((r, a) => {
    const from = search.cameFrom[r]
    clear(best)
    fetchRemembered(search, r)
    for (let turn = 0; turn < K; turn++) {
      const k = turn === 0 ? from : turn <= from ? turn - 1 : turn
      evaluate(a, k, values[depth - 1])
      note(best, growth[a * K + k], k)
    }
  })
  const waiting = requests.map((_, a) => a)
  const chance = ONLY_CHANCE * search.bankPrice
  let free = room
  while (waiting.length > 0) {
    let most = -Infinity
    let next = -1
    let tour = -1
    for (const a of waiting) {
      lowest(growth, a * K, K, best)
      for (let k = 0; k < K; k++) {
        const vague = table.exact[a * K + k] === 0 && (k === best.tour || growth[a * K + k] < values[depth - 1])
        if (!vague) continue
        evaluate(a, k, Infinity)
        lowest(growth, a * K, K, best)
        k = -1
      }
      if (best.tour < 0) continue
      const first = values[0]
      let loss = (random.next() - 0.5) * noise - first * 1e-3
      for (let n = 1; n < depth; n++) loss += Math.min(values[n] - first, chance) / (n === 1 ? 1 : 10)
      if (loss <= most) continue
      most = loss
      next = a
      tour = best.tour
    }
    if (next < 0) break
    waiting.splice(waiting.indexOf(next), 1)
    free -= growth[next * K + tour]
    if (free <= 0) return null
    const wasUnused = search.tours[tour].size === 2
    put(search, tour, requests[next], table.i[next * K + tour], table.j[next * K + tour])
    for (const a of waiting) {
      growth[a * K + tour] = Infinity
      lowest(growth, a * K, K, best)
      evaluate(a, tour, values[depth - 1])
      if (wasUnused) for (let k = tour + 1; k < K; k++) evaluate(a, k, values[depth - 1])
    }
  }
  return waiting.map((a) => requests[a])
}

function clear(best: Lowest): void {
  best.values.fill(Infinity)
  best.tour = -1
}

function lowest(growth: Float64Array, from: number, count: number, best: Lowest): void {
  clear(best)
  for (let k = 0; k < count; k++) note(best, growth[from + k], k)
}

function note(best: Lowest, value: number, tour: number): void {
  const { values } = best
  let n = values.length - 1
  if (value >= values[n]) return
  if (value < values[0]) best.tour = tour
  while (n > 0 && values[n - 1] > value) {
    values[n] = values[n - 1]
    n--
  }
  values[n] = value
}
