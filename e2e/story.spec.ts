import type { Client } from '@ambit/contract'
import { createClient } from '@ambit/contract'
import { api, credentialsOf, expect, type Page, test } from './fixtures.ts'
import type { Server } from './server.ts'

type LngLat = [number, number]
type Spot = { label: string; title: string; point: LngLat }

/** A zone of its own with one vehicle on duty now: the story is the same at every hour of the day. */
type Duty = {
  zone: { id: number; name: string }
  vehicle: string
  driver: Client
  tripId: number
  from: Spot
  to: Spot
  passenger: string
}

const PIN = '482913'
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

const prepareDuty = async (demo: Server, office: Client, name: string): Promise<Duty> => {
  const { data: settings } = await office.call(api.settings.show)
  const [west = 0, south = 0, east = 0, north = 0] = settings.streets.bbox ?? []
  const centre: LngLat = [(west + east) / 2, (south + north) / 2]
  const from = await addressNear(office, centre)
  const to = await addressNear(office, [centre[0] + 0.009, centre[1] + 0.006])
  const { data: regions } = await office.call(api.regions.list, { query: { sort: 'id' } })
  const region = regions[0]
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
  const nobody = createClient({ origin: demo.url, token: () => null })
  const { data: session } = await nobody.call(api.driver.signIn, { body: { username, pin: PIN } })
  const driver = createClient({ origin: demo.url, token: () => session.token })
  const { data: trips } = await driver.call(api.driver.trips)
  const trip = trips[0]
  if (trip === undefined) throw new Error('The driver has no trip')
  await driver.call(api.driver.signOn, { params: { id: trip.id } })
  const { data: travelers } = await office.call(api.travelers.list, {
    query: { sort: 'id', per_page: 50, filter: { status: ['active'] } },
  })
  const traveler = travelers.find((candidate) => !candidate.handicapped)
  if (traveler === undefined) throw new Error('The demo has no passengers')
  return { zone, vehicle, driver, tripId: trip.id, from, to, passenger: traveler.full_name }
}

const report = async ({ driver, tripId }: Duty, [longitude, latitude]: LngLat): Promise<void> => {
  const { data: settings } = await driver.call(api.settings.show)
  await driver.call(api.driver.positions, {
    params: { id: tripId },
    body: { positions: [{ latitude, longitude, bearing: 90, speed: 8, recorded_at: settings.clock.now }] },
  })
}

/** The address's box with the first answer of the geocoder taken. */
const typeAddress = async (page: Page, label: string, spot: Spot): Promise<void> => {
  const box = page.getByRole('combobox', { name: label })
  await box.fill(spot.label)
  await expect(page.getByRole('option', { name: spot.title }).first()).toBeVisible()
  await box.press('Enter')
  await expect(box).toHaveValue(spot.label)
}

test.describe.configure({ timeout: 180_000 })

