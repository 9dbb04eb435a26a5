import type { Visit } from '@ambit/engine'
import type { PlanBooking } from './plan.ts'

type BookedVisit = { kind: 'pickup' | 'delivery'; booking: Pick<PlanBooking, 'id' | 'pickup' | 'dropoff'> }

/**
 * The order of visits within one stop is not stored, so it must follow from the bookings alone: people get off
 * before others get on; who is due first goes first.
 */
const compare = (a: BookedVisit, b: BookedVisit): number => {
  if (a.kind !== b.kind) return a.kind === 'delivery' ? -1 : 1
  const [one, other] = [a, b].map(({ kind, booking }) => (kind === 'pickup' ? booking.pickup : booking.dropoff))
  return one!.lower - other!.lower || one!.upper - other!.upper || a.booking.id - b.booking.id
}

export const inOrderOfService = (visits: readonly BookedVisit[]): Visit[] =>
  visits.toSorted(compare).map(({ kind, booking }) => ({ kind, request: booking.id }))

/** Runs of visits at one place, each put into the stored order; the engine's own order is kept where that one fails. */
export const groupVisits = (
  visits: readonly Visit[],
  locationOf: (visit: Visit) => number,
  bookingOf: (id: number) => BookedVisit['booking'],
): { location_id: number; visits: Visit[] }[] => {
  const groups: { location_id: number; visits: Visit[] }[] = []
  for (const visit of visits) {
    const location_id = locationOf(visit)
    const last = groups.at(-1)
    if (last !== undefined && last.location_id === location_id) last.visits.push(visit)
    else groups.push({ location_id, visits: [visit] })
  }
  return groups.map((group) => ({
    location_id: group.location_id,
    visits: inOrderOfService(
      group.visits.flatMap((visit) =>
        visit.kind === 'fixed' ? [] : [{ kind: visit.kind, booking: bookingOf(visit.request) }],
      ),
    ),
  }))
}

/** The same groups cut wherever the given order differs from the stored one: more stops, and no change of order. */
export const splitVisits = (
  visits: readonly Visit[],
  locationOf: (visit: Visit) => number,
  bookingOf: (id: number) => BookedVisit['booking'],
): { location_id: number; visits: Visit[] }[] => {
  const groups: { location_id: number; visits: Visit[] }[] = []
  for (const visit of visits) {
    if (visit.kind === 'fixed') continue
    const location_id = locationOf(visit)
    const last = groups.at(-1)
    const before = last?.visits.at(-1)
    const inOrder =
      before !== undefined &&
      before.kind !== 'fixed' &&
      compare(
        { kind: before.kind, booking: bookingOf(before.request) },
        { kind: visit.kind, booking: bookingOf(visit.request) },
      ) < 0
    if (last !== undefined && last.location_id === location_id && inOrder) last.visits.push(visit)
    else groups.push({ location_id, visits: [visit] })
  }
  return groups
}
