import { sql } from 'kysely'
import { api, type Client, createClient } from '@ambit/contract'
import { issueToken } from '../../../apps/server/src/sessions/tokens.ts'
import type { Town } from '../town/serve.ts'

type Passenger = { token: string; ride: number; trip: number; address: string }
type Vehicle = { trip: number; client: Client; at: [number, number] }

export type Road = {
  origin: string
  passengers: readonly Passenger[]
  vehicles: readonly Vehicle[]
  /** when the newest position of each trip left its device, ms */
  left: Map<number, number>
  /** how long positions took to their pages, ms */
  seen: number[]
  failed: number
  now: () => Date
}

/** Degrees that a vehicle drives between two positions. */
const STEP = 0.0004

/** A zone of its own, in which nothing is searched: vehicles on duty, and passengers who wait for them. */
export const putOnTheRoad = async (
  { deps, client, origin }: Town,
  { passengers, drivers }: { passengers: number; drivers: number },
): Promise<Road> => {
  const { db, clock } = deps
  const now = clock.now()
  const time_zone = 'Australia/Brisbane'
  const { data: region } = await client.call(api.regions.create, { body: { name: 'Phones', time_zone } })
  const { data: zone } = await client.call(api.zones.create, {
    body: { name: 'Phones', abbreviation: 'PH', region_id: region.id, time_zone },
  })
  const ids = async (query: ReturnType<typeof sql<{ id: number }>>): Promise<number[]> =>
    (await query.execute(db)).rows.map(({ id }) => id)
  const crew =
    await ids(sql`insert into drivers (first_name, last_name, username, email, status, created_at, updated_at)
    select 'Driver', i::text, 'phone' || i, 'phone' || i || '@example.org', 'approved', ${now}, ${now}
    from generate_series(1, ${sql.lit(drivers)}) as i returning id`)
  const fleet = await ids(sql`insert into vehicles (license_plate, vehicle_number, capacity, created_at, updated_at)
    select 'PHONE-' || i, 'P' || i, 8, ${now}, ${now} from generate_series(1, ${sql.lit(drivers)}) as i returning id`)
  const plans = await ids(sql`insert into service_plans (zone_id, driver_id, vehicle_id, start_time, end_time,
      created_at, updated_at)
    select ${zone.id}, driver, vehicle, ${now}::timestamptz - interval '1 hour', ${now}::timestamptz + interval '6 hours',
      ${now}, ${now} from unnest(${crew}::int[], ${fleet}::int[]) as t (driver, vehicle) returning id`)
  const trips = await ids(sql`insert into trips (name, zone_id, service_plan_id, driver_id, vehicle_id, current_state,
      start_datetime, end_datetime, created_at, updated_at)
    select 'Phone ' || id, zone_id, id, driver_id, vehicle_id, 'live', start_time, end_time, ${now}, ${now}
    from service_plans where id = any(${plans}::int[]) order by id returning id`)
  const people =
    await ids(sql`insert into travelers (first_name, last_name, username, email, status, created_at, updated_at)
    select 'Rider', i::text, 'follows' || i, 'follows' || i || '@example.org', 'active', ${now}, ${now}
    from generate_series(1, ${sql.lit(passengers)}) as i returning id`)
  const place = await db.selectFrom('locations').select(['id', 'longitude', 'latitude']).executeTakeFirstOrThrow()
  const rides = await ids(sql`insert into service_requests (traveler_id, zone_id, trip_id, status, passengers,
      passenger_count, origin_name, origin_longitude, origin_latitude, destination_name, destination_longitude,
      destination_latitude, pickup_location_id, pickup_lower_bound, pickup_upper_bound, dropoff_location_id,
      dropoff_lower_bound, dropoff_upper_bound, max_ride_s, direct_s, payment_method, scaled_price, total_price,
      created_at, updated_at)
    select person, ${zone.id}, (${trips}::int[])[1 + (at - 1) % ${sql.lit(drivers)}], 'assigned',
      '[{"fare_type": "adult"}]', 1, 'Home', ${place.longitude}, ${place.latitude}, 'Work', ${place.longitude},
      ${place.latitude}, ${place.id}, ${now}::timestamptz + interval '5 minutes',
      ${now}::timestamptz + interval '15 minutes', ${place.id}, ${now}::timestamptz + interval '15 minutes',
      ${now}::timestamptz + interval '45 minutes', 1800, 600, 'cash', 3.5, 3.5, ${now}, ${now}
    from unnest(${people}::int[]) with ordinality as t (person, at) returning id`)
  const app = await db.selectFrom('consumer_apps').select('id').executeTakeFirstOrThrow()
  const begun = { method: 'code', factors: [], portal: false } as const
  const following: Passenger[] = []
  for (const [at, id] of people.entries()) {
    const { token } = await issueToken(deps, { kind: 'passenger', id, consumer_app_id: app.id }, begun)
    const address = `10.${Math.floor(at / 250)}.0.${1 + (at % 250)}`
    following.push({ token, ride: rides[at] ?? 0, trip: trips[at % drivers] ?? 0, address })
  }
  const vehicles: Vehicle[] = []
  for (const [at, id] of crew.entries()) {
    const { token } = await issueToken(deps, { kind: 'driver', id }, { ...begun, method: 'password' })
    const driver = createClient({ origin, token: () => token })
    vehicles.push({ trip: trips[at] ?? 0, client: driver, at: [place.longitude, place.latitude] })
  }
  const counted = { left: new Map<number, number>(), seen: [], failed: 0 }
  return { origin, passengers: following, vehicles, ...counted, now: () => clock.now() }
}

