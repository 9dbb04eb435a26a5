// `npm run bench continuity -- [--trips 500] [--json FILE]`: the pack of a region with so many trips and ten times as many
// bookings on the embedded database, and searches in another region the whole time, as without it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { packsIn } from '../../apps/server/src/continuity/folder.ts'
import { writePacks } from '../../apps/server/src/continuity/write-packs.ts'
import type { DB } from '../../apps/server/src/database/schema.ts'
import { runJob } from '../../apps/server/src/testing/run-job.ts'
import { startTestServer } from '../../apps/server/src/testing/server.ts'
import { buildSmallTown, type SmallTown } from '../../apps/server/src/testing/small-town.ts'
import { straightStreets } from '../../apps/server/src/testing/straight-streets.ts'
import { type Figure, ms, quantile, report } from './figures/figures.ts'

const args = parseArgs({ options: { trips: { type: 'string', default: '500' }, json: { type: 'string' } } })
const trips = Number(args.values.trips)
const BOOKINGS_EACH = 10
const TARGETS = { pack: 20, stall: 100, slower: 1.1 }
const MB = 1024 * 1024

/** A region of its own: a vehicle for each trip, ten pick-ups and ten drop-offs on each. */
const fill = async (db: Kysely<DB>, now: Date): Promise<void> => {
  const run = (statement: string) =>
    sql.raw(statement.replaceAll(':now', `'${now.toISOString()}'::timestamptz`)).execute(db)
  const stamps = ':now, :now'
  await run(
    `insert into regions (name, time_zone, created_at, updated_at) values ('Large', 'Australia/Brisbane', ${stamps})`,
  )
  await run(`insert into zones (region_id, name, abbreviation, time_zone, longitude, latitude, created_at, updated_at)
    select id, 'Large', 'LRG', time_zone, 153, -27, ${stamps} from regions where name = 'Large'`)
  await run(`insert into vehicles (license_plate, vehicle_number, capacity, mobility_capacity, seats_per_wheelchair, created_at, updated_at)
    select 'LARGE-' || n, 'Large ' || n, 8, 1, 0, ${stamps} from generate_series(1, ${trips}) n`)
  await run(`insert into drivers (first_name, last_name, username, email, phone_number, status, created_at, updated_at)
    select 'Driver', 'Large ' || n, 'large-' || n, 'large-' || n || '@example.org', '+61 400 ' || n, 'approved', ${stamps}
    from generate_series(1, ${trips}) n`)
  await run(`insert into travelers (first_name, last_name, username, email, phone_number, created_at, updated_at)
    select 'Maximiliana Alexandrina', 'Fitzgerald-Wolfenstein ' || n, 'rider-' || n, 'rider-' || n || '@example.org', '+61 401 ' || n, ${stamps}
    from generate_series(1, ${trips * BOOKINGS_EACH}) n`)
  await run(`insert into locations (name, street_address, longitude, latitude)
    select 'Stop ' || n, n || ' Long Street, Large Town', 153, -27 from generate_series(1, 1000) n`)
  await run(`insert into service_plans (zone_id, vehicle_id, driver_id, start_time, end_time, created_at, updated_at)
    select z.id, v.id, d.id, :now, :now::timestamptz + interval '10 hours', ${stamps}
    from vehicles v join drivers d on d.last_name = v.vehicle_number join zones z on z.name = 'Large'
    where v.vehicle_number like 'Large %'`)
  await run(`insert into trips (name, service_plan_id, zone_id, vehicle_id, driver_id, current_state, start_datetime, end_datetime, created_at, updated_at)
    select 'large_' || p.id, p.id, z.id, p.vehicle_id, p.driver_id, 'staged', p.start_time, p.end_time, ${stamps}
    from service_plans p join zones z on z.id = p.zone_id and z.name = 'Large'`)
  await run(`insert into trip_stops (trip_id, location_id, location_index, scheduled_at, scheduled_departure_at)
    select t.id, (select min(id) from locations where name = 'Stop ' || (1 + (t.id * 20 + n) % 1000)), n,
      :now::timestamptz + n * interval '20 minutes', :now::timestamptz + n * interval '20 minutes'
    from trips t cross join generate_series(0, ${2 * BOOKINGS_EACH - 1}) n where t.name like 'large_%'`)
  await run(`insert into service_requests (traveler_id, zone_id, trip_id, status, passengers, passenger_count, mobility_support,
      origin_name, origin_longitude, origin_latitude, destination_name, destination_longitude, destination_latitude,
      pickup_location_id, pickup_lower_bound, pickup_upper_bound, dropoff_location_id, dropoff_lower_bound, dropoff_upper_bound,
      max_ride_s, direct_s, pickup_trip_stop_id, dropoff_trip_stop_id, payment_method, scaled_price, total_price, comment,
      created_at, updated_at)
    select p.id, t.zone_id, t.id, 'assigned', '[{"fare_type":"adult"}]', 1, p.id % 2,
      'Home', 153, -27, 'Hospital', 153, -27,
      a.location_id, a.scheduled_at, a.scheduled_at + interval '10 minutes', b.location_id, b.scheduled_at, b.scheduled_at + interval '15 minutes',
      3600, 600, a.id, b.id, 'cash', 3.5, 3.5, 'Rings at the side entrance and walks slowly', ${stamps}
    from (select t.*, row_number() over (order by t.id) - 1 as nth from trips t where t.name like 'large_%') t
    cross join generate_series(0, ${BOOKINGS_EACH - 1}) n
    join travelers p on p.username = 'rider-' || (t.nth * ${BOOKINGS_EACH} + n + 1)
    join trip_stops a on a.trip_id = t.id and a.location_index = 2 * n
    join trip_stops b on b.trip_id = t.id and b.location_index = 2 * n + 1`)
}

