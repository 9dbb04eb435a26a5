import type { AnyId } from '@ambit/contract'

/** What the rules need of an area. */
export type Ruled = { id: AnyId; travel_rule: { connected_location_ids: AnyId[] } | null }

/** May one travel from the one area to the other? The rule is that of the area where the journey begins. */
export const isAllowed = (from: Ruled, to: AnyId): boolean =>
  from.travel_rule === null || from.travel_rule.connected_location_ids.includes(to)

const ruleTo = (all: readonly Ruled[], allowed: (id: AnyId) => boolean): Ruled['travel_rule'] => {
  const ids = all.map(({ id }) => id).filter(allowed)
  // Every area there is means everywhere in the zone, so that an area which is added later is not left out unseen.
  return ids.length === all.length ? null : { connected_location_ids: ids }
}

/** One pair allowed or not, the others as they are. */
export const withPair = <A extends Ruled>(all: readonly A[], from: A, to: AnyId, allowed: boolean): A => ({
  ...from,
  travel_rule: ruleTo(all, (id) => (id === to ? allowed : isAllowed(from, id))),
})

/** Everywhere in the zone, or only within itself. */
export const withEverywhere = <A extends Ruled>(from: A, everywhere: boolean): A => ({
  ...from,
  travel_rule: everywhere ? null : { connected_location_ids: [from.id] },
})

/** Those whose rules change when an area comes to be others (it was split), another one (merged) or none (removed). */
export const rulesAfter = <A extends Ruled>(areas: readonly A[], gone: AnyId, instead: readonly AnyId[]): A[] =>
  areas.flatMap((area) => {
    const ids = area.travel_rule?.connected_location_ids
    if (ids === undefined || !ids.includes(gone)) return []
    const next = new Set(ids.flatMap((id) => (id === gone ? instead : [id])))
    return [{ ...area, travel_rule: { connected_location_ids: [...next] } }]
  })

export type Pair<A extends Ruled> = { from: A; to: A; both: boolean }

/** Each allowed way between two areas once, with whether the way back is allowed too. */
export const allowedPairs = <A extends Ruled>(areas: readonly A[]): Pair<A>[] =>
  areas.flatMap((from, at) =>
    areas.flatMap((to, other): Pair<A>[] => {
      if (from.id === to.id || !isAllowed(from, to.id)) return []
      const both = isAllowed(to, from.id)
      return both && other < at ? [] : [{ from, to, both }]
    }),
  )
