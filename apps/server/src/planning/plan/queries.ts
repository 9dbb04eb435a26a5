import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { StrategyConfiguration, type VehicleNeed } from '@ambit/contract'
import { openTripStates } from '@ambit/domain'
import type { LngLat } from '@ambit/geo'
import { among } from '../../database/among.ts'
import type { DB } from '../../database/schema.ts'
import { asJson, seconds } from './as-json.ts'
import { readBookings } from './bookings.ts'
import { readClosures } from './closures.ts'
import { toSeconds } from './types.ts'
import { readRules } from './rules.ts'
import { readTraffic } from './traffic.ts'
import { untilOf, type StandsUntil } from './pins.ts'
import type { Monitors, PlannedStop, PlanTrip, Seconds, ZonePlan, ZoneSettings } from './types.ts'

export type ZoneVersion = { zone_id: number; version: number; settings_version: number }
type MonitorJson = { trip_id: number; longitude: number; latitude: number; at: number }

/** One cheap read per search: which kept plans still hold, and where the vehicles are. Only zones in service. */
export const readZoneVersions = (db: Kysely<DB>): Promise<(ZoneVersion & { monitors: MonitorJson[] | null })[]> =>
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

const versionOf = (db: Kysely<DB>, zoneId: number) =>
  db.selectFrom('zone_plans').select(['zone_id', 'version', 'settings_version']).where('zone_id', '=', zoneId)

export const readVersion = async (db: Kysely<DB>, zoneId: number): Promise<ZoneVersion> =>
  (await versionOf(db, zoneId).executeTakeFirst()) ?? { zone_id: zoneId, version: 0, settings_version: 0 }

export const readSettings = async (db: Kysely<DB>, zoneId: number): Promise<ZoneSettings> => {
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
      'zones.allowed_apps',
    ])
    .select([
      'zones.longitude',
      'zones.latitude',
      'zones.status',
      'regions.status as region_status',
      'regions.time_zone as region_time_zone',
    ])
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
  const configuration = StrategyConfiguration.parse(strategy?.configuration ?? {})
  return {
    zone_id: zone.id,
    region_id: zone.region_id,
    name: zone.name,
    time_zone: zone.time_zone,
    active: zone.status === 'active' && zone.region_status === 'active',
    price: zone.default_price,
    payment_methods: zone.payment_methods,
    allowed_apps: zone.allowed_apps,
    center: zone.longitude === null || zone.latitude === null ? null : [zone.longitude, zone.latitude],
    areas,
    stops: stops.map(({ longitude, latitude, ...stop }) => ({ ...stop, point: [longitude, latitude] })),
    strategy: configuration,
    rules: await readRules(db, zone, configuration.booking_horizon_days),
    closures: await readClosures(db, zone.region_id),
    traffic: await readTraffic(db, zone.region_id, zone.region_time_zone),
  }
}

/** A trip without a sign-on has left no stop behind: the last stop is read for the others alone. */
const openTrips = (db: Kysely<DB>, zoneId: number): Promise<TripRow[]> =>
  asJson(
    db,
    sql`json_build_object('id', t.id, 'name', t.name, 'vehicle_id', v.id, 'vehicle_number', v.vehicle_number,
      'driver_id', t.driver_id, 'state', t.current_state, 'start', ${seconds('t.start_datetime')},
      'end', ${seconds('t.end_datetime')}, 'seats', v.capacity, 'wheelchairs', v.mobility_capacity,
      'seats_per_wheelchair', v.seats_per_wheelchair, 'takes', v.takes,
      'available', v.status = 'active' and (d.id is null or d.status = 'approved'),
      'route_id', r.id, 'strategy', s.type, 'last_location_id', last.location_id, 'last_index', last.location_index,
      'idle_since', extract(epoch from greatest(t.signed_on_at, last.departed_at))::float8,
      'paused', (select json_build_array(${seconds('p.until')}) from vehicle_pauses p
        where p.trip_id = t.id and p.ended_at is null)) order by t.id`,
    sql`trips t
      join vehicles v on v.id = t.vehicle_id
      left join drivers d on d.id = t.driver_id
      join service_plans plan on plan.id = t.service_plan_id
      left join service_routes r on r.id = plan.service_route_id
      left join service_strategies s on s.id = r.service_strategy_id
      left join lateral (
        select location_id, location_index, departed_at from trip_stops
        where trip_id = t.id and departed_at is not null and t.current_state <> 'staged'
        order by location_index desc limit 1) last on true
      where t.zone_id = ${zoneId} and t.current_state = any(${openTripStates}::text[])`,
  )

type TripRow = {
  id: number
  name: string
  vehicle_id: number
  vehicle_number: string
  driver_id: number | null
  state: PlanTrip['state']
  start: Seconds
  end: Seconds
  seats: number
  wheelchairs: number
  seats_per_wheelchair: number
  takes: VehicleNeed[]
  available: boolean
  route_id: number | null
  strategy: 'demand_responsive' | 'fixed_route' | 'deviated' | null
  last_location_id: number | null
  last_index: number | null
  idle_since: Seconds | null
  paused: StandsUntil | null
}

const readStops = (db: Kysely<DB>, tripIds: readonly number[]): Promise<[tripId: number, stop: StopRow][]> =>
  asJson(
    db,
    sql`json_build_array(s.trip_id, json_build_array(s.id, s.location_id, s.location_index, s.kind, ${seconds('s.scheduled_at')},
      ${seconds('s.scheduled_departure_at')}, ${seconds('s.eta')}, ${seconds('s.arrived_at')}, ${seconds('s.window_from')},
      ${seconds('s.window_until')}, s.dwell_seconds, s.run)) order by s.trip_id, s.location_index`,
    sql`trip_stops s where s.trip_id = ${among(tripIds)} and s.departed_at is null`,
  )

