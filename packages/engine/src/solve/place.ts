import type { Model } from './model.ts'
import { scheduledCost } from './scheduled-cost.ts'
import { EPSILON } from './times.ts'
import type { Scratch, Tour } from './tour.ts'

/** Where a request would go: its pickup after position `i`, its delivery after position `j` of a tour. */
export type TourPosition = { i: number; j: number }

/** What the positions of one request in one tour have in common. */
type Trial = {
  model: Model
  tour: Tour
  scratch: Scratch
  /** node of the pickup, which is the request */
  r: number
  /** seats and wheelchair spaces that may be in use where it boards */
  room: number
  bays: number
  /** last position after which the delivery can come in time */
  last: number
}

/**
 * The cheapest feasible place of a request in a tour for less than `bound`: returns the growth in cost and writes
 * `place`, or returns Infinity. Most pairs are excluded by the tour's least and greatest begins without being tried: a
 * stop can only become later than its least begin, and must not pass its greatest.
 */
export function bestPlace(
  model: Model,
  tour: Tour,
  r: number,
  bound: number,
  scratch: Scratch,
  place: TourPosition,
): number {
  const { N, R, driveInto, cost, costInto, earliest, latest, service, bounded } = model
  const { seq, size, begin, used, spaces, price } = tour
  const { capacity } = model.vehicles[tour.vehicle]
  const chairs = model.wheelchairs[r]
  const room = capacity.seats - model.seats[r] - chairs * capacity.seatsPerWheelchair
  const bays = capacity.wheelchairs - chairs
  const d = R + r
  const p0 = r * N
  const d0 = d * N
  const closes = latest[r] + EPSILON
  const directCost = cost[p0 + d]
  const { dropping } = scratch
  const first = firstOpen(tour, earliest[r] + service[r] - EPSILON)
  const last = bounded ? fillDropping(model, tour, d, first + 1, latest[d] + EPSILON, dropping) : size - 2
  const trial: Trial = { model, tour, scratch, r, room, bays, last }
  let best = bound
  for (let i = first; i < size - 1; i++) {
    const b = seq[i + 1]
    if (begin[i] > closes) break
    const a = seq[i]
    const toPickup = costInto[p0 + a] - price[i + 1]
    // Both ends side by side, or with stops between them: most positions fall to the price alone.
    const growth = toPickup + directCost + cost[d0 + b]
    const detour = toPickup + cost[p0 + b]
    const beside = !bounded || growth < best - EPSILON
    const apart = i < last && (!bounded || detour + dropping[i + 1] < best - EPSILON)
    if (!beside && !apart) continue
    if (used[i] > room || spaces[i] > bays) continue
    let picked = begin[i] + service[a] + driveInto[p0 + a]
    if (picked > closes) continue
    if (picked < earliest[r]) picked = earliest[r]
    const boarded = picked + service[r]
    if (beside) best = deliverBeside(trial, i, boarded, growth, best, place)
    if (apart) best = deliverApart(trial, i, boarded, detour, best, place)
  }
  return best < bound ? best : Infinity
}

/** Tries the delivery right after a pickup at `i`; returns the least growth so far. */
function deliverBeside(
  { model, tour, scratch, r }: Trial,
  i: number,
  boarded: number,
  growth: number,
  best: number,
  place: TourPosition,
): number {
  const { N, R, drive, earliest, latest, service } = model
  const d = R + r
  let delivered = boarded + drive[r * N + d]
  if (delivered < earliest[d]) delivered = earliest[d]
  if (delivered > latest[d] + EPSILON) return best
  if (delivered + service[d] + drive[d * N + tour.seq[i + 1]] > tour.until[i + 1] + EPSILON) return best
  const grown = exactGrowth(model, tour, r, i, i, growth, scratch)
  if (!(grown < best - EPSILON)) return best
  place.i = place.j = i
  return grown
}

