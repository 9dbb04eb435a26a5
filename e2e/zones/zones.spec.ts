import { api, expect, type Page, stepUntilVisible, test } from '../fixtures.ts'
import { firstRegion, foundZone } from './found.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Zones' })
const row = (page: Page, name: string) => grid(page).getByRole('row', { name: new RegExp(name) })

test.describe('Zones', () => {
  // covers: ZONE-01, ZONE-02, ZONE-09..11, ZONE-50..52, ZONE-57, ZONE-58
  test('zones are listed fifty at a time, those of the chosen region', async ({ page, signIn, apiAs }) => {
    const zone = await foundZone(apiAs, { name: 'Quarry Bend' })
    const client = await apiAs('operations_manager')
    await client.call(api.zones.update, { params: { id: zone.id }, body: { status: 'blocked' } })
    const asked = page.waitForRequest((request) => /\/zones\?.*per_page=50/.test(request.url()))
    await signIn(page, 'operations_manager', '/ZoneManagement')
    await asked
    await expect(page).toHaveURL(/\/ZoneManagement\/zones$/)
    await expect(page).toHaveTitle(/^Zones · /)
    await expect(page.getByRole('heading', { name: 'Zones', level: 1 })).toBeVisible()
    const words = ['ID', 'Name', 'Status', 'Abbreviation', 'Region', 'Time Zone', 'Default Price', 'Stops', 'Actions']
    await expect(grid(page).getByRole('columnheader')).toHaveText(words)
    await expect(row(page, 'Quarry Bend').getByText('Blocked')).toHaveAttribute('data-tone', 'danger')
    await expect(row(page, 'Quarry Bend')).toContainText('$3.50')
    await expect(grid(page).getByText('Active').first()).toHaveAttribute('data-tone', 'success')

    const filter = page.getByRole('radiogroup', { name: 'Zone Status' })
    await expect(filter.getByRole('radio')).toHaveCount(3)
    await filter.getByText('Blocked').click()
    await expect(page).toHaveURL(/filter\.status=blocked/)
    await expect(grid(page).getByText('Active')).toHaveCount(0)
    await filter.getByText('Active').click()
    await expect(row(page, 'Quarry Bend')).toHaveCount(0)
    await filter.getByText('All').click()

    const { data: regions } = await client.call(api.regions.list, { query: { sort: 'id' } })
    const [here, there] = regions
    if (here === undefined || there === undefined) throw new Error('The demo has one region only')
    const narrowed = page.waitForRequest((request) =>
      decodeURIComponent(request.url()).includes(`filter[region]=${there.id}`),
    )
    const header = page.getByRole('combobox', { name: 'Region', exact: true }).first()
    await header.fill(there.name)
    await page.getByRole('option', { name: there.name, exact: true }).click()
    await narrowed
    await expect(grid(page).getByRole('row')).toHaveCount(there.zone_count + 1)
    // The list's own filter is the same region.
    await expect(page.getByRole('main').getByRole('combobox', { name: 'Region' })).toHaveValue(there.name)
  })

  // covers: ZONE-29, ZONE-36..38, ZONE-41, ZONE-42, ZONE-46..49, ZONE-75, ZONE-76, TABLE-19, API-28
  test('an operations manager opens a zone from the list, changes it and is thanked', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const zone = await foundZone(apiAs, { name: 'Fern Gully' })
    const apps = page.waitForResponse((response) => response.url().includes('/consumer_apps'))
    await signIn(page, 'operations_manager', '/ZoneManagement/zones?search=fern')
    await page.getByRole('button', { name: 'Actions for Fern Gully' }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
    await expect(page).toHaveURL(new RegExp(`d=ZoneDialog-edit-${zone.id}$`))
    expect((await apps).status()).toBe(200)
    const dialog = page.getByRole('dialog', { name: 'Fern Gully' })
    const price = dialog.getByLabel('Default Price')
    await expect(price).toHaveValue('AUD 3.50')
    await price.focus()
    await page.keyboard.press('ArrowUp')
    await expect(price).toHaveValue('AUD 3.60')
    await price.fill('4.256')
    await expect(price).toHaveValue('AUD 4.25')
    const methods = dialog.getByRole('combobox', { name: 'Payment Methods' })
    await methods.press('ArrowDown')
    await expect(page.getByRole('option')).toHaveText(['Cash', 'Card', 'Opal card', 'Metrocard', 'Myki'])
    await page.getByRole('option', { name: 'Opal card' }).click()
    await page.getByRole('option', { name: 'Metrocard' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('combobox', { name: 'Allowed Apps' }).press('ArrowDown')
    await page.getByRole('option', { name: 'Passenger App' }).click()
    await page.getByRole('option', { name: 'Passenger Website' }).click()
    await dialog.getByLabel('Abbreviation').fill('FG')
    const call = page.waitForRequest((request) => request.method() === 'PATCH')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    expect((await call).postDataJSON()).toMatchObject({
      abbreviation: 'FG',
      default_price: 4.25,
      payment_methods: ['cash', 'card', 'opalcard', 'metrocard'],
    })
    expect((await call).postDataJSON().allowed_apps).toHaveLength(2)
    const notice = page.locator('.mantine-Notification-root')
    await expect(notice).toContainText('Thank you')
    await expect(notice).toContainText('Your zone details have been successfully updated')
    await expect(dialog).toBeHidden()
    await expect(row(page, 'Fern Gully')).toContainText('$4.25')
  })

  // covers: ZONE-77
  test('the thanks for a saved zone stay for three and a half seconds', async ({ page, signIn, apiAs }) => {
    const zone = await foundZone(apiAs, { name: 'Brief Point' })
    await page.clock.install()
    await signIn(page, 'operations_manager', `/ZoneManagement/zones?d=ZoneDialog-edit-${zone.id}`)
    const dialog = page.getByRole('dialog', { name: 'Brief Point' })
    await dialog.getByLabel('Abbreviation').fill('BP')
    await page.clock.pauseAt(Date.now() + 60_000)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    const notice = page.getByText('Your zone details have been successfully updated')
    await stepUntilVisible(page, notice)
    await page.clock.runFor(2800)
    await expect(notice).toBeVisible()
    await page.clock.runFor(1500)
    await expect(notice).toBeHidden()
  })

  // covers: ZONE-35, ZONE-53..56, ZONE-61
  test('each empty field of a new zone states what it needs, and the region sets the time zone', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const client = await apiAs('operations_manager')
    await client.call(api.zones.destroy, { params: { id: (await foundZone(apiAs, { name: 'New Harbour' })).id } })
    const region = await firstRegion(client)
    await signIn(page, 'operations_manager', '/ZoneManagement/zones')
    await page.getByRole('button', { name: 'Create Zone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Zone' })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await expect(dialog.getByLabel('Default Price')).toHaveValue('AUD 3.50')
    const zone = dialog.getByRole('combobox', { name: 'Time Zone' })
    await zone.fill('')
    await dialog.getByLabel('Abbreviation').fill(' ')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Please fill out all required fields.')).toBeVisible()
    for (const words of ['Please enter a zone name', 'Please enter a short abbreviation', 'Please select a region'])
      await expect(dialog.getByText(words)).toBeVisible()
    await dialog.getByLabel('Name').fill('New Harbour')
    await dialog.getByLabel('Abbreviation').fill('NH')
    await dialog.getByRole('combobox', { name: 'Region' }).fill(region.name)
    await page.getByRole('option', { name: region.name, exact: true }).click()
    await expect(zone).toHaveValue(region.time_zone)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Zone successfully created.')).toBeVisible()
    await expect(row(page, 'New Harbour')).toBeVisible()
    const { data } = await client.call(api.zones.list, { query: { search: 'New Harbour' } })
    const query = { filter: { zone: data.map(({ id }) => id) } }
    const { data: strategies } = await client.call(api.serviceStrategies.list, { query })
    expect(strategies.map(({ name }) => name)).toEqual(['DRT [coverage]'])
  })

  test('an unused zone is deleted, and one in use stays and gives the reason', async ({ page, signIn, apiAs }) => {
    await foundZone(apiAs, { name: 'Short Lived' })
    const [used] = (await (await apiAs('operations_manager')).call(api.zones.list, { query: { sort: 'id' } })).data
    if (used === undefined) throw new Error('The demo has no zone')
    await signIn(page, 'operations_manager', '/ZoneManagement/zones')
    const remove = async (name: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog', { name: 'Delete this zone?' }).getByRole('button', { name: 'Delete' }).click()
    }
    await remove('Short Lived')
    await expect(page.getByText('Short Lived was deleted.')).toBeVisible()
    await expect(row(page, 'Short Lived')).toHaveCount(0)
    await page.getByRole('searchbox', { name: 'Search zones' }).fill(used.name)
    await remove(used.name)
    await expect(page.getByText(new RegExp(`${used.name} has .*schedules.*Block it instead`))).toBeVisible()
    await expect(row(page, used.name)).toBeVisible()
  })
})

test.describe('Saving a zone', () => {
  // covers: ZONE-79, ZONE-80
  test('a failed save of a zone shows a toast with the reason until it is dismissed', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const zone = await foundZone(apiAs, { name: 'Broken Ridge' })
    await page.clock.install()
    await signIn(page, 'operations_manager', `/ZoneManagement/zones?d=ZoneDialog-edit-${zone.id}`)
    const dialog = page.getByRole('dialog', { name: 'Broken Ridge' })
    await dialog.getByLabel('Abbreviation').fill('BR')
    const failure = { status: '500', code: 'internal', title: 'Internal', detail: 'It broke.' }
    await page.route(`**/zones/${zone.id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { errors: [failure] } })
        : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Submit' }).click()
    const notice = page.locator('.mantine-Notification-root').filter({ hasText: 'Error submitting form' })
    await expect(notice).toContainText('It broke.')
    await page.clock.fastForward(600_000)
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(notice).toBeHidden()
    await page.unroute(`**/zones/${zone.id}`)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog).toBeHidden()
  })

  test('text that is too long is reported beside its field, nothing is lost offline, and the toast disappears after saving', async ({
    page,
    context,
    signIn,
    apiAs,
  }) => {
    await foundZone(apiAs, { name: 'Taken Bay' })
    const zone = await foundZone(apiAs, { name: 'Long Reach' })
    await signIn(page, 'operations_manager', `/ZoneManagement/zones?d=ZoneDialog-edit-${zone.id}`)
    const dialog = page.getByRole('dialog', { name: 'Long Reach' })
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await dialog.getByLabel('Abbreviation').fill('x'.repeat(21))
    await submit.click()
    await expect(dialog.getByText('Please enter at most 20 characters')).toBeVisible()
    await dialog.getByLabel('Abbreviation').fill('LR')
    await dialog.getByLabel('Name').fill('taken bay')
    await submit.click()
    await expect(dialog.getByText('This name is already taken')).toBeVisible()
    await dialog.getByLabel('Name').fill('Longer Reach')
    await context.setOffline(true)
    await submit.click()
    const notice = page.locator('.mantine-Notification-root').filter({ hasText: 'Error submitting form' })
    await expect(notice).toContainText('Your changes are still here: save again once it can be reached')
    await context.setOffline(false)
    let calls = 0
    await page.route(`**/zones/${zone.id}`, async (route) => {
      if (route.request().method() === 'PATCH') calls++
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await submit.dblclick()
    await expect(dialog).toBeHidden()
    await expect(notice).toBeHidden()
    expect(calls).toBe(1)
  })
})

test('A chosen region that has been deleted is reported beside its field, and nothing else is lost', async ({
  page,
  signIn,
  apiAs,
}) => {
  const client = await apiAs('administrator')
  const body = { name: 'Shortlived Shire', time_zone: 'Australia/Perth' }
  for (const old of (await client.call(api.regions.list, { query: { search: body.name } })).data)
    await client.call(api.regions.destroy, { params: { id: old.id } })
  const { data: region } = await client.call(api.regions.create, { body })
  await signIn(page, 'operations_manager', '/ZoneManagement/zones')
  await page.getByRole('button', { name: 'Create Zone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Zone' })
  await dialog.getByLabel('Name').fill('Orphan Flat')
  await dialog.getByLabel('Abbreviation').fill('OF')
  const field = dialog.getByRole('combobox', { name: 'Region' })
  await field.fill(region.name)
  await page.getByRole('option', { name: region.name, exact: true }).click()
  await client.call(api.regions.destroy, { params: { id: region.id } })
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(field).toHaveAccessibleDescription(/There is no such/)
  await expect(dialog.getByLabel('Name')).toHaveValue('Orphan Flat')
  await expect(dialog.getByLabel('Abbreviation')).toHaveValue('OF')
})

test('A user sees what differs in an edit conflict of a zone, and changes by only one user merge', async ({
  page,
  signIn,
  apiAs,
}) => {
  const zone = await foundZone(apiAs, { name: 'Contested Cove' })
  await signIn(page, 'operations_manager', `/ZoneManagement/zones?d=ZoneDialog-edit-${zone.id}`)
  const dialog = page.getByRole('dialog', { name: /Contested/ })
  await dialog.getByLabel('Name').fill('Contested Mine')
  await dialog.getByLabel('Abbreviation').fill('MIN')
  const client = await apiAs('administrator')
  await client.call(api.zones.update, {
    params: { id: zone.id },
    body: { name: 'Contested Theirs', abbreviation: 'THE', default_price: 9.9 },
  })
  await dialog.getByRole('button', { name: 'Submit' }).click()
  const conflict = dialog.getByRole('alert', { name: 'Another user has changed this record' })
  await expect(conflict.getByRole('radiogroup')).toHaveCount(2)
  await expect(conflict.getByText('Yours: Contested Mine')).toBeVisible()
  await conflict.getByText('Theirs: THE').click()
  await conflict.getByRole('button', { name: 'Save over it' }).click()
  await expect(dialog).toBeHidden()
  const { data } = await client.call(api.zones.show, { params: { id: zone.id } })
  expect(data).toMatchObject({ name: 'Contested Mine', abbreviation: 'THE', default_price: 9.9 })
})

test('A dispatcher may read zones but not change them', async ({ page, signIn, apiAs }) => {
  const zone = await foundZone(apiAs, { name: 'Looked Lagoon' })
  await signIn(page, 'dispatcher', '/ZoneManagement/zones?search=looked')
  await expect(page.getByRole('button', { name: 'Create Zone' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for Looked Lagoon' }).click()
  await expect(page.getByRole('menuitem').filter({ hasText: /Edit|Delete|Block/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  // Typed into the address, the form to edit does not open.
  await page.goto(`/ZoneManagement/zones?d=ZoneDialog-edit-${zone.id}`)
  await expect(page).toHaveURL(/\/ZoneManagement\/zones$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/ZoneManagement/zones?d=ZoneDialog-view-${zone.id}`)
  const dialog = page.getByRole('dialog', { name: 'Looked Lagoon' })
  await expect(dialog.getByText('$3.50')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByText('Edit Mode')).toHaveCount(0)
})

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
    await dialog.getByLabel('Name').fill('')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Please enter a zone name')).toBeVisible()
    await expectAccessible(page)
  })
})
