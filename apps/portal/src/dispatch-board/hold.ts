import type { BoardBooking, DispatchProbes, Probe, ProbePlace } from '@ambit/contract'

/** A booking that is being moved: over which vehicle, and at which of its places. */
export type Hold = {
  booking: BoardBooking
  /** null: over no vehicle, or over what is not one */
  trip: number | null
  /** index in `placesOf` of that vehicle */
  place: number
}

/** The places of one vehicle in the order of their times. */
export const placesOf = (probe: Probe | undefined): readonly ProbePlace[] =>
  (probe?.places ?? []).toSorted(
    (a, b) => Date.parse(a.pickup_at) - Date.parse(b.pickup_at) || Date.parse(a.dropoff_at) - Date.parse(b.dropoff_at),
  )

export const probeOf = (probes: DispatchProbes | undefined, trip: number | null): Probe | undefined =>
  probes?.trips.find(({ trip_id }) => trip_id === trip)

/** Where the engine would put it: the place that is best, among those in the order of their times. */
export const bestPlace = (probe: Probe | undefined): number => {
  const [best] = probe?.places ?? []
  return best === undefined ? 0 : placesOf(probe).indexOf(best)
}

/** The place whose pick-up lies nearest to a time in milliseconds. */
export const placeNear = (probe: Probe | undefined, time: number): number => {
  const away = placesOf(probe).map(({ pickup_at }) => Math.abs(Date.parse(pickup_at) - time))
  return Math.max(0, away.indexOf(Math.min(...away)))
}

/** The vehicle so many rows further down, as the board shows them; the ends are ends. */
export const tripAfter = (trips: readonly number[], trip: number | null, steps: number): number | null => {
  const at = trip === null ? (steps > 0 ? -1 : trips.length) : trips.indexOf(trip)
  return trips[Math.min(trips.length - 1, Math.max(0, at + steps))] ?? null
}