/** Tries the deliveries with stops between them and a pickup at `i`; returns the least growth so far. */
function deliverApart(
  { model, tour, scratch, r, room, bays, last }: Trial,
  i: number,
  boarded: number,
  detour: number,
  bound: number,
  place: TourPosition,
): number {
  const { N, R, drive, driveInto, cost, costInto, earliest, latest, service, rest, bounded } = model
  const { seq, begin, until, used, spaces, leg, price } = tour
  const { dropping } = scratch
  const d = R + r
  const d0 = d * N
  const closes = latest[d] + EPSILON
  const longest = model.ride[r] + EPSILON
  const onward = drive[r * N + seq[i + 1]]
  let best = bound
  let time = boarded + onward
  if (time > until[i + 1] + EPSILON) return best
  if (time < begin[i + 1]) time = begin[i + 1]
  // The pickup can be put off until here when the delivery has to wait for its window.
  const putOff = Math.min(latest[r], until[i + 1] - onward - service[r]) + service[r]
  let driven = onward
  for (let j = i + 1; j <= last; j++) {
    if (bounded && detour + dropping[j] >= best - EPSILON) break
    const v = seq[j]
    if (used[j] > room || spaces[j] > bays || rest[v] === 1) break
    driven += service[v]
    if (driven > longest) break
    const w = seq[j + 1]
    const around = detour + costInto[d0 + v] + cost[d0 + w] - price[j + 1]
    if ((!bounded || around < best - EPSILON) && driven + driveInto[d0 + v] <= longest) {
      let delivered = time + service[v] + driveInto[d0 + v]
      if (delivered < earliest[d]) delivered = earliest[d]
      if (delivered > closes) {
        if (time > closes) break
      } else if (delivered - putOff <= longest && delivered + service[d] + drive[d0 + w] <= until[j + 1] + EPSILON) {
        const grown = exactGrowth(model, tour, r, i, j, around, scratch)
        if (grown < best - EPSILON) {
          best = grown
          place.i = i
          place.j = j
        }
      }
    }
    time += service[v] + leg[j + 1]
    driven += leg[j + 1]
    if (time < begin[j + 1]) time = begin[j + 1]
    if (time > until[j + 1] + EPSILON || time > closes) break
  }
  return best
}

/** Growth of a tour's cost with the request at (i, j); `growth` where schedules cost nothing. Infinity: no schedule. */
function exactGrowth(
  model: Model,
  tour: Tour,
  r: number,
  i: number,
  j: number,
  growth: number,
  scratch: Scratch,
): number {
  if (model.timed) return timedGrowth(model, tour, r, i, j, scratch)
  return fitsExactly(model, tour, r, i, j, scratch) ? growth : Infinity
}

/**
 * What a delivery's detour costs at least from each position on, as far as it can be in time at all; returns the last
 * position where it can.
 */
function fillDropping(
  { N, cost, costInto, earliest, service }: Model,
  { seq, size, begin, until, price }: Tour,
  d: number,
  from: number,
  closes: number,
  dropping: Float64Array,
): number {
  const d0 = d * N
  const opens = earliest[d] + service[d] - EPSILON
  let last = from - 1
  while (last < size - 2 && begin[last + 1] <= closes) last++
  let least = Infinity
  for (let j = last; j >= from; j--) {
    if (until[j + 1] >= opens) {
      const detour = costInto[d0 + seq[j]] + cost[d0 + seq[j + 1]] - price[j + 1]
      if (detour < least) least = detour
    }
    dropping[j] = least
  }
  return last
}

/** The first position after which a stop may still be served once `opens` has come; greatest begins never fall. */
function firstOpen({ open, size, until }: Tour, opens: number): number {
  let low = open
  let high = size - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (until[middle + 1] < opens) low = middle + 1
    else high = middle
  }
  return low
}

/** Growth of a tour's cost when its schedule counts; Infinity when there is none. */
function timedGrowth(model: Model, tour: Tour, r: number, i: number, j: number, scratch: Scratch): number {
  const { seq, size } = tour
  const into = scratch.seq
  let w = 0
  for (let k = 0; k <= i; k++) into[w++] = seq[k]
  into[w++] = r
  for (let k = i + 1; k <= j; k++) into[w++] = seq[k]
  into[w++] = model.R + r
  for (let k = j + 1; k < size; k++) into[w++] = seq[k]
  return scheduledCost(model, into, w, scratch, tour.vehicle) - tour.cost
}

