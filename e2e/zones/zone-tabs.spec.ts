import { api, expect, type Page, test } from '../fixtures.ts'
import { firstRegion, foundZone } from './found.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Open zones' })
const grid = (page: Page) => page.getByRole('grid', { name: 'Zones' })

test.describe('Tabs of open zones', () => {
  // covers: ZONE-03..07, ZONE-12, ZONE-13, ZONE-21, ZONE-22
  test('an opened zone gets a tab that survives a reload until it is closed', async ({ page, signIn, apiAs }) => {
    const east = await foundZone(apiAs, { name: 'Tab East' })
    const west = await foundZone(apiAs, { name: 'Tab West' })
    await signIn(page, 'operations_manager', '/ZoneManagement/zones?search=tab')
    await expect(tabs(page).getByRole('link')).toHaveText(['List View'])
    await expect(tabs(page).getByRole('button')).toHaveCount(0)
    await grid(page)
      .getByRole('row', { name: /Tab East/ })
      .click()
    await expect(page).toHaveURL(new RegExp(`/ZoneManagement/zones/${east.id}/designer$`))
    await expect(page).toHaveTitle(/^Zone Designer · /)
    await expect(tabs(page).getByRole('link')).toHaveText(['List View', 'Tab East'])
    await expect(tabs(page).getByRole('link', { name: 'Tab East' })).toHaveAttribute('aria-current', 'page')
    await page.goto(`/ZoneManagement/zones/${west.id}/designer/stops`)
    await expect(tabs(page).getByRole('link')).toHaveText(['List View', 'Tab East', 'Tab West'])
    await expect(page.getByRole('heading', { name: 'Zones', level: 1 })).toBeVisible()
    await page.reload()
    await expect(tabs(page).getByRole('link')).toHaveText(['List View', 'Tab East', 'Tab West'])
    // Closing another zone's tab keeps the current one; closing the current one opens the list.
    await tabs(page).getByRole('button', { name: 'Close Tab East' }).click()
    await expect(tabs(page).getByRole('link')).toHaveText(['List View', 'Tab West'])
    await expect(page).toHaveURL(/\/designer\/stops$/)
    await tabs(page).getByRole('button', { name: 'Close Tab West' }).click()
    await expect(page).toHaveURL(/\/ZoneManagement\/zones$/)
    await expect(tabs(page).getByRole('link')).toHaveText(['List View'])
    await expect(grid(page).getByRole('row', { name: /Tab West/ })).toBeVisible()
    await page.goBack()
    await expect(tabs(page).getByRole('link')).toHaveText(['List View', 'Tab West'])
    await page.goForward()
    await expect(tabs(page).getByRole('link')).toHaveText(['List View', 'Tab West'])
  })

  // covers: ZONE-08
  test('a tab waits for its name when its zone is not loaded yet', async ({ page, signIn, apiAs }) => {
    const client = await apiAs('operations_manager')
    const here = await firstRegion(client)
    const { data: regions } = await client.call(api.regions.list)
    const there = regions.find(({ id }) => id !== here.id)
    if (there === undefined) throw new Error('The demo has one region only')
    const zone = await foundZone(apiAs, { name: 'Far Away', region: there.id })
    let answer = (): void => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/api/v2/ops/zones/${zone.id}`, async (route) => {
      await held
      await route.continue()
    })
    await signIn(page, 'operations_manager', `/ZoneManagement/zones/${zone.id}/designer?region=${here.id}`)
    await expect(tabs(page).getByRole('link')).toHaveText(['List View', 'loading...'])
    answer()
    await expect(tabs(page).getByRole('link')).toHaveText(['List View', 'Far Away'])
  })

  // covers: ZONE-26..28
  test('no tab is shown before zones and regions are loaded', async ({ page, signIn }) => {
    for (const list of ['zones', 'regions']) {
      let answer = (): void => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      const pattern = list === 'zones' ? /\/ops\/zones\?.*per_page=50/ : /\/ops\/regions\?/
      await page.route(pattern, async (route) => {
        await held
        await route.continue()
      })
      const asked = page.waitForRequest(pattern)
      await signIn(page, 'operations_manager', '/ZoneManagement/zones')
      await asked
      await expect(tabs(page)).toBeVisible()
      await page.waitForTimeout(700)
      await expect(grid(page)).toHaveCount(0)
      answer()
      await expect(grid(page).getByRole('row').nth(1)).toBeVisible()
      await page.unroute(pattern)
    }
  })
})

/** The same person, without some keys in the server's answer to the portal. */
const without = async (page: Page, keys: readonly string[]): Promise<void> => {
  await page.route('**/sessions/current', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    for (const key of keys) body.data.permissions[key] = false
    await route.fulfill({ response, json: body })
  })
}

const refusal = (page: Page) =>
  page.getByText('You do not have the correct permissions to view this content.', { exact: false })

test.describe('A page without permission', () => {
  // covers: ZONE-15, ZONE-16, ZONE-24, ZONE-72, PERM-55
  test('a user without the right to design stays on the page they are on', async ({ page, signIn, apiAs }) => {
    const zone = await foundZone(apiAs, { name: 'Not Designed' })
    await signIn(page, 'dispatcher', `/ZoneManagement/zones/${zone.id}/designer`)
    await expect(tabs(page).getByRole('link')).toHaveText(['List View', 'Not Designed'])
    await without(page, ['ZoneManagement:zoneDesigner:canRead'])
    await page.goto('/ZoneManagement/zones?search=not')
    // The earlier tab is a link to a page that the user may not open.
    await tabs(page).getByRole('link', { name: 'Not Designed' }).click()
    await expect(refusal(page)).toBeVisible()
    await expect(page).toHaveURL(/\/ZoneManagement\/zones\?search=not$/)
    // The row opens the dialog instead.
    await grid(page)
      .getByRole('row', { name: /Not Designed/ })
      .click()
    await expect(page.getByRole('dialog', { name: 'Not Designed' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Actions for Not Designed' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['View details'])
    // At a fresh address there is no page to stay on: this one says so.
    await page.goto(`/ZoneManagement/zones/${zone.id}/designer`)
    await expect(page.getByRole('heading', { name: 'No permission' })).toBeAttached()
    await expect(page).toHaveURL(new RegExp(`/ZoneManagement/zones/${zone.id}/designer$`))
  })
})
