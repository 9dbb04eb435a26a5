import type { PlannedStop, PlanTrip } from '../plan/types.ts'
import type { PlanProblem } from '../problem/build.ts'
import type { Itinerary, ItineraryStop } from '../problem/itinerary.ts'

/** A stop of the new plan and the stored stop that it continues, so that its id is kept. */
export type MatchedStop = { stop: ItineraryStop; stored: PlannedStop | null }

/**
 * Which stored stops the new ones are: first the stops of routes and breaks, then those that share a booking at the
 * same place, then those at the same place alone. A stop where the vehicle stands now is always the first, even when no one boards or alights there any more;
 * the vehicle leaves it when it has to for the next.
 */
export const matchStops = (pp: PlanProblem, trip: PlanTrip, itinerary: Itinerary): MatchedStop[] => {
  const stopsOfBooking = (id: number): { pickup: number | null; dropoff: number | null } => {
    const booking = pp.bookings.get(id)
    return { pickup: booking?.pickup_trip_stop_id ?? null, dropoff: booking?.dropoff_trip_stop_id ?? null }
  }
  const free = new Map(trip.stops.map((stop) => [stop.id, stop]))
  const take = (id: number | null | undefined, location: number): PlannedStop | null => {
    const stop = id == null ? undefined : free.get(id)
    if (stop === undefined || stop.location_id !== location) return null
    free.delete(stop.id)
    return stop
  }
  const standing = trip.stops[0]?.arrived_at == null ? undefined : trip.stops[0]
  const matched: MatchedStop[] = itinerary.map((stop) => {
    const fixed = stop.visits.find((visit) => visit.kind === 'fixed')
    const stored = fixed === undefined ? undefined : free.get(fixed.id)
    if (stored !== undefined) free.delete(stored.id)
    return { stop, stored: stored ?? null }
  })
  // What is left of these has a meaning of its own: no passenger's stop continues one of them.
  for (const stop of trip.stops) if (stop.kind !== 'passenger' && stop !== standing) free.delete(stop.id)
  if (standing !== undefined) {
    const [first] = matched
    if (first?.stored === standing) free.delete(standing.id)
    else if (first !== undefined && first.stored === null && first.stop.location_id === standing.location_id)
      first.stored = take(standing.id, standing.location_id)
    else {
      free.delete(standing.id)
      const next = itinerary[0]
      const leaves = next === undefined ? standing.scheduled_departure_at : next.arrival - next.drive
      matched.unshift({
        stop: {
          location_id: standing.location_id,
          kind: standing.kind,
          visits: [],
          arrival: standing.scheduled_at,
          drive: 0,
          departure: Math.max(standing.scheduled_at, leaves),
          latest: null,
          promised: null,
        },
        stored: standing,
      })
    }
  }
  for (const match of matched)
    for (const visit of match.stop.visits) {
      if (match.stored !== null || visit.kind === 'fixed') continue
      const known = stopsOfBooking(visit.request)
      match.stored = take(visit.kind === 'pickup' ? known.pickup : known.dropoff, match.stop.location_id)
    }
  for (const match of matched)
    match.stored ??= take(
      [...free.values()].find((stop) => stop.location_id === match.stop.location_id)?.id,
      match.stop.location_id,
    )
  return matched
}
