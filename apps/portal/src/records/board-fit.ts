import type { Probe } from '@ambit/contract'

const rank = { fits: 0, others_later: 1, breaks_promise: 2, impossible: 3 } as const

/** Vehicles by how well they fit: within every promise first, then by how soon they pick up. */
export const byFit = (probes: readonly Probe[]): Probe[] =>
  probes.toSorted(
    (a, b) =>
      rank[a.fit] - rank[b.fit] ||
      Date.parse(a.places[0]?.pickup_at ?? '9999-01-01') - Date.parse(b.places[0]?.pickup_at ?? '9999-01-01'),
  )
