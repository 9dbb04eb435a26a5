import { api, expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import { foundZone } from './found.ts'

// Maps drawn without a graphics card take their time on a busy machine.
test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 40_000, navigationTimeout: 60_000 })
const seen = expect.configure({ timeout: 40_000 })

const dialog = (page: Page) => page.getByRole('dialog')
const search = (page: Page) => dialog(page).getByRole('combobox', { name: 'Zone centre' })
const pin = (page: Page) => dialog(page).getByRole('button', { name: /^Zone centre pin/ })
const map = (page: Page) => dialog(page).getByRole('region', { name: 'Map of the location' })
const coordinates = (page: Page) => dialog(page).getByText(/^-?\d+\.\d{5}, -?\d+\.\d{5}$/)
const read = async (page: Page): Promise<[number, number]> => {
  const [lat = 0, lng = 0] = (await coordinates(page).innerText()).split(', ').map(Number)
  return [lat, lng]
}

/** A zone's dialog in edit mode, with the map on screen. */
const edit = async (
  page: Page,
  signIn: (page: Page, role: string, path: string) => Promise<void>,
  id: number,
): Promise<void> => {
  await signIn(page, 'operations_manager', `/ZoneManagement/zones?d=ZoneDialog-edit-${id}`)
  await seen(dialog(page).getByRole('button', { name: 'Zoom in' })).toBeVisible()
}

const centre = { lat: -27.47, lng: 153.02 }

test.describe('The centre of a zone', () => {
  // covers: ZONE-40, ZONE-106..108, ZONE-115, ZONE-116, SHELL-72
  test('a centre is chosen by searching for an address, which the map shows at zoom 14', async ({
    page,
    signIn,
    apiAs,
  }) => {
    leftToLongRun()
    const zone = await foundZone(apiAs, { name: 'Searched Centre' })
    const client = await apiAs('operations_manager')
    const { results } = await client.call(api.geo.textSearch, { query: { query: 'street', location: '-27.47,153.02' } })
    const place = results[0]
    if (place === undefined) throw new Error('The demo has no street')
    await edit(page, signIn, zone.id)
    const box = await map(page).boundingBox()
    expect(Math.round(box?.height ?? 0)).toBeGreaterThanOrEqual(298) // 300 px with its border
    expect(Math.round(box?.height ?? 0)).toBeLessThanOrEqual(300)
    const asked = page.waitForResponse((response) => response.url().includes('/geo/maps/api/place/textsearch/json'))
    const title = place.formatted_address.split(',')[0] ?? ''
    await search(page).fill(title)
    await asked
    await page
      .getByRole('option', { name: new RegExp(`^${title}`) })
      .first()
      .click()
    await expect(search(page)).toHaveValue(place.formatted_address)
    const { lat, lng } = place.geometry.location
    expect(await read(page)).toEqual([Number(lat.toFixed(5)), Number(lng.toFixed(5))])
    await seen(pin(page)).toBeVisible()
    const camera = `${lng.toFixed(4)},${lat.toFixed(4)},14.0`
    await seen(page.locator(`[data-camera="${camera}"]`)).toBeVisible() // the flight has ended
    // At zoom 14 a pixel is 360° in 512 · 2¹⁴: a press 100 px to the right of the pin's tip lands that far east.
    const at = await map(page).boundingBox()
    if (at === null) throw new Error('The map is gone')
    await page.mouse.click(at.x + at.width / 2 + 100, at.y + at.height / 2)
    await expect(async () => expect((await read(page))[1]).toBeCloseTo(lng + (100 * 360) / (512 * 2 ** 14), 4)).toPass()
    const call = page.waitForRequest((request) => request.method() === 'PATCH')
    await dialog(page).getByRole('button', { name: 'Submit' }).click()
    const { point } = (await call).postDataJSON()
    expect(point.lng).toBeCloseTo(lng + (100 * 360) / (512 * 2 ** 14), 4)
    expect(point.lat).toBeCloseTo(lat, 3)
  })

  // covers: ZONE-109..111, ZONE-114
  test('a centre is chosen by dragging the pin, which shows `Finding Location...` until its address is there', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const zone = await foundZone(apiAs, { name: 'Dragged Centre', point: centre })
    await edit(page, signIn, zone.id)
    let answer = (): void => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await seen(search(page)).not.toHaveValue(/^-/) // the address of the place before
    await page.route('**/geo/maps/api/geocode/json*', async (route) => {
      await held
      await route.continue()
    })
    const finding = dialog(page).getByRole('status').filter({ hasText: 'Finding Location...' })
    await expect(finding).toHaveCount(0)
    const box = await pin(page).boundingBox()
    if (box === null) throw new Error('The pin is gone')
    await page.mouse.move(box.x + 16, box.y + 16)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 40, { steps: 4 })
    await expect(finding).toBeVisible()
    expect(await read(page)).toEqual([centre.lat, centre.lng])
    await page.mouse.up()
    await expect(async () => expect((await read(page))[1]).toBeGreaterThan(centre.lng)).toPass()
    await expect(finding).toBeVisible()
    answer()
    await expect(finding).toHaveCount(0)
    await expect(search(page)).not.toHaveValue(/^-/)
  })

  // covers: ZONE-112, ZONE-113
  test('a centre is chosen by typing coordinates, without a mouse', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const zone = await foundZone(apiAs, { name: 'Typed Centre' })
    await edit(page, signIn, zone.id)
    for (const [text, shown] of [
      ['-27.4712, 153.0211', '-27.47120, 153.02110'],
      ['-27.4733 153.0222', '-27.47330, 153.02220'],
    ] as const) {
      await search(page).fill(text)
      await expect(page.getByRole('option')).toContainText('Coordinates')
      await page.keyboard.press('Enter')
      await expect(coordinates(page)).toHaveText(shown)
    }
    await seen(pin(page)).toBeVisible()
    await pin(page).focus()
    await page.keyboard.press('ArrowUp')
    await expect(coordinates(page)).toHaveText('-27.47310, 153.02220')
  })
})

