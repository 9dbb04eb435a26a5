import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'

/** SQL of a query with the ids of the regions whose users may see the record. */
type RegionsOf = (id: RawBuilder<unknown>) => RawBuilder<unknown>

const itself: RegionsOf = (id) => sql`select ${id}`
const named =
  (
    table:
      | 'message_templates'
      | 'mobility_aids'
      | 'notices'
      | 'organisations'
      | 'places'
      | 'road_closures'
      | 'suspensions'
      | 'traveler_concessions'
      | 'traveler_sets'
      | 'zones',
  ): RegionsOf =>
  (id) =>
    sql`select region_id from ${sql.table(table)} where id = ${id}`
const ofZone =
  (
    table:
      | 'booking_rules'
      | 'booking_series'
      | 'service_areas'
      | 'service_routes'
      | 'service_strategies'
      | 'special_days'
      | 'open_returns'
      | 'waitlist_entries'
      | 'zone_stops',
  ): RegionsOf =>
  (id) =>
    sql`select region_id from zones where id = (select zone_id from ${sql.table(table)} where id = ${id})`
const ofBooking =
  (table: 'feedbacks' | 'lost_items' | 'misses' | 'surveys'): RegionsOf =>
  (id) =>
    sql`select region_id from ${sql.table(table)} as told join service_requests r on r.id = told.service_request_id
      join zones on zones.id = r.zone_id where told.id = ${id}`
const ofCrew =
  (table: 'drivers' | 'vehicles'): RegionsOf =>
  (id) =>
    sql`select regions.id from ${sql.table(table)} as one, regions where one.id = ${id} and (one.region_id is null
      or one.region_id = regions.id or regions.id in (select region_id from zones where id = any(one.zone_ids)))`
const ofTraveler: RegionsOf = (id) =>
  sql`select regions.id from travelers as one, regions where one.id = ${id} and (one.region_id = regions.id
    or regions.id in (select region_id from zones where id = any(one.zone_ids)))`

/** Tables whose changes are announced, with who may see a record: the same as `http/scope.ts` says for queries. */
const regionsOf = {
  drivers: ofCrew('drivers'),
  vehicles: ofCrew('vehicles'),
  vehicle_notes: (id) => ofCrew('vehicles')(sql`(select vehicle_id from vehicle_notes where id = ${id})`),
  vehicle_checks: (id) =>
    sql`select z.region_id from vehicle_checks c join trips t on t.id = c.trip_id join zones z on z.id = t.zone_id where c.id = ${id}`,
  regions: itself,
  /** announced with the region's id */
  travel_factors: itself,
  mobility_aids: named('mobility_aids'),
  places: named('places'),
  organisations: named('organisations'),
  organisation_travelers: (id) =>
    sql`select region_id from organisations where id = (select organisation_id from organisation_travelers where id = ${id})`,
  road_closures: named('road_closures'),
  zones: named('zones'),
  service_areas: ofZone('service_areas'),
  service_strategies: ofZone('service_strategies'),
  booking_rules: ofZone('booking_rules'),
  special_days: ofZone('special_days'),
  service_routes: ofZone('service_routes'),
  waitlist_entries: ofZone('waitlist_entries'),
  open_returns: ofZone('open_returns'),
  booking_series: ofZone('booking_series'),
  zone_stops: ofZone('zone_stops'),
  travelers: ofTraveler,
  traveler_comments: (id) => ofTraveler(sql`(select traveler_id from traveler_comments where id = ${id})`),
  traveler_helpers: (id) => ofTraveler(sql`(select traveler_id from traveler_helpers where id = ${id})`),
  traveler_sets: named('traveler_sets'),
  message_templates: named('message_templates'),
  notices: named('notices'),
  traveler_concessions: named('traveler_concessions'),
  /** announced with the passenger's id */
  payment_methods: ofTraveler,
  feedbacks: ofBooking('feedbacks'),
  lost_items: ofBooking('lost_items'),
  misses: ofBooking('misses'),
  suspensions: named('suspensions'),
  surveys: ofBooking('surveys'),
  users: (id) => sql`select unnest(region_ids) from users where id = ${id}`,
  schemas: null,
  vehicle_checklists: null,
  consumer_apps: null,
  discounts: null,
  user_groups: null,
  user_roles: null,
  settings: null,
  status_incidents: (id) =>
    sql`select regions.id from status_incidents as one, regions where one.id = ${id}
      and (one.region_id is null or one.region_id = regions.id)`,
  /** announced with the user's id, so that the server ends the streams of the session; no client hears of it */
  sessions: null,
} as const satisfies Record<string, RegionsOf | null>

export type RecordTable = keyof typeof regionsOf

/** The regions whose users hear of the record's change; null: all. */
export const regionsOfRecord = async (
  tx: Transaction<DB>,
  table: RecordTable,
  id: number,
): Promise<number[] | null> => {
  const regions: RegionsOf | null = regionsOf[table]
  if (regions === null) return null
  const { rows } = await sql<{ ids: number[] }>`select array(${regions(sql`${id}::int`)}) as ids`.execute(tx)
  return rows[0]?.ids ?? []
}
