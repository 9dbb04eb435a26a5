import { api, expect, type Page, stepUntilVisible, test } from '../fixtures.ts'
import { buy, grid, row, scrap } from './buy.ts'

const tab = (page: Page, name: string) => page.getByRole('dialog').getByRole('tab', { name })

test.describe("A vehicle's dialog", () => {
  // covers: VEH-03, VEH-26, VEH-33..35, VEH-38, VEH-40..44, VEH-67..70, VEH-80
  test('a fleet manager creates a vehicle, and each field says what it needs when left', async ({
    page,
    signIn,
    apiAs,
  }) => {
    await scrap(await apiAs('fleet_manager'), 'created')
    await signIn(page, 'fleet_manager', '/VehicleManagement')
    await page.getByRole('button', { name: 'Create Vehicle' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Vehicle' })
    await expect(dialog.getByLabel('Registration Number')).toBeFocused()
    await page.keyboard.type('x')
    await page.keyboard.press('Backspace')
    for (let field = 0; field < 4; field++) await page.keyboard.press('Tab')
    await expect(dialog.getByText('Please enter a vehicle registration number')).toBeVisible()
    await expect(dialog.getByText('Please enter a vehicle number')).toBeVisible()
    await expect(dialog.getByText('Please enter a capacity')).toBeVisible()
    await expect(dialog.getByText('Please enter a mobility capacity')).toBeVisible()
    await dialog.getByLabel('Registration Number').fill('P created')
    await dialog.getByLabel('Vehicle ID').fill('N created')
    await dialog.getByLabel('Actual Passenger Capacity').fill('12')
    await dialog.getByLabel('Wheelchair Passenger Capacity').fill('2')
    const choices = { 'Body Type': 10, 'Fuel Type': 6, Transmission: 4 }
    for (const [name, count] of Object.entries(choices)) {
      await dialog.getByRole('combobox', { name }).click()
      await expect(page.getByRole('option')).toHaveCount(count)
      await page.getByRole('option').first().click()
    }
    await dialog.getByLabel('Supplier').fill('Coastline')
    const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/vehicles'))
    await dialog.getByRole('button', { name: 'Submit' }).click()
    expect((await call).postDataJSON()).toMatchObject({
      license_plate: 'P created',
      vehicle_number: 'N created',
      capacity: 12,
      mobility_capacity: 2,
      body_type: 'convertible',
      fuel_type: 'diesel',
      transmission: 'automatic',
      vendor: 'Coastline',
      make: null,
      year: null,
      status: 'active',
      extra_attributes: {},
    })
    await expect(page.getByText('Vehicle successfully created.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row(page, 'N created')).toBeVisible()
  })

  // covers: VEH-27, VEH-39, VEH-66, VEH-80, VEH-81, DLG-07, VERCHK-22
  test('a deep link opens a vehicle in edit mode on the first tab, and its custom fields are saved with it', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const bus = await buy(apiAs, 'linked', { extra_attributes: { paint: { colour: 'teal' } } })
    await signIn(page, 'fleet_manager', `/VehicleManagement?d=VehicleDialog-edit-${bus.id}-VehicleDetails`)
    const dialog = page.getByRole('dialog', { name: 'N linked' })
    await expect(dialog.getByText('Active').first()).toHaveAttribute('data-tone', 'success')
    await expect(tab(page, 'Details')).toHaveAttribute('aria-selected', 'true')
    await dialog.getByLabel('Doors').fill('11')
    await dialog.getByLabel('Color').focus()
    await expect(dialog.getByText('Doors are from 0 to 10')).toBeVisible()
    await expect(tab(page, 'Details, has fields to correct')).toBeVisible()
    await dialog.getByLabel('Doors').fill('5')
    await tab(page, 'Allocation').click()
    await expect(page).toHaveURL(/-Stage_allocation/)
    await dialog.getByRole('combobox', { name: 'Functional Area' }).click()
    await page.getByRole('option', { name: 'South' }).click()
    await tab(page, 'Safety inspection').click()
    await dialog.getByLabel('Odometer (km)').fill('1204.5')
    await dialog.getByLabel('Remarks').fill('Fine')
    await dialog.getByRole('switch', { name: 'Completed' }).check()
    const call = page.waitForRequest((request) => request.method() === 'PATCH')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    expect((await call).postDataJSON()).toMatchObject({
      doors: 5,
      extra_attributes: {
        paint: { colour: 'teal' },
        allocation: { service_allocation_details: { functional_area: 'south' } },
        safety_inspection: { odometer: 1204.5, remarks: 'Fine' },
        safety_inspection_completed: true,
      },
    })
    await expect(page.getByText('Vehicle successfully updated.')).toBeVisible()
    await page.goto(`/VehicleManagement?search=linked`)
    await expect(row(page, 'N linked').getByText('Safety inspection')).toBeVisible()
    await expect(row(page, 'N linked').getByText('South')).toBeVisible()
  })

  test('an edit conflict of a vehicle is resolved for each custom field by itself', async ({ page, signIn, apiAs }) => {
    const bus = await buy(apiAs, 'contested', { extra_attributes: { fit_out: { livery: 'Sunline' } } })
    await signIn(page, 'fleet_manager', `/VehicleManagement?d=VehicleDialog-edit-${bus.id}-Stage_fit_out`)
    const dialog = page.getByRole('dialog', { name: 'N contested' })
    await dialog.getByLabel('Livery').fill('Harbour')
    await (
      await apiAs('operations_manager')
    ).call(api.vehicles.update, {
      params: { id: bus.id },
      body: { make: 'Ford', extra_attributes: { fit_out: { livery: 'Council' }, fit_out_completed: true } },
    })
    await dialog.getByRole('button', { name: 'Submit' }).click()
    const conflict = dialog.getByRole('alert', { name: 'Another user has changed this record' })
    await expect(conflict.getByText('Fit-out: Livery')).toBeVisible()
    await expect(conflict.getByText('Theirs: Council', { exact: true })).toBeVisible()
    await conflict.getByRole('button', { name: 'Save over it' }).click()
    await expect(dialog).toBeHidden()
    const { data } = await (await apiAs('dispatcher')).call(api.vehicles.show, { params: { id: bus.id } })
    expect(data).toMatchObject({
      make: 'Ford',
      extra_attributes: { fit_out: { livery: 'Harbour' }, fit_out_completed: true },
    })
  })

  // covers: DLG-35, DLG-36, NOTE-06
  test('a failed save of a vehicle shows a toast that stays until it is closed', async ({ page, signIn, apiAs }) => {
    const bus = await buy(apiAs, 'failing')
    await page.clock.install()
    await signIn(page, 'fleet_manager', `/VehicleManagement?d=VehicleDialog-edit-${bus.id}`)
    const dialog = page.getByRole('dialog', { name: 'N failing' })
    await page.route(`**/ops/vehicles/${bus.id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 500,
            json: { errors: [{ status: '500', code: 'internal', title: 'Oh', detail: 'The disk is full' }] },
          })
        : route.continue(),
    )
    await dialog.getByLabel('Make').fill('Ford')
    await page.clock.pauseAt(Date.now() + 60_000)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'Error submitting form' })
    await stepUntilVisible(page, toast)
    await expect(toast.getByText('The disk is full')).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(toast).toBeVisible()
    await toast.getByRole('button', { name: 'Close' }).click()
    await page.clock.runFor(1000)
    await expect(toast).toBeHidden()
    await expect(dialog.getByLabel('Make')).toHaveValue('Ford')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.describe('A vehicle without permission', () => {
  // covers: VEH-96..98, PERM-48..50
  test('a user without the right to a vehicle sees a warning instead of its dialog', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const bus = await buy(apiAs, 'guarded')
    const warning = page.getByText(/You do not have the correct permissions to view this content/)
    await signIn(page, 'dispatcher', '/VehicleManagement?d=VehicleImportDialog-create')
    await expect(warning).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Customer service may not read vehicles at all.
    for (const dialog of [`VehicleDialog-view-${bus.id}-VehicleDetails`, `VehicleNoteDialog-create-${bus.id}`]) {
      await signIn(page, 'customer_service', `/TravellerManagement?d=${dialog}`)
      await expect(warning).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await signIn(page, 'dispatcher', `/VehicleManagement?d=VehicleDialog-view-${bus.id}-VehicleDetails`)
    await expect(page.getByRole('dialog', { name: 'N guarded' })).toBeVisible()
    await expect(page.getByRole('dialog').getByText('Edit Mode')).toHaveCount(0)
    await page.goto(`/VehicleManagement?d=VehicleNoteDialog-create-${bus.id}`)
    await expect(page.getByRole('dialog', { name: 'Add vehicle note' })).toBeVisible()
  })

  // covers: PERM-68
  test('a user who may not read the schema sees no custom field and loses none of their values', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const attributes = { fit_out: { livery: 'Sunline' } }
    const bus = await buy(apiAs, 'hidden', { extra_attributes: attributes })
    await page.route('**/ops/sessions/current', async (route) => {
      const answer = await route.fetch()
      const json = (await answer.json()) as { data: { permissions: Record<string, boolean> } } // the contract's session
      json.data.permissions['VehicleManagement:schema:canRead'] = false
      await route.fulfill({ json })
    })
    await signIn(page, 'fleet_manager', `/VehicleManagement?d=VehicleDialog-edit-${bus.id}-VehicleDetails`)
    const dialog = page.getByRole('dialog', { name: 'N hidden' })
    await expect(dialog.getByRole('tab')).toHaveText(['Details', 'Notes'])
    await expect(grid(page).getByRole('columnheader').filter({ hasText: 'Completed Stage' })).toHaveCount(0)
    await dialog.getByLabel('Make').fill('Ford')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
    const { data } = await (await apiAs('dispatcher')).call(api.vehicles.show, { params: { id: bus.id } })
    expect(data).toMatchObject({ make: 'Ford', extra_attributes: attributes })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
