import type { Reason } from '@ambit/contract'
import type { PlanBooking, PlanTrip, ZonePlan } from './types.ts'

// Members of a group that travels together ride in one vehicle: whatever moves one of them moves all, or none.

type Member = { id: number; together?: number | null }

const othersOf = (bookings: readonly PlanBooking[], { id, together }: Member): PlanBooking[] =>
  together == null ? [] : bookings.filter((one) => one.together === together && one.id !== id)

/** The trips of the others of its group: where it may go; none: anywhere. */
export const homesOf = (bookings: readonly PlanBooking[], member: Member): number[] => [
  ...new Set(othersOf(bookings, member).flatMap(({ trip_id }) => trip_id ?? [])),
]

/** These bookings, and whoever travels together with one of them and waits for the same vehicle. */
export const withMates = ({ bookings }: Pick<ZonePlan, 'bookings'>, some: readonly PlanBooking[]): PlanBooking[] => {
  const known = new Set(some.map(({ id }) => id))
  const mates = some.flatMap((booking) =>
    booking.trip_id === null
      ? []
      : othersOf(bookings, booking).filter(
          (one) => one.trip_id === booking.trip_id && one.status !== 'on_board' && !known.has(one.id),
        ),
  )
  return [...some, ...new Set(mates)]
}

/** Why a booking cannot go where others of its group are not; none: it can. */
export const heldByGroup = (
  bookings: readonly PlanBooking[],
  member: Member,
  trips: readonly Pick<PlanTrip, 'id' | 'vehicle_number'>[],
): Reason[] => {
  const [home] = homesOf(bookings, member)
  if (home === undefined) return []
  const vehicle = trips.find(({ id }) => id === home)?.vehicle_number ?? 'another vehicle'
  const ids = othersOf(bookings, member).flatMap(({ id, trip_id }) => (trip_id === home ? [id] : []))
  const others = ids.length === 1 ? `booking ${ids[0]}` : `bookings ${ids.join(', ')}`
  return [{ code: 'travels_together', text: `It travels together with ${others} on ${vehicle}` }]
}

/** Where a driver has taken somebody of a group along in another vehicle, it is no group any more. */
export const stillTogether = (bookings: PlanBooking[]): PlanBooking[] => {
  const split = new Set<number>()
  for (const booking of bookings)
    if (booking.together !== null && booking.status === 'on_board')
      if (homesOf(bookings, booking).some((trip) => trip !== booking.trip_id)) split.add(booking.together)
  if (split.size === 0) return bookings
  return bookings.map((one) => (one.together !== null && split.has(one.together) ? { ...one, together: null } : one))
}
