import { expect, type Page, test } from '../fixtures.ts'
import { grid } from './buy.ts'

const headings = (page: Page) => grid(page).getByRole('columnheader')
const heading = (page: Page, name: string) => headings(page).filter({ hasText: name })

test.describe('The list of vehicles', () => {
  // covers: VEH-01, VEH-02, VEH-04, VEH-05, VEH-08..12, VEH-14, VEH-15
  test('the first columns and the actions of the vehicle table stay in view when it is scrolled', async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'fleet_manager', '/')
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Vehicles' }).click()
    await expect(page).toHaveURL(/\/VehicleManagement/)
    await expect(page.getByRole('heading', { name: 'Vehicles', level: 1 })).toBeVisible()
    for (const name of ['Create Vehicle', 'Import', 'Export'])
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(page.getByPlaceholder('Search by vehicle number, make, model, or license plate')).toBeVisible()
    await expect(headings(page)).toHaveText([
      '',
      'Vehicle ID',
      'Status',
      'Completed Stage',
      'Registration',
      'Actual Passenger Capacity',
      'Make',
      'Model',
      'Color',
      'Doors',
      'Wheelchair Passenger Capacity',
      'Functional Area',
      'Actions',
    ])
    await expect(grid(page).getByRole('row')).toHaveCount(26)
    await expect(heading(page, 'Functional Area')).not.toBeInViewport()
    await grid(page).evaluate((table) => table.parentElement?.scrollTo({ left: 10_000 }))
    await expect(heading(page, 'Functional Area')).toBeInViewport()
    const first = grid(page).getByRole('row').nth(1)
    for (const cell of [1, 2, 3, 12]) {
      await expect(headings(page).nth(cell)).toBeInViewport({ ratio: 1 })
      await expect(first.getByRole('gridcell').or(first.getByRole('cell')).nth(cell)).toBeInViewport({ ratio: 1 })
    }
    await page.getByRole('combobox', { name: 'Rows per page' }).click()
    await page.getByRole('option', { name: '10 / page' }).click()
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(page.getByText(/^11–20 of/)).toBeVisible()
  })
})
