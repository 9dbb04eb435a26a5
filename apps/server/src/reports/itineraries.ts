import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { api, ItineraryPassenger } from '@ambit/contract'
import { byValue, listed, matches } from '../database/lists.ts'
import type { DB } from '../database/schema.ts'
import { narrowed } from './narrowing.ts'

const trips = (db: Kysely<DB>) =>
  db
    .selectFrom('trips as t')
    .innerJoin('zones', 'zones.id', 't.zone_id')
    .leftJoin('vehicles', 'vehicles.id', 't.vehicle_id')
    .leftJoin('drivers', 'drivers.id', 't.driver_id')
    .select(['t.id', 't.name', 'zones.name as zone_name', 'zones.time_zone', 'vehicles.vehicle_number'])
    .select(['t.current_state', 't.start_datetime', 't.end_datetime'])
    .select(sql<string | null>`drivers.first_name || ' ' || drivers.last_name`.as('driver_name'))

export const listItineraryTrips = (
  db: Kysely<DB>,
  query: z.output<typeof api.tripItineraries.list.query>,
  regions: number[] | null,
) => {
  const found = trips(db)
    .where(narrowed(query.filter ?? {}, regions, 't.start_datetime'))
    .where('t.current_state', '<>', 'cancelled')
    .where(matches(query.search, ['t.name', 'vehicles.vehicle_number', 'drivers.first_name', 'drivers.last_name']))
  return listed(found, query, byValue('t.start_datetime'), sql.ref('t.id'))
}

/** Passengers who board or alight at the stop, with first name and initial only. */
const passengersAt = (stop: 'pickup_trip_stop_id' | 'dropoff_trip_stop_id') => sql<ItineraryPassenger[]>`coalesce((
  select json_agg(json_build_object('traveler_id', p.id, 'name', p.first_name || ' ' || left(p.last_name, 1),
    'passengersCount', r.passenger_count, 'mobility_support', r.mobility_support) order by r.id)
  from service_requests r join travelers p on p.id = r.traveler_id
  where r.${sql.ref(stop)} = s.id and r.status not in ('cancelled', 'error')), '[]')`

export const findItinerary = async (db: Kysely<DB>, id: number, regions: number[] | null) => {
  const trip = await trips(db)
    .where(narrowed({}, regions, 't.start_datetime'))
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (trip === undefined) return undefined
  const stops = await db
    .selectFrom('trip_stops as s')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .where('s.trip_id', '=', id)
    .select(['s.id', 's.scheduled_at as target_time', 'l.name', 'l.street_address as address'])
    .select(passengersAt('pickup_trip_stop_id').as('PassengersBoardingInfo'))
    .select(passengersAt('dropoff_trip_stop_id').as('PassengersAlightingInfo'))
    .orderBy('s.location_index')
    .execute()
  return { ...trip, stops }
}
