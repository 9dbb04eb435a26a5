import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

type Reader = Transaction<DB>

/** `under_way`: what is not over yet, and what keeps a trip that is. */
export type Which = 'all' | 'under_way'

/** A booking that rides, is going to, or waits for a vehicle; of a table named as told. */
const isUnderWay = (booking: string) =>
  sql<boolean>`${sql.ref(`${booking}.status`)} not in ('completed', 'no_show', 'cancelled', 'error')`
const tripsUnderWay = sql<boolean>`(trips.current_state not in ('completed', 'cancelled') or exists (
  select from service_requests r where r.trip_id = trips.id and ${isUnderWay('r')}))`

/** Rows of one step, so that a check takes the same memory for any number of trips and bookings. */
const TRIPS = 200
const BOOKINGS = 1000

/** Goes through a table by id. */
async function* inSlices<Row extends { id: number }>(
  limit: number,
  after: (last: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let last = 0; ;) {
    const rows = await after(last)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)?.id ?? last
  }
}

const tripsAfter = (tx: Reader, which: Which, last: number) =>
  tx
    .selectFrom('trips')
    .leftJoin('vehicles', 'vehicles.id', 'trips.vehicle_id')
    .leftJoin('service_plans', 'service_plans.id', 'trips.service_plan_id')
    .leftJoin('service_routes', 'service_routes.id', 'service_plans.service_route_id')
    .leftJoin('service_strategies', 'service_strategies.id', 'service_routes.service_strategy_id')
    .select(['trips.id', 'trips.name', 'trips.current_state', 'trips.service_plan_id', 'trips.zone_id'])
    .select(['service_plans.service_route_id', 'service_strategies.type as strategy_type'])
    .select(['vehicles.capacity', 'vehicles.mobility_capacity', 'vehicles.seats_per_wheelchair'])
    .where('trips.id', '>', last)
    .$if(which === 'under_way', (rows) => rows.where(tripsUnderWay))
    .orderBy('trips.id')
    .limit(TRIPS)
    .execute()

const selectStops = (tx: Reader) =>
  tx
    .selectFrom('trip_stops')
    .select(['id', 'trip_id', 'location_id', 'location_index', 'kind', 'run', 'window_from'])
    .select(['scheduled_at', 'scheduled_departure_at', 'arrived_at', 'departed_at'])

const selectBookings = (tx: Reader) =>
  tx
    .selectFrom('service_requests')
    .select([
      'id',
      'status',
      'trip_id',
      'passenger_count',
      'boarded_count',
      'mobility_support',
      'pickup_trip_stop_id',
      'dropoff_trip_stop_id',
    ])
    .select(['pickup_location_id', 'dropoff_location_id', 'pickup_lower_bound', 'pickup_upper_bound'])
    .select(['promised_pickup_upper_bound', 'promised_dropoff_upper_bound', 'stranded_at'])
    .select(['dropoff_lower_bound', 'dropoff_upper_bound', 'boarded_at', 'dropped_off_at'])

const historiesOf = (tx: Reader, bookings: readonly number[]) =>
  tx
    .selectFrom('service_request_histories')
    .select([
      'id',
      'service_request_id',
      'trip_id',
      'created_at',
      'dispatch_action_id',
      sql<BookingRow['status']>`status`.as('status'),
    ])
    .where('service_request_id', '=', sql<number>`any(${bookings}::int[])`)
    .orderBy('id')
    .execute()

export type TripRow = Awaited<ReturnType<typeof tripsAfter>>[number]
export type StopRow = Awaited<ReturnType<ReturnType<typeof selectStops>['execute']>>[number]
export type BookingRow = Awaited<ReturnType<ReturnType<typeof selectBookings>['execute']>>[number]
export type HistoryRow = Awaited<ReturnType<typeof historiesOf>>[number]

/** A trip with its stops in order and the bookings that name it. */
export type StoredTrip = { trip: TripRow; stops: StopRow[]; bookings: BookingRow[] }

