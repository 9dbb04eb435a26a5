import { prepareDuty, report } from './duty.ts'
import { inkWithin } from './map-ink.ts'
import { api, expect, leftToLongRun, type Locator, type Page, stepUntilVisible, test } from './fixtures.ts'

// Maps drawn without a graphics card take their time on a busy machine.
test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 40_000, navigationTimeout: 60_000 })
const seen = expect.configure({ timeout: 40_000 })

// covers: MON-04..06, MON-08, MON-13, MON-20..22, MON-34, MON-35, MON-39, MON-40, MON-85
test('A dispatcher watches a region and filters the vehicles until none is left', async ({ page, signIn }) => {
  await signIn(page, 'dispatcher', '/VehicleMonitoring')
  await seen(page).toHaveURL(/\/VehicleMonitoring\/region/)
  const menu = page.getByRole('region', { name: 'Daily Operations' })
  await seen(menu.getByRole('link', { name: 'Service Monitoring' })).toBeVisible()
  await seen(page.getByRole('heading', { name: 'Service Monitoring' })).toBeAttached()
  await seen(page.getByRole('navigation', { name: 'Open trips and bookings' })).toContainText('All Trips')
  await seen(page.getByRole('heading', { name: 'Active Zones in this Region' })).toBeVisible()
  await seen(page.getByRole('list', { name: 'Legend' })).toContainText('Slightly late')
  await page.getByRole('textbox', { name: 'Find vehicle or driver' }).fill('no such vehicle')
  await seen(page.getByText('No Active trips found')).toBeVisible()
  await seen(page.getByText('Try adjusting the Region and Zone filters to find active trips.')).toBeVisible()
  await seen(page).toHaveURL(/q=no\+such\+vehicle/)
})

