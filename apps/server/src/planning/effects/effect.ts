import { EFFECT_WORTH_S } from '@ambit/contract'
import type { Effect, EffectBooking, EffectTotals, Violation } from '@ambit/contract'
import { schedule } from '@ambit/engine'
import { toDate } from '../plan/types.ts'
import { itineraryOf } from '../problem/itinerary.ts'
import { becomes, bookingsOf, inOrder } from './bookings.ts'
import type { BookingFacts } from './bookings.ts'
import type { Side, Sides } from './sides.ts'
import { totalsOf, violationsOf } from './totals.ts'

/** Where a vehicle is and which stops it goes to. */
export type Way = {
  location_ids: number[]
  from: number | null
  stops: NonNullable<Effect['trips'][number]['before']>['stops']
  ends_at: string | null
}

export type TripWays = {
  trip_id: number
  trip_name: string
  vehicle_number: string
  end_before: string | null
  end_after: string | null
  before: Way | null
  after: Way | null
}

/** The difference of two plans. Nothing else makes an effect. */
export type PlanEffect = {
  totals: EffectTotals
  /** those that are listed, in their order */
  bookings: EffectBooking[]
  /** every booking on the trips that differ */
  all: EffectBooking[]
  violations: Violation[]
  trips: TripWays[]
}

/** `asked`: bookings that the action names; they are listed in any case. */
export const effectOf = (
  sides: Sides,
  facts: ReadonlyMap<number, BookingFacts>,
  asked: ReadonlySet<number>,
): PlanEffect => {
  const all = bookingsOf(sides).flatMap((id): EffectBooking[] => {
    const known = facts.get(id)
    return known === undefined ? [] : [becomes(sides, id, known, asked)]
  })
  const bookings = inOrder(
    all.filter(({ outcome, service_request_id: id }) => outcome !== 'unchanged' || asked.has(id)),
  )
  return { totals: totalsOf(sides, all), bookings, all, violations: violationsOf(sides, all), trips: waysOf(sides) }
}

/** Whether somebody else than those named moves, or comes a minute later. */
export const touchesOthers = ({ all }: Pick<PlanEffect, 'all'>, asked: ReadonlySet<number>): boolean =>
  all.some(
    ({ service_request_id: id, outcome, later_s }) =>
      !asked.has(id) && (outcome === 'moved' || outcome === 'not_served' || later_s >= EFFECT_WORTH_S),
  )

const waysOf = ({ before, after, touched }: Sides): TripWays[] =>
  [...touched]
    .toSorted((a, b) => a - b)
    .flatMap((trip_id) => {
      const trip = after.trips.get(trip_id) ?? before.trips.get(trip_id)
      if (trip === undefined) return []
      const end = (side: Side) => {
        const own = side.trips.get(trip_id)
        return own === undefined ? null : toDate(own.end).toISOString()
      }
      return [
        {
          trip_id,
          trip_name: trip.name,
          vehicle_number: trip.vehicle_number,
          end_before: end(before),
          end_after: end(after),
          before: wayOf(before, trip_id, stopsOf(before, trip_id)),
          after: wayOf(after, trip_id, stopsOf(before, trip_id)),
        },
      ]
    })

const stopsOf = ({ trips }: Side, tripId: number): Set<number> => new Set(trips.get(tripId)?.stops.map(({ id }) => id))

/**
 * Stops of the plan with the times that the schedule gives them now. `known`: those that there are; what a preview has
 * written besides is taken back, and its numbers with it.
 */
const wayOf = (side: Side, tripId: number, known: ReadonlySet<number>): Way | null => {
  const { pp } = side
  const trip = side.trips.get(tripId)
  if (trip === undefined) return null
  const route = pp.solution.routes.find(({ vehicle }) => vehicle === tripId)
  const times = route === undefined ? null : schedule(pp.problem, route)
  if (route === undefined || times === null) return { location_ids: [], from: null, stops: [], ends_at: null }
  const own = [...side.bookings.values()].filter((booking) => booking.trip_id === tripId)
  const itinerary = itineraryOf(pp, pp.problem, pp.bookings, trip, route.visits)
  const stops = itinerary.map((stop) => {
    const stored = trip.stops.find(
      ({ id, location_id }) =>
        known.has(id) &&
        location_id === stop.location_id &&
        (stop.visits.some((visit) => visit.kind === 'fixed' && visit.id === id) ||
          own.some(
            (booking) =>
              (booking.pickup_trip_stop_id === id || booking.dropoff_trip_stop_id === id) &&
              stop.visits.some((visit) => visit.kind !== 'fixed' && visit.request === booking.id),
          )),
    )
    return {
      trip_stop_id: stored?.id ?? null,
      location_name: '',
      kind: stop.kind,
      at: toDate(stop.arrival).toISOString(),
      departure: toDate(stop.departure).toISOString(),
      boardings: stop.visits.flatMap((visit) => (visit.kind === 'pickup' ? [visit.request] : [])),
      alightings: stop.visits.flatMap((visit) => (visit.kind === 'delivery' ? [visit.request] : [])),
    }
  })
  const last = stops.at(-1)
  return {
    location_ids: itinerary.map(({ location_id }) => location_id),
    from: trip.last_location_id,
    stops,
    ends_at: last?.departure ?? null,
  }
}
