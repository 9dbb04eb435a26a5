import type { VehicleNeed } from '@ambit/contract'
import type { Ban, PlanBooking, PlanTrip, Seconds } from './types.ts'

// What people hold planning to: bookings that stay with their vehicle, vehicles that are left alone, and trips that a
// booking does not go back to. All end by themselves at their time.

/** As stored: until when, null for as long as it stands. */
export type StandsUntil = readonly [until: Seconds | null]

export const untilOf = (stands: StandsUntil | null): Seconds | null => stands && (stands[0] ?? Infinity)

export const isPaused = ({ paused_until }: Pick<PlanTrip, 'paused_until'>, now: Seconds): boolean =>
  paused_until !== null && paused_until > now

export const isPinned = ({ pinned_until }: Pick<PlanBooking, 'pinned_until'>, now: Seconds): boolean =>
  pinned_until !== null && pinned_until > now

/** Whether planning by itself may put a booking on the trip; people may put it on one that is paused as well. */
export const takesNewcomers = (trip: Pick<PlanTrip, 'available' | 'paused_until'>, now: Seconds): boolean =>
  trip.available && !isPaused(trip, now)

/** The trips that a booking may go on; undefined: any. */
export const tripsOpenTo = (
  { bans = [], needs }: { bans?: readonly Ban[]; needs: readonly VehicleNeed[] },
  trips: readonly PlanTrip[],
  now: Seconds,
): number[] | undefined => {
  const closed = new Set(bans.flatMap(({ trip_id, until }) => (until > now ? [trip_id] : [])))
  if (closed.size === 0 && needs.length === 0) return undefined
  return trips.flatMap((trip) => (closed.has(trip.id) || !takesAll(trip, needs) ? [] : [trip.id]))
}

/** Whether the vehicle says that it takes what not every one does. */
export const takesAll = ({ takes }: Pick<PlanTrip, 'takes'>, needs: readonly VehicleNeed[]): boolean =>
  needs.every((need) => takes.includes(need))
