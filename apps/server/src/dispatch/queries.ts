import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { StrategyConfiguration } from '@ambit/contract'
import { openRequestStatuses, openTripStates } from '@ambit/domain'
import type { LngLat } from '@ambit/geo'
import type { DB } from '../database/schema.ts'
import { toSeconds } from './plan.ts'
import type { Monitors, PlanBooking, PlannedStop, PlanTrip, ZonePlan, ZoneSettings } from './plan.ts'

export type Reader = Kysely<DB> | Transaction<DB>

export type ZoneVersion = { zone_id: number; version: number; settings_version: number }
type MonitorJson = { trip_id: number; longitude: number; latitude: number; at: number }

/** One cheap read per search: which kept plans still hold, and where the vehicles are. Only zones in service. */
export const readZoneVersions = (db: Reader): Promise<(ZoneVersion & { monitors: MonitorJson[] | null })[]> =>
  db
    .selectFrom('zones')
    .innerJoin('regions', 'regions.id', 'zones.region_id')
    .leftJoin('zone_plans', 'zone_plans.zone_id', 'zones.id')
    .where('zones.status', '=', 'active')
    .where('regions.status', '=', 'active')
    .select([
      'zones.id as zone_id',
      sql<number>`coalesce(zone_plans.version, 0)`.as('version'),
      sql<number>`coalesce(zone_plans.settings_version, 0)`.as('settings_version'),
      sql<MonitorJson[] | null>`(select json_agg(json_build_object('trip_id', m.trip_id, 'longitude', m.longitude,
        'latitude', m.latitude, 'at', extract(epoch from m.recorded_at))) from trip_monitors m
        join trips t on t.id = m.trip_id
        where t.zone_id = zones.id and t.current_state in ('staged', 'live', 'in_transit'))`.as('monitors'),
    ])
    .orderBy('zones.id')
    .execute()

const versionOf = (db: Reader, zoneId: number) =>
  db.selectFrom('zone_plans').select(['zone_id', 'version', 'settings_version']).where('zone_id', '=', zoneId)

export const readVersion = async (db: Reader, zoneId: number): Promise<ZoneVersion> =>
  (await versionOf(db, zoneId).executeTakeFirst()) ?? { zone_id: zoneId, version: 0, settings_version: 0 }

