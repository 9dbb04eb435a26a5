import type { Deed, ServiceStrategy, TripStop, TripWithStops, WalkOnMode } from '@ambit/contract'
import { NO_FARE } from '../service-requests/fares.ts'
import { overload, type Room } from '../trips/crew.ts'
import { type DrivenStop, type DrivenTrip, msOf, openAt, stopAhead } from './facts.ts'
import type { DeedRefusal } from './refusals.ts'
import { seatsTaken, spacesTaken } from './riding.ts'

export type WalkOn = Extract<Deed, { kind: 'walk_on' }>

/** Where passengers who did not book are taken, by what the strategy says, or else its type. */
export const walkOnModeOf = (
  type: ServiceStrategy['type'],
  { walk_ons }: Pick<ServiceStrategy['configuration'], 'walk_ons'>,
): WalkOnMode => walk_ons ?? (type === 'demand_responsive' ? 'off' : 'listed_stops')

/** What a device calls the booking until it knows the server's number. */
export const walkOnId = ({ ref }: Pick<WalkOn, 'ref'>): number => -ref

export const partyOf = ({ adults, children, concessions, mobility_support }: WalkOn) => ({
  passenger_count: adults + children + concessions,
  mobility_support,
})

/**
 * The stop where the vehicle stands and the one ahead that is meant, or why nobody is taken along from here to there.
 * `room`: null: whether they fit is not asked.
 */
export const refuseWalkOn = (
  trip: DrivenTrip,
  { walk_ons, room }: { walk_ons?: WalkOnMode | undefined; room?: Room | null | undefined },
  deed: WalkOn,
): DeedRefusal | null => {
  if ((walk_ons ?? 'off') === 'off') return { code: 'walk_ons_off' }
  const here = stopAhead(trip)
  if (here === null || here.arrived_at === null) return { code: 'walk_on_not_here' }
  if (deed.dropoff_trip_stop_id == null) return null
  const [from, to] = [here.id, deed.dropoff_trip_stop_id].map((id) => trip.trip_stops.findIndex((s) => s.id === id))
  if (from === undefined || to === undefined || to <= from) return { code: 'walk_on_not_ahead' }
  const lacking = room == null ? null : lacks(trip.trip_stops, { from, to }, room, deed)
  return lacking === null ? null : { code: lacking === 'seats' ? 'no_seats_left' : 'no_spaces_left' }
}

/** What is missing somewhere between the two stops once this party is aboard; null: nothing. */
const lacks = (
  stops: readonly DrivenStop[],
  { from, to }: { from: number; to: number },
  room: Room,
  deed: WalkOn,
): 'seats' | 'wheelchairs' | null => {
  const party = partyOf(deed)
  for (let place = from; place < to; place++) {
    const boarding = new Set(stops.slice(0, place + 1).flatMap((stop) => openAt(stop).waiting.map(({ id }) => id)))
    const riders = stops
      .slice(place + 1)
      .flatMap(({ alightings }) => alightings)
      .filter(({ id, status }) => status === 'on_board' || boarding.has(id))
      .map((rider) => ({ ...rider, passenger_count: rider.passenger_count ?? 1 }))
    const sum = (of: typeof seatsTaken): number => [...riders, party].reduce((so, one) => so + of(one), 0)
    const full = overload({ seated: sum(seatsTaken), wheelchairs: sum(spacesTaken) }, room)
    if (full !== null) return full
  }
  return null
}

type Rider = TripStop['boardings'][number]

/** The trip with them aboard. `time`: when they got on. */
export const withWalkOn = (trip: TripWithStops, deed: WalkOn, time: string): TripWithStops => {
  const here = stopAhead(trip)
  const off = trip.trip_stops.find(({ id }) => id === deed.dropoff_trip_stop_id)
  const until = Math.max(msOf(time), msOf(off?.eta ?? off?.scheduled_at ?? time))
  const rider: Rider = {
    ...partyOf(deed),
    id: walkOnId(deed),
    traveler_id: 0,
    traveler_name: '',
    boarded_count: null,
    status: 'on_board',
    promised_lower_bound: time,
    promised_upper_bound: new Date(until).toISOString(),
    stranded: false,
    pinned: false,
    fare: NO_FARE,
  }
  const trip_stops = trip.trip_stops.map((stop) => {
    if (stop.id === here?.id) return { ...stop, boardings: [...stop.boardings, rider] }
    return stop.id === off?.id ? { ...stop, alightings: [...stop.alightings, rider] } : stop
  })
  return { ...trip, trip_stops }
}

export const withoutRider = (trip: TripWithStops, bookingId: number): TripWithStops => {
  const others = (riders: readonly Rider[]): Rider[] => riders.filter(({ id }) => id !== bookingId)
  return {
    ...trip,
    trip_stops: trip.trip_stops.map((stop) => ({
      ...stop,
      boardings: others(stop.boardings),
      alightings: others(stop.alightings),
    })),
  }
}
