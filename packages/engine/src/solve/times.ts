import type { Model } from './model.ts'
import type { Tour } from './tour.ts'

export const EPSILON = 1e-7

/**
 * Least begins of a tour under windows, drives, ride times and duration, as a fixed point; `settle` explains why it
 * is reached. Waiting on board is left out here: an insertion may put a boarding stop where the vehicle had to hurry,
 * so that limit must not be used to refuse insertions. False when there is no schedule.
 */
export function least(model: Model, tour: Tour, grown: boolean): boolean {
  const { R, N, drive, earliest, latest, service, ride } = model
  const { seq, size, begin, at } = tour
  const longest = model.maxDuration[tour.vehicle]
  for (let k = 0; k < size; k++) {
    at[seq[k]] = k
    if (!grown) begin[k] = earliest[seq[k]]
  }
  let rounds = 60 * size + 200
  for (let k = 1; ;) {
    while (k < size) {
      if (--rounds < 0) return false
      const before = seq[k - 1]
      const node = seq[k]
      const reached = begin[k - 1] + service[before] + drive[before * N + node]
      if (reached > begin[k]) begin[k] = reached
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
    k = 1
  }
}

/** Greatest begins of a tour under the same limits; false when they do not come to rest. */
export function greatest(model: Model, tour: Tour, grown: boolean): boolean {
  const { R, N, drive, latest, service, ride } = model
  const { seq, size, until, at } = tour
  const longest = model.maxDuration[tour.vehicle]
  if (!grown) for (let k = 0; k < size; k++) until[k] = latest[seq[k]]
  let rounds = 60 * size + 200
  for (let k = size - 2; ;) {
    while (k >= 0) {
      if (--rounds < 0) return false
      const node = seq[k]
      const after = seq[k + 1]
      const left = until[k + 1] - service[node] - drive[node * N + after]
      if (left < until[k]) until[k] = left
      let next = k - 1
      if (node < R) {
        const d = at[node + R]
        const most = until[k] + service[node] + ride[node]
        // A pickup under way may be without its delivery while that is being moved.
        if (d < size && seq[d] === node + R && most < until[d] - EPSILON) {
          until[d] = most
          next = d - 1
        }
      }
      k = next
    }
    const most = until[0] + longest
    if (!(most < until[size - 1] - EPSILON)) return true
    until[size - 1] = most
    k = size - 2
  }
}
