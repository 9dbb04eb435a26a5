import { api, expect, stepUntilVisible, test } from '../fixtures.ts'
import { enrol, passenger, toast } from './enrol.ts'

test.describe('Passengers', () => {
  // covers: PAX-01, PAX-04..10, PAX-12, PAX-14..16, PAX-19..25, PAX-31, PAX-64, PAX-65, COMM-03, COMM-04, CONC-10, CONC-11, CARD-12, CARD-13
  test('an agent creates a passenger, corrects the record and finds it', async ({ page, signIn, apiAs }) => {
    await signIn(page, 'customer_service', '/Dashboard')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await menu.getByRole('link', { name: 'Passengers' }).click()
    await expect(page).toHaveURL(/\/TravellerManagement$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Passengers' })).toBeVisible()
    const table = page.getByRole('grid', { name: 'Passengers' })
    for (const name of ['ID', 'First Name', 'Last Name', 'Username', 'Email', 'Phone', 'Low Tech'])
      await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
    await expect(page.getByPlaceholder('search for passengers by full name, phone number, email or id')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled()

    const { meta } = await (await apiAs('customer_service')).call(api.travelers.list, { query: { per_page: 1 } })
    const name = `told${meta.total + 1}`
    await page.getByRole('button', { name: 'Create Passenger' }).click()
    await expect(page).toHaveURL(/d=TravelerDialog-create/)
    const creating = page.getByRole('dialog', { name: 'Create New Passenger' })
    expect((await creating.boundingBox())?.width).toBe(800)
    await expect(creating.getByRole('tab')).toHaveText(['Profile', 'Payment Details', 'Concessions', 'Comments'])
    for (const [tab, kind] of [
      ['Payment Details', 'credit card'],
      ['Concessions', 'concession'],
      ['Comments', 'comment'],
    ] as const) {
      await creating.getByRole('tab', { name: tab }).click()
      await expect(creating.getByText(`Create new passenger before trying to add a ${kind}`)).toBeVisible()
    }
    await creating.getByRole('tab', { name: 'Profile' }).click()
    await creating.getByLabel('First Name').fill('Greta')
    await creating.getByLabel('Last Name').fill(name)
    await creating.getByLabel('Username').fill(name)
    await creating.getByLabel('Email').fill(`${name}@example.org`)
    await creating.getByRole('button', { name: 'Submit' }).click()
    await expect(toast(page, 'New Passenger created successfully.')).toBeVisible()
    await expect(creating).toBeHidden()

    await page.getByRole('searchbox', { name: 'Search passengers' }).fill(`${name}@`)
    const row = table.getByRole('row', { name: new RegExp(name) })
    await expect(row.locator('[data-tone="success"]')).toHaveText('No')
    await row.getByText('Greta').click()
    const viewing = page.getByRole('dialog', {
      name: new RegExp(`^Viewing Passenger Greta ${name} \\| \\(ID: \\d+\\)$`),
    })
    await expect(viewing).toBeVisible()
    await expect(page).toHaveURL(/d=TravelerDialog-view-\d+-Profile/)
    await viewing.getByText('Edit Mode').click()
    const editing = page.getByRole('dialog', { name: new RegExp(`^Editing Passenger Greta ${name} `) })
    await editing.getByRole('switch', { name: 'Low Tech' }).check()
    await editing.getByRole('button', { name: 'Submit' }).click()
    await expect(toast(page, 'Passenger updated successfully.')).toBeVisible()
    await expect(row.locator('[data-tone="warning"]')).toHaveText('Yes')
    const client = await apiAs('customer_service')
    const [made] = (await client.call(api.travelers.list, { query: { search: `${name}@` } })).data
    if (made === undefined) throw new Error('Nobody was enrolled')
    await client.call(api.travelers.update, { params: { id: made.id }, body: { status: null } })
    await page.goto(`/TravellerManagement/${made.id}`)
    await expect(passenger(page, made).getByText('Inactive').first()).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/TravellerManagement\\?d=TravelerDialog-view-${made.id}-Profile$`))
  })

  // covers: PAX-02, PAX-27, PAX-46, PAX-67
  test('an agent sets a new password for a passenger', async ({ page, signIn, apiAs }) => {
    const petra = await enrol(apiAs, 'Petra')
    await signIn(page, 'customer_service', `/TravellerManagement?search=${petra.username}`)
    await page.getByRole('button', { name: `Actions for ${petra.full_name}` }).click()
    await page.getByRole('menuitem', { name: 'Reset password' }).click()
    await expect(page).toHaveURL(new RegExp(`d=ResetPasswordDialog-edit-${petra.id}$`))
    const dialog = page.getByRole('dialog', { name: 'Reset password' })
    const [fresh, again] = [dialog.getByLabel('New Password'), dialog.getByLabel('Confirm Password')]
    await fresh.focus()
    await fresh.blur()
    await expect(dialog.getByText('Please enter a new password')).toHaveCount(1)
    await fresh.fill('correct horse')
    await again.fill('correct house')
    await expect(dialog.getByText("Your passwords don't match")).toBeVisible()
    await again.fill('correct horse')
    const call = page.waitForRequest((request) => request.url().endsWith(`/travelers/${petra.id}/password`))
    await dialog.getByRole('button', { name: 'Submit' }).click()
    expect((await call).postDataJSON()).toEqual({ newPassword: 'correct horse', confirmPassword: 'correct horse' })
    await expect(dialog.getByRole('status')).toHaveText("This passenger's password has been successfully updated")
    await expect(toast(page, "This passenger's password has been successfully updated")).toBeVisible()
  })

  // covers: PAX-50, PAX-68, PAX-69
  test('an agent sends the link by which a passenger chooses a password', async ({ page, signIn, apiAs }) => {
    const lena = await enrol(apiAs, 'Lena')
    await page.clock.install()
    await signIn(page, 'customer_service', `/TravellerManagement?d=ResetPasswordDialog-edit-${lena.id}`)
    const dialog = page.getByRole('dialog', { name: 'Reset password' })
    await expect(dialog.getByRole('button', { name: 'Send reset link' })).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    const call = page.waitForRequest('**/passwords/forgot')
    await dialog.getByRole('button', { name: 'Send reset link' }).click()
    expect((await call).postDataJSON()).toEqual({ email: lena.email, kind: 'traveller' })
    const notice = toast(page, `The password for ${lena.full_name} has been successfully reset.`)
    await stepUntilVisible(page, notice)
    await page.clock.runFor(3500)
    await expect(notice).toBeVisible()
    await page.clock.runFor(2000)
    await expect(notice).toBeHidden()
  })

  // covers: PAX-03, PAX-26, PAX-66
  test('an agent sets the features of the app for a passenger where the installation allows it', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const fay = await enrol(apiAs, 'Fay')
    // Switched on for this page only: the other stories' town keeps its settings.
    await page.route('**/ops/settings', async (route) => {
      const answer = await route.fetch()
      const json = (await answer.json()) as { data: { featureFlags: Record<string, unknown> } }
      json.data.featureFlags['TravellerManagement:travelerFeatureSettings'] = { enabled: true, disabled_in: [] }
      await route.fulfill({ response: answer, json })
    })
    const off = { basic_internal: false, change_api_endpoint: false, menu_show_referral_page: false, test_flag: false }
    const features = { ...off, view_test_trips: true, id: fay.id }
    await page.route(`**/travelers/${fay.id}/feature_flags`, (route) =>
      route.fulfill({ json: { data: { ...features, version: 3 } } }),
    )
    await signIn(page, 'superadmin', `/TravellerManagement?search=${fay.username}`)
    await page.getByRole('button', { name: `Actions for ${fay.full_name}` }).click()
    await page.getByRole('menuitem', { name: 'Feature settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Feature settings' })
    await expect(dialog.getByRole('switch', { name: 'View test trips' })).toBeChecked()
    await dialog.getByRole('switch', { name: 'Test flag' }).check()
    const call = page.waitForRequest((request) => request.method() === 'PATCH')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    expect((await call).postDataJSON()).toEqual({ ...features, test_flag: true })
    await expect(toast(page, 'Your feature settings have been successfully updated')).toBeVisible()
  })
})
