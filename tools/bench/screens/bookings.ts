import { sql } from 'kysely'
import { goWithin, layOutZones, openPage, serveScreens } from './serve.ts'
import type { Screen } from './screen.ts'
import { mainThreadFigures, traced } from './trace.ts'

const NOW = '2026-11-23T09:00:00+10:00'
const DAY = '2026-11-23T00:00:00+10:00'
const ZONES = 20
const BOOKINGS = 2000
/** the hours of service that they are spread over */
const FROM_HOUR = 6
const HOURS = 16
const PASSENGERS = 500
const WHEELS = 60
const WHEEL_PX = 240

/** The timeline of a day with two thousand bookings, which is then scrolled. */
export const screen: Screen = async () => {
  const { server, streets, close } = await serveScreens(NOW)
  const [west, south, east, north] = streets.manifest.bbox
  const { region, zones } = await layOutZones(server.client('administrator'), [west, south, east, north], ZONES)
  const { db } = server.deps
  await sql`insert into travelers (first_name, last_name, username, email, status, created_at, updated_at)
    select 'Passenger', 'Number ' || i, 'p' || i, 'p' || i || '@example.org', 'active', now(), now()
    from generate_series(1, ${sql.lit(PASSENGERS)}) as i`.execute(db)
  await sql`insert into locations (name, longitude, latitude)
    select 'Stop ' || i, ${west}, ${south} from generate_series(1, 50) as i`.execute(db)
  await sql`
    insert into service_requests (traveler_id, zone_id, status, passengers, passenger_count, origin_name, origin_longitude,
      origin_latitude, destination_name, destination_longitude, destination_latitude, pickup_location_id,
      pickup_lower_bound, pickup_upper_bound, dropoff_location_id, dropoff_lower_bound, dropoff_upper_bound, max_ride_s,
      direct_s, payment_method, scaled_price, total_price, created_at, updated_at)
    select (select min(id) from travelers) + i % ${sql.lit(PASSENGERS)}, ${zones[0]?.id ?? 0} + i % ${sql.lit(ZONES)},
      'unassigned', '[{"fare_type": "adult"}]', 1, 'Stop', ${west}, ${south}, 'Stop', ${west}, ${south},
      (select min(id) from locations) + i % 50, at, at + interval '10 minutes',
      (select min(id) from locations) + (i + 7) % 50, at + interval '10 minutes', at + interval '40 minutes', 1800, 600,
      'cash', 3.5, 3.5, at, at
    from (select i, ${DAY}::timestamptz + interval '1 hour' * ${sql.lit(FROM_HOUR)}
        + interval '1 hour' * ${sql.lit(HOURS)} * i / ${sql.lit(BOOKINGS)} as at
      from generate_series(0, ${sql.lit(BOOKINGS - 1)}) as i) as made`.execute(db)
  const { page, close: closePage } = await openPage(server)
  await page.goto(`${server.url}/Dashboard`)
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  // Once before, so that the page's own code is loaded, as it is for a dispatcher who comes back to it.
  await goWithin(page, `/LiveBookings/timeline?region=${region.id}`)
  await page.locator('[data-booking]').first().waitFor()
  await goWithin(page, '/Dashboard')
  await page.locator('[data-booking]').first().waitFor({ state: 'detached' })
  const clicked = performance.now()
  await goWithin(page, `/LiveBookings/timeline?region=${region.id}&filter.date_range=today`)
  await page.locator('[data-booking]').first().waitFor()
  const opened = performance.now() - clicked
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length')
  await page.locator('[data-booking]').first().hover()
  const thread = await traced(page, async () => {
    for (let wheel = 0; wheel < WHEELS; wheel++) await page.mouse.wheel(0, WHEEL_PX)
  })
  await closePage()
  await close()
  return [
    { measure: 'first booking drawn', value: opened, unit: 'ms', target: 1000 },
    { measure: 'nodes', value: nodes, unit: '', target: null },
    { measure: 'script a turn of the wheel', value: thread.script_ms / WHEELS, unit: 'ms', target: null },
    ...mainThreadFigures(thread, null),
  ]
}
