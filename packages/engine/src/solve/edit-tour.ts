import { DELIVERY_ONLY, type Model } from './model.ts'
import { greatest, least } from './times.ts'
import { fillCost, fillHash, fillLoads, fillTimes, refresh, type Scratch, type Tour } from './tour.ts'

/**
 * Makes `to` the tour `from` without the requests that no tour has any more; of those whose pickup is under way only
 * the delivery leaves. Both may be the same tour. Without a schedule it costs Infinity.
 */
export function takeOut(model: Model, from: Tour, to: Tour, tourOf: Int32Array, scratch: Scratch): void {
  const { R, N, drive, cost, freedom, seats, wheelchairs, vehicles } = model
  const { seatsPerWheelchair } = vehicles[from.vehicle].capacity
  const { seq, leg, price, used, spaces } = to
  const { size } = from
  let inUse = 0
  let chairs = 0
  let w = 0
  let halves = from.overfull
  for (let k = 0, gap = false; k < size; k++) {
    const node = from.seq[k]
    if (node < 2 * R) {
      const r = node < R ? node : node - R
      if (tourOf[r] < 0) {
        if (freedom[r] === DELIVERY_ONLY) halves = true
        if (node >= R || freedom[r] !== DELIVERY_ONLY) {
          const sign = node < R ? 1 : -1
          inUse += sign * (seats[r] + wheelchairs[r] * seatsPerWheelchair)
          chairs += sign * wheelchairs[r]
          gap = true
          continue
        }
      }
    }
    seq[w] = node
    leg[w] = gap ? drive[seq[w - 1] * N + node] : from.leg[k]
    price[w] = gap ? cost[seq[w - 1] * N + node] : from.price[k]
    used[w] = from.used[k] - inUse
    spaces[w] = from.spaces[k] - chairs
    gap = false
    w++
  }
  to.size = w
  to.overfull = false
  fillHash(model, to)
  if (halves) fillLoads(model, to)
  // Where a detour is shorter than the direct drive, the others may have needed the stop that left.
  if (!fillTimes(model, to) || !fillCost(model, to, scratch)) to.cost = Infinity
}

/**
 * Puts a request into a tour, its pickup after position `i` and its delivery after position `j`; with `i` below 0 the
 * delivery alone. False when the tour then has no schedule.
 */
export function putIn(model: Model, tour: Tour, r: number, i: number, j: number, scratch: Scratch): boolean {
  if (i < 0) {
    makeRoom(tour, j + 1, 1)
    tour.seq[j + 1] = model.R + r
    return refresh(model, tour, scratch)
  }
  insertPair(model, tour, r, i, j)
  fillHash(model, tour)
  if (least(model, tour, i + 1, j + 3) && greatest(model, tour, j + 2, i) && fillCost(model, tour, scratch)) return true
  // Where a detour is shorter than the direct drive, an insertion may make later stops earlier.
  return refresh(model, tour, scratch)
}

/** The stops of a request with their windows as bounds of their times; those of all others stay as they were. */
function insertPair(model: Model, tour: Tour, r: number, i: number, j: number): void {
  const { R, earliest, latest, seats, wheelchairs, vehicles } = model
  const { seq, begin, until, used, spaces, at } = tour
  const chairs = wheelchairs[r]
  const load = seats[r] + chairs * vehicles[tour.vehicle].capacity.seatsPerWheelchair
  makeRoom(tour, j + 1, 2)
  shift(tour, i + 1, j, 1)
  for (let k = i + 2; k <= j + 1; k++) {
    used[k] += load
    spaces[k] += chairs
  }
  const p = i + 1
  const d = j + 2
  seq[p] = r
  seq[d] = R + r
  at[r] = p
  at[R + r] = d
  begin[p] = earliest[r]
  until[p] = latest[r]
  begin[d] = earliest[R + r]
  until[d] = latest[R + r]
  used[p] = used[i] + load
  spaces[p] = spaces[i] + chairs
  used[d] = used[d - 1] - load
  spaces[d] = spaces[d - 1] - chairs
  for (let k = p; k <= d + 1; k++) {
    if (k > p + 1 && k < d) continue
    measure(model, tour, k)
  }
}

/** Moves all stops from a position on back by some places. */
function makeRoom(tour: Tour, from: number, by: number): void {
  shift(tour, from, tour.size - 1, by)
  tour.size += by
}

function shift({ seq, begin, until, used, spaces, leg, price, at }: Tour, from: number, to: number, by: number): void {
  for (let k = to; k >= from; k--) {
    const node = seq[k]
    seq[k + by] = node
    at[node] = k + by
    begin[k + by] = begin[k]
    until[k + by] = until[k]
    used[k + by] = used[k]
    spaces[k + by] = spaces[k]
    leg[k + by] = leg[k]
    price[k + by] = price[k]
  }
}

function measure({ N, drive, cost }: Model, { seq, leg, price }: Tour, k: number): void {
  leg[k] = drive[seq[k - 1] * N + seq[k]]
  price[k] = cost[seq[k - 1] * N + seq[k]]
}
