import { api, expect, type Page, stepUntilVisible, test } from '../fixtures.ts'
import { hire } from './hire.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Drivers' })
const row = (page: Page, name: string) => grid(page).getByRole('row', { name: new RegExp(name) })

test.describe('Drivers', () => {
  // covers: DRV-01..04, DRV-06..10, DRV-18, DRV-19, DRV-30..33, SHELL-01, SHELL-04, TABLE-15
  test('a fleet manager sees drivers in a table, searches and filters them', async ({ page, signIn, apiAs }) => {
    await hire(apiAs, 'qtest', 'Quentin Zyx')
    await signIn(page, 'fleet_manager', '/')
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Drivers' }).click()
    await expect(page).toHaveURL(/\/DriverManagement/)
    await expect(page.getByRole('heading', { name: 'Drivers', level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create Driver' })).toBeVisible()
    const headings = grid(page).getByRole('columnheader')
    await expect(headings).toHaveText(['', 'ID', 'First Name', 'Last Name', 'Username', 'Email', 'Status', 'Actions'])

    const asked = page.waitForRequest((request) => decodeURIComponent(request.url()).includes('search=zyx'))
    await page.getByPlaceholder('Filter by Driver name, username and email ...').fill('zyx')
    expect(new URL((await asked).url()).searchParams.get('per_page')).toBe('25')
    await expect(page).toHaveURL(/search=zyx/)
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    await expect(row(page, 'Quentin').getByText('Approved')).toHaveAttribute('data-tone', 'success')

    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    const filtered = page.waitForRequest((request) =>
      decodeURIComponent(request.url()).includes('filter[approved]=false'),
    )
    await page.getByRole('radiogroup', { name: 'Driver Status' }).getByText('Blocked').click()
    await filtered
    await expect(page).toHaveURL(/filter\.approved=false/)
    const tags = grid(page).locator('[data-tone]')
    await expect(tags.first()).toHaveAttribute('data-tone', 'danger')
    await expect(tags.filter({ hasText: 'Approved' })).toHaveCount(0)
    await page.goto('/DriverManagement?filter.approved=true')
    await expect(grid(page).getByText('Approved').first()).toBeVisible()
    expect(new Set(await tags.allTextContents())).toEqual(new Set(['Approved']))
  })

  // covers: DRV-20, DRV-21, TABLE-11
  test('a driver without a status is shown in grey', async ({ page, signIn, apiAs }) => {
    const client = await apiAs('fleet_manager')
    const nils = await hire(apiAs, 'nils', 'Nils Newcomer')
    await client.call(api.drivers.update, { params: { id: nils.id }, body: { status: null } })
    await signIn(page, 'fleet_manager', '/DriverManagement?search=newcomer')
    await expect(row(page, 'Nils').locator('[data-tone]')).toHaveText(/inactive/i)
    await expect(row(page, 'Nils').locator('[data-tone]')).toHaveAttribute('data-tone', 'neutral')
    await page.goto(`/DriverManagement?d=DriverDialog-view-${nils.id}`)
    await expect(page.getByRole('dialog').locator('dd').nth(4)).toHaveText('–')
  })

  // covers: DRV-05, DRV-12, DRV-34, DRV-36, DRV-39, DLG-08, DLG-14, DLG-23..26, DLG-31
  test("a fleet manager changes a driver's name and reads that it was saved", async ({ page, signIn, apiAs }) => {
    const mia = await hire(apiAs, 'mopen', 'Mia Opened')
    await signIn(page, 'fleet_manager', '/DriverManagement?search=mopen')
    await row(page, 'Mia').click()
    await expect(page).toHaveURL(new RegExp(`d=DriverDialog-view-${mia.id}$`))
    const dialog = page.getByRole('dialog', { name: 'Mia Opened' })
    await expect(dialog.getByText('mopen@example.org')).toBeVisible()
    await expect(dialog.locator('.mantine-InputWrapper-required')).toHaveCount(0)
    await dialog.getByText('Edit Mode').click()
    await expect(page).toHaveURL(/DriverDialog-edit/)
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await expect(submit).toBeHidden()
    await expect(dialog.getByRole('button', { name: 'Reset' })).toBeHidden()
    await dialog.getByLabel('First Name').fill('Maya')
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await expect(dialog.getByLabel('First Name')).toHaveValue('Mia')
    await dialog.getByLabel('First Name').fill('Maya')
    const call = page.waitForRequest((request) => request.method() === 'PATCH')
    await submit.click()
    expect((await call).url()).toContain(`/drivers/${mia.id}`)
    expect((await call).headers()['if-match']).toBe(`"${mia.version}"`)
    await expect(page.getByText('Your driver details have been successfully updated')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row(page, 'Maya')).toBeVisible()
  })

  // covers: DRV-03, DRV-15, DRV-16, DRV-22..28, DRV-35, DLG-10, DLG-22, DLG-28, NOTE-15
  test('a fleet manager creates a driver, and each field says what it needs when left', async ({ page, signIn }) => {
    await signIn(page, 'fleet_manager')
    await page.getByRole('button', { name: 'Create Driver' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Driver' })
    await expect(dialog.getByLabel('First Name')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByText('Please enter first name')).toBeVisible()
    await dialog.getByLabel('Email').pressSequentially('noe')
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
    await dialog.getByLabel('Email').pressSequentially('@example.org')
    await expect(dialog.getByText('Please enter a valid email address')).toBeHidden()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Please fill out all required fields.')).toBeVisible()
    await expect(dialog.getByText('Please enter last name')).toBeVisible()
    await expect(dialog.getByText('Please enter username')).toBeVisible()
    await dialog.getByLabel('First Name').fill('Noe')
    await dialog.getByLabel('Last Name').fill('Created')
    await dialog.getByLabel('Username').fill('noecreated')
    await expect(dialog.getByLabel('Phone Number')).toHaveAttribute('type', 'tel')
    await expect(dialog.getByLabel('Phone Number')).toHaveAttribute('placeholder', '+61 ')
    const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/drivers'))
    await dialog.getByRole('button', { name: 'Submit' }).click()
    expect((await call).postDataJSON()).toEqual({
      first_name: 'Noe',
      last_name: 'Created',
      username: 'noecreated',
      email: 'noe@example.org',
      phone_number: null,
      status: 'approved',
    })
    await expect(page.getByText('Driver successfully created.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row(page, 'Noe')).toBeVisible()
  })

  // covers: SHELL-64, SHELL-65
  test('a fleet manager deletes a driver after confirming', async ({ page, signIn, apiAs }) => {
    await hire(apiAs, 'odelete', 'Otto Leaving')
    await signIn(page, 'fleet_manager', '/DriverManagement?search=odelete')
    await page.getByRole('button', { name: 'Actions for Otto Leaving' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete this driver?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, 'Otto')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Otto Leaving' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Otto Leaving was deleted.')).toBeVisible()
    await expect(grid(page).getByText('No data available')).toBeVisible()
  })

  // covers: DLG-13, DLG-32, SHELL-63
  test('a fleet manager blocks two drivers at once', async ({ page, signIn, apiAs }) => {
    await hire(apiAs, 'bulka', 'Bea Bulk')
    await hire(apiAs, 'bulkb', 'Ben Bulk')
    await signIn(page, 'fleet_manager', '/DriverManagement?search=bulk')
    await page.getByRole('checkbox', { name: 'Select Bea Bulk' }).check()
    await page.getByRole('checkbox', { name: 'Select Ben Bulk' }).check()
    await expect(page.getByText('2 items selected')).toBeVisible()
    await page.getByRole('button', { name: 'Edit status' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 2 drivers' })
    await expect(dialog.getByLabel('First Name')).toBeHidden()
    await dialog.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Blocked' }).click()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('2 drivers successfully updated.')).toBeVisible()
    await expect(grid(page).locator('[data-tone=danger]')).toHaveCount(2)
  })
})

test.describe('Saving a driver', () => {
  // covers: DRV-41, DRV-42, DLG-24
  test('a username that is taken is reported beside its field, without a toast, and can be corrected', async ({
    page,
    signIn,
    apiAs,
  }) => {
    await hire(apiAs, 'taken', 'Tom Taken')
    const ute = await hire(apiAs, 'ute', 'Ute Unique')
    await signIn(page, 'fleet_manager', `/DriverManagement?d=DriverDialog-edit-${ute.id}`)
    const dialog = page.getByRole('dialog', { name: 'Ute Unique' })
    await dialog.getByLabel('Username').fill('taken')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.locator('.mantine-InputWrapper-error')).toBeVisible()
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
    await dialog.getByLabel('Username').fill('ute2')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
  })

  // covers: DLG-27
  test('a double click saves a driver once', async ({ page, signIn, apiAs }) => {
    const dora = await hire(apiAs, 'dora', 'Dora Double')
    await signIn(page, 'fleet_manager', `/DriverManagement?d=DriverDialog-edit-${dora.id}`)
    const dialog = page.getByRole('dialog', { name: 'Dora Double' })
    let calls = 0
    await page.route(`**/drivers/${dora.id}`, async (route) => {
      if (route.request().method() === 'PATCH') calls++
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await dialog.getByLabel('First Name').fill('Dorothea')
    await dialog.getByRole('button', { name: 'Submit' }).dblclick()
    await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    expect(calls).toBe(1)
  })

  test('a user resolves an edit conflict by keeping one field and taking the other from a colleague', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const carl = await hire(apiAs, 'carl', 'Carl Conflict')
    await signIn(page, 'fleet_manager', `/DriverManagement?d=DriverDialog-edit-${carl.id}`)
    const dialog = page.getByRole('dialog', { name: /Conflict/ })
    await dialog.getByLabel('First Name').fill('Karl')
    await dialog.getByLabel('Username').fill('karl')
    const client = await apiAs('operations_manager')
    const body = { first_name: 'Charles', username: 'charles', phone_number: '+61 400 000 000' }
    await client.call(api.drivers.update, { params: { id: carl.id }, body })
    await dialog.getByRole('button', { name: 'Submit' }).click()
    const conflict = dialog.getByRole('alert', { name: 'Another user has changed this record' })
    await expect(conflict.getByText('Yours: Karl', { exact: true })).toBeVisible()
    await conflict.getByText('Theirs: charles', { exact: true }).click()
    await conflict.getByRole('button', { name: 'Save over it' }).click()
    await expect(dialog).toBeHidden()
    const { data } = await client.call(api.drivers.show, { params: { id: carl.id } })
    expect(data).toMatchObject({ first_name: 'Karl', username: 'charles', phone_number: '+61 400 000 000' })
  })

  test("a user resolves an edit conflict by taking the colleague's version", async ({ page, signIn, apiAs }) => {
    const rita = await hire(apiAs, 'rita', 'Rita Reload')
    await signIn(page, 'fleet_manager', `/DriverManagement?d=DriverDialog-edit-${rita.id}`)
    const dialog = page.getByRole('dialog', { name: /Reload/ })
    await dialog.getByLabel('First Name').fill('Margarita')
    const client = await apiAs('operations_manager')
    await client.call(api.drivers.update, { params: { id: rita.id }, body: { first_name: 'Greta' } })
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await dialog.getByRole('button', { name: 'Reload their version' }).click()
    await expect(dialog.getByLabel('First Name')).toHaveValue('Greta')
    await expect(dialog.getByRole('button', { name: 'Submit' })).toBeHidden()
  })

  test('a form loses nothing while the network is down and saves once it is back', async ({
    page,
    context,
    signIn,
    apiAs,
  }) => {
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

test("A renamed driver changes in a colleague's open table within a second", async ({
  browser,
  demo,
  signIn,
  apiAs,
}) => {
  const lena = await hire(apiAs, 'lena', 'Lena Live')
  const page = await browser.newPage({ baseURL: demo.url })
  await signIn(page, 'operations_manager', '/DriverManagement?search=lena')
  await expect(row(page, 'Lena')).toBeVisible()
  await page.waitForTimeout(500) // the stream opens after the page is drawn
  const client = await apiAs('fleet_manager')
  await client.call(api.drivers.update, { params: { id: lena.id }, body: { first_name: 'Lenore' } })
  await expect(row(page, 'Lenore')).toBeVisible({ timeout: 1500 })
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

test.describe('Drivers for a user who may only read', () => {
  // covers: DRV-38, DLG-15, PERM-46, PERM-64, PERM-66, PERM-67
  test('a dispatcher finds nothing on the page that changes a driver', async ({ page, signIn, apiAs }) => {
    const vera = await hire(apiAs, 'vera', 'Vera View')
    await signIn(page, 'dispatcher', `/DriverManagement?search=vera&d=DriverDialog-view-${vera.id}`)
    const dialog = page.getByRole('dialog', { name: 'Vera View' })
    await expect(dialog.getByText('vera@example.org')).toBeVisible()
    await expect(dialog.getByText('Edit Mode')).toBeHidden()
    await expect(dialog.getByRole('tab', { name: 'Reset password' })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Create Driver' })).toBeHidden()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions for Vera View' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['View'])
  })

  // covers: DLG-19, DLG-20, DLG-21, DRV-43, PERM-47, PERM-69, VERCHK-15, VERCHK-16
  test('a link to a dialog without the right to it is answered with a warning', async ({ page, signIn, apiAs }) => {
    const vito = await hire(apiAs, 'vito', 'Vito View')
    await page.clock.install()
    await signIn(page, 'dispatcher')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto(`/DriverManagement?d=DriverResetPasswordDialog-edit-${vito.id}`)
    const toast = page.getByText(
      'You do not have the correct permissions to view this content. Please contact an administrator to request access.',
    )
    await stepUntilVisible(page, toast)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\/DriverManagement$/)
    await page.clock.runFor(3500)
    await expect(toast).toBeVisible()
    await page.clock.runFor(2500)
    await expect(toast).toBeHidden()
  })
})
