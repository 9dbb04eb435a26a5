import { api, expect, type Page, test } from '../fixtures.ts'
import { buy } from './buy.ts'

const tab = (page: Page, name: string) => page.getByRole('dialog').getByRole('tab', { name })
const pick = async (page: Page, field: string, option: string): Promise<void> => {
  await page.getByRole('dialog').getByRole('combobox', { name: field, exact: true }).press('ArrowDown')
  await page.getByRole('option', { name: option, exact: true }).click()
}
/** What is said of a field in view mode. */
const shown = (page: Page, label: string) =>
  page.getByRole('tabpanel').getByText(label, { exact: true }).locator('xpath=following-sibling::dd')

test.describe('Custom fields of a vehicle', () => {
  // covers: VEH-46..50, VEH-54
  test('a fleet manager fills in custom fields of each type, reads them and clears them again', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const bus = await buy(apiAs, 'typed')
    const stored = async () =>
      (await (await apiAs('dispatcher')).call(api.vehicles.show, { params: { id: bus.id } })).data.extra_attributes
    await signIn(page, 'fleet_manager', `/VehicleManagement?d=VehicleDialog-edit-${bus.id}-Stage_allocation`)
    const dialog = page.getByRole('dialog', { name: 'N typed' })
    await expect(dialog.getByRole('heading', { name: 'Service allocation details' })).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Functional Area' }).click()
    await expect(page.getByRole('option')).toHaveText(['North', 'Centre', 'South', 'Reserve'])
    await dialog.getByRole('combobox', { name: 'Functional Area' }).fill('sou')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('combobox', { name: 'Functional Area' })).toHaveValue('South')
    await dialog.getByRole('switch', { name: 'Completed' }).check()
    await dialog.getByLabel('Allocated on').fill('05/03/2026')
    await tab(page, 'Safety inspection').click()
    await dialog.getByLabel('Odometer (km)').fill('120400.5')
    await dialog.getByRole('switch', { name: 'Passed' }).check()
    await dialog.getByLabel('Remarks').fill('New tyres\nat the front')
    await tab(page, 'Fit-out').click()
    await pick(page, 'Equipment', 'Ramp')
    await page.getByRole('option', { name: 'Bicycle rack', exact: true }).click()
    await page.keyboard.press('Escape')
    await dialog.getByLabel('Livery').fill('Sunline')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
    expect(await stored()).toEqual({
      allocation: { service_allocation_details: { functional_area: 'south', allocated_on: '2026-03-05' } },
      allocation_completed: true,
      safety_inspection: { odometer: 120400.5, passed: true, remarks: 'New tyres\nat the front' },
      fit_out: { equipment: ['ramp', 'bicycle_rack'], livery: 'Sunline' },
    })

    await page.goto(`/VehicleManagement?d=VehicleDialog-view-${bus.id}-Stage_allocation`)
    await expect(shown(page, 'Completed')).toHaveText('Yes')
    await expect(shown(page, 'Functional Area')).toHaveText('South')
    await expect(shown(page, 'Allocated on')).toHaveText('05/03/2026')
    await expect(shown(page, 'Depot')).toHaveText('–')
    await tab(page, 'Safety inspection').click()
    await expect(shown(page, 'Odometer (km)')).toHaveText('120400.5')
    await expect(shown(page, 'Passed')).toHaveText('Yes')
    await tab(page, 'Fit-out').click()
    await expect(shown(page, 'Equipment')).toHaveText('Ramp, Bicycle rack')

    await dialog.getByText('Edit Mode').click()
    await dialog.getByRole('combobox', { name: 'Equipment' }).press('Backspace')
    await dialog.getByLabel('Livery').fill('')
    await tab(page, 'Safety inspection').click()
    await dialog.getByLabel('Odometer (km)').fill('')
    await dialog.getByLabel('Remarks').fill('')
    await dialog.getByRole('switch', { name: 'Passed' }).uncheck()
    await tab(page, 'Allocation').click()
    await dialog.getByLabel('Allocated on').fill('')
    await dialog.getByRole('switch', { name: 'Completed' }).uncheck()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
    expect(await stored()).toEqual({
      allocation: { service_allocation_details: { functional_area: 'south' } },
      allocation_completed: false,
      safety_inspection: { passed: false },
      fit_out: { equipment: ['ramp'] },
    })
  })
})