// covers: WIZ-01, WIZ-02, WIZ-10, WIZ-12, WIZ-24, WIZ-34..38, WIZ-42, WIZ-44, WIZ-45, WIZ-50, WIZ-51, WIZ-60, WIZ-61, PAX-09, PAX-11, MON-01, MON-02, MON-09, MON-11, BOOK-16, BOOK-17, BOOK-49, BOOK-66
test('Dana books a passenger by two typed addresses, sees the booking ride on the live map and completed in its history', async ({
  page,
  demo,
  apiAs,
}) => {
  const duty = await prepareDuty(demo, await apiAs('administrator'), 'Story Quay')
  await report(duty, duty.from.point)

  await test.step('She signs in and finds the passenger', async () => {
    const dana = credentialsOf(demo, 'dispatcher')
    await page.goto('/Login')
    await page.getByLabel('Email or username').fill(dana.username)
    await page.getByLabel('Password', { exact: true }).fill(dana.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('link', { name: 'Passengers' }).click()
    await page.getByRole('searchbox', { name: 'Search passengers' }).fill(duty.passenger)
    await page
      .getByRole('button', { name: `Actions for ${duty.passenger}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'New booking' }).click()
  })

  await test.step('She books', async () => {
    const wizard = page.getByRole('dialog')
    await expect(wizard.getByRole('heading', { name: `New Booking for ${duty.passenger}` })).toBeVisible()
    await expect(wizard.getByRole('button', { name: 'Find Trip' })).toBeDisabled()
    await typeAddress(page, 'Pick Up', duty.from)
    await typeAddress(page, 'Drop Off', duty.to)
    await wizard.getByRole('combobox', { name: 'Zone' }).click()
    await page.getByRole('option', { name: duty.zone.name }).click()
    await wizard.getByRole('button', { name: 'Find Trip' }).click()
    await expect(wizard.getByRole('radio', { checked: true }).first()).toBeAttached({ timeout: 30_000 })
    await expect(wizard.getByText('PICK UP').first()).toBeVisible()
    await expect(wizard.getByText(`Vehicle ${duty.vehicle}`).first()).toBeVisible()
    await expect(wizard.getByRole('radio', { name: 'Cash' })).toBeChecked()
    await wizard.getByRole('button', { name: 'Confirm Trip' }).click()
    await expect(wizard.getByText("You're Booked!")).toBeVisible()
    await wizard.getByRole('button', { name: 'View booking' }).click()
  })

  const booking = page.getByRole('dialog')
  const status = (word: string) =>
    expect(
      booking.getByRole('heading', { name: new RegExp(`^Booking # \\d+ : ${duty.passenger} - ${word}$`) }),
    ).toBeVisible({
      timeout: 20_000,
    })
  const bookingId = await test.step('The booking rides on the vehicle', async () => {
    await expect(booking.getByRole('heading', { name: `: ${duty.passenger} - ` })).toBeVisible()
    await expect(booking.getByText(duty.vehicle, { exact: true })).toBeVisible()
    const { data: trip } = await duty.driver.call(api.driver.trip, { params: { id: duty.tripId } })
    const boarding = trip.trip_stops.flatMap((stop) => stop.boardings)[0]
    if (boarding === undefined) throw new Error('Nobody boards the trip')
    return boarding.id
  })

  await test.step('The live map shows the trip, and moves the vehicle within a second', async () => {
    await booking.getByTitle('Follow on the live map').click()
    await expect(page).toHaveURL(
      new RegExp(`/VehicleMonitoring/region/\\d+/trip/${duty.tripId}/service-requests/${bookingId}`),
    )
    const panel = page.getByRole('complementary', { name: 'Trips' })
    await expect(panel.getByText(duty.vehicle, { exact: true })).toBeVisible({ timeout: 20_000 })
    await expect(panel.getByRole('list', { name: 'Trip Stops' }).getByText(duty.passenger).first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Map of the vehicles under way' }).first()).toBeVisible()
    const way: LngLat = [(duty.from.point[0] + duty.to.point[0]) / 2, (duty.from.point[1] + duty.to.point[1]) / 2]
    await report(duty, way)
    await expect(panel.locator(`[data-position="${way[0].toFixed(5)},${way[1].toFixed(5)}"]`)).toBeAttached({
      timeout: 1000,
    })
  })

  await test.step('The driver picks the passenger up and sets her down; the history says so by itself', async () => {
    const stops = async () => (await duty.driver.call(api.driver.trip, { params: { id: duty.tripId } })).data.trip_stops
    const stopOf = async (list: 'boardings' | 'alightings'): Promise<number> => {
      const stop = (await stops()).find((candidate) => candidate[list].some(({ id }) => id === bookingId))
      if (stop === undefined) throw new Error(`The trip has no stop of the booking's ${list}`)
      return stop.id
    }
    await page.getByRole('button', { name: 'View Booking Details' }).first().click()
    await expect(booking.getByText('Booking History')).toBeVisible()
    await report(duty, duty.from.point)
    const pickup = await stopOf('boardings')
    await duty.driver.call(api.driver.arrive, { params: { id: pickup } })
    await duty.driver.call(api.driver.board, { params: { id: bookingId } })
    await status('On Board')
    await duty.driver.call(api.driver.depart, { params: { id: pickup } })
    await report(duty, duty.to.point)
    const dropoff = await stopOf('alightings')
    await duty.driver.call(api.driver.arrive, { params: { id: dropoff } })
    await duty.driver.call(api.driver.dropOff, { params: { id: bookingId } })
    await status('Completed')
    const history = booking.getByRole('table')
    await expect(history.getByRole('cell', { name: 'Completed' })).toBeVisible()
    await expect(history.getByRole('cell', { name: 'On Board' })).toBeVisible()
    await expect(history.getByText(/^(Assigned tentatively|Secured) to /).first()).toBeVisible()
    await expect(booking.getByRole('button', { name: 'Cancel Booking' })).toHaveAttribute('aria-disabled', 'true')
  })
})
