import type { Client, Region } from '@ambit/contract'
import { type LngLat, prepareDuty, report } from '../duty.ts'
import { api, expect, type Locator, type Page, stepUntilVisible, test, leftToLongRun } from '../fixtures.ts'
import { inkBetween } from '../map-ink.ts'
import { squareOf } from '../zones/drawn-zone.ts'
import { enrol } from './enrol.ts'

// What lies on the map is looked at, not the streets beneath it.
test.use({ blankMap: true, actionTimeout: 40_000, navigationTimeout: 60_000 })
test.describe.configure({ timeout: 240_000 })
const seen = expect.configure({ timeout: 40_000 })

const wizard = (page: Page) => page.getByRole('dialog', { name: /^New Booking for / })
const pin = (page: Page, name: string) => wizard(page).getByRole('button', { name: new RegExp(`^${name} pin\\.`) })

/** Where the camera of the one map on the page is: longitude and latitude to some 10 m, and zoom. */
const cameraOf = async (page: Page): Promise<number[]> =>
  ((await page.locator('[data-camera]').getAttribute('data-camera')) ?? '').split(',').map(Number)
const looksAt = ([longitude, latitude]: LngLat, zoom: number) => [
  expect.closeTo(longitude, 3),
  expect.closeTo(latitude, 3),
  zoom,
]

