import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

type Reader = Kysely<DB> | Transaction<DB>

/** Stored rows, unchanged, for the invariant checks. */
export const readTripRows = (db: Reader) =>
  db
    .selectFrom('trips')
    .leftJoin('vehicles', 'vehicles.id', 'trips.vehicle_id')
    .leftJoin('service_plans', 'service_plans.id', 'trips.service_plan_id')
    .leftJoin('service_routes', 'service_routes.id', 'service_plans.service_route_id')
    .leftJoin('service_strategies', 'service_strategies.id', 'service_routes.service_strategy_id')
    .select(['trips.id', 'trips.name', 'trips.current_state', 'trips.service_plan_id', 'trips.zone_id'])
    .select(['service_plans.service_route_id', 'service_strategies.type as strategy_type'])
    .select(['vehicles.capacity', 'vehicles.mobility_capacity', 'vehicles.seats_per_wheelchair'])
    .orderBy('trips.id')
    .execute()

export const readStopRows = (db: Reader) =>
  db
    .selectFrom('trip_stops')
    .select([
      'id',
      'trip_id',
      'location_id',
      'location_index',
      'kind',
      'run',
      'window_from',
      'scheduled_at',
      'scheduled_departure_at',
      'arrived_at',
      'departed_at',
    ])
    .orderBy('trip_id')
    .orderBy('location_index')
    .execute()

export const readBookingRows = (db: Reader) =>
  db
    .selectFrom('service_requests')
    .select([
      'id',
      'status',
      'trip_id',
      'passenger_count',
      'mobility_support',
      'pickup_trip_stop_id',
      'dropoff_trip_stop_id',
    ])
    .select(['pickup_location_id', 'dropoff_location_id', 'pickup_lower_bound', 'pickup_upper_bound'])
    .select(['promised_pickup_upper_bound', 'promised_dropoff_upper_bound', 'stranded_at'])
    .select(['dropoff_lower_bound', 'dropoff_upper_bound', 'boarded_at', 'dropped_off_at', 'service_offering_id'])
    .orderBy('id')
    .execute()

export const readHistoryRows = (db: Reader) =>
  db
    .selectFrom('service_request_histories')
    .select(['id', 'service_request_id', 'trip_id', 'created_at', sql<BookingRow['status']>`status`.as('status')])
    .orderBy('service_request_id')
    .orderBy('id')
    .execute()

export type TripRow = Awaited<ReturnType<typeof readTripRows>>[number]
export type StopRow = Awaited<ReturnType<typeof readStopRows>>[number]
export type BookingRow = Awaited<ReturnType<typeof readBookingRows>>[number]
export type HistoryRow = Awaited<ReturnType<typeof readHistoryRows>>[number]

export type Stored = {
  trips: TripRow[]
  stops: Map<number, StopRow[]>
  bookings: BookingRow[]
  histories: Map<number, HistoryRow[]>
}

/** Reads all rows in one snapshot. */
export const readStored = (db: Kysely<DB>): Promise<Stored> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      trips: await readTripRows(tx),
      stops: Map.groupBy(await readStopRows(tx), (stop) => stop.trip_id),
      bookings: await readBookingRows(tx),
      histories: Map.groupBy(await readHistoryRows(tx), (row) => row.service_request_id),
    }))