type StopRow = readonly [
  id: number,
  location_id: number,
  location_index: number,
  kind: PlannedStop['kind'],
  scheduled_at: Seconds,
  scheduled_departure_at: Seconds,
  eta: Seconds | null,
  arrived_at: Seconds | null,
  window_from: Seconds | null,
  window_until: Seconds | null,
  dwell_seconds: number | null,
  run: number | null,
]

/** Stops ahead of trips, each as of its version in `trip_stop_versions`. */
export type KeptStops = Map<number, { version: number; stops: readonly PlannedStop[] }>

/** Of two weeks of timetables little changes at once: only trips whose stops have changed are read again. */
const stopsAhead = async (db: Kysely<DB>, tripIds: readonly number[], kept: KeptStops): Promise<KeptStops> => {
  if (tripIds.length === 0) return new Map()
  const versions = await db
    .selectFrom('trip_stop_versions')
    .where('trip_id', '=', among(tripIds))
    .select(['trip_id', 'version'])
    .execute()
  const stale = versions.filter(({ trip_id, version }) => kept.get(trip_id)?.version !== version)
  const staleIds = stale.map(({ trip_id }) => trip_id)
  const read = Map.groupBy(staleIds.length === 0 ? [] : await readStops(db, staleIds), ([tripId]) => tripId)
  return new Map(
    versions.map(({ trip_id, version }) => {
      const known = kept.get(trip_id)
      if (known?.version === version) return [trip_id, known]
      return [trip_id, { version, stops: (read.get(trip_id) ?? []).map(([, stop]) => stopOf(stop)) }]
    }),
  )
}

/** The plan as it stands; inside a transaction that holds the zone's lock it is exact. `kept` comes from the last one. */
export const readPlan = async (
  db: Kysely<DB>,
  settings: ZoneSettings,
  version: number,
  kept: KeptStops,
): Promise<{ plan: ZonePlan; stops: KeptStops }> => {
  const trips = await openTrips(db, settings.zone_id)
  const stops = await stopsAhead(
    db,
    trips.map((trip) => trip.id),
    kept,
  )
  const bookings = await readBookings(db, settings.zone_id)
  const points = new Map(settings.stops.map((stop) => [stop.location_id, stop.point]))
  const needed = new Set<number>()
  const need = (id: number | null): void => {
    if (id !== null && !points.has(id)) needed.add(id)
  }
  for (const trip of trips) need(trip.last_location_id)
  for (const { stops: list } of stops.values()) for (const stop of list) need(stop.location_id)
  for (const { pickup, dropoff } of bookings) {
    need(pickup.location_id)
    need(dropoff.location_id)
  }
  if (needed.size > 0) for (const [id, point] of await readPoints(db, [...needed])) points.set(id, point)
  const plan = {
    version,
    settings,
    trips: trips.map((trip) => tripOf(trip, stops.get(trip.id)?.stops ?? [])),
    bookings,
    points,
  }
  return { plan, stops }
}

const readPoints = async (db: Kysely<DB>, ids: readonly number[]): Promise<[number, LngLat][]> => {
  const rows = await db.selectFrom('locations').select(['id', 'longitude', 'latitude']).where('id', 'in', ids).execute()
  return rows.map(({ id, longitude, latitude }) => [id, [longitude, latitude]])
}

/** A route without a strategy runs as a fixed route. */
export const routeKind = (
  routeId: number | null,
  strategy: 'demand_responsive' | 'fixed_route' | 'deviated' | null,
): PlanTrip['route'] => (routeId === null || strategy === 'demand_responsive' ? null : (strategy ?? 'fixed_route'))

const tripOf = (row: TripRow, stops: readonly PlannedStop[]): PlanTrip => ({
  id: row.id,
  name: row.name,
  vehicle_id: row.vehicle_id,
  vehicle_number: row.vehicle_number,
  driver_id: row.driver_id,
  state: row.state,
  route: routeKind(row.route_id, row.strategy),
  start: row.start,
  end: row.end,
  capacity: { seats: row.seats, wheelchairs: row.wheelchairs, seatsPerWheelchair: row.seats_per_wheelchair },
  takes: row.takes,
  available: row.available,
  paused_until: untilOf(row.paused),
  stops,
  next_index: row.last_index === null ? 0 : row.last_index + 1,
  idle_since: row.idle_since,
  last_location_id: row.last_location_id,
})

const stopOf = ([
  id,
  location_id,
  location_index,
  kind,
  scheduled_at,
  scheduled_departure_at,
  ...rest
]: StopRow): PlannedStop => {
  const [eta, arrived_at, from, until, dwell, run] = rest
  return {
    id,
    location_id,
    location_index,
    kind,
    scheduled_at,
    scheduled_departure_at,
    eta,
    arrived_at,
    window: from === null || until === null ? null : { from, until },
    dwell_s: dwell ?? 0,
    run,
  }
}

export const monitorsOf = (rows: readonly MonitorJson[] | null): Monitors =>
  new Map((rows ?? []).map((row) => [row.trip_id, { point: [row.longitude, row.latitude], recorded_at: row.at }]))

export const readMonitors = async (db: Kysely<DB>, zoneIds: readonly number[]): Promise<Monitors> => {
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
