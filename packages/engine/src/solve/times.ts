import type { Model } from './model.ts'
import type { Tour } from './tour.ts'

export const EPSILON = 1e-7

/**
 * Least begins of a tour under windows, drives, ride times and duration, as a fixed point; `settle` explains why it
 * is reached. Waiting on board is left out here: an insertion may put a boarding stop where the vehicle had to hurry,
 * so that limit must not be used to refuse insertions. False when there is no schedule.
 *
 * Begins are bounds from below before. Only the stops from `first` to before `settled` are new or have changed; without
 * these, all are looked at.
 */
export function least(model: Model, tour: Tour, first = 1, settled = tour.size): boolean {
  const { R, latest, service, ride } = model
  const { seq, size, begin, at, leg } = tour
  const longest = model.maxDuration[tour.vehicle]
  let rounds = 60 * size + 200
  let unsettled = settled
  for (let k = first; ;) {
    while (k < size) {
      if (--rounds < 0) return false
      const node = seq[k]
      const reached = begin[k - 1] + service[seq[k - 1]] + leg[k]
      if (reached > begin[k]) begin[k] = reached
      else if (k >= unsettled) return true
      if (begin[k] > latest[node] + EPSILON) return false
      let next = k + 1
      if (node >= R && node < 2 * R) {
        const limit = ride[node - R]
        if (limit < Infinity) {
          const p = at[node - R]
          const needed = begin[k] - limit - service[node - R]
          if (needed > begin[p] + EPSILON) {
            if (needed > latest[node - R] + EPSILON) return false
            begin[p] = needed
            if (next > unsettled) unsettled = next
            next = p > 0 ? p : 1
          }
        }
      }
      k = next
    }
    const needed = begin[size - 1] - longest
    if (!(needed > begin[0] + EPSILON)) return true
    if (needed > latest[seq[0]] + EPSILON) return false
    begin[0] = needed
    unsettled = size
    k = 1
  }
}

/**
 * Greatest begins of a tour under the same limits; false when they do not come to rest. Only the stops from after
 * `settled` to `last` are new or have changed.
 */
export function greatest(model: Model, tour: Tour, last = tour.size - 2, settled = -1): boolean {
  const { R, service, ride } = model
  const { seq, size, until, at, leg } = tour
  const longest = model.maxDuration[tour.vehicle]
  let rounds = 60 * size + 200
  let unsettled = settled
  for (let k = last; ;) {
    while (k >= 0) {
      if (--rounds < 0) return false
      const node = seq[k]
      const left = until[k + 1] - service[node] - leg[k + 1]
      if (left < until[k]) until[k] = left
      else if (k <= unsettled) return true
      let next = k - 1
      if (node < R) {
        const d = at[node + R]
        const most = until[k] + service[node] + ride[node]
        // A pickup under way may be without its delivery while that is being moved.
        if (d < size && seq[d] === node + R && most < until[d] - EPSILON) {
          until[d] = most
          if (next < unsettled) unsettled = next
          next = d - 1
        }
      }
      k = next
    }
    const most = until[0] + longest
    if (!(most < until[size - 1] - EPSILON)) return true
    until[size - 1] = most
    unsettled = -1
    k = size - 2
  }
}
