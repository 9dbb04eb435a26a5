import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { createServicePlan } from '../service-plans/create.ts'
import { addRoute } from '../service-routes/store.ts'
import type { AreaSketch } from './areas.ts'
import type { drawVehicles, RosterEntry } from './fleet.ts'
import { hasBreak, ROUTE_LANE, windowOf } from './fleet.ts'
import type { HistoryStop, HistoryTraveler } from './history.ts'
import type { ZoneSketch } from './layout.ts'
import type { Person } from './people.ts'

export type StoredZone = {
  id: number
  region_id: number
  name: string
  default_price: number
  stops: HistoryStop[]
  route_id: number | null
}
const PRICE = 3.5
const stamps = (now: Date) => ({ created_at: now, updated_at: now })

/** Regions, zones with their areas, strategies and stops, and one fixed route. */
export const storeZones = async (
  db: Kysely<DB>,
  town: string,
  timeZone: string,
  sketches: readonly ZoneSketch[],
  now: Date,
): Promise<StoredZone[]> =>
  db.transaction().execute(async (tx) => {
    const names = [town, `${town} Hinterland`].slice(0, Math.max(...sketches.map(({ region }) => region)) + 1)
    const regions = await tx
      .insertInto('regions')
      .values(
        names.map((name) => ({
          name,
          time_zone: timeZone,
          contact_email: 'service@ambit.example',
          contact_phone: '+61 7 5550 0100',
          ...stamps(now),
        })),
      )
      .returning('id')
      .execute()
    const zones: StoredZone[] = []
    for (const sketch of sketches) zones.push(await storeZone(tx, sketch, regions[sketch.region]!.id, timeZone, now))
    return zones
  })

