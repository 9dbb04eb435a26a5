import { api, expect, leftToLongRun, test } from '../fixtures.ts'
import { buy, grid } from './buy.ts'

leftToLongRun()

const HEAD = 'Registration Number,Vehicle ID,Number of Doors,Actual Passenger Capacity,Wheelchair Passenger Capacity'

test.describe('Accessibility of vehicles', () => {
  test.setTimeout(300_000)

  test('the list of vehicles, full and empty, with its extra columns passes axe', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    await buy(apiAs, 'axed', { status: 'inactive' })
    await signIn(page, 'fleet_manager', '/VehicleManagement?stages=allocation,fit_out')
    await expect(grid(page).getByText('Inactive').first()).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select N axed' }).check()
    await expectAccessible(page)
    await page.goto('/VehicleManagement?search=nobodyatall&filter.vehicle_attributes=completed:allocation')
    await expect(page.getByText('No data available')).toBeVisible()
    await expectAccessible(page)
  })

  test("each tab of a vehicle's form and the form of a note pass axe", async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    const bus = await buy(apiAs, 'axed', {
      extra_attributes: {
        allocation: { service_allocation_details: { functional_area: 'north' } },
        fit_out: { equipment: ['ramp', 'lift'] },
        paint: { colour: 'teal' },
      },
    })
    await (
      await apiAs('fleet_manager')
    ).call(api.vehicleNotes.create, {
      body: {
        vehicle_id: bus.id,
        category: 'incident',
        subcategory: 'accident',
        details: 'Bump',
        insurance_details: 'no',
      },
    })
    await signIn(page, 'fleet_manager', `/VehicleManagement?d=VehicleDialog-view-${bus.id}-VehicleDetails`)
    const dialog = page.getByRole('dialog', { name: 'N axed' })
    await dialog.getByText('Edit Mode').click()
    for (const name of await dialog.getByRole('tab').allTextContents()) {
      await dialog.getByRole('tab', { name }).click()
      await expectAccessible(page)
    }
    await dialog.getByRole('tab', { name: 'Details' }).click()
    await dialog.getByLabel('Registration Number').fill('')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Please fill out all required fields.')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/VehicleManagement?d=VehicleNoteDialog-create-${bus.id}`)
    const note = page.getByRole('dialog', { name: 'Add vehicle note' })
    await note.getByRole('combobox', { name: 'Category' }).click()
    await page.getByRole('option', { name: 'Incident' }).click()
    await note.getByRole('button', { name: 'Submit' }).click()
    await expect(note.getByText('Please enter a comment')).toBeVisible()
    await expectAccessible(page)
  })

  test('the import of vehicles passes axe when empty, with a refused file, a preview and refused rows', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    await signIn(page, 'fleet_manager', '/VehicleManagement?d=VehicleImportDialog-create')
    const dialog = page.getByRole('dialog', { name: 'Import vehicles' })
    const choose = (text: string) =>
      dialog
        .getByLabel('CSV file')
        .setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expectAccessible(page)
    await choose('')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await choose(
      [HEAD, 'P imported,N imported 2,4,8,1', 'P imported 3,N imported 3,11,8,1'].join(';\n').replaceAll(',', ';'),
    )
    await expect(dialog.getByText('Doors are from 0 to 10')).toBeVisible()
    await expectAccessible(page)
    await buy(apiAs, 'imported')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog.getByText('This license plate is already taken')).toBeVisible()
    await expectAccessible(page)
  })

  test('the editor of the custom fields passes axe', async ({ page, signIn, apiAs, expectAccessible }) => {
    await signIn(page, 'administrator', '/VehicleManagement/schema')
    await expect(page.getByLabel('Stage name').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add stage' }).click()
    await page.getByRole('button', { name: 'Add field' }).last().click()
    await page.getByRole('button', { name: 'Save as new version' }).click()
    await expect(page.getByText('Please enter a name').first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    // The same fields again, as another version: a user who works on the one before is stale.
    await page.reload()
    await page.getByLabel('Stage name').first().fill('Assignment')
    const client = await apiAs('superadmin')
    const query = { per_page: 1, sort: '-version', filter: { entity: 'vehicle' as const } }
    const stages = (await client.call(api.schemas.list, { query })).data[0]?.stages ?? []
    await client.call(api.schemas.create, { body: { entity: 'vehicle', stages } })
    await page.getByRole('button', { name: 'Save as new version' }).click()
    await expect(page.getByText('Another user saved these fields in the meantime')).toBeVisible()
    await expectAccessible(page)
  })
})
