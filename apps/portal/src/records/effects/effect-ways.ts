import type { Effect, EffectTrip } from '@ambit/contract'
import { inLanes, shareAt, type TimeScale } from './lanes.ts'

type Way = EffectTrip['before']

/** So much is shown before and after what changes. ms */
const AROUND_MS = 20 * 60_000

/**
 * The time in which something changes: the rides of the bookings that the effect lists, as they are and as they would be;
 * without any, all stops of the trips. Null without either.
 */
export const scaleOfEffect = ({ bookings, trips }: Pick<Effect, 'bookings' | 'trips'>): TimeScale | null => {
  const rides = bookings.flatMap(({ before, after }) => [before, after].filter((ride) => ride !== null))
  const changed = rides.flatMap(({ pickup_at, dropoff_at }) => [pickup_at ?? dropoff_at, dropoff_at])
  const stops = trips
    .flatMap(({ before, after }) => [...(before?.stops ?? []), ...(after?.stops ?? [])])
    .flatMap(({ at, departure }) => [at, departure])
  const times = (changed.length > 0 ? changed : stops).map((time) => Date.parse(time))
  if (times.length === 0 || stops.length === 0) return null
  return { from: Math.min(...times) - AROUND_MS, until: Math.max(...times) + AROUND_MS }
}

export type RideBar = { id: number; name: string; start: number; end: number }

/** Room that a short ride takes at least. Share of the width */
const SHORTEST = 0.04

/** The rides of one way that are in sight, in lanes, from pick-up to drop-off; those on board begin at the left edge. */
export const ridesOn = (way: Way, scale: TimeScale, names: ReadonlyMap<number, string>) => {
  const starts = new Map<number, number>()
  const bars: RideBar[] = []
  for (const stop of way?.stops ?? []) {
    for (const id of stop.alightings) {
      const start = starts.get(id) ?? 0
      const end = Math.max(shareAt(scale, stop.at), start + SHORTEST)
      bars.push({ id, name: names.get(id) ?? '', start, end })
    }
    for (const id of stop.boardings) starts.set(id, shareAt(scale, stop.at))
  }
  const seen = bars.filter(({ start, end }) => end > 0 && start < 1)
  return inLanes(seen.toSorted((a, b) => a.start - b.start || a.id - b.id))
}

/** Names of passengers whom the effect lists, by their booking. */
export const namesIn = ({ bookings }: Pick<Effect, 'bookings'>): ReadonlyMap<number, string> =>
  new Map(bookings.map((booking) => [booking.service_request_id, booking.traveler_name]))
