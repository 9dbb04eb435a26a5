import type { Client } from '@ambit/contract'
import { api, expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import { clickMap, designerPath, type DrawnZone, type LngLat, makeZone, placesOnMap, saveZone } from './drawn-zone.ts'

test.use({ blankMap: true })

const names = ['Church', 'Mill', 'Quay', 'School'] as const
/** degrees from the zone's middle to its border */
const HALF = 0.012
type Stop = { id: number; name: string; point: LngLat }

/** A zone with four stops at real addresses, in the corners of a square; the first in its north-west. */
const makeStops = async (office: Client, zone: DrawnZone): Promise<Stop[]> => {
  const [lng, lat] = zone.centre
  const corners: LngLat[] = [
    [lng - 0.006, lat + 0.006],
    [lng + 0.006, lat + 0.006],
    [lng + 0.006, lat - 0.006],
    [lng - 0.006, lat - 0.006],
  ]
  const stops: Stop[] = []
  for (const [index, corner] of corners.entries()) {
    const { items } = await office.call(api.geo.revgeocode, { query: { at: `${corner[1]},${corner[0]}` } })
    const position = items[0]?.position ?? { lng: corner[0], lat: corner[1] }
    const name = names[index] ?? 'Stop'
    const point: LngLat = [position.lng, position.lat]
    const { data } = await office.call(api.zoneStops.create, { body: { zone_id: zone.id, name, point } })
    stops.push({ id: data.id, name, point })
  }
  return stops
}

const prepared = async (office: Client, name: string) => {
  const zone = await makeZone(office, name, [{ name, east: 0, north: 0, half: HALF }])
  return { zone, stops: await makeStops(office, zone) }
}

const visits = (page: Page, route: string) => page.getByRole('list', { name: `Stops of ${route}` })
const order = (page: Page, route: string) =>
  visits(page, route)
    .getByRole('button', { name: /^Move / })
    .evaluateAll((handles) => handles.map((handle) => /^Move (\w+),/.exec(handle.ariaLabel ?? '')?.[1]))
const addByName = async (page: Page, name: string): Promise<void> => {
  const search = page.getByRole('combobox', { name: 'Add a stop' })
  await search.fill(name)
  await page.getByRole('option', { name }).click()
}

test.describe('Fixed routes in the designer', () => {
  // covers: ZONE-18..20
  test('an administrator creates a route, adds stops by name, sets dwell times, reorders them by key and saves', async ({
    page,
    signIn,
    apiAs,
  }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const { zone, stops } = await prepared(office, 'Loop Quarter')
    // The strategy that came with the zone lets its vehicles leave a route's way.
    const { data: strategies } = await office.call(api.serviceStrategies.list, {
      query: { filter: { zone: [zone.id] } },
    })
    const [strategy] = strategies
    if (strategy === undefined) throw new Error('The zone has no strategy')
    await office.call(api.serviceStrategies.update, {
      params: { id: strategy.id },
      body: { name: 'Town bus', type: 'deviated' },
      version: strategy.version,
    })
    await signIn(page, 'administrator', designerPath(zone, 'fixed-routes'))
    await expect(page.getByText('No fixed routes')).toBeVisible()
    await page.getByRole('button', { name: 'Create a route' }).click()
    await expect(page.getByText('Route 1 needs at least two stops.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true')
    for (const name of names) await addByName(page, name)
    expect(await order(page, 'Route 1')).toEqual(['Church', 'Mill', 'Quay', 'School'])
    const facts = page.getByLabel('The whole route')
    await expect(facts).toContainText(/Running time\d+ min.*Length\d+\.\d km/)
    await expect(visits(page, 'Route 1').getByText(/km · \d+ min|m · \d+ s/)).toHaveCount(3)

    await page.getByRole('button', { name: /^Move Church, stop 1 of 4/ }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByText('Church is now stop 3 of 4.')).toBeAttached()
    await expect(page.getByRole('button', { name: /^Move Church, stop 3 of 4/ })).toBeFocused()
    expect(await order(page, 'Route 1')).toEqual(['Mill', 'Quay', 'Church', 'School'])
    await page.keyboard.press('Control+z')
    expect(await order(page, 'Route 1')).toEqual(['Mill', 'Church', 'Quay', 'School'])

    const dwell = page.getByLabel('Dwell time at Church in seconds')
    await expect(dwell).toHaveValue('30 s')
    await dwell.fill('120')
    await dwell.blur()
    await page.getByLabel('Route name').fill('  ')
    await page.getByLabel('Route name').blur()
    await expect(page.getByText('Please enter a route name')).toBeVisible()
    await page.getByLabel('Route name').fill('Town loop')
    await page.getByLabel('Route name').press('Enter')
    await page.getByRole('combobox', { name: 'Service strategy' }).click()
    await page.getByRole('option', { name: 'Town bus' }).click()
    await saveZone(page)

    // The user continues on the route, though it has a number now.
    await expect(page.getByLabel('Route name')).toHaveValue('Town loop')
    await expect(page.getByText('No schedule uses this route.')).toBeVisible()
    const { data: design } = await office.call(api.zoneDesigns.show, { params: { id: zone.id } })
    const [route] = design.service_routes
    const idOf = (name: string): number => stops.find((stop) => stop.name === name)?.id ?? 0
    expect(route).toMatchObject({
      name: 'Town loop',
      service_strategy_id: strategy.id,
      stops: [
        { zone_stop_id: idOf('Mill'), dwell_seconds: 30 },
        { zone_stop_id: idOf('Church'), dwell_seconds: 120 },
        { zone_stop_id: idOf('Quay'), dwell_seconds: 30 },
        { zone_stop_id: idOf('School'), dwell_seconds: 30 },
      ],
    })
    expect(route?.line?.legs).toHaveLength(3)
  })

  // covers: ZONE-18, ZONE-20
  test("a route's stops are chosen on the map, dragged, inserted and reversed", async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const { zone } = await prepared(office, 'Clicked Quarter')
    await signIn(page, 'administrator', designerPath(zone, 'fixed-routes'))
    await page.getByRole('button', { name: 'Create a route' }).click()
    const places = await stopsOnMap(page, office, zone)
    await clickMap(page, places['Church']!, places['Quay']!, places['School']!)
    await expect.poll(() => order(page, 'Route 1')).toEqual(['Church', 'Quay', 'School'])
    await clickMap(page, places['School']!)
    await expect(page.getByText('The route already stops at School there.')).toBeVisible()
    expect(await order(page, 'Route 1')).toEqual(['Church', 'Quay', 'School'])

    const items = visits(page, 'Route 1').getByRole('listitem')
    await items.nth(2).dragTo(items.nth(0), { sourcePosition: { x: 150, y: 20 }, targetPosition: { x: 150, y: 4 } })
    await expect.poll(() => order(page, 'Route 1')).toEqual(['School', 'Church', 'Quay'])

    await page.getByRole('button', { name: 'Insert a stop after School' }).click()
    await expect(page.getByText('The next stop goes in after School.')).toBeVisible()
    await clickMap(page, places['Mill']!)
    await expect.poll(() => order(page, 'Route 1')).toEqual(['School', 'Mill', 'Church', 'Quay'])
    await page.getByRole('button', { name: 'Add at the end instead' }).click()
    await page.getByRole('button', { name: 'Reverse the order' }).click()
    await expect.poll(() => order(page, 'Route 1')).toEqual(['Quay', 'Church', 'Mill', 'School'])
    await page.getByRole('button', { name: 'Remove Mill from the route' }).click()
    await expect.poll(() => order(page, 'Route 1')).toEqual(['Quay', 'Church', 'School'])
    await page.locator('body').press('Control+z')
    await expect.poll(() => order(page, 'Route 1')).toEqual(['Quay', 'Church', 'Mill', 'School'])

    await page.getByRole('button', { name: 'All routes' }).click()
    await expect(page.getByRole('list', { name: 'Fixed routes' })).toContainText('4 stops')
    await page.getByRole('button', { name: /^Route 1/ }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('No fixed routes')).toBeVisible()
    await page.locator('body').press('Control+z')
    await expect(page.getByRole('button', { name: /^Route 1/ })).toBeVisible()
  })

  test('a route reports two stops that no street connects', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const office = await apiAs('administrator')
    const { zone } = await prepared(office, 'Island Quarter')
    const [lng, lat] = zone.centre
    // Far out at sea no street connects anything.
    await office.call(api.zoneStops.create, { body: { zone_id: zone.id, name: 'Reef', point: [lng + 3, lat] } })
    await signIn(page, 'administrator', designerPath(zone, 'fixed-routes'))
    await page.getByRole('button', { name: 'Create a route' }).click()
    for (const name of ['Church', 'Mill', 'Reef']) await addByName(page, name)
    await expect(page.getByText('No street connects these two stops')).toBeVisible()
    await expect(page.getByText('without the legs that no street connects')).toBeVisible()
  })
})

