import { sql } from 'kysely'
import type { TestServer } from './server.ts'

/** A zone's trips, stops, bookings with their promises, and what holds planning: as stored, without counters. */
export const planOf = async ({ deps: { db } }: TestServer, zoneId: number): Promise<unknown> => {
  const { rows } = await sql<{ plan: unknown }>`select json_build_object(
    'trips', (select json_agg(to_jsonb(t) - 'version' - 'updated_at' order by t.id) from trips t where t.zone_id = ${zoneId}),
    'stops', (select json_agg(to_jsonb(s) order by s.trip_id, s.location_index) from trip_stops s
      join trips t on t.id = s.trip_id where t.zone_id = ${zoneId}),
    'bookings', (select json_agg(to_jsonb(r) - 'version' - 'updated_at' order by r.id) from service_requests r
      where r.zone_id = ${zoneId}),
    'pins', (select json_agg(to_jsonb(p) order by p.id) from booking_pins p
      join service_requests r on r.id = p.service_request_id where r.zone_id = ${zoneId} and p.ended_at is null),
    'pauses', (select json_agg(to_jsonb(p) order by p.id) from vehicle_pauses p
      join trips t on t.id = p.trip_id where t.zone_id = ${zoneId} and p.ended_at is null)) as plan`.execute(db)
  return rows[0]?.plan
}
