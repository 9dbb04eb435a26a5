import type { Model } from './model.ts'
import type { Scratch } from './tour.ts'
import { EPSILON } from './times.ts'

/**
 * What a sequence of stops costs when its schedule counts, or Infinity when it has none: the least schedule under all
 * limits, pickups then moved as late as they can be (see `settle` and `ease`, which do the same for single routes),
 * and the objective added up.
 */
export function scheduledCost(model: Model, seq: Int32Array, size: number, scratch: Scratch, vehicle: number): number {
  const { begin } = scratch
  if (!settleSequence(model, seq, size, scratch, model.maxDuration[vehicle])) return Infinity
  easeSequence(model, seq, size, begin)
  return priceSequence(model, seq, size, scratch)
}

function settleSequence(model: Model, seq: Int32Array, size: number, scratch: Scratch, longest: number): boolean {
  const { R, N, drive, earliest, latest, service, ride, prompt, mayWait } = model
  const { begin, at } = scratch
  for (let k = 0; k < size; k++) {
    at[seq[k]] = k
    begin[k] = earliest[seq[k]]
  }
  let rounds = 60 * size + 200
  for (let k = 1; ;) {
    while (k < size) {
      if (--rounds < 0) return false
      const before = seq[k - 1]
      const node = seq[k]
      const leg = service[before] + drive[before * N + node]
      const reached = begin[k - 1] + leg
      if (reached > begin[k]) begin[k] = reached
      if (begin[k] > latest[node] + EPSILON) return false
      let back = k
      if (node >= R && node < 2 * R) {
        if (prompt && begin[k] > reached + EPSILON && mayWait[node] === 0) {
          begin[k - 1] = begin[k] - leg
          if (begin[k - 1] > latest[before] + EPSILON) return false
          back = k - 1
        }
        const limit = ride[node - R]
        if (limit < Infinity) {
          const p = at[node - R]
          const needed = begin[k] - limit - service[node - R]
          if (needed > begin[p] + EPSILON) {
            if (needed > latest[node - R] + EPSILON) return false
            begin[p] = needed
            if (p < back) back = p
          }
        }
      }
      k = back < k ? (back > 0 ? back : 1) : k + 1
    }
    const needed = begin[size - 1] - longest
    if (!(needed > begin[0] + EPSILON)) return true
    if (needed > latest[seq[0]] + EPSILON) return false
    begin[0] = needed
    k = 1
  }
}

function easeSequence(model: Model, seq: Int32Array, size: number, begin: Float64Array): void {
  const { R, N, drive, latest, service } = model
  for (let k = size - 2; k >= 0; k--) {
    const node = seq[k]
    if (node >= R && k > 0) continue
    const left = begin[k + 1] - service[node] - drive[node * N + seq[k + 1]]
    const moved = left < latest[node] ? left : latest[node]
    if (moved > begin[k]) begin[k] = moved
  }
}

function priceSequence(model: Model, seq: Int32Array, size: number, scratch: Scratch): number {
  const { R, N, cost, opens, due, service, since, problem } = model
  const { begin, at } = scratch
  const { objective } = problem
  let driving = 0
  let riding = 0
  let waiting = 0
  let late = 0
  for (let k = 1; k < size; k++) {
    const node = seq[k]
    driving += cost[seq[k - 1] * N + node]
    if (begin[k] > due[node]) late += begin[k] - due[node]
    if (node < R) waiting += begin[k] - opens[node]
    else if (node < 2 * R) {
      const r = node - R
      const boarded = since[r] === since[r] ? since[r] : begin[at[r]] + service[r]
      riding += begin[k] - boarded
    }
  }
  const out = begin[size - 1] - begin[0]
  return (
    driving +
    objective.vehicleTime * out +
    objective.rideTime * riding +
    objective.waitTime * waiting +
    objective.lateness * late
  )
}
