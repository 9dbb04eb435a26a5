import { sql } from 'kysely'
import { api } from '@ambit/contract'
import type { Client, StrategyConfiguration } from '@ambit/contract'
import { destination } from '@ambit/geo'
import { createServicePlan } from '../service-plans/create.ts'
import { addRoute as addStoredRoute } from '../service-routes/store.ts'
import { createTraveler } from './people.ts'
import type { TestServer } from './server.ts'

/** Metres east and north of the harbour. */
export const at = (east: number, north = 0): [number, number] => {
  const [lng, lat] = destination(destination([153.02, -27.47], east, 90), north, 0)
  return [Number(lng.toFixed(6)), Number(lat.toFixed(6))]
}

/** Stops a kilometre apart along one road: 100 s by car from each to the next. */
export const STOPS = ['Harbour', 'Market', 'School', 'Hospital', 'Station'] as const
export type StopName = (typeof STOPS)[number]
export const stopPoint = (name: StopName): [number, number] => at(STOPS.indexOf(name) * 1000)

export type SmallTown = {
  server: TestServer
  dispatcher: Client
  region_id: number
  zone_id: number
  /** location ids by name */
  stops: Record<StopName, number>
  vehicle: (
    name: string,
    size?: {
      seats?: number
      wheelchairs?: number
      folding?: number
      from?: string
      until?: string
      route?: number
      rest?: { minutes: number; from: string; until: string }
    },
  ) => Promise<Crew>
  /** a route through these stops, 30 s at each */
  route: (type: 'fixed_route' | 'deviated', names: readonly StopName[], slackMinutes?: number) => Promise<number>
  passenger: (name: string, needs?: Parameters<typeof createTraveler>[2]) => Promise<number>
  search: (input: SearchWords) => Promise<Search>
  book: (input: SearchWords & { kind?: string }) => Promise<Booking>
}
export type Crew = { trip_id: number; vehicle_id: number; driver_id: number; client: Client }
export type SearchWords = {
  who: number
  from: StopName | [number, number]
  to: StopName | [number, number]
  at?: string
  arriveBy?: string
  people?: number
  wheelchairs?: number
  /** the booking to change */
  changes?: number
  /** only this zone */
  zone?: number
}
export type Search = Awaited<ReturnType<typeof searchFor>>
export type Booking = Awaited<ReturnType<typeof bookFor>>

type Options = { strategy?: Partial<StrategyConfiguration>; stop?: Partial<Record<StopName, object>> }

const MORNING = '2026-11-23T08:00:00+10:00'

/** The tests of a file share a server one after the other: names of an earlier town are freed. */
const retireTowns = async ({ deps: { db } }: TestServer): Promise<void> => {
  await sql`update zones set status = 'blocked'`.execute(db)
  await sql`update regions set name = 'Region ' || id`.execute(db)
  await sql`update vehicles set vehicle_number = 'V' || id, license_plate = 'P' || id`.execute(db)
  await sql`update drivers set username = 'd' || id, email = 'd' || id || '@example.org'`.execute(db)
  await sql`update travelers set username = 't' || id, email = 't' || id || '@example.org'`.execute(db)
}

