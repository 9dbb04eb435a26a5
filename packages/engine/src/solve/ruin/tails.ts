import { FREE, type Model } from '../model.ts'
import { begin, type Search, takeBack, touch } from '../search.ts'
import { refresh, type Tour } from '../tour.ts'
import { drawRequest } from './draw.ts'

/** How many related requests are looked at for a second tour. */
const NEIGHBOURS = 25

/**
 * Cuts two neighbouring tours at about the same time and lets each go on with the other's rest; whoever was on board
 * at a cut is taken out (2-opt* of Potvin & Rousseau 1995, for tours that are seldom empty). Strings of ten stops
 * never trade what is left of two long tours; this does. Answers who is out, or null where it does not work.
 */
export function exchangeTails(search: Search): number[] | null {
  const { model, random, tours, tourOf, related } = search
  const r = drawRequest(search)
  const near = related[r]
  const one = tourOf[r]
  const two = tourOf[near[random.below(Math.min(NEIGHBOURS, near.length))]]
  if (one < 0 || two < 0 || one === two) return null
  const [a, b] = [tours[one], tours[two]]
  const node = random.next() < 0.5 ? r : r + model.R
  const first = a.seq.subarray(0, a.size).indexOf(node)
  const second = bestCut(search, a, first, b)
  if (second < 0 || !mayMove(model, a, first, two) || !mayMove(model, b, second, one)) return null
  const [changedA, changedB] = [touch(search, one), touch(search, two)]
  const out = splice(search, changedA, first, changedB, second)
  const fits = refresh(model, changedA, search.scratch) && refresh(model, changedB, search.scratch)
  if (fits) return out
  takeBack(search)
  begin(search)
  return null
}

/** The cut of `b` that joins the tails most cheaply, among those that can be driven in time; -1 when there is none. */
function bestCut({ model, random }: Search, a: Tour, cut: number, b: Tour): number {
  const { N, cost, drive, service } = model
  if (cut < a.open || cut > a.size - 2) return -1
  const from = a.seq[cut]
  const onward = a.seq[cut + 1]
  const leaves = a.begin[cut] + service[from]
  let best = Infinity
  let where = -1
  for (let k = b.open; k < b.size - 1; k++) {
    const last = b.seq[k]
    const next = b.seq[k + 1]
    if (leaves + drive[from * N + next] > b.until[k + 1]) continue
    if (b.begin[k] + service[last] + drive[last * N + onward] > a.until[cut + 1]) break
    const grown = cost[from * N + next] + cost[last * N + onward] - b.price[k + 1]
    const spread = a.price[cut + 1] * (b.used[k] + 1)
    const value = (grown + spread) * (0.7 + 0.6 * random.next())
    if (value >= best) continue
    best = value
    where = k
  }
  return where
}

/** Whether everything after a cut may be served by another vehicle. */
function mayMove(model: Model, tour: Tour, cut: number, vehicle: number): boolean {
  const { R, K, freedom, allowed } = model
  for (let k = cut + 1; k < tour.size - 1; k++) {
    const node = tour.seq[k]
    if (node >= 2 * R) return false
    const r = node < R ? node : node - R
    if (freedom[r] !== FREE || allowed[r * K + vehicle] === 0) return false
  }
  return true
}

/** Swaps what follows the cuts, without the ends, and drops every stop whose other stop is now elsewhere. */
function splice(search: Search, a: Tour, first: number, b: Tour, second: number): number[] {
  const { model, tourOf } = search
  const { R } = model
  const tailOfA = a.seq.slice(first + 1, a.size)
  const tailOfB = b.seq.slice(second + 1, b.size)
  const out: number[] = []
  join(model, a, first, tailOfB, out)
  join(model, b, second, tailOfA, out)
  for (const tour of [a, b]) {
    for (let k = 1; k < tour.size - 1; k++) if (tour.seq[k] < R) tourOf[tour.seq[k]] = tour.vehicle
  }
  for (const r of out) tourOf[r] = -1
  return out
}

function join({ R, freedom }: Model, tour: Tour, cut: number, tail: Int32Array, out: number[]): void {
  const { seq } = tour
  const end = seq[tour.size - 1]
  const all = [...seq.subarray(1, cut + 1), ...tail.subarray(0, tail.length - 1)]
  const here = new Set(all)
  let size = 1
  for (const node of all) {
    const bound = node >= 2 * R || freedom[node < R ? node : node - R] !== FREE
    const whole = bound || here.has(node < R ? node + R : node - R)
    if (whole) seq[size++] = node
    else if (node < R) out.push(node)
  }
  seq[size++] = end
  tour.size = size
}