const start = async (page: Page, passenger: string): Promise<void> => {
  await page.getByRole('searchbox', { name: 'Search passengers' }).fill(passenger)
  await page
    .getByRole('button', { name: `Actions for ${passenger}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'New booking' }).click()
  await seen(wizard(page).getByRole('button', { name: 'Zoom in' })).toBeVisible()
}

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await wizard(page).getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option }).click()
}

/** A zone that is a square of some 2 km around its point. */
const zoneAt = async (office: Client, region: Region, name: string, [lng, lat]: LngLat) => {
  const { data: zone } = await office.call(api.zones.create, {
    body: { name, abbreviation: 'PIN', region_id: region.id, time_zone: region.time_zone, point: { lng, lat } },
  })
  const ring = squareOf([lng, lat], { east: 0, north: 0, half: 0.01 })
  await office.call(api.serviceAreas.create, { body: { zone_id: zone.id, name, coordinates: [ring] } })
  return zone
}

/** What the wizard keeps of the trip: the points of both ends. */
const placed = (page: Page): Promise<{ origin: LngLat | null; destination: LngLat | null }> =>
  page.evaluate(() => {
    type Data = { origin: { point: LngLat } | null; destination: { point: LngLat } | null }
    const drafts = JSON.parse(localStorage.getItem('newBookings') ?? '[]') as { bookingData: Data }[] // the portal's drafts
    const data = drafts.at(-1)?.bookingData
    return { origin: data?.origin?.point ?? null, destination: data?.destination?.point ?? null }
  })

/** With the clock standing still: what a press puts on the map comes into view after a second, not before. */
const followsAfterASecond = async (page: Page, act: () => Promise<void>): Promise<void> => {
  const before = await cameraOf(page)
  await act()
  await page.clock.runFor(900)
  expect(await cameraOf(page)).toEqual(before)
  await page.clock.runFor(150)
  await expect.poll(() => cameraOf(page)).not.toEqual(before)
}

// covers: WIZ-11, WIZ-28, WIZ-140, WIZ-143..147, WIZ-166
test('The map of a new booking chooses a zone, opens where the browser is, and takes pins that know whether they are in the zone', async ({
  page,
  signIn,
  apiAs,
  context,
}) => {
  leftToLongRun()
  const office = await apiAs('administrator')
  const { meta } = await office.call(api.regions.list)
  const region = async (name: string) => {
    const body = { name: `${name} ${meta.total}`, time_zone: 'Australia/Brisbane' }
    return (await office.call(api.regions.create, { body })).data
  }
  const [nowhere, pinned] = [await region('No Zones'), await region('Pinned')]
  const middle: LngLat = [153.04, -27.46]
  const near = await zoneAt(office, pinned, `Near ${meta.total}`, middle)
  const far = await zoneAt(office, pinned, `Far ${meta.total}`, [153.1, -27.46])
  const { full_name } = await enrol(apiAs, 'Pia')
  await page.clock.install()
  await signIn(page, 'dispatcher', '/TravellerManagement')
  await start(page, full_name)
  const room = await wizard(page).boundingBox()
  expect((room?.width ?? 0) / 1280).toBeCloseTo(0.8, 2)

  await test.step('Where nothing else says where to look', async () => {
    await choose(page, 'Region', nowhere.name)
    await page.reload()
    await seen.poll(() => cameraOf(page)).toEqual(looksAt([153.02334, -27.46844], 15))
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ longitude: 151.2, latitude: -33.9 })
    await page.reload()
    await seen.poll(() => cameraOf(page)).toEqual(looksAt([151.2, -33.9], 15))
    await context.clearPermissions()
  })

  await test.step('A zone is chosen by its name on the map', async () => {
    await choose(page, 'Region', pinned.name)
    const zone = (name: string) => wizard(page).getByRole('button', { name: `Choose zone ${name}` })
    await seen(zone(far.name)).toHaveAttribute('aria-pressed', 'false')
    await zone(near.name).click()
    await expect(wizard(page).getByRole('combobox', { name: 'Zone', exact: true })).toHaveValue(near.name)
    await expect(zone(near.name)).toHaveAttribute('aria-pressed', 'true')
    await seen.poll(() => cameraOf(page)).toEqual(looksAt(middle, 14))
  })

  await test.step('Pins are put down beside the middle, and the map follows', async () => {
    const [lng, lat] = middle
    await page.clock.pauseAt(Date.now() + 60_000)
    await followsAfterASecond(page, async () => {
      await wizard(page).getByRole('button', { name: 'Place Pick Up pin' }).click()
      await expect(pin(page, 'Pick Up')).toBeVisible()
    })
    expect((await placed(page)).origin).toEqual([expect.closeTo(lng - 0.005, 4), expect.closeTo(lat, 4)])
    const [between = 0] = await cameraOf(page)
    await followsAfterASecond(page, async () => {
      await wizard(page).getByRole('button', { name: 'Place Drop Off pin' }).click()
      await expect(pin(page, 'Drop Off')).toBeVisible()
    })
    expect((await placed(page)).destination?.[0]).toBeCloseTo(between + 0.005, 4)
    await page.clock.resume()
  })

  await test.step('A pin is flagged as set while it is inside of the zone', async () => {
    await expect(pin(page, 'Pick Up')).toHaveAttribute('data-set')
    await expect(pin(page, 'Drop Off')).toHaveAttribute('data-set')
    for (let presses = 0; presses < 6; presses++) await pin(page, 'Drop Off').press('Shift+ArrowRight')
    await expect(pin(page, 'Drop Off')).toContainText('Out Of Zone')
    await expect(pin(page, 'Drop Off')).not.toHaveAttribute('data-set')
    await expect(pin(page, 'Pick Up')).toHaveAttribute('data-set')
    for (let presses = 0; presses < 6; presses++) await pin(page, 'Drop Off').press('Shift+ArrowLeft')
    await expect(pin(page, 'Drop Off')).toHaveAttribute('data-set')
  })

  await test.step('Further stops have the next letters, at their fields and on the map', async () => {
    await wizard(page).getByRole('button', { name: 'Add a stop' }).click()
    await wizard(page).getByRole('combobox', { name: 'Leg 2 to' }).fill('Market')
    await page.getByRole('option').first().click()
    await seen(wizard(page).getByRole('img', { name: 'Leg 2 to', exact: true })).toContainText('C')
  })
})

/** Colours of the light map (`map/palette.ts` of the portal): of the vehicle's way, and of ways on foot. */
const RIDE = '#5b3cc4'
const WALK = '#464e5a'

/** An address some minutes on foot from a stop. */
const doorBy = async (office: Client, [lng, lat]: LngLat): Promise<string> => {
  const { items } = await office.call(api.geo.revgeocode, { query: { at: `${lat - 0.001},${lng - 0.001}`, limit: 40 } })
  for (const { resultType, address, position } of items) {
    if (resultType !== 'houseNumber') continue
    const [origin, destination] = [`${position.lat},${position.lng}`, `${lat},${lng}`]
    const query = { origin, destination, return: 'summary', transportMode: 'pedestrian', routingMode: 'fast' } as const
    const { routes } = await office.call(api.geo.routes, { query })
    const metres = routes[0]?.sections[0]?.summary?.length ?? 0
    if (metres > 200 && metres < 450) return address.label
  }
  throw new Error('No address is some minutes on foot from the stop')
}

type Names = { origin: string; pickup: string; dropoff: string; destination: string }

/** Doors and stops are marked, and walks and ride are drawn between them. */
const joined = async (page: Page, map: Locator, names: Names): Promise<void> => {
  const mark = (name: string) => page.getByRole('dialog').getByRole('img', { name, exact: true })
  const [origin, pickup, dropoff, destination] = [names.origin, names.pickup, names.dropoff, names.destination].map(
    mark,
  )
  for (const one of [origin, pickup, dropoff, destination]) await seen(one!).toBeVisible()
  for (const [from, to, colour] of [
    [origin, pickup, WALK],
    [pickup, dropoff, RIDE],
    [dropoff, destination, WALK],
  ] as const)
    await seen.poll(() => inkBetween(page, map, [from!, to!], colour)).toBeGreaterThan(12)
}

// covers: WIZ-03, WIZ-40, WIZ-41, BOOK-52, BOOK-53
test('The maps of an offered trip and of its booking join doors and stops by the walks and the ride', async ({
  page,
  signIn,
  demo,
  apiAs,
}) => {
  leftToLongRun()
  const office = await apiAs('administrator')
  const duty = await prepareDuty(demo, office, 'Inked Quay')
  await report(duty, duty.from.point)
  const [origin, destination] = [await doorBy(office, duty.from.point), await doorBy(office, duty.to.point)]
  await page.clock.install()
  await signIn(page, 'dispatcher', `/TravellerManagement?zone=${duty.zone.id}`)
  await start(page, duty.passenger)
  for (const [label, door] of [
    ['Pick Up', origin],
    ['Drop Off', destination],
  ] as const) {
    await wizard(page).getByRole('combobox', { name: label }).fill(door)
    await page
      .getByRole('option', { name: door.split(',')[0] ?? '' })
      .first()
      .click()
    await seen(pin(page, label)).toBeVisible()
  }
  await wizard(page).getByRole('button', { name: 'Find Trip' }).click()
  const names = { origin, destination, pickup: duty.from.title, dropoff: duty.to.title }
  await joined(page, wizard(page).getByRole('region', { name: 'Map of the chosen trip' }), names)
  await wizard(page).getByRole('button', { name: 'Confirm Trip' }).click()
  await wizard(page).getByRole('button', { name: 'View booking' }).click()
  const map = page.getByRole('region', { name: /^Map of booking / })
  await joined(page, map, names)

  await test.step('A change of the booking comes into view after a second', async () => {
    const { data } = await office.call(api.serviceRequests.list, { query: { filter: { zone: [duty.zone.id] } } })
    const [booking] = data
    if (booking === undefined) throw new Error('There is no booking')
    const [lng, lat] = booking.pickup.point
    const pickup = { ...booking.pickup, name: 'A stop far away', point: [lng - 0.02, lat] }
    await page.route(new RegExp(`/service_requests/${booking.id}$`), (route) =>
      route.fulfill({ json: { data: { ...booking, pickup } } }),
    )
    await page.clock.pauseAt(Date.now() + 60_000)
    await followsAfterASecond(page, async () => {
      await office.call(api.serviceRequests.cancel, { params: { id: booking.id }, body: {} })
      await stepUntilVisible(page, page.getByRole('img', { name: 'A stop far away' }))
    })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