test.describe('A geocoder that fails', () => {
  // covers: ZONE-117..119
  test('an alert says whether no address was found or what went wrong', async ({ page, signIn, apiAs }) => {
    leftToLongRun()
    const zone = await foundZone(apiAs, { name: 'Unknown Centre', point: centre })
    await edit(page, signIn, zone.id)
    const alert = dialog(page).getByRole('alert')
    await search(page).fill('no such place anywhere')
    await expect(page.getByRole('alert').filter({ hasText: 'No results found' })).toBeVisible()
    // Far out at sea there is no address either, but a point all the same.
    await search(page).fill('-30, 160')
    await page.keyboard.press('Enter')
    await expect(alert.filter({ hasText: 'No results found' })).toBeVisible()
    await expect(coordinates(page)).toHaveText('-30.00000, 160.00000')

    const failure = { status: '500', code: 'internal', title: 'Internal', detail: 'OVER_QUERY_LIMIT' }
    await page.route('**/geo/maps/**', (route) => route.fulfill({ status: 500, json: { errors: [failure] } }))
    await search(page).fill('-27.4712, 153.0211')
    await page.keyboard.press('Enter')
    await expect(alert.filter({ hasText: 'Geocoder failed due to: OVER_QUERY_LIMIT' })).toBeVisible()
    await search(page).fill('some other street')
    // The pin and its alert have gone with its address: the message is now about the text that is typed.
    await expect(page.getByRole('alert').filter({ hasText: 'Geocoder failed due to: OVER_QUERY_LIMIT' })).toHaveCount(1)
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
  })
})

// covers: ZONE-81
test('The outline of a zone is teal', async ({ page, signIn, apiAs }) => {
  leftToLongRun()
  const client = await apiAs('operations_manager')
  const [zone] = (await client.call(api.zones.list, { query: { sort: 'id', per_page: 1 } })).data
  const corner = zone?.boundaries[0]?.[0]
  if (zone === undefined || corner === undefined) throw new Error('The demo has no zone with an outline')
  const own = await foundZone(apiAs, { name: 'Teal Outline', point: centre })
  const [{ lng, lat }, size] = [centre, 0.008]
  const ring: [number, number][] = [
    [lng - size, lat - size],
    [lng + size, lat - size],
    [lng + size, lat + size],
    [lng - size, lat + size],
  ]
  await client.call(api.serviceAreas.create, { body: { zone_id: own.id, name: 'Square', coordinates: [ring] } })
  await edit(page, signIn, own.id)
  await expect(async () => {
    const picture = (await map(page).screenshot()).toString('base64')
    expect(await tealPixels(page, picture)).toBeGreaterThan(200)
  }).toPass({ timeout: 40_000 })
})

/** How many pixels of a picture have the hue of teal, 165° to 185°, in full colour. */
const tealPixels = (page: Page, picture: string): Promise<number> =>
  page.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    if (context === null) return 0
    context.drawImage(image, 0, 0)
    const { data: pixels } = context.getImageData(0, 0, image.width, image.height)
    let count = 0
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3)
      const range = green - red
      const hue = range === 0 ? 0 : 120 + (60 * (blue - red)) / range
      if (green >= blue && range > 60 && hue >= 165 && hue <= 185) count++
    }
    return count
  }, picture)
