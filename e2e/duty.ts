import type { Client } from '@ambit/contract'
import { createClient } from '@ambit/contract'
import { api } from './fixtures.ts'
import type { Server } from './server.ts'

export type LngLat = [number, number]
export type Spot = { label: string; title: string; point: LngLat }

/** A zone of its own with one vehicle on duty now: the story is the same at every hour of the day. */
export type Duty = {
  zone: { id: number; name: string }
  vehicle: string
  driver: Client
  tripId: number
  from: Spot
  to: Spot
  passenger: string
}

export const PIN = '482913'
const MINUTE = 60_000

const addressNear = async (client: Client, [lng, lat]: LngLat): Promise<Spot> => {
  const { items } = await client.call(api.geo.revgeocode, { query: { at: `${lat},${lng}`, limit: 20 } })
  const house = items.find((item) => item.resultType === 'houseNumber') ?? items[0]
  if (house === undefined) throw new Error(`There is no address near ${lat}, ${lng}`)
  return { label: house.address.label, title: house.title, point: [house.position.lng, house.position.lat] }
}

const square = ([lng, lat]: LngLat, size: number): LngLat[] => [
  [lng - size, lat - size],
  [lng + size, lat - size],
  [lng + size, lat + size],
  [lng - size, lat + size],
]

/** The driver has signed on. */
export const prepareDuty = async (...input: Parameters<typeof prepareShift>): Promise<Duty> => {
  const duty = await prepareShift(...input)
  await duty.driver.call(api.driver.signOn, { params: { id: duty.tripId } })
  return duty
}

/** The zone's name gets a number, and the passenger has a name that no other has: a story may be repeated. */
export const prepareShift = async (
  demo: Server,
  office: Client,
  called: string,
  inRegion?: { id: number; time_zone: string },
): Promise<Duty & { username: string }> => {
  const { meta: zones } = await office.call(api.zones.list, { query: { per_page: 1 } })
  const name = `${called} ${zones.total + 1}`
  const { data: settings } = await office.call(api.settings.show)
  const [west = 0, south = 0, east = 0, north = 0] = settings.streets.bbox ?? []
  const centre: LngLat = [(west + east) / 2, (south + north) / 2]
  const from = await addressNear(office, centre)
  const to = await addressNear(office, [centre[0] + 0.009, centre[1] + 0.006])
  const { data: regions } = await office.call(api.regions.list, { query: { sort: 'id' } })
  const region = inRegion ?? regions[0]
  if (region === undefined) throw new Error('The demo has no region')
  const { data: zone } = await office.call(api.zones.create, {
    body: {
      name,
      abbreviation: name.slice(0, 3),
      region_id: region.id,
      time_zone: region.time_zone,
      payment_methods: ['cash'],
    },
  })
  await office.call(api.serviceAreas.create, {
    body: { zone_id: zone.id, name, coordinates: [square(centre, 0.03)] },
  })
  for (const spot of [from, to])
    await office.call(api.zoneStops.create, { body: { zone_id: zone.id, name: spot.title, point: spot.point } })
  const vehicle = `${name.slice(0, 3).toUpperCase()} 7${zone.id}`
  const { data: bus } = await office.call(api.vehicles.create, {
    body: { license_plate: vehicle, vehicle_number: vehicle, capacity: 8, mobility_capacity: 1 },
  })
  const username = `driver.${zone.id}`
  const { data: person } = await office.call(api.drivers.create, {
    body: { first_name: 'Priya', last_name: 'Raman', username, email: `${username}@ambit.example`, status: 'approved' },
  })
  await office.call(api.drivers.resetPin, {
    params: { id: person.id },
    body: { password: PIN, password_confirmation: PIN },
  })
  const now = Date.parse(settings.clock.now)
  await office.call(api.servicePlans.create, {
    body: {
      zone_id: zone.id,
      start_time: new Date(now - 10 * MINUTE).toISOString(),
      end_time: new Date(now + 240 * MINUTE).toISOString(),
      vehicle_id: bus.id,
      driver_id: person.id,
    },
  })
  const anonymous = createClient({ origin: demo.url, token: () => null })
  const { data: session } = await anonymous.call(api.driver.signIn, { body: { username, pin: PIN } })
  const driver = createClient({ origin: demo.url, token: () => session.token })
  const { data: trips } = await driver.call(api.driver.trips)
  const trip = trips[0]
  if (trip === undefined) throw new Error('The driver has no trip')
  const { data: traveler } = await office.call(api.travelers.create, {
    body: {
      first_name: 'Noor',
      last_name: `Quayside${zone.id}`,
      username: `noor.${zone.id}`,
      email: `noor.${zone.id}@ambit.example`,
      status: 'active',
    },
  })
  return { zone, vehicle, username, driver, tripId: trip.id, from, to, passenger: traveler.full_name }
}

export const report = async ({ driver, tripId }: Duty, [longitude, latitude]: LngLat): Promise<void> => {
  const { data: settings } = await driver.call(api.settings.show)
  await driver.call(api.driver.positions, {
    params: { id: tripId },
    body: { positions: [{ latitude, longitude, bearing: 90, speed: 8, recorded_at: settings.clock.now }] },
  })
}