test('The map names its source', async ({ page, signIn }) => {
  leftToLongRun()
  await signIn(page, 'dispatcher', '/VehicleMonitoring')
  await seen(page.getByText('Demo town', { exact: true })).toBeVisible()
  await seen(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
})

// covers: VERCHK-13, TRIP-99, MON-115, MON-116
test('A trip that cannot be loaded shows a notice for three seconds and is asked for again on a click', async ({
  page,
  signIn,
  apiAs,
}) => {
  leftToLongRun()
  const { data: regions } = await (await apiAs('dispatcher')).call(api.regions.list)
  const failure = { status: '500', code: 'internal', title: 'Internal', detail: 'It broke.' }
  await page.route('**/api/v2/ops/trips/1', (route) => route.fulfill({ status: 500, json: { errors: [failure] } }))
  await page.clock.install()
  await signIn(page, 'dispatcher', '/VehicleMonitoring')
  await seen(page).toHaveURL(/\/VehicleMonitoring\/region/)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(`/VehicleMonitoring/region/${regions[0]?.id}/trip/1`)
  const notice = page
    .locator('.mantine-Notification-root')
    .filter({ hasText: 'An error occurred while fetching trip data.' })
  await stepUntilVisible(page, notice)
  await seen(notice).toContainText('Error')
  await page.clock.runFor(2300)
  await seen(notice).toBeVisible()
  await page.clock.runFor(1200)
  await seen(notice).toBeHidden()
  const again = page.waitForRequest((request) => request.url().endsWith('/trips/1'))
  await page.getByRole('button', { name: 'Retry' }).click()
  await again
})

test.describe('Accessibility of monitoring', () => {
  test('monitoring, the passenger list and the booking wizard pass axe', async ({ page, signIn, expectAccessible }) => {
    await signIn(page, 'dispatcher', '/VehicleMonitoring')
    await seen(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
    await seen(page.getByRole('heading', { name: 'Active Zones in this Region' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/TravellerManagement')
    await seen(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'New booking' }).click()
    const wizard = page.getByRole('dialog')
    await seen(wizard.getByRole('button', { name: 'Zoom in' })).toBeVisible()
    await wizard.getByText('Leave Later').click()
    await seen(wizard.getByLabel('Travel Date')).toBeVisible()
    await expectAccessible(page)
  })

  test('an open booking passes axe', async ({ page, signIn, apiAs, expectAccessible }) => {
    leftToLongRun()
    const office = await apiAs('dispatcher')
    const { data } = await office.call(api.serviceRequests.list, { query: { sort: '-id', per_page: 1 } })
    await signIn(page, 'dispatcher', `/TravellerManagement?d=LiveBookingDialog-view-${data[0]?.id}`)
    await seen(page.getByText('Booking History')).toBeVisible()
    await expectAccessible(page)
  })
})

/** Where the map's camera is. */
const cameraOf = async (page: Page): Promise<{ center: number[]; zoom: number }> => {
  const text = (await page.locator('[data-camera]').getAttribute('data-camera')) ?? ''
  const [longitude = 0, latitude = 0, zoom = 0] = text.split(',').map(Number)
  return { center: [Number(longitude.toFixed(2)), Number(latitude.toFixed(2))], zoom: Math.round(zoom) }
}
const looksAt = (page: Page, [longitude, latitude]: readonly number[], zoom: number) =>
  seen
    .poll(() => cameraOf(page), { timeout: 40_000 })
    .toEqual({
      center: [Number((longitude ?? 0).toFixed(2)), Number((latitude ?? 0).toFixed(2))],
      zoom,
    })

/** of a vehicle that waits, in the light theme */
const NEUTRAL = '#5a6370'
/** px that a vehicle drives to the right */
const EAST = 150
/** of longitude at zoom 16, on tiles of 512 px */
const PX_PER_DEGREE = (512 * 2 ** 16) / 360

test.describe('The camera of the map', () => {
  test.use({ blankMap: true })

  // covers: MON-88, MON-97, MON-101
  test('a region without zones opens at the default centre, or where the browser is when that is allowed', async ({
    page,
    signIn,
    apiAs,
    context,
  }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const { meta } = await office.call(api.regions.list)
    const body = { name: `Nowhere ${meta.total}`, time_zone: 'Australia/Brisbane' }
    const { data: region } = await office.call(api.regions.create, { body })
    await signIn(page, 'dispatcher', `/VehicleMonitoring/region/${region.id}`)
    await looksAt(page, [153.02334, -27.46844], 7)
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ longitude: 151.2, latitude: -33.9 })
    await page.reload()
    await looksAt(page, [151.2, -33.9], 14)
  })

  // covers: MON-98..100
  test('a zone is shown at zoom 14, a vehicle and a place at zoom 16', async ({ page, signIn, demo, apiAs }) => {
    leftToLongRun()
    const duty = await prepareDuty(demo, await apiAs('administrator'), 'Zoomed Cove')
    const [west, south] = duty.from.point
    const vehicle = [west + 0.011, south - 0.012] as [number, number]
    await report(duty, vehicle)
    await signIn(page, 'dispatcher', `/VehicleMonitoring?zone=${duty.zone.id}`)
    const panel = page.getByRole('complementary', { name: 'Trips' })
    await panel.getByRole('button', { name: `Show ${duty.vehicle} on the map` }).click()
    await looksAt(page, vehicle, 16)
    await panel.getByRole('button', { name: `Show ${duty.zone.name} on the map` }).click()
    await looksAt(page, duty.from.point, 14)
    const place = page.getByRole('combobox', { name: 'Find place on the map' })
    await place.fill(duty.to.label)
    await page.getByRole('option', { name: duty.to.title }).first().click()
    await looksAt(page, duty.to.point, 16)
  })
})

test.describe('Vehicles on the map', () => {
  test.use({ blankMap: true })

  test('a vehicle moves on the map when it reports, and a click where it is now opens its trip', async ({
    page,
    signIn,
    demo,
    apiAs,
  }) => {
    const duty = await prepareDuty(demo, await apiAs('administrator'), 'Moving Cove')
    const [west, south] = duty.from.point
    await report(duty, [west + 0.011, south - 0.012])
    await signIn(page, 'dispatcher', `/VehicleMonitoring?zone=${duty.zone.id}`)
    const panel = page.getByRole('complementary', { name: 'Trips' })
    await panel.getByRole('button', { name: `Show ${duty.vehicle} on the map` }).click()
    await looksAt(page, [west + 0.011, south - 0.012], 16)
    const map = page.getByRole('region', { name: 'Map of the vehicles under way' })
    const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 }
    const [x, y] = [width / 2, height / 2]
    const inkAround = (left: number) => () =>
      inkWithin(page, map, { left: left - 12, right: left + 12, top: y - 12, bottom: y + 12 }, NEUTRAL)
    await seen.poll(inkAround(x)).toBeGreaterThan(50)
    await report(duty, [west + 0.011 + EAST / PX_PER_DEGREE, south - 0.012])
    await seen.poll(inkAround(x + EAST)).toBeGreaterThan(50)
    await seen.poll(inkAround(x)).toBe(0)
    await map.click({ position: { x, y } })
    await seen(map).toHaveCSS('cursor', 'grab')
    await map.hover({ position: { x: x + EAST, y } })
    await seen(map).toHaveCSS('cursor', 'pointer')
    expect(new URL(page.url()).pathname).not.toContain('/trip/')
    await map.click({ position: { x: x + EAST, y } })
    await seen(page).toHaveURL(new RegExp(`/trip/${duty.tripId}`))
  })
})

// covers: MON-93, MON-94
test('The mark of a lost signal is grey, and red from the fifth minute', async ({ page, signIn, demo, apiAs }) => {
  leftToLongRun()
  const office = await apiAs('administrator')
  const duty = await prepareDuty(demo, office, 'Silent Cove')
  const { data: settings } = await office.call(api.settings.show)
  const recorded_at = new Date(Date.parse(settings.clock.now) - 3 * 60_000).toISOString()
  const [longitude, latitude] = duty.from.point
  const body = { positions: [{ latitude, longitude, bearing: 90, speed: 8, recorded_at }] }
  await duty.driver.call(api.driver.positions, { params: { id: duty.tripId }, body })
  await page.clock.install()
  await signIn(page, 'dispatcher', `/VehicleMonitoring?zone=${duty.zone.id}`)
  const mark = page.getByRole('complementary', { name: 'Trips' }).getByRole('img', { name: /^Position / })
  await seen(mark).toHaveAccessibleName('Position 3 min old')
  const [red = 0, green = 0, blue = 0] = await colourOf(mark)
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(40)
  await page.clock.fastForward('02:00')
  await seen(mark).toHaveAccessibleName('Position 5 min old')
  const [redder = 0, ...others] = await colourOf(mark)
  expect(redder).toBeGreaterThan(100 + Math.max(...others))
})

/** red, green and blue, 0 to 255 */
const colourOf = (mark: Locator): Promise<number[]> =>
  mark.evaluate((element) => (getComputedStyle(element).color.match(/\d+/g) ?? []).slice(0, 3).map(Number))