export async function* storedTrips(tx: Reader, which: Which): AsyncGenerator<StoredTrip> {
  for await (const trips of inSlices(TRIPS, (last) => tripsAfter(tx, which, last))) {
    const ofThese = sql<number>`any(${trips.map(({ id }) => id)}::int[])`
    const stops = Map.groupBy(
      await selectStops(tx).where('trip_id', '=', ofThese).orderBy('location_index').execute(),
      (stop) => stop.trip_id,
    )
    const bookings = Map.groupBy(
      await selectBookings(tx).where('trip_id', '=', ofThese).orderBy('id').execute(),
      (booking) => booking.trip_id,
    )
    for (const trip of trips) yield { trip, stops: stops.get(trip.id) ?? [], bookings: bookings.get(trip.id) ?? [] }
  }
}

/** A booking with its history, and its two stops where they belong to its trip. */
export type StoredBooking = {
  booking: BookingRow
  history: HistoryRow[]
  pickup: StopRow | undefined
  dropoff: StopRow | undefined
}

export async function* storedBookings(tx: Reader, which: Which): AsyncGenerator<StoredBooking> {
  const after = (last: number) =>
    selectBookings(tx)
      .where('id', '>', last)
      .$if(which === 'under_way', (rows) => rows.where(isUnderWay('service_requests')))
      .orderBy('id')
      .limit(BOOKINGS)
      .execute()
  for await (const bookings of inSlices(BOOKINGS, after)) {
    const histories = Map.groupBy(
      await historiesOf(
        tx,
        bookings.map(({ id }) => id),
      ),
      (entry) => entry.service_request_id,
    )
    const ids = bookings.flatMap((booking) =>
      [booking.pickup_trip_stop_id ?? [], booking.dropoff_trip_stop_id ?? []].flat(),
    )
    const rows = await selectStops(tx)
      .where('id', '=', sql<number>`any(${ids}::int[])`)
      .execute()
    const stops = new Map(rows.map((stop) => [stop.id, stop]))
    const stopOf = (booking: BookingRow, id: number | null): StopRow | undefined => {
      const stop = stops.get(id ?? -1)
      return stop?.trip_id === booking.trip_id ? stop : undefined
    }
    for (const booking of bookings)
      yield {
        booking,
        history: histories.get(booking.id) ?? [],
        pickup: stopOf(booking, booking.pickup_trip_stop_id),
        dropoff: stopOf(booking, booking.dropoff_trip_stop_id),
      }
  }
}

/** Schedules with several trips that are not cancelled. */
export const plansWithSeveralTrips = async (tx: Reader, which: Which): Promise<number[]> => {
  const rows = await tx
    .selectFrom('trips')
    .select(sql<number>`service_plan_id`.as('id'))
    .where('service_plan_id', 'is not', null)
    .where('current_state', '!=', 'cancelled')
    .groupBy('service_plan_id')
    .having(sql<boolean>`count(*) > 1`)
    .$if(which === 'under_way', (rows) => rows.having(sql<boolean>`bool_or(current_state <> 'completed')`))
    .orderBy('service_plan_id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Groups that travel together and are planned on several vehicles; not one of which a driver has taken somebody along already. */
export const groupsSplit = async (tx: Reader) => {
  const { rows } = await sql<{ id: number; booking: number }>`
    select g.id, min(r.id) as booking from service_requests r
    join booking_groups g on g.id = r.booking_group_id and g.seating = 'together'
    where r.status in ('assigned', 'secured') and not exists (
      select from service_requests o where o.booking_group_id = g.id and o.boarded_at is not null)
    group by g.id having count(distinct r.trip_id) > 1 order by g.id`.execute(tx)
  return rows
}

export const offeringsSoldTwice = async (tx: Reader, which: Which): Promise<number[]> => {
  const rows = await tx
    .selectFrom('service_requests')
    .select(sql<number>`service_offering_id`.as('id'))
    .where('service_offering_id', 'is not', null)
    .$if(which === 'under_way', (rows) => rows.where(isUnderWay('service_requests')))
    .groupBy('service_offering_id')
    .having(sql<boolean>`count(*) > 1`)
    .orderBy('service_offering_id')
    .execute()
  return rows.map(({ id }) => id)
}