test.describe('Vehicles that cannot be saved', () => {
  test('text that is too long is reported on the tab of each field, and nothing is sent', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const bus = await buy(apiAs, 'verbose')
    let calls = 0
    page.on('request', (request) => {
      if (request.method() === 'PATCH') calls++
    })
    await signIn(page, 'fleet_manager', `/VehicleManagement?d=VehicleDialog-edit-${bus.id}-VehicleDetails`)
    const dialog = page.getByRole('dialog', { name: 'N verbose' })
    await dialog.getByLabel('Registration Number').fill('R'.repeat(41))
    await dialog.getByLabel('VIN').fill('V'.repeat(41))
    await dialog.getByLabel('Year').fill('1066')
    await tab(page, 'Fit-out').click()
    await dialog.getByLabel('Livery').fill('L'.repeat(256))
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Please enter at most 255 characters')).toBeVisible()
    await expect(tab(page, 'Fit-out, has fields to correct')).toBeVisible()
    await tab(page, 'Details, has fields to correct').click()
    await expect(dialog.getByText('Please enter at most 40 characters')).toHaveCount(2)
    await expect(dialog.getByText('The year is a number from 1950 to 2100')).toBeVisible()
    expect(calls).toBe(0)
    await dialog.getByLabel('Registration Number').fill('R 1 verbose')
    await dialog.getByLabel('VIN').fill('')
    await dialog.getByLabel('Year').fill('')
    await expect(dialog.getByText('Please enter at most 40 characters')).toHaveCount(0)
    await tab(page, 'Fit-out').click()
    await dialog.getByLabel('Livery').fill('L'.repeat(255))
    await dialog.getByRole('button', { name: 'Submit' }).dblclick()
    await expect(dialog).toBeHidden()
    expect(calls).toBe(1)
  })

  test('a plate that is taken and a lost network are reported, and nothing is lost', async ({
    page,
    signIn,
    apiAs,
  }) => {
    await buy(apiAs, 'holder')
    const bus = await buy(apiAs, 'claimer')
    await signIn(page, 'fleet_manager', `/VehicleManagement?d=VehicleDialog-edit-${bus.id}-VehicleDetails`)
    const dialog = page.getByRole('dialog', { name: 'N claimer' })
    await dialog.getByLabel('Registration Number').fill('p HOLDER')
    await tab(page, 'Fit-out').click()
    await dialog.getByLabel('Livery').fill('Harbour')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await tab(page, 'Details, has fields to correct').click()
    await expect(dialog.getByText('This license plate is already taken')).toBeVisible()
    await dialog.getByLabel('Registration Number').fill('P claimer 2')
    await page.route(`**/ops/vehicles/${bus.id}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Submit' }).click()
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'Error submitting form' })
    await expect(toast).toContainText('The server cannot be reached.')
    await expect(dialog.getByLabel('Registration Number')).toHaveValue('P claimer 2')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
    const { data } = await (await apiAs('dispatcher')).call(api.vehicles.show, { params: { id: bus.id } })
    expect(data).toMatchObject({ license_plate: 'P claimer 2', extra_attributes: { fit_out: { livery: 'Harbour' } } })
  })

  test('a vehicle that does not exist is reported as missing', async ({ page, signIn, apiAs }) => {
    const bus = await buy(apiAs, 'no more')
    await (await apiAs('fleet_manager')).call(api.vehicles.destroy, { params: { id: bus.id } })
    for (const id of [bus.id, 'x']) {
      await signIn(page, 'fleet_manager', `/VehicleManagement?d=VehicleDialog-edit-${id}-VehicleDetails`)
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Submit' })).toHaveCount(0)
    }
  })
})
