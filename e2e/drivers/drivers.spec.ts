import { api, expect, type Page, test, leftToLongRun } from '../fixtures.ts'
import { hire } from './hire.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Drivers' })
const row = (page: Page, name: string) => grid(page).getByRole('row', { name: new RegExp(name) })

test.describe('Saving a driver', () => {
  test('a form loses nothing while the network is down and saves once it is back', async ({
    page,
    context,
    signIn,
    apiAs,
  }) => {
    leftToLongRun()
    const olga = await hire(apiAs, 'olga', 'Olga Offline')
    await signIn(page, 'fleet_manager', `/DriverManagement?d=DriverDialog-edit-${olga.id}`)
    const dialog = page.getByRole('dialog', { name: /Offline/ })
    await dialog.getByLabel('First Name').fill('Helga')
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText(/Your changes are still here: save again once it can be reached/)).toBeVisible()
    await expect(page.getByText(/You are offline|Connection lost/)).toBeVisible({ timeout: 15_000 })
    await context.setOffline(false)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/You are offline|Connection lost/)).toBeHidden({ timeout: 15_000 })
  })
})

test("A renamed driver changes in a colleague's open table", async ({ browser, demo, signIn, apiAs }) => {
  leftToLongRun()
  const lena = await hire(apiAs, 'lena', 'Lena Live')
  const page = await browser.newPage({ baseURL: demo.url })
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v2/ops/live')
  await signIn(page, 'operations_manager', '/DriverManagement?search=lena')
  await expect(row(page, 'Lena')).toBeVisible()
  await stream
  const client = await apiAs('fleet_manager')
  await client.call(api.drivers.update, { params: { id: lena.id }, body: { first_name: 'Lenore' } })
  await expect(row(page, 'Lenore')).toBeVisible()
  await page.close()
})

test.describe('Drivers by keyboard', () => {
  test('a fleet manager finds, opens, edits and saves a driver with the keyboard alone', async ({
    page,
    signIn,
    apiAs,
  }) => {
    await hire(apiAs, 'kira', 'Kira Keys')
    await signIn(page, 'fleet_manager')
    await expect(grid(page).getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByPlaceholder(/Filter by Driver/)).toBeFocused()
    await page.keyboard.type('kira')
    await page.keyboard.press('Enter')
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab')
      if (await row(page, 'Kira').evaluate((element) => element === document.activeElement)) break
    }
    await expect(row(page, 'Kira')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByText('1 items selected')).toBeVisible()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Kira Keys' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('radio', { name: 'View Mode' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByLabel('First Name')).toBeFocused()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Keira')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(row(page, 'Keira')).toBeFocused()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Open the row')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Keira')).toBeFocused()
  })
})