/** Where the stops are on the map, which shows the zone's square. */
const stopsOnMap = async (page: Page, office: Client, zone: DrawnZone): Promise<Record<string, [number, number]>> => {
  const [lng, lat] = zone.centre
  const place = await placesOnMap(page, [lng - HALF, lat - HALF, lng + HALF, lat + HALF])
  const { data: design } = await office.call(api.zoneDesigns.show, { params: { id: zone.id } })
  return Object.fromEntries(design.zone_stops.map(({ name, point }) => [name, place(point)]))
}

test.describe('Accessibility of fixed routes', () => {
  test('the list of routes, an open route and its problems pass axe', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    leftToLongRun()
    const { zone } = await prepared(await apiAs('administrator'), `Routed Quarter`)
    await signIn(page, 'administrator', designerPath(zone, 'fixed-routes'))
    await expect(page.getByText('No fixed routes')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create a route' }).click()
    await expectAccessible(page)
    for (const name of names) await addByName(page, name)
    await expect(page.getByLabel('The whole route')).toContainText(/Running time\d/)
    await expectAccessible(page)
    // Until the new sums are there, the old ones are pale and still to be read.
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/service_route_lines', (route) => held.then(() => route.continue()))
    await addByName(page, 'Church')
    await expect(page.getByLabel('The whole route')).toHaveAttribute('aria-busy', 'true')
    await expectAccessible(page)
    release()
    await expect(page.getByLabel('The whole route')).toHaveAttribute('aria-busy', 'false')
    await page.getByRole('button', { name: 'All routes' }).click()
    await expectAccessible(page)
  })
})