const storeZone = async (
  tx: Transaction<DB>,
  sketch: ZoneSketch,
  region_id: number,
  time_zone: string,
  now: Date,
): Promise<StoredZone> => {
  const { id } = await tx
    .insertInto('zones')
    .values({
      region_id,
      name: sketch.name,
      abbreviation: sketch.abbreviation,
      time_zone,
      default_price: PRICE,
      longitude: sketch.centre[0],
      latitude: sketch.centre[1],
      payment_methods: ['cash', 'card'],
      allowed_apps: sql<number[]>`array(select id from consumer_apps order by id)`,
      ...stamps(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('zone_plans').values({ zone_id: id }).execute()
  await storeAreas(tx, id, sketch.areas, now)
  await tx
    .insertInto('service_strategies')
    .values({
      zone_id: id,
      name: 'DRT [coverage]',
      color: '#E5EAED',
      type: 'demand_responsive',
      default: true,
      configuration: '{}',
      ...stamps(now),
    })
    .execute()
  const stops = await storeStops(tx, id, sketch, now)
  const crosses = sketch.region === 0 && sketch.name.endsWith('Connect')
  return {
    id,
    region_id,
    name: sketch.name,
    default_price: PRICE,
    route_id: crosses ? await storeRoute(tx, id, sketch, stops, now) : null,
    stops: sketch.stops.flatMap(({ name, point, hub_stop, medically_exempt }, at) =>
      // No passenger of the generated past has the exemption.
      medically_exempt
        ? []
        : [{ location_id: stops[at]!.location_id, name, longitude: point[0], latitude: point[1], hub: hub_stop }],
    ),
  }
}

/** A zone's stops, in the sketch's order. */
const storeStops = async (tx: Transaction<DB>, zone_id: number, { stops }: ZoneSketch, now: Date) => {
  const locations = await tx
    .insertInto('locations')
    .values(
      stops.map(({ name, street_address, point }) => ({
        name,
        street_address,
        longitude: point[0],
        latitude: point[1],
      })),
    )
    .returning('id')
    .execute()
  return tx
    .insertInto('zone_stops')
    .values(
      stops.map(({ staging, hub_stop, break: isBreak, not_accessible, medically_exempt }, at) => ({
        zone_id,
        location_id: locations[at]!.id,
        staging,
        hub_stop,
        break: isBreak,
        not_accessible,
        medically_exempt,
        ...stamps(now),
      })),
    )
    .returning(['id', 'location_id'])
    .execute()
}

const storeAreas = async (tx: Kysely<DB>, zone_id: number, areas: readonly AreaSketch[], now: Date): Promise<void> => {
  const rows = await tx
    .insertInto('service_areas')
    .values(
      areas.map(({ name, coordinates }) => ({
        zone_id,
        name,
        coordinates: JSON.stringify(coordinates),
        ...stamps(now),
      })),
    )
    .returning('id')
    .execute()
  for (const [at, { connected }] of areas.entries()) {
    if (connected === null) continue
    await tx
      .updateTable('service_areas')
      .set({ connected_location_ids: connected.map((other) => rows[other]!.id) })
      .where('id', '=', rows[at]!.id)
      .execute()
  }
}

/** The fixed route and its strategy: across the town from west to east, along the hubs. */
const storeRoute = async (
  tx: Transaction<DB>,
  zone_id: number,
  sketch: ZoneSketch,
  stops: readonly { id: number }[],
  now: Date,
): Promise<number | null> => {
  const across = sketch.stops.map((stop, at) => ({ stop, at })).toSorted((a, b) => a.stop.point[0] - b.stop.point[0])
  const hubs = across.filter(({ stop }) => stop.hub_stop)
  // An extract without landmarks still gets a route.
  const halts = (hubs.length < 3 ? across.filter((_, at) => at % 10 === 0) : hubs).slice(0, 10)
  if (halts.length < 2) return null
  const strategy = await tx
    .insertInto('service_strategies')
    .values({
      zone_id,
      name: 'Crosstown [fixed route]',
      color: '#2E6F5E',
      type: 'fixed_route',
      default: false,
      configuration: '{}',
      ...stamps(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = halts.map(({ at }) => ({ zone_stop_id: stops[at]!.id, dwell_seconds: 45 })) // a stop for each sketch
  return addRoute(tx, zone_id, { name: 'Crosstown', service_strategy_id: strategy.id, stops: line }, now)
}

/** The region of the zones that a vehicle or driver is rostered in; null where there are several, or none. */
export const regionOn = (
  roster: readonly RosterEntry[],
  zones: readonly StoredZone[],
  kind: 'vehicle' | 'driver',
  at: number,
): number | null => {
  const regions = new Set(roster.filter((entry) => entry[kind] === at).map(({ zone }) => zones[zone]?.region_id))
  const [only, ...others] = regions
  return others.length === 0 ? (only ?? null) : null
}

type Belonging = { region_id: number | null }

export const storeFleet = async (
  db: Kysely<DB>,
  vehicles: readonly (ReturnType<typeof drawVehicles>[number] & { extra_attributes: string } & Belonging)[],
  drivers: readonly (Person & Belonging)[],
  pin_hash: string,
  now: Date,
) =>
  db.transaction().execute(async (tx) => ({
    vehicles: await tx
      .insertInto('vehicles')
      .values(vehicles.map((vehicle) => ({ ...vehicle, ...stamps(now) })))
      .returning(['id', 'vehicle_number', 'capacity', 'mobility_capacity', 'seats_per_wheelchair'])
      .execute(),
    drivers: await tx
      .insertInto('drivers')
      // A few drivers are blocked or not yet approved, as in any real list; none of them is on the roster.
      .values(
        drivers.map((driver, at) => ({
          ...driver,
          pin_hash,
          status:
            at === drivers.length - 1 ? ('blocked' as const) : at === drivers.length - 2 ? null : ('approved' as const),
          ...stamps(now),
        })),
      )
      .returning('id')
      .execute(),
  }))

export const storeTravelers = async (
  db: Kysely<DB>,
  travelers: readonly (Person & { handicapped: boolean })[],
  now: Date,
): Promise<HistoryTraveler[]> =>
  db
    .insertInto('travelers')
    .values(travelers.map((traveler) => ({ ...traveler, ...stamps(now) })))
    .returning(['id', 'handicapped'])
    .execute()

/** Passengers have their home where they travelled last; those who never did, in the town. */
export const storeHomes = async (db: Kysely<DB>): Promise<void> => {
  await sql`update travelers set region_id = coalesce((
      select zones.region_id from service_requests r join zones on zones.id = r.zone_id
      where r.traveler_id = travelers.id order by r.pickup_lower_bound desc, r.id limit 1),
    (select min(id) from regions))`.execute(db)
}

/** Schedules of one date through the same operation that the portal uses, so that their trips are made alike. */
export const storeUpcoming = async (
  deps: Deps,
  zones: readonly StoredZone[],
  crew: { vehicles: readonly { id: number }[]; drivers: readonly { id: number }[] },
  roster: readonly RosterEntry[],
  timeZone: string,
  date: string,
): Promise<void> => {
  for (const entry of roster) {
    const { start, end } = windowOf(entry, timeZone, date)
    const zone = zones[entry.zone]! // the roster names zones of the demo
    const route = entry.lane === ROUTE_LANE ? zone.route_id : null
    await createServicePlan(deps, {
      zone_id: zone.id,
      service_route_id: route,
      ...(route === null && hasBreak(entry) ? breakIn(start) : {}),
      vehicle_id: crew.vehicles[entry.vehicle]!.id,
      driver_id: crew.drivers[entry.driver]!.id,
      start_time: start.toISOString(),
      end_time: end.toISOString(),
      minimum_capacity: 20,
      metadata: { shift: String(entry.lane), shiftLabel: null },
    })
  }
}

const HOUR = 3_600_000

/** Half an hour around the middle of a shift. */
const breakIn = (start: Date) => ({
  break_minutes: 30,
  break_from: new Date(start.getTime() + 3 * HOUR).toISOString(),
  break_until: new Date(start.getTime() + 5.5 * HOUR).toISOString(),
})
