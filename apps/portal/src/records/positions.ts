import type { Position, Trip } from '@ambit/contract'
import { SIGNAL_LOST_AFTER_S } from '@ambit/domain'

type Listener = (tripIds: ReadonlySet<number>) => void

/** The newest position of each trip's vehicle. Several hundred come a second, so they are kept beside React's state. */
const newest = new Map<number, Position>()
const listeners = new Set<Listener>()
let moved = new Set<number>()

const isNewer = (position: Position, before: Position): boolean =>
  Date.parse(position.recorded_at) > Date.parse(before.recorded_at)

/** about a frame: what comes within it is announced together */
const FRAME_MS = 16

const tell = (): void => {
  const ids = moved
  moved = new Set()
  for (const listener of listeners) listener(ids)
}

export const positions = {
  /** False: it is no newer than what is known, and moves nothing. */
  take: (tripId: number, position: Position): boolean => {
    const before = newest.get(tripId)
    if (before !== undefined && !isNewer(position, before)) return false
    newest.set(tripId, position)
    if (moved.size === 0) setTimeout(tell, FRAME_MS)
    moved.add(tripId)
    return true
  },
  /** what has come by the live stream; null: nothing */
  at: (tripId: number): Position | null => newest.get(tripId) ?? null,
  /** What has come by the live stream, or the server's answer where that is newer. */
  of: ({ id, latest_trip_monitor }: Pick<Trip, 'id' | 'latest_trip_monitor'>): Position | null => {
    const pushed = newest.get(id)
    if (pushed === undefined) return latest_trip_monitor
    return latest_trip_monitor !== null && isNewer(latest_trip_monitor, pushed) ? latest_trip_monitor : pushed
  },
  /** Calls back with the trips whose vehicles have moved, once a frame at most. Returns the way to stop. */
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

type Heard = Pick<Trip, 'id' | 'current_state' | 'latest_trip_monitor' | 'no_signal_since'>

/** Says since when a vehicle on the road is silent, as the server would: nothing announces that it stopped reporting. */
export const withSilence = <T extends Heard>(trip: T, now: Date): T => {
  const last = positions.of(trip)
  if (trip.no_signal_since !== null || last === null) return trip
  if (trip.current_state !== 'live' && trip.current_state !== 'in_transit') return trip
  const silent_s = (now.getTime() - Date.parse(last.recorded_at)) / 1000
  return silent_s > SIGNAL_LOST_AFTER_S ? { ...trip, no_signal_since: last.recorded_at } : trip
}

/** Whole minutes since the vehicle was last heard of, at least 1; null while its positions arrive. */
export const silentMinutes = (since: string | null, now: Date): number | null =>
  since === null ? null : Math.max(1, Math.floor((now.getTime() - Date.parse(since)) / 60_000))

/** Lost for so long, the icon is red. */
export const LONG_SILENCE_MINUTES = 5
