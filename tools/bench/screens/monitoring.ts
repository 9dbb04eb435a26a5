import { api } from '@ambit/contract'
import { createSeededRandom } from '../../../apps/server/src/testing/random.ts'
import type { TestServer } from '../../../apps/server/src/testing/server.ts'
import { type Figure, quantile } from '../figures/figures.ts'
import type { Screen } from './screen.ts'
import { goWithin, layOutZones, openPage, serveScreens } from './serve.ts'
import { heapMb, mainThreadFigures, traced } from './trace.ts'

const NOW = '2026-11-23T09:00:00+10:00'
const ZONES = 20
/** how often each vehicle says where it is */
const REPORTS_EVERY_MS = 4000
const SEED = 7
/** degrees at 10 m/s for four seconds, about */
const STEP = 0.0004
const SETTLE_MS = 5000
/** the end of the time, which is as long as a trace can be */
const TRACED_S = 20

type Vehicle = {
  trip: number
  driver: number
  box: readonly [number, number, number, number]
  at: [number, number]
  heading: number
}

/** Service Monitoring with a fleet that reports all the time. */
export const screen: Screen = async ({ vehicles, seconds }) => {
  const { server, streets, close } = await serveScreens(NOW)
  const { manifest } = streets
  const [west, south, east, north] = manifest.bbox
  const { region, zones } = await layOutZones(server.client('administrator'), [west, south, east, north], ZONES)
  const fleet = await putOnDuty(server, vehicles, zones)
  const feed = reporting(server, fleet)
  const { page, close: closePage } = await openPage(server)
  await page.goto(`${server.url}/Dashboard`)
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  const clicked = performance.now()
  await goWithin(page, `/VehicleMonitoring/region/${region.id}`)
  await page
    .getByText(fleet.length > 0 ? 'Zone 01' : 'No Active trips found')
    .first()
    .waitFor()
  const listed = performance.now() - clicked
  await page.locator('canvas.maplibregl-canvas').waitFor()
  const mapped = performance.now() - clicked
  await page.waitForTimeout(SETTLE_MS)
  const before = await heapMb(page)
  await page.waitForTimeout(Math.max(0, seconds - TRACED_S) * 1000)
  const after = await heapMb(page)
  feed.forget()
  const watched = Math.min(seconds, TRACED_S)
  const thread = await traced(page, () => page.waitForTimeout(watched * 1000))
  const { times, failed } = await feed.stop()
  await closePage()
  await close()
  return [
    { measure: 'list usable', value: listed, unit: 'ms', target: 1500 },
    { measure: 'map usable', value: mapped, unit: 'ms', target: 1500 },
    ...mainThreadFigures(thread, 0.1),
    ...serverFigures(times, failed, watched),
    { measure: 'memory at first', value: before, unit: 'MB', target: null },
    { measure: 'memory at last', value: after, unit: 'MB', target: null },
  ]
}

const serverFigures = (times: readonly number[], failed: number, seconds: number): Figure[] => [
  { measure: 'positions per second', value: times.length / seconds, unit: '', target: null },
  { measure: 'position p50', value: quantile(times, 0.5), unit: 'ms', target: null },
  { measure: 'position p95', value: quantile(times, 0.95), unit: 'ms', target: 100 },
  { measure: 'positions refused', value: failed, unit: '', target: 0 },
]

const putOnDuty = async (
  server: TestServer,
  count: number,
  zones: readonly { id: number; box: Vehicle['box'] }[],
): Promise<Vehicle[]> => {
  const office = server.client('administrator')
  const random = createSeededRandom(SEED)
  const fleet: Vehicle[] = []
  for (let i = 0; i < count; i++) {
    const zone = zones[i % zones.length]
    if (zone === undefined) throw new Error('There are no zones')
    const name = `B${String(i).padStart(4, '0')}`
    const { data: bus } = await office.call(api.vehicles.create, {
      body: { license_plate: name, vehicle_number: name, capacity: 8, mobility_capacity: 1 },
    })
    const { data: driver } = await office.call(api.drivers.create, {
      body: { first_name: 'Driver', last_name: name, username: name, email: `${name}@example.org`, status: 'approved' },
    })
    const { data: plan } = await office.call(api.servicePlans.create, {
      body: {
        zone_id: zone.id,
        vehicle_id: bus.id,
        driver_id: driver.id,
        start_time: '2026-11-23T08:00:00+10:00',
        end_time: '2026-11-23T18:00:00+10:00',
      },
    })
    const trip = plan.trip_id ?? 0
    await server.driverClient(driver.id).call(api.driver.signOn, { params: { id: trip } })
    const [west, south, east, north] = zone.box
    const at: [number, number] = [west + random.next() * (east - west), south + random.next() * (north - south)]
    fleet.push({ trip, driver: driver.id, box: zone.box, at, heading: random.next() * 360 })
    process.stderr.write(`\r${i + 1} vehicles on duty`)
  }
  process.stderr.write('\n')
  return fleet
}

/** Every vehicle reports in its turn, evenly spread over the time between two reports. */
const reporting = (server: TestServer, fleet: readonly Vehicle[]) => {
  let times: number[] = []
  let failed = 0
  const under_way = new Set<Promise<void>>()
  const report = async (vehicle: Vehicle): Promise<void> => {
    drive(vehicle)
    const [longitude, latitude] = vehicle.at
    const from = performance.now()
    await server.driverClient(vehicle.driver).call(api.driver.positions, {
      params: { id: vehicle.trip },
      body: {
        positions: [
          {
            longitude,
            latitude,
            bearing: vehicle.heading,
            speed: 10,
            recorded_at: server.deps.clock.now().toISOString(),
          },
        ],
      },
    })
    times.push(performance.now() - from)
  }
  const began = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / REPORTS_EVERY_MS) * fleet.length)
    for (; sent < due; sent++) {
      const vehicle = fleet[sent % fleet.length]
      if (vehicle === undefined) continue
      const call = report(vehicle)
        .catch(() => void (failed += 1))
        .finally(() => under_way.delete(call))
      under_way.add(call)
    }
  }, 5)
  return {
    /** Counts from now on. */
    forget: () => {
      times = []
      failed = 0
    },
    stop: async () => {
      clearInterval(timer)
      const taken = { times: [...times], failed }
      await Promise.all(under_way)
      return taken
    },
  }
}

/** Straight on, and back at the edge of its zone. */
const drive = (vehicle: Vehicle): void => {
  const [west, south, east, north] = vehicle.box
  const radians = (vehicle.heading * Math.PI) / 180
  const [lng, lat] = [vehicle.at[0] + Math.sin(radians) * STEP, vehicle.at[1] + Math.cos(radians) * STEP]
  if (lng < west || lng > east || lat < south || lat > north) vehicle.heading = (vehicle.heading + 180) % 360
  else vehicle.at = [lng, lat]
}
