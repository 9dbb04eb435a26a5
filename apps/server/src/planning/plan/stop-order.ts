import type { Visit } from '@ambit/engine'
import type { PlanBooking, PlannedStop } from './types.ts'

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

export type StopGroup = { location_id: number; kind: PlannedStop['kind']; visits: Visit[] }

/** What grouping has to know of visits: where each is, whose it is, and which fixed stop it is. */
export type VisitFacts = {
  locationOf: (visit: Visit) => number
  bookingOf: (id: number) => BookedVisit['booking']
  fixedKind: (id: number) => 'break' | 'route_stop'
}

const isFixedVisit = (visit: Visit | undefined): boolean => visit?.kind === 'fixed'

/**
 * Runs of visits at one place, each put into the stored order: who gets off, who gets on, and the vehicle leaves when
 * its route says. A break is a stop of its own, and two calls of a route never become one.
 */
export const groupVisits = (visits: readonly Visit[], facts: VisitFacts): StopGroup[] => {
  const groups: StopGroup[] = []
  for (const visit of visits) {
    const location_id = facts.locationOf(visit)
    const kind = visit.kind === 'fixed' ? facts.fixedKind(visit.id) : 'passenger'
    const last = groups.at(-1)
    if (
      last !== undefined &&
      last.location_id === location_id &&
      last.kind !== 'break' &&
      kind !== 'break' &&
      (last.kind === 'passenger' || kind === 'passenger')
    ) {
      last.visits.push(visit)
      if (kind === 'route_stop') last.kind = kind
    } else groups.push({ location_id, kind, visits: [visit] })
  }
  return groups.map((group) => ({
    ...group,
    visits: [
      ...inOrderOfService(
        group.visits.flatMap((visit) =>
          visit.kind === 'fixed' ? [] : [{ kind: visit.kind, booking: facts.bookingOf(visit.request) }],
        ),
      ),
      ...group.visits.filter(isFixedVisit),
    ],
  }))
}

/** The same groups, cut at every place where the given order differs from the stored one: more stops, and no change of order. */
export const splitVisits = (visits: readonly Visit[], facts: VisitFacts): StopGroup[] => {
  const groups: StopGroup[] = []
  for (const visit of visits) {
    const location_id = facts.locationOf(visit)
    const kind = visit.kind === 'fixed' ? facts.fixedKind(visit.id) : 'passenger'
    const last = groups.at(-1)
    const joins = last?.location_id === location_id && last.kind === 'passenger' && kind !== 'break'
    if (last !== undefined && joins && follows(last.visits.at(-1), visit, facts)) {
      last.visits.push(visit)
      if (kind === 'route_stop') last.kind = kind
    } else groups.push({ location_id, kind, visits: [visit] })
  }
  return groups
}

/** Whether the stored order of one stop has the visits this way round. */
const follows = (before: Visit | undefined, visit: Visit, { bookingOf }: VisitFacts): boolean => {
  if (before === undefined || before.kind === 'fixed') return false
  if (visit.kind === 'fixed') return true
  return (
    compare(
      { kind: before.kind, booking: bookingOf(before.request) },
      { kind: visit.kind, booking: bookingOf(visit.request) },
    ) < 0
  )
}
