import { FREE, type Model } from '../model.ts'
import { begin, type Search, setAside, takeBack } from '../search.ts'
import { refresh, type Tour } from '../tour.ts'
import { drawRequest } from './draw.ts'

/** How many related requests are looked at for a second tour. */
const NEIGHBOURS = 25

/**
 * Cuts two neighbouring tours at about the same time and lets each continue with the other's rest; requests on board
 * at a cut are taken out (2-opt* of Potvin & Rousseau 1995, for tours that are seldom empty). Strings of ten stops
 * never trade what is left of two long tours; this does. Returns those taken out, or null where it does not work.
 */
export function exchangeTails(search: Search): number[] | null {
  const { model, random, tours, tourOf, related } = search
  const r = drawRequest(search)
  const near = related[r]
  const one = tourOf[r]
  const two = tourOf[near[random.below(Math.min(NEIGHBOURS, near.length))]]
  if (one < 0 || two < 0 || one === two) return null
  const [a, b] = [tours[one], tours[two]]
  const first = positionIn(a, random.next() < 0.5 ? r : r + model.R)
  const second = bestCut(search, a, first, b)
  if (second < 0 || !mayMove(model, a, first, two) || !mayMove(model, b, second, one)) return null
  setAside(search, one)
  setAside(search, two)
  const out: number[] = []
  join(search, a, first, b, second, out)
  join(search, b, second, a, first, out)
  if (refresh(model, tours[one], search.scratch) && refresh(model, tours[two], search.scratch)) return out
  takeBack(search)
  begin(search)
  return null
}

/** Where a tour makes a stop; -1 when it does not, as for the pickup of a passenger on board. */
const positionIn = ({ seq, size, at }: Tour, node: number): number =>
  at[node] < size && seq[at[node]] === node ? at[node] : -1

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

/**
 * Makes a vehicle's tour of its own stops up to a cut, another's from the other cut on, and its own end. A request with
 * only one of its two stops there is left out of it; those whose pickup is, are noted.
 */
function join(search: Search, head: Tour, cut: number, rest: Tour, from: number, out: number[]): void {
  const { model, tours, tourOf, cameFrom, scratch } = search
  const { R, freedom } = model
  const { seq: all, at } = scratch
  const tour = tours[head.vehicle]
  let count = 1
  for (let k = 1; k <= cut; k++) all[count++] = head.seq[k]
  for (let k = from + 1; k < rest.size - 1; k++) all[count++] = rest.seq[k]
  for (let k = 1; k < count; k++) at[all[k]] = k
  const isHere = (node: number): boolean => at[node] >= 1 && at[node] < count && all[at[node]] === node
  let size = 1
  for (let k = 1; k < count; k++) {
    const node = all[k]
    const r = node < R ? node : node - R
    const whole = node >= 2 * R || freedom[r] !== FREE || isHere(node < R ? node + R : r)
    if (whole) {
      tour.seq[size++] = node
      if (node < R) tourOf[r] = head.vehicle
    } else if (node < R) {
      out.push(r)
      cameFrom[r] = head.vehicle
      tourOf[r] = -1
    }
  }
  tour.seq[size++] = head.seq[head.size - 1]
  tour.size = size
}
