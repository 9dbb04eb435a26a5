import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { HistoryStop, PastBooking, PastTrip } from './history.ts'

export type HistoryPlace = { id: number; name: string; default_price: number; stops: readonly HistoryStop[] }
type Crew = { vehicles: readonly { id: number; vehicle_number: string }[]; drivers: readonly { id: number }[] }

const time = (seconds: number): Date => new Date(Math.round(seconds) * 1000)
/** PostgreSQL takes at most 65,535 parameters in a statement; the widest row here has about forty. */
const CHUNK = 800
const chunks = function* <T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += CHUNK) yield rows.slice(at, at + CHUNK)
}

/** Writes finished trips with their schedules, stops, bookings, histories and feedback, in one transaction. */
export const storeHistory = async (
  db: Kysely<DB>,
  zone: HistoryPlace,
  crew: Crew,
  trips: readonly PastTrip[],
): Promise<void> => {
  if (trips.length === 0) return
  await db.transaction().execute(async (tx) => {
    const tripIds = await storeTrips(tx, zone, crew, trips)
    const stopIds = await storeStops(tx, zone, trips, tripIds)
    await storeBookings(tx, zone, trips, tripIds, stopIds, crew)
  })
}

const storeTrips = async (
  tx: Kysely<DB>,
  zone: HistoryPlace,
  { vehicles, drivers }: Crew,
  trips: readonly PastTrip[],
): Promise<number[]> => {
  const plans = await tx
    .insertInto('service_plans')
    .values(
      trips.map(({ roster, start, end }) => ({
        zone_id: zone.id,
        vehicle_id: vehicles[roster.vehicle]!.id,
        driver_id: drivers[roster.driver]!.id,
        start_time: time(start),
        end_time: time(end),
        shift: String(roster.lane),
        shift_label: null,
        created_at: time(start - 3 * 86_400),
        updated_at: time(start - 3 * 86_400),
      })),
    )
    .returning('id')
    .execute()
  const rows = await tx
    .insertInto('trips')
    .values(
      trips.map(({ roster, start, end }, at) => ({
        name: '',
        service_plan_id: plans[at]!.id,
        zone_id: zone.id,
        vehicle_id: vehicles[roster.vehicle]!.id,
        driver_id: drivers[roster.driver]!.id,
        current_state: 'completed' as const,
        start_datetime: time(start),
        end_datetime: time(end),
        signed_on_at: time(start),
        completed_at: time(end),
        created_at: time(start - 3 * 86_400),
        updated_at: time(end),
      })),
    )
    .returning('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  await tx
    .updateTable('trips')
    .set({ name: sql`'trip_' || id` })
    .where('id', 'in', ids)
    .execute()
  return ids
}

const storeStops = async (
  tx: Kysely<DB>,
  zone: HistoryPlace,
  trips: readonly PastTrip[],
  tripIds: readonly number[],
): Promise<number[][]> => {
  const rows = trips.flatMap(({ stops }, trip) =>
    stops.map(({ stop, planned, arrived, departed }, at) => ({
      trip_id: tripIds[trip]!,
      location_id: zone.stops[stop]!.location_id,
      location_index: at,
      kind: 'passenger' as const,
      scheduled_at: time(planned.begin),
      scheduled_departure_at: time(planned.departure),
      eta: time(arrived),
      latest_arrival_time: null,
      arrived_at: time(arrived),
      departed_at: time(departed),
    })),
  )
  const ids: number[] = []
  for (const chunk of chunks(rows))
    ids.push(...(await tx.insertInto('trip_stops').values(chunk).returning('id').execute()).map(({ id }) => id))
  let next = 0
  return trips.map(({ stops }) => stops.map(() => ids[next++]!))
}

const storeBookings = async (
  tx: Kysely<DB>,
  zone: HistoryPlace,
  trips: readonly PastTrip[],
  tripIds: readonly number[],
  stopIds: readonly number[][],
  crew: Crew,
): Promise<void> => {
  const all = trips.flatMap((trip, at) => trip.bookings.map((booking) => ({ booking, trip, at })))
  const ids: number[] = []
  for (const chunk of chunks(all)) {
    const rows = chunk.map(({ booking, at }) => bookingRow(zone, booking, tripIds[at]!, stopIds[at]!))
    ids.push(...(await tx.insertInto('service_requests').values(rows).returning('id').execute()).map(({ id }) => id))
  }
  const histories = all.flatMap(({ booking, trip, at }, index) =>
    historyRows(booking, tripIds[at]!, ids[index]!, crew.drivers[trip.roster.driver]!.id),
  )
  for (const chunk of chunks(histories)) await tx.insertInto('service_request_histories').values(chunk).execute()
  const feedbacks = all.flatMap(({ booking }, index) =>
    booking.rating === null || booking.outcome !== 'completed'
      ? []
      : [
          {
            service_request_id: ids[index]!,
            traveler_id: booking.traveler,
            rating: booking.rating,
            comments: null,
            created_at: time(booking.droppedOffAt + 900),
          },
        ],
  )
  for (const chunk of chunks(feedbacks)) await tx.insertInto('feedbacks').values(chunk).execute()
}

const bookingRow = (zone: HistoryPlace, booking: PastBooking, tripId: number, stops: readonly number[]) => {
  const from = zone.stops[booking.pickup]!
  const to = zone.stops[booking.dropoff]!
  const done = booking.outcome === 'completed'
  const price = zone.default_price * booking.passengers
  return {
    traveler_id: booking.traveler,
    zone_id: zone.id,
    trip_id: tripId,
    status: booking.outcome,
    passengers: JSON.stringify(Array.from({ length: booking.passengers }, () => ({ fare_type: 'adult' }))),
    passenger_count: booking.passengers,
    mobility_support: booking.wheelchairs,
    origin_name: from.name,
    origin_longitude: from.longitude,
    origin_latitude: from.latitude,
    destination_name: to.name,
    destination_longitude: to.longitude,
    destination_latitude: to.latitude,
    pickup_location_id: from.location_id,
    pickup_lower_bound: time(booking.pickupWindow[0]),
    pickup_upper_bound: time(booking.pickupWindow[1]),
    dropoff_location_id: to.location_id,
    dropoff_lower_bound: time(booking.dropoffWindow[0]),
    dropoff_upper_bound: time(booking.dropoffWindow[1]),
    max_ride_s: booking.maxRide,
    direct_s: booking.direct,
    pickup_trip_stop_id: stops[booking.pickupVisit ?? 0]!,
    dropoff_trip_stop_id: stops[booking.dropoffVisit ?? 0]!,
    secured_at: time(booking.pickupWindow[0] - 1200),
    boarded_at: done ? time(booking.boardedAt) : null,
    dropped_off_at: done ? time(booking.droppedOffAt) : null,
    payment_method: booking.traveler % 5 < 2 ? 'card' : 'cash',
    charged_at: done && price > 0 ? time(booking.droppedOffAt) : null,
    scaled_price: price,
    total_price: price,
    booking_method: 'app',
    created_at: time(booking.bookedAt),
    updated_at: time(booking.droppedOffAt),
  }
}

const historyRows = (booking: PastBooking, tripId: number, id: number, driver: number) => {
  const row = (status: string, at: number, user_type: 'passenger' | 'engine' | 'driver', withTrip = true) => ({
    service_request_id: id,
    status,
    trip_id: withTrip ? tripId : null,
    user_type,
    driver_id: user_type === 'driver' ? driver : null,
    created_at: time(at),
  })
  const begun = [
    row('created', booking.bookedAt, 'passenger', false),
    row('assigned', booking.bookedAt + 1, 'engine'),
    row('secured', Math.max(booking.bookedAt + 2, booking.pickupWindow[0] - 1200), 'engine'),
  ]
  return booking.outcome === 'completed'
    ? [...begun, row('on_board', booking.boardedAt, 'driver'), row('completed', booking.droppedOffAt, 'driver')]
    : [...begun, row('no_show', booking.boardedAt + 180, 'driver')]
}
