import { sql } from 'kysely'
import type { Page } from '../../../e2e/chromium.ts'
import { createSeededRandom } from '../../../apps/server/src/testing/random.ts'
import type { TestServer } from '../../../apps/server/src/testing/server.ts'
import { type Figure, quantile } from '../figures/figures.ts'
import { putOnDuty } from './fleet.ts'
import type { Screen } from './screen.ts'
import { goWithin, layOutZones, openPage, serveScreens } from './serve.ts'
import { mainThreadFigures, traced } from './trace.ts'

const NOW = '2026-11-23T09:00:00+10:00'
const ZONES = 4
const VEHICLES = 200
const BOOKINGS = 1500
const PASSENGERS = 500
const SEED = 11
/** Between the pick-ups of one vehicle, and how long each rides: all lie in the three hours that the board shows. Minutes */
const EVERY = 18
const RIDE = 14
const WHEELS = 60
const WHEEL_PX = 240
/** a hand on a mouse is sampled about as often. ms */
const MOVE_MS = 16
const MOVES = 180
const OPENS_WITHIN_MS = 1500
/** 50 frames a second */
const FRAME_MS = 20

type Trips = Awaited<ReturnType<typeof putOnDuty>>

/** Rides of every vehicle one after the other, each with both of its stops, at points of its zone. */
const fillTrips = async ({ deps: { db } }: TestServer, fleet: Trips, zoneOf: (index: number) => number) => {
  const random = createSeededRandom(SEED)
  await sql`insert into travelers (first_name, last_name, username, email, status, created_at, updated_at)
    select 'Passenger', 'Number ' || i, 'p' || i, 'p' || i || '@example.org', 'active', now(), now()
    from generate_series(1, ${sql.lit(PASSENGERS)}) as i`.execute(db)
  const rides = Array.from({ length: BOOKINGS }, (_, i) => {
    const vehicle = i % fleet.length
    const { trip, box } = fleet[vehicle]! // of its length
    const [west, south, east, north] = box
    const point = () => ({ lng: west + random.next() * (east - west), lat: south + random.next() * (north - south) })
    const nth = Math.floor(i / fleet.length)
    const minutes = 15 + nth * EVERY + (vehicle % 5)
    return { i, trip, zone: zoneOf(vehicle), nth, minutes, from: point(), to: point() }
  })
  const json = JSON.stringify(rides)
  await sql`
    with ride as (select (x->>'i')::int as i, (x->>'trip')::int as trip, (x->>'zone')::int as zone,
        (x->>'nth')::int as nth, ${NOW}::timestamptz + interval '1 minute' * (x->>'minutes')::int as at,
        (x#>>'{from,lng}')::float as from_lng, (x#>>'{from,lat}')::float as from_lat,
        (x#>>'{to,lng}')::float as to_lng, (x#>>'{to,lat}')::float as to_lat
      from jsonb_array_elements(${json}::jsonb) x),
    place as (insert into locations (name, longitude, latitude)
      select 'Bench ' || i || ' from', from_lng, from_lat from ride
      union all select 'Bench ' || i || ' to', to_lng, to_lat from ride
      returning id, name),
    stop as (insert into trip_stops (trip_id, location_id, location_index, scheduled_at, scheduled_departure_at, eta, dwell_seconds)
      select trip, f.id, 2 * nth, at, at + interval '1 minute', at, 60 from ride join place f on f.name = 'Bench ' || i || ' from'
      union all
      select trip, t.id, 2 * nth + 1, at + interval '1 minute' * ${sql.lit(RIDE)},
        at + interval '1 minute' * ${sql.lit(RIDE + 1)}, at + interval '1 minute' * ${sql.lit(RIDE)}, 60
      from ride join place t on t.name = 'Bench ' || i || ' to'
      returning id, trip_id, location_id, location_index)
    insert into service_requests (traveler_id, zone_id, status, trip_id, pickup_trip_stop_id, dropoff_trip_stop_id, passengers,
      passenger_count, origin_name, origin_longitude, origin_latitude, destination_name, destination_longitude,
      destination_latitude, pickup_location_id, pickup_lower_bound, pickup_upper_bound, dropoff_location_id,
      dropoff_lower_bound, dropoff_upper_bound, max_ride_s, direct_s, payment_method, scaled_price, total_price, created_at,
      updated_at)
    select (select min(id) from travelers) + i % ${sql.lit(PASSENGERS)}, zone, 'assigned', trip, p.id, d.id,
      '[{"fare_type": "adult"}]', 1, 'Stop', from_lng, from_lat, 'Stop', to_lng, to_lat, p.location_id,
      at - interval '5 minutes', at + interval '10 minutes', d.location_id, at + interval '10 minutes',
      at + interval '60 minutes', 3600, 900, 'cash', 3.5, 3.5, at, at
    from ride join stop p on p.trip_id = trip and p.location_index = 2 * nth
      join stop d on d.trip_id = trip and d.location_index = 2 * nth + 1`.execute(db)
  await sql`update zone_plans set version = version + 1`.execute(db)
}

