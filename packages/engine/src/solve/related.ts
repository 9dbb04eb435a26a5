import type { Model } from './model.ts'

/**
 * For each request all requests, those first that could share a vehicle best: near at both ends, or one's end near
 * the other's beginning, at about the same time (after Shaw 1998, and Ropke & Pisinger 2006).
 */
export function relateRequests(model: Model): Int32Array[] {
  const { R, N, drive, earliest, latest } = model
  const middle = (node: number) => (earliest[node] + latest[node]) / 2
  let mean = 0
  for (let r = 0; r < R; r++) mean += drive[r * N + R + r] / R
  return Array.from({ length: R }, (_, p) => {
    const distance = new Float64Array(R)
    for (let q = 0; q < R; q++) {
      const beside = drive[p * N + q] + drive[(R + p) * N + R + q]
      const inTurn = Math.min(drive[(R + p) * N + q], drive[(R + q) * N + p]) + mean
      distance[q] = Math.min(beside, inTurn) + 0.1 * Math.abs(middle(p) - middle(q))
    }
    return Int32Array.from(Array.from({ length: R }, (_unused, q) => q).sort((a, b) => distance[a] - distance[b]))
  })
}