/** Milliseconds of each search, one after the other with a pause, until told to end. */
const searching = async (town: SmallTown, who: number, going: () => boolean): Promise<number[]> => {
  const times: number[] = []
  while (going()) {
    const from = performance.now()
    await town.search({ who, from: 'Market', to: 'Hospital', at: '10:00' })
    times.push(performance.now() - from)
    await new Promise((done) => setTimeout(done, 20))
  }
  return times
}

const folder = mkdtempSync(join(tmpdir(), 'ambit-bench-packs-'))
const server = await startTestServer({
  streets: straightStreets(),
  config: { dataFolder: folder, continuityFolders: [folder] },
})
const town = await buildSmallTown(server)
await town.vehicle('Van 1')
const who = await town.passenger('Maria Silva')
await fill(server.deps.db, server.deps.clock.now())

const quietUntil = performance.now() + 8000
const quiet = await searching(town, who, () => performance.now() < quietUntil)
const delay = monitorEventLoopDelay({ resolution: 1 })
let over = false
const beside = searching(town, who, () => !over)
delay.enable()
const [from, processor] = [performance.now(), process.cpuUsage()]
await runJob(server.deps, writePacks)
const took = (performance.now() - from) / 1000
const { user, system } = process.cpuUsage(processor)
delay.disable()
over = true
const during = await beside
const pack = (await packsIn(folder, null)).find(({ region_name }) => region_name === 'Large')
await server.close()
rmSync(folder, { recursive: true, force: true })
if (pack?.trips !== trips || pack.bookings !== trips * BOOKINGS_EACH) throw new Error('The pack is not whole')
const [alone, together] = [quantile(quiet, 0.5), quantile(during, 0.5)]
const figures: Figure[] = [
  { measure: `pack of ${trips} trips, ${pack.bookings} bookings`, value: took, unit: 's', target: TARGETS.pack },
  { measure: '  processor time, all threads', value: (user + system) / 1e6, unit: 's', target: null },
  { measure: '  its files', value: pack.bytes / MB, unit: 'MB', target: null },
  ms('  longest stretch of the main thread', delay.max / 1e6, TARGETS.stall),
  ms('a search, median alone', alone),
  ms('a search, median beside it', together, alone * TARGETS.slower),
  ms('  95th percentile alone', quantile(quiet, 0.95)),
  ms('  95th percentile beside it', quantile(during, 0.95)),
]
await report(figures, args.values.json)
