import { expect, leftToLongRun, type Page, test } from '../fixtures.ts'
import { foundZone } from './found.ts'

leftToLongRun()

const grid = (page: Page) => page.getByRole('grid', { name: 'Zones' })
const row = (page: Page, name: string) => grid(page).getByRole('row', { name: new RegExp(name) })

test.describe('Accessibility of zones', () => {
  test('the list of zones, full and empty, and its dialog pass axe', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    test.slow()
    const zone = await foundZone(apiAs, { name: `Tested Tarn` })
    await signIn(page, 'operations_manager', '/ZoneManagement/zones')
    await expect(row(page, zone.name)).toBeVisible()
    await expectAccessible(page)
    await page.goto('/ZoneManagement/zones?search=nowhere+at+all')
    await expect(grid(page).getByText('No data available')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/ZoneManagement/zones?d=ZoneDialog-view-${zone.id}`)
    const dialog = page.getByRole('dialog', { name: zone.name })
    await expect(dialog.getByText('$3.50')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByText('Edit Mode').click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Please enter a zone name')).toBeVisible()
    await expectAccessible(page)
  })
})