/** One region and zone with five stops, no vehicles yet, at eight in the morning. */
export const buildSmallTown = async (server: TestServer, options: Options = {}): Promise<SmallTown> => {
  const { db, clock } = server.deps
  await retireTowns(server)
  clock.set(MORNING)
  const stamps = { created_at: clock.now(), updated_at: clock.now() }
  const region = await db
    .insertInto('regions')
    .values({ name: 'Coast', time_zone: 'Australia/Brisbane', ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow()
  const zone = await db
    .insertInto('zones')
    .values({
      region_id: region.id,
      name: 'Bayside',
      abbreviation: 'BAY',
      time_zone: 'Australia/Brisbane',
      longitude: at(2000)[0],
      latitude: at(2000)[1],
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ring = [at(-2000, -3000), at(7000, -3000), at(7000, 3000), at(-2000, 3000)]
  await db
    .insertInto('service_areas')
    .values({ zone_id: zone.id, name: 'Bayside', coordinates: JSON.stringify([ring]), ...stamps })
    .execute()
  await db
    .insertInto('service_strategies')
    .values({
      zone_id: zone.id,
      name: 'DRT',
      color: '#E5EAED',
      type: 'demand_responsive',
      default: true,
      configuration: JSON.stringify(options.strategy ?? {}),
      ...stamps,
    })
    .execute()
  const stops = await addStops(server, zone.id, options.stop)
  const dispatcher = server.client('dispatcher')
  return {
    server,
    dispatcher,
    region_id: region.id,
    zone_id: zone.id,
    stops,
    vehicle: (name, size = {}) => addVehicle(server, zone.id, name, size),
    route: (type, names, slack = 5) => addRoute(server, zone.id, type, names, slack),
    passenger: (name, needs = {}) => createTraveler(server, name, needs),
    search: (input) => searchFor(dispatcher, input),
    book: (input) => bookFor(dispatcher, input),
  }
}

/** Location ids by name. */
const addStops = async (
  { deps: { db, clock } }: TestServer,
  zone_id: number,
  settings: Options['stop'] = {},
): Promise<Record<StopName, number>> => {
  const stamps = { created_at: clock.now(), updated_at: clock.now() }
  const locations = await db
    .insertInto('locations')
    .values(
      STOPS.map((name) => {
        const [longitude, latitude] = stopPoint(name)
        return { name, street_address: null, longitude, latitude }
      }),
    )
    .returning(['id', 'name'])
    .execute()
  const stops = Object.fromEntries(locations.map(({ id, name }) => [name, id])) as Record<StopName, number> // of all STOPS
  for (const name of STOPS)
    await db
      .insertInto('zone_stops')
      .values({
        zone_id,
        location_id: stops[name],
        note: null,
        staging: name === 'Harbour',
        ...settings[name],
        ...stamps,
      })
      .execute()
  return stops
}

const addVehicle = async (
  server: TestServer,
  zoneId: number,
  name: string,
  size: NonNullable<Parameters<SmallTown['vehicle']>[1]>,
): Promise<Crew> => {
  const { db, clock } = server.deps
  const stamps = { created_at: clock.now(), updated_at: clock.now() }
  const vehicle = await db
    .insertInto('vehicles')
    .values({
      license_plate: `PL-${name}`,
      vehicle_number: name,
      capacity: size.seats ?? 8,
      mobility_capacity: size.wheelchairs ?? 0,
      seats_per_wheelchair: size.folding ?? 0,
      ...stamps,
    } as never) // the optional columns may stay out
    .returning('id')
    .executeTakeFirstOrThrow()
  const driver = await db
    .insertInto('drivers')
    .values({
      first_name: 'Driver',
      last_name: name,
      username: `driver-${name}`,
      email: `${name}@drivers.example`,
      phone_number: null,
      status: 'approved',
      pin_hash: null,
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const day = '2026-11-23'
  const planId = await createServicePlan(server.deps, {
    zone_id: zoneId,
    vehicle_id: vehicle.id,
    driver_id: driver.id,
    start_time: `${day}T${size.from ?? '08:00'}:00+10:00`,
    end_time: `${day}T${size.until ?? '18:00'}:00+10:00`,
    service_route_id: size.route ?? null,
    ...(size.rest === undefined
      ? {}
      : {
          break_minutes: size.rest.minutes,
          break_from: `${day}T${size.rest.from}:00+10:00`,
          break_until: `${day}T${size.rest.until}:00+10:00`,
        }),
    minimum_capacity: 20,
    metadata: {},
  })
  const trip = await db.selectFrom('trips').select('id').where('service_plan_id', '=', planId).executeTakeFirstOrThrow()
  return { trip_id: trip.id, vehicle_id: vehicle.id, driver_id: driver.id, client: server.driverClient(driver.id) }
}

const addRoute = async (
  server: TestServer,
  zone_id: number,
  type: 'fixed_route' | 'deviated',
  names: readonly StopName[],
  route_slack_minutes: number,
): Promise<number> => {
  const { db, clock } = server.deps
  const stamps = { created_at: clock.now(), updated_at: clock.now() }
  const strategy = await db
    .insertInto('service_strategies')
    .values({
      zone_id,
      name: type,
      color: '#2E6F5E',
      type,
      default: false,
      configuration: JSON.stringify({ route_slack_minutes }),
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stops = await db
    .selectFrom('zone_stops')
    .innerJoin('locations', 'locations.id', 'zone_stops.location_id')
    .where('zone_id', '=', zone_id)
    .select(['zone_stops.id', 'locations.name'])
    .execute()
  return db.transaction().execute((tx) =>
    addStoredRoute(
      tx,
      zone_id,
      {
        name: 'Shoreline',
        service_strategy_id: strategy.id,
        stops: names.map((name) => ({
          zone_stop_id: stops.find((stop) => stop.name === name)?.id ?? 0,
          dwell_seconds: 30,
        })),
      },
      clock.now(),
    ),
  )
}

const placed = (place: StopName | [number, number]) =>
  typeof place === 'string' ? { name: place, point: stopPoint(place) } : { name: 'A door', point: place }

const searchFor = async (client: Client, words: SearchWords) => {
  const time = words.arriveBy ?? words.at ?? '09:00'
  const { data } = await client.call(api.searches.create, {
    body: {
      traveler_id: words.who,
      passengers: Array.from({ length: words.people ?? 1 }, () => ({ fare_type: 'adult' as const })),
      origin: placed(words.from),
      destination: placed(words.to),
      traveling_at: time.includes('T') ? time : `2026-11-23T${time}:00+10:00`,
      departing: words.arriveBy === undefined,
      mobility_support: words.wheelchairs ?? 0,
      service_request_id: words.changes ?? null,
      zone_id: words.zone ?? null,
    },
  })
  return data
}

const bookFor = async (client: Client, words: SearchWords & { kind?: string }) => {
  const search = await searchFor(client, words)
  const offering = search.service_offerings.find((one) => words.kind === undefined || one.kind === words.kind)
  if (offering === undefined) throw new Error(`No offering: ${search.message ?? ''}`)
  const { data } = await client.call(api.serviceRequests.create, {
    body: { service_offering_id: offering.id, traveler_id: words.who, payment_method: 'cash' },
  })
  return data
}

/** '09:05' in Brisbane */
export const clockOf = (time: string | null): string =>
  time === null
    ? '-'
    : new Intl.DateTimeFormat('en-GB', { timeZone: 'Australia/Brisbane', hour: '2-digit', minute: '2-digit' }).format(
        new Date(time),
      )