/** Nobody else changes the zone's plan until the transaction ends. Call it before anything else in the transaction. */
export const lockPlan = async (tx: Transaction<DB>, zoneId: number): Promise<ZoneVersion> => {
  const known = await versionOf(tx, zoneId).forUpdate().executeTakeFirst()
  if (known !== undefined) return known
  await tx
    .insertInto('zone_plans')
    .values({ zone_id: zoneId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return versionOf(tx, zoneId).forUpdate().executeTakeFirstOrThrow()
}

export const raisePlanVersion = async (tx: Transaction<DB>, zoneId: number): Promise<number> => {
  const row = await tx
    .updateTable('zone_plans')
    .set({ version: sql`version + 1` })
    .where('zone_id', '=', zoneId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

export const readSettings = async (db: Reader, zoneId: number): Promise<ZoneSettings> => {
  const zone = await db
    .selectFrom('zones')
    .innerJoin('regions', 'regions.id', 'zones.region_id')
    .where('zones.id', '=', zoneId)
    .select([
      'zones.id',
      'zones.name',
      'zones.region_id',
      'zones.time_zone',
      'zones.default_price',
      'zones.payment_methods',
    ])
    .select(['zones.longitude', 'zones.latitude', 'zones.status', 'regions.status as region_status'])
    .executeTakeFirstOrThrow()
  const areas = await db
    .selectFrom('service_areas')
    .where('zone_id', '=', zoneId)
    .select(['id', 'coordinates', 'connected_location_ids'])
    .orderBy('id')
    .execute()
  const stops = await db
    .selectFrom('zone_stops')
    .innerJoin('locations', 'locations.id', 'zone_stops.location_id')
    .where('zone_stops.zone_id', '=', zoneId)
    .select(['zone_stops.location_id', 'locations.name', 'locations.longitude', 'locations.latitude'])
    .select(['staging', 'not_accessible', 'medically_exempt', 'break', 'passenger'])
    .orderBy('zone_stops.id')
    .execute()
  const strategy = await db
    .selectFrom('service_strategies')
    .where('zone_id', '=', zoneId)
    .select(['configuration'])
    .orderBy('default', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return {
    zone_id: zone.id,
    region_id: zone.region_id,
    name: zone.name,
    time_zone: zone.time_zone,
    active: zone.status === 'active' && zone.region_status === 'active',
    price: zone.default_price,
    payment_methods: zone.payment_methods,
    center: zone.longitude === null || zone.latitude === null ? null : [zone.longitude, zone.latitude],
    areas,
    stops: stops.map(({ longitude, latitude, ...stop }) => ({ ...stop, point: [longitude, latitude] })),
    strategy: StrategyConfiguration.parse(strategy?.configuration ?? {}),
  }
}

const openTrips = (db: Reader, zoneId: number) =>
  db
    .selectFrom('trips')
    .innerJoin('vehicles', 'vehicles.id', 'trips.vehicle_id')
    .leftJoin('drivers', 'drivers.id', 'trips.driver_id')
    .innerJoin('service_plans', 'service_plans.id', 'trips.service_plan_id')
    .leftJoin('service_routes', 'service_routes.id', 'service_plans.service_route_id')
    .leftJoin('service_strategies', 'service_strategies.id', 'service_routes.service_strategy_id')
    .where('trips.zone_id', '=', zoneId)
    .where('trips.current_state', 'in', openTripStates)
    .select(['trips.id', 'trips.name', 'vehicles.id as vehicle_id', 'vehicles.vehicle_number', 'trips.driver_id'])
    .select(['trips.current_state', 'trips.start_datetime', 'trips.end_datetime', 'trips.manual_navigation'])
    .select(['vehicles.capacity', 'vehicles.mobility_capacity', 'vehicles.seats_per_wheelchair', 'vehicles.status'])
    .select(['drivers.status as driver_status'])
    .select(['service_routes.id as service_route_id', 'service_strategies.type as strategy_type'])
    .select((eb) => [
      eb
        .selectFrom('trip_stops')
        .whereRef('trip_stops.trip_id', '=', 'trips.id')
        .where('departed_at', 'is not', null)
        .orderBy('location_index', 'desc')
        .limit(1)
        .select('location_id')
        .as('last_location_id'),
      eb
        .selectFrom('trip_stops')
        .whereRef('trip_stops.trip_id', '=', 'trips.id')
        .where('departed_at', 'is not', null)
        .select(sql<number>`coalesce(max(location_index) + 1, 0)`.as('next'))
        .as('next_index'),
      sql<Date | null>`greatest(trips.signed_on_at,
        (select max(departed_at) from trip_stops where trip_stops.trip_id = trips.id))`.as('idle_since'),
    ])
    .orderBy('trips.id')
    .execute()

const stopsAhead = async (db: Reader, tripIds: readonly number[]) =>
  tripIds.length === 0
    ? []
    : db
        .selectFrom('trip_stops')
        .where('trip_id', 'in', tripIds)
        .where('departed_at', 'is', null)
        .select(['id', 'trip_id', 'location_id', 'location_index', 'kind', 'scheduled_at'])
        .select(['scheduled_departure_at', 'eta', 'arrived_at', 'window_from', 'window_until', 'dwell_seconds', 'run'])
        .orderBy('trip_id')
        .orderBy('location_index')
        .execute()

const openBookings = (db: Reader, zoneId: number) =>
  db
    .selectFrom('service_requests')
    .innerJoin('travelers', 'travelers.id', 'service_requests.traveler_id')
    .where('zone_id', '=', zoneId)
    .where('service_requests.status', 'in', openRequestStatuses)
    .select([
      'service_requests.id',
      'traveler_id',
      'service_requests.status',
      'trip_id',
      'passenger_count',
      'mobility_support',
    ])
    .select(['pickup_location_id', 'pickup_lower_bound', 'pickup_upper_bound', 'pickup_walk_s'])
    .select(['dropoff_location_id', 'dropoff_lower_bound', 'dropoff_upper_bound', 'dropoff_walk_s'])
    .select(['max_ride_s', 'direct_s', 'pickup_trip_stop_id', 'dropoff_trip_stop_id', 'boarded_at'])
    .select(sql<string>`travelers.first_name || ' ' || travelers.last_name`.as('traveler_name'))
    .orderBy('service_requests.id')
    .execute()

type TripRow = Awaited<ReturnType<typeof openTrips>>[number]
type StopRow = Awaited<ReturnType<typeof stopsAhead>>[number]
type BookingRow = Awaited<ReturnType<typeof openBookings>>[number]

/** The plan as it stands; inside a transaction that holds the zone's lock it is exact. */
export const readPlan = async (db: Reader, settings: ZoneSettings, version: number): Promise<ZonePlan> => {
  const trips = await openTrips(db, settings.zone_id)
  const ahead = await stopsAhead(
    db,
    trips.map((trip) => trip.id),
  )
  const stops = Map.groupBy(ahead, (stop) => stop.trip_id)
  const bookings = await openBookings(db, settings.zone_id)
  const points = new Map(settings.stops.map((stop) => [stop.location_id, stop.point]))
  const needed = new Set<number>()
  const need = (id: number | null): void => {
    if (id !== null && !points.has(id)) needed.add(id)
  }
  for (const trip of trips) need(trip.last_location_id)
  for (const list of stops.values()) for (const stop of list) need(stop.location_id)
  for (const booking of bookings) {
    need(booking.pickup_location_id)
    need(booking.dropoff_location_id)
  }
  if (needed.size > 0) for (const [id, point] of await readPoints(db, [...needed])) points.set(id, point)
  return {
    version,
    settings,
    trips: trips.map((trip) => tripOf(trip, stops.get(trip.id) ?? [])),
    bookings: bookings.map(bookingOf),
    points,
  }
}

const readPoints = async (db: Reader, ids: readonly number[]): Promise<[number, LngLat][]> => {
  const rows = await db.selectFrom('locations').select(['id', 'longitude', 'latitude']).where('id', 'in', ids).execute()
  return rows.map(({ id, longitude, latitude }) => [id, [longitude, latitude]])
}

/** A route without a strategy is driven as it is drawn. */
export const routeKind = (
  routeId: number | null,
  strategy: 'demand_responsive' | 'fixed_route' | 'deviated' | null,
): PlanTrip['route'] => (routeId === null || strategy === 'demand_responsive' ? null : (strategy ?? 'fixed_route'))

const tripOf = (row: TripRow, stops: readonly StopRow[]): PlanTrip => ({
  id: row.id,
  name: row.name,
  vehicle_id: row.vehicle_id,
  vehicle_number: row.vehicle_number,
  driver_id: row.driver_id,
  // the query asks for open trips only
  state: row.current_state === 'live' || row.current_state === 'in_transit' ? row.current_state : 'staged',
  route: routeKind(row.service_route_id, row.strategy_type),
  start: toSeconds(row.start_datetime),
  end: toSeconds(row.end_datetime),
  capacity: { seats: row.capacity, wheelchairs: row.mobility_capacity, seatsPerWheelchair: row.seats_per_wheelchair },
  available: row.status === 'active' && (row.driver_id === null || row.driver_status === 'approved'),
  stops: stops.map(stopOf),
  next_index: row.next_index ?? 0,
  idle_since: row.idle_since === null ? null : toSeconds(row.idle_since),
  last_location_id: row.last_location_id,
})

const stopOf = (row: StopRow): PlannedStop => ({
  id: row.id,
  location_id: row.location_id,
  location_index: row.location_index,
  kind: row.kind,
  scheduled_at: toSeconds(row.scheduled_at),
  scheduled_departure_at: toSeconds(row.scheduled_departure_at),
  eta: row.eta === null ? null : toSeconds(row.eta),
  arrived_at: row.arrived_at === null ? null : toSeconds(row.arrived_at),
  window:
    row.window_from === null || row.window_until === null
      ? null
      : { from: toSeconds(row.window_from), until: toSeconds(row.window_until) },
  dwell_s: row.dwell_seconds ?? 0,
  run: row.run,
})

const bookingOf = (row: BookingRow): PlanBooking => ({
  id: row.id,
  traveler_id: row.traveler_id,
  traveler_name: row.traveler_name,
  status: openRequestStatuses.find((status) => status === row.status) ?? 'created',
  trip_id: row.trip_id,
  passenger_count: row.passenger_count,
  mobility_support: row.mobility_support,
  pickup: {
    location_id: row.pickup_location_id,
    lower: toSeconds(row.pickup_lower_bound),
    upper: toSeconds(row.pickup_upper_bound),
    walk_s: row.pickup_walk_s,
  },
  dropoff: {
    location_id: row.dropoff_location_id,
    lower: toSeconds(row.dropoff_lower_bound),
    upper: toSeconds(row.dropoff_upper_bound),
    walk_s: row.dropoff_walk_s,
  },
  max_ride_s: row.max_ride_s,
  direct_s: row.direct_s,
  pickup_trip_stop_id: row.pickup_trip_stop_id,
  dropoff_trip_stop_id: row.dropoff_trip_stop_id,
  boarded_at: row.boarded_at === null ? null : toSeconds(row.boarded_at),
})

export const monitorsOf = (rows: readonly MonitorJson[] | null): Monitors =>
  new Map((rows ?? []).map((row) => [row.trip_id, { point: [row.longitude, row.latitude], recorded_at: row.at }]))

export const readMonitors = async (db: Reader, zoneIds: readonly number[]): Promise<Monitors> => {
  if (zoneIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('trip_monitors')
    .innerJoin('trips', 'trips.id', 'trip_monitors.trip_id')
    .where('trips.zone_id', 'in', zoneIds)
    .where('trips.current_state', 'in', openTripStates)
    .select(['trip_id', 'trip_monitors.longitude', 'trip_monitors.latitude', 'recorded_at'])
    .execute()
  return new Map(
    rows.map((row) => [row.trip_id, { point: [row.longitude, row.latitude], recorded_at: toSeconds(row.recorded_at) }]),
  )
}
