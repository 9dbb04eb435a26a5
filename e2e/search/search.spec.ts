import { api, expect, leftToLongRun, type Page, test } from '../fixtures.ts'

const bar = (page: Page) => page.getByRole('search', { name: 'Search' })
const words = (page: Page) => bar(page).getByRole('combobox', { name: 'Search', exact: true })
const entity = (page: Page) => bar(page).getByRole('combobox', { name: 'Search in' })
const hits = (page: Page) => page.getByRole('listbox', { name: 'Search results' }).getByRole('option')

const choose = async (page: Page, label: string) => {
  await entity(page).click()
  await page.getByRole('option', { name: label, exact: true }).click()
}

test.describe('The search in the header', () => {
  // covers: VERCHK-23, VERCHK-25, DLG-08, DLG-09
  test('a record is found and opened with the keyboard alone, from Ctrl K to Enter', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const client = await apiAs('superadmin')
    const [driver] = (await client.call(api.drivers.list, { query: { per_page: 1 } })).data
    const [traveler] = (await client.call(api.travelers.list, { query: { per_page: 1 } })).data
    if (driver === undefined || traveler === undefined) throw new Error('The demo has no driver or passenger')
    await signIn(page, 'superadmin', '/VehicleMonitoring')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search everywhere' })).toBeFocused()
    await page.keyboard.type(driver.email)
    const everywhere = page.getByRole('listbox', { name: 'Results of every kind' })
    await expect(everywhere.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/DriverManagement\\?(.*&)?d=DriverDialog-view-${driver.id}$`))
    await expect(page.getByRole('dialog')).toContainText(driver.full_name)
    await page.keyboard.press('Escape')
    await choose(page, 'Passengers')
    await words(page).fill(traveler.email ?? '')
    await expect(hits(page)).toHaveCount(1)
    await hits(page).first().click()
    await expect(page).toHaveURL(
      new RegExp(`/TravellerManagement\\?(.*&)?d=TravelerDialog-view-${traveler.id}-Profile$`),
    )
    await expect(page.getByRole('dialog')).toContainText(traveler.full_name)
  })
})

test('The box over all kinds passes axe', async ({ page, signIn, expectAccessible }) => {
  leftToLongRun()
  await signIn(page, 'superadmin')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('example')
  await expect(page.getByRole('listbox', { name: 'Results of every kind' }).getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
})

test('The open search passes axe', async ({ page, signIn, expectAccessible }) => {
  leftToLongRun()
  await signIn(page, 'superadmin')
  await choose(page, 'Passengers')
  await words(page).fill('example')
  await expect(hits(page)).toHaveCount(10)
  await expectAccessible(page)
})
