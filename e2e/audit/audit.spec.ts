import { api, expect, leftToLongRun, test } from '../fixtures.ts'

leftToLongRun()

test.describe('The audit', () => {
  test('an administrator follows a change from the audit to the driver’s history, and takes it back', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    const alex = await apiAs('administrator')
    const body = { first_name: 'Winifred', last_name: 'Ashdown', username: 'winifred', email: 'winifred@example.org' }
    const { data: driver } = await alex.call(api.drivers.create, { body })
    const change = { params: { id: driver.id }, body: { phone_number: '+61 7 5550 0100' }, reason: 'She called us' }
    await alex.call(api.drivers.update, change)

    await signIn(page, 'administrator', '/Audit/changes?search=Ashdown')
    const changes = page.getByRole('grid', { name: 'Changes' })
    const row = changes.getByRole('row', { name: /drivers\.update/ })
    await expect(row).toContainText('Phone from nothing to +61 7 5550 0100')
    await expectAccessible(page)
    await row.click()
    const event = page.getByRole('dialog')
    await expect(event.getByRole('table', { name: 'Fields before and after' })).toContainText('+61 7 5550 0100')
    await expectAccessible(page)

    await page.goto(`/DriverManagement?d=DriverDialog-view-${driver.id}-History`)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Reason: She called us')).toBeVisible()
    await dialog.getByRole('button', { name: 'Show the record as it was then' }).last().click()
    await dialog.getByRole('button', { name: 'Restore this version' }).click()
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('It was another driver')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(dialog.getByText(/changed Phone from \+61 7 5550 0100 to nothing/)).toBeVisible()
    expect((await alex.call(api.drivers.show, { params: { id: driver.id } })).data.phone_number).toBeNull()
  })
})
