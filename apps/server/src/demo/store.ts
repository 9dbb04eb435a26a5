import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import type { Deps } from '../deps.ts'
import { createServicePlan } from '../service-plans/create.ts'
import type { drawVehicles, RosterEntry } from './fleet.ts'
import { windowOf } from './fleet.ts'
import type { HistoryStop, HistoryTraveler } from './history.ts'
import type { ZoneSketch } from './layout.ts'
import type { Person } from './people.ts'

export type StoredZone = { id: number; name: string; default_price: number; stops: HistoryStop[] }
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
  tx: Kysely<DB>,
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
      ...stamps(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('zone_plans').values({ zone_id: id }).execute()
  await tx
    .insertInto('service_areas')
    .values({ zone_id: id, name: sketch.name, coordinates: JSON.stringify([sketch.ring]), ...stamps(now) })
    .execute()
  const strategy = await tx
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
    .returning('id')
    .executeTakeFirstOrThrow()
  const locations = await tx
    .insertInto('locations')
    .values(
      sketch.stops.map(({ name, street_address, point }) => ({
        name,
        street_address,
        longitude: point[0],
        latitude: point[1],
      })),
    )
    .returning('id')
    .execute()
  const stops = await tx
    .insertInto('zone_stops')
    .values(
      sketch.stops.map(({ staging, hub_stop, break: isBreak, not_accessible }, at) => ({
        zone_id: id,
        location_id: locations[at]!.id,
        staging,
        hub_stop,
        break: isBreak,
        not_accessible,
        ...stamps(now),
      })),
    )
    .returning('id')
    .execute()
  if (sketch.region === 0 && sketch.name.endsWith('Connect')) await storeRoute(tx, id, strategy.id, sketch, stops, now)
  return {
    id,
    name: sketch.name,
    default_price: PRICE,
    stops: sketch.stops.map(({ name, point, hub_stop }, at) => ({
      location_id: locations[at]!.id,
      name,
      longitude: point[0],
      latitude: point[1],
      hub: hub_stop,
    })),
  }
}

/** The fixed route: across the town by the hubs, from west to east. */
const storeRoute = async (
  tx: Kysely<DB>,
  zone_id: number,
  service_strategy_id: number,
  sketch: ZoneSketch,
  stops: readonly { id: number }[],
  now: Date,
): Promise<void> => {
  const hubs = sketch.stops
    .map((stop, at) => ({ stop, at }))
    .filter(({ stop }) => stop.hub_stop)
    .toSorted((a, b) => a.stop.point[0] - b.stop.point[0])
    .slice(0, 10)
  if (hubs.length < 2) return
  const route = await tx
    .insertInto('service_routes')
    .values({ zone_id, service_strategy_id, name: 'Crosstown', ...stamps(now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('service_route_stops')
    .values(
      hubs.map(({ at }, position) => ({
        service_route_id: route.id,
        zone_stop_id: stops[at]!.id,
        position,
        dwell_seconds: 45,
      })),
    )
    .execute()
}

export const storeFleet = async (
  db: Kysely<DB>,
  vehicles: ReturnType<typeof drawVehicles>,
  drivers: readonly Person[],
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
    await createServicePlan(deps, {
      zone_id: zones[entry.zone]!.id,
      vehicle_id: crew.vehicles[entry.vehicle]!.id,
      driver_id: crew.drivers[entry.driver]!.id,
      start_time: start.toISOString(),
      end_time: end.toISOString(),
      minimum_capacity: 20,
      metadata: { shift: String(entry.lane), shiftLabel: null },
    })
  }
}
