import type { LngLat } from '@ambit/geo'
import type { Streets } from '@ambit/streets'

/** The point that most of these ways lead through: a closure there turns more of them round than anywhere else. */
export const busiest = (streets: Streets, ways: readonly (readonly [LngLat, LngLat])[]): LngLat => {
  const uses = new Map<string, { point: LngLat; count: number }>()
  for (const [from, to] of ways)
    for (const point of streets.route('car', from, to)?.geometry ?? []) {
      const key = String(point)
      uses.set(key, { point, count: (uses.get(key)?.count ?? 0) + 1 })
    }
  return [...uses.values()].reduce((most, one) => (one.count > most.count ? one : most)).point
}