/**
 * Whether the tour with the request at (i, j) has a schedule, exactly. It starts from the tour's least begins, which
 * stay lower bounds, copies no more of the tour than it changes, and stops as soon as nothing further along can have
 * changed.
 */
function fitsExactly(model: Model, tour: Tour, r: number, i: number, j: number, scratch: Scratch): boolean {
  const { R, N, drive, earliest, latest, service, ride } = model
  const { seq, begin, at, leg } = tour
  const { seq: S, begin: B, leg: L } = scratch
  const size = tour.size + 2
  const longest = model.maxDuration[tour.vehicle]
  S[i] = seq[i]
  B[i] = begin[i]
  L[i] = leg[i]
  // Positions from `from` to `to` are copied; before the pickup they are the same in the tour.
  let from = i
  let to = i
  let unsettled = j + 3
  let rounds = 20 * size + 50
  for (let k = i + 1; ;) {
    for (; k < size; k++) {
      if (--rounds < 0) return false
      if (k > to) {
        to = k
        if (k === i + 1 || k === j + 2) {
          S[k] = k === i + 1 ? r : R + r
          B[k] = earliest[S[k]]
          L[k] = drive[S[k - 1] * N + S[k]]
        } else {
          const before = k <= j + 1 ? k - 1 : k - 2
          S[k] = seq[before]
          B[k] = begin[before]
          L[k] = k === i + 2 || k === j + 3 ? drive[S[k - 1] * N + S[k]] : leg[before]
        }
      }
      const v = S[k]
      const reached = B[k - 1] + service[S[k - 1]] + L[k]
      if (reached > B[k] + EPSILON) {
        B[k] = reached
        if (reached > latest[v] + EPSILON) return false
      } else if (k >= unsettled) return true
      if (v < R || v >= 2 * R) continue
      const limit = ride[v - R]
      if (limit === Infinity) continue
      let p = i + 1
      if (v !== R + r) {
        p = at[v - R]
        p += p > j ? 2 : p > i ? 1 : 0
      }
      const needed = B[k] - limit - service[v - R]
      if (!(needed > (p < from ? begin[p] : B[p]) + EPSILON)) continue
      if (needed > latest[v - R] + EPSILON) return false
      for (; from > p; from--) {
        S[from - 1] = seq[from - 1]
        B[from - 1] = begin[from - 1]
        L[from - 1] = leg[from - 1]
      }
      B[p] = needed
      if (k + 1 > unsettled) unsettled = k + 1
      k = p
    }
    const needed = B[size - 1] - longest
    if (!(needed > (from > 0 ? begin[0] : B[0]) + EPSILON)) return true
    if (needed > latest[seq[0]] + EPSILON) return false
    for (; from > 0; from--) {
      S[from - 1] = seq[from - 1]
      B[from - 1] = begin[from - 1]
      L[from - 1] = leg[from - 1]
    }
    B[0] = needed
    k = 1
    unsettled = size
  }
}

/** The cheapest place of a delivery whose pickup stands in the tour already, or is history. */
export function bestDelivery(model: Model, tour: Tour, r: number, scratch: Scratch, place: TourPosition): number {
  const { R } = model
  const { seq, size } = tour
  const into = scratch.seq
  let from = tour.open
  for (let k = 0; k < size; k++) if (seq[k] === r && k > from) from = k
  let found = Infinity
  for (let j = from; j < size - 1; j++) {
    if (j > from && model.rest[seq[j]] === 1) break
    let w = 0
    for (let k = 0; k <= j; k++) into[w++] = seq[k]
    into[w++] = R + r
    for (let k = j + 1; k < size; k++) into[w++] = seq[k]
    const priced = scheduledCost(model, into, w, scratch, tour.vehicle)
    if (!(priced - tour.cost < found)) continue
    found = priced - tour.cost
    place.i = -1
    place.j = j
  }
  return found
}
