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
/** Where a passenger gets on and off, from the middle of the zone. */
const NEAR: LngLat = [0, 0]
const FAR: LngLat = [0.009, 0.006]

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

/** A zone of its own with a stop at each of the places, which lie so far from its middle, in degrees. */
export const openZone = async (
  office: Client,
  called: string,
  places: readonly LngLat[],
  inRegion?: { id: number; time_zone: string },
): Promise<{ zone: Duty['zone']; spots: Spot[] }> => {
  const { meta: zones } = await office.call(api.zones.list, { query: { per_page: 1 } })
  const name = `${called} ${zones.total + 1}`
  const { data: settings } = await office.call(api.settings.show)
  const [west = 0, south = 0, east = 0, north = 0] = settings.streets.bbox ?? []
  const centre: LngLat = [(west + east) / 2, (south + north) / 2]
  const spots = await Promise.all(places.map(([lng, lat]) => addressNear(office, [centre[0] + lng, centre[1] + lat])))
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
  for (const spot of spots)
    await office.call(api.zoneStops.create, { body: { zone_id: zone.id, name: spot.title, point: spot.point } })
  return { zone, spots }
}

type Crew = { vehicle: string; first_name: string; last_name: string; username: string }

/** A new vehicle and a new driver with a PIN, in service in the zone from and until then, ms. */
export const putInService = async (
  office: Client,
  zone: Duty['zone'],
  { vehicle, ...names }: Crew,
  span: { from: number; until: number },
): Promise<void> => {
  const { data: bus } = await office.call(api.vehicles.create, {
    body: { license_plate: vehicle, vehicle_number: vehicle, capacity: 8, mobility_capacity: 1 },
  })
  const { data: person } = await office.call(api.drivers.create, {
    body: { ...names, email: `${names.username}@ambit.example`, status: 'approved' },
  })
  await office.call(api.drivers.resetPin, {
    params: { id: person.id },
    body: { password: PIN, password_confirmation: PIN },
  })
  await office.call(api.servicePlans.create, {
    body: {
      zone_id: zone.id,
      start_time: new Date(span.from).toISOString(),
      end_time: new Date(span.until).toISOString(),
      vehicle_id: bus.id,
      driver_id: person.id,
    },
  })
}

export const addPassenger = async (office: Client, { id }: Duty['zone'], first_name: string) => {
  const username = `${first_name.toLowerCase()}.${id}`
  const body = { first_name, last_name: `Quayside${id}`, username, email: `${username}@ambit.example` }
  return (await office.call(api.travelers.create, { body: { ...body, status: 'active' } })).data
}

/** The zone's name gets a number, and the passenger has a name that no other has: a story may be repeated. */
export const prepareShift = async (
  demo: Server,
  office: Client,
  called: string,
  inRegion?: { id: number; time_zone: string },
): Promise<Duty & { username: string }> => {
  const { zone, spots } = await openZone(office, called, [NEAR, FAR], inRegion)
  const [from, to] = spots
  if (from === undefined || to === undefined) throw new Error('The zone has no stops')
  const vehicle = `${zone.name.slice(0, 3).toUpperCase()} 7${zone.id}`
  const username = `driver.${zone.id}`
  const now = Date.parse((await office.call(api.settings.show)).data.clock.now)
  const priya = { vehicle, first_name: 'Priya', last_name: 'Raman', username }
  await putInService(office, zone, priya, { from: now - 10 * MINUTE, until: now + 240 * MINUTE })
  const anonymous = createClient({ origin: demo.url, token: () => null })
  const { data: session } = await anonymous.call(api.driver.signIn, { body: { username, pin: PIN } })
  const driver = createClient({ origin: demo.url, token: () => session.token })
  const { data: trips } = await driver.call(api.driver.trips)
  const trip = trips[0]
  if (trip === undefined) throw new Error('The driver has no trip')
  const passenger = await addPassenger(office, zone, 'Noor')
  return { zone, vehicle, username, driver, tripId: trip.id, from, to, passenger: passenger.full_name }
}

export const report = async ({ driver, tripId }: Duty, [longitude, latitude]: LngLat): Promise<void> => {
  const { data: settings } = await driver.call(api.settings.show)
  await driver.call(api.driver.positions, {
    params: { id: tripId },
    body: { positions: [{ latitude, longitude, bearing: 90, speed: 8, recorded_at: settings.clock.now }] },
  })
}