/** Every frame that the page draws from now on; answers the ms between two of them. */
const countFrames = async (page: Page): Promise<() => Promise<number[]>> => {
  await page.evaluate(`(() => {
    const frames = (window.benchFrames = [])
    const next = (at) => { frames.push(at); if (window.benchFrames === frames) requestAnimationFrame(next) }
    requestAnimationFrame(next)
  })()`)
  return async () => {
    const at = await page.evaluate<number[]>(
      `(() => { const f = window.benchFrames; window.benchFrames = null; return f })()`,
    )
    return at.slice(1).map((one, index) => one - at[index]!) // one fewer than there are frames
  }
}

const framesOf = (what: string, between: readonly number[]): Figure[] => [
  {
    measure: `${what}: a frame`,
    value: between.reduce((sum, one) => sum + one, 0) / Math.max(1, between.length),
    unit: 'ms',
    target: FRAME_MS,
  },
  { measure: `${what}: a frame, p95`, value: quantile(between, 0.95), unit: 'ms', target: null },
]

/** The dispatch board with 200 vehicles and 1,500 bookings, which is scrolled, and a booking dragged over its rows. */
export const screen: Screen = async () => {
  const { server, streets, close } = await serveScreens(NOW)
  const [west, south, east, north] = streets.manifest.bbox
  const { region, zones } = await layOutZones(server.client('administrator'), [west, south, east, north], ZONES)
  const fleet = await putOnDuty(server, VEHICLES, zones)
  await fillTrips(server, fleet, (index) => zones[index % zones.length]?.id ?? 0)
  const { page, close: closePage } = await openPage(server)
  const board = `/DispatchBoard?region=${region.id}`
  await page.goto(`${server.url}/Dashboard`)
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  const open = async (): Promise<number> => {
    const clicked = performance.now()
    await goWithin(page, board)
    await page.locator('[data-booking]').first().waitFor()
    return performance.now() - clicked
  }
  // Once before, so that the page's own code is loaded, as it is for a dispatcher who comes back to it.
  await open()
  await goWithin(page, '/Dashboard')
  await page.locator('[data-booking]').first().waitFor({ state: 'detached' })
  const opened = await open()
  const bars = await page.locator('[data-booking]').count()
  await page.locator('[data-booking]').first().hover()
  const scrolled = await countFrames(page)
  const thread = await traced(page, async () => {
    for (let wheel = 0; wheel < WHEELS; wheel++) await page.mouse.wheel(0, WHEEL_PX)
  })
  const scrolling = await scrolled()
  await page.mouse.wheel(0, -WHEELS * WHEEL_PX)
  const box = await page.locator('[data-booking]').first().boundingBox()
  if (box === null) throw new Error('No booking is in sight')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 4, y + 6, { steps: 2 })
  const taken = performance.now()
  await page.locator('[data-fit]').first().waitFor()
  const answered = performance.now() - taken
  const dragged = await countFrames(page)
  for (let move = 0; move < MOVES; move++) {
    await page.mouse.move(x + (move % 60), y + 20 + ((move * 3) % 400))
    await page.waitForTimeout(MOVE_MS)
  }
  const dragging = await dragged()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await closePage()
  await close()
  return [
    { measure: 'vehicles', value: fleet.length, unit: '', target: null },
    { measure: 'bookings drawn', value: bars, unit: '', target: null },
    { measure: 'first booking drawn', value: opened, unit: 'ms', target: OPENS_WITHIN_MS },
    ...framesOf('scrolling', scrolling),
    { measure: 'rows say whether they fit', value: answered, unit: 'ms', target: 100 },
    ...framesOf('dragging', dragging),
    ...mainThreadFigures(thread, null),
  ]
}
