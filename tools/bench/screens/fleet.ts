import { api } from '@ambit/contract'
import { createSeededRandom } from '../../../apps/server/src/testing/random.ts'
import type { TestServer } from '../../../apps/server/src/testing/server.ts'

const SEED = 7
/** degrees at 10 m/s for four seconds, about */
const STEP = 0.0004

type Vehicle = {
  trip: number
  driver: number
  box: readonly [number, number, number, number]
  at: [number, number]
  heading: number
}

/** Vehicles with a driver who has signed on, spread over the zones. */
export const putOnDuty = async (
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

/** Every vehicle reports in its turn, evenly spread over the time between two reports, in ms. */
export const reporting = (server: TestServer, fleet: readonly Vehicle[], every: number) => {
  let times: number[] = []
  let failed = 0
  const underWay = new Set<Promise<void>>()
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
    const due = Math.floor(((performance.now() - began) / every) * fleet.length)
    for (; sent < due; sent++) {
      const vehicle = fleet[sent % fleet.length]
      if (vehicle === undefined) continue
      const call = report(vehicle)
        .catch(() => void (failed += 1))
        .finally(() => underWay.delete(call))
      underWay.add(call)
    }
  }, 5)
  return {
    /** Counts from now on. */
    forget: () => {
      times = []
      failed = 0
    },
    /** How long the reports took since, in ms, and how many were refused. */
    taken: () => ({ times: [...times], failed }),
    stop: async () => {
      clearInterval(timer)
      await Promise.all(underWay)
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