/** A page that follows one ride as the app does: told of a change by the stream, it asks for the ride again. */
export const followRide = async (road: Road, { token, ride, trip, address }: Passenger) => {
  const ending = new AbortController()
  const headers = { cookie: `ambit_ride=${token}`, 'x-forwarded-for': address }
  const stream = await fetch(`${road.origin}/api/v2/ride/live`, { headers, signal: ending.signal })
  if (!stream.ok || stream.body === null) throw new Error(`the stream answered ${stream.status}`)
  let asking = false
  let again = false
  const ask = async (): Promise<void> => {
    if (asking) return void (again = true)
    asking = true
    do {
      again = false
      const left = road.left.get(trip)
      const answer = await fetch(`${road.origin}/api/v2/ride/bookings/${ride}`, { headers, signal: ending.signal })
      await answer.arrayBuffer()
      if (!answer.ok) road.failed += 1
      else if (left !== undefined) road.seen.push(performance.now() - left)
    } while (again)
    asking = false
  }
  const listen = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    for await (const chunk of body.pipeThrough(new TextDecoderStream()))
      if (chunk.includes('event: ride')) void ask().catch(() => void (asking = false))
  }
  void listen(stream.body).catch(() => {}) // it is closed at the end
  return { close: () => ending.abort() }
}

/** Each vehicle in its turn, evenly spread over the time between two positions, in ms. */
export const sendPositions = ({ vehicles, left, now }: Road, every: number) => {
  const sent: number[] = []
  const underWay = new Set<Promise<void>>()
  let failed = 0
  let turn = 0
  const began = performance.now()
  const send = async (vehicle: Vehicle): Promise<void> => {
    const from = performance.now()
    vehicle.at = [vehicle.at[0] + STEP, vehicle.at[1]]
    left.set(vehicle.trip, from)
    const [longitude, latitude] = vehicle.at
    const recorded_at = new Date(now().getTime() + performance.now() - began).toISOString()
    const positions = [{ longitude, latitude, bearing: 90, speed: 10, recorded_at }]
    await vehicle.client.call(api.driver.positions, { params: { id: vehicle.trip }, body: { positions } })
    sent.push(performance.now() - from)
  }
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / every) * vehicles.length)
    for (; turn < due; turn += 1) {
      const vehicle = vehicles[turn % vehicles.length]
      if (vehicle === undefined) continue
      const call = send(vehicle)
        .catch(() => void (failed += 1))
        .finally(() => underWay.delete(call))
      underWay.add(call)
    }
  }, 5)
  return {
    taken: () => ({ sent, failed }),
    stop: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}
