import type { Place, RideSummary } from '@ambit/contract'

export type Way = { from: Place; to: Place }

const MOST_WAYS = 3

/** The ways that were travelled most, the one travelled last first among equals. */
export const usualWays = (rides: readonly RideSummary[], most = MOST_WAYS): Way[] => {
  const ways = new Map<string, { way: Way; times: number; last: number }>()
  for (const { phase, origin, destination, pickup } of rides) {
    if (phase === 'cancelled' || phase === 'not_served') continue
    const key = JSON.stringify([origin.name, destination.name])
    const before = ways.get(key)
    const last = Math.max(before?.last ?? 0, Date.parse(pickup.lower_bound))
    ways.set(key, { way: { from: origin, to: destination }, times: (before?.times ?? 0) + 1, last })
  }
  return [...ways.values()]
    .toSorted((a, b) => b.times - a.times || b.last - a.last)
    .slice(0, most)
    .map(({ way }) => way)
}
