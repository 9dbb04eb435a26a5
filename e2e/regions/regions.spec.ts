import type { Client } from '@ambit/contract'
import { api, expect, type Page, test } from '../fixtures.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Regions' })
const row = (page: Page, name: string) => grid(page).getByRole('row', { name: new RegExp(name) })
const crumb = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('combobox', { name: 'Region of this page' })

/** A region of this story's own, as it is when the story first runs. */
const found = async (apiAs: (role: string) => Promise<Client>, name: string) => {
  const client = await apiAs('operations_manager')
  const { data: before } = await client.call(api.regions.list, { query: { search: name } })
  for (const region of before.filter((known) => known.name.startsWith(name)))
    await client.call(api.regions.destroy, { params: { id: region.id } })
  const body = { name, time_zone: 'Australia/Brisbane' }
  return (await client.call(api.regions.create, { body })).data
}

test.describe('Regions', () => {
  // covers: REG-03, REG-14, DLG-28
  test('creating a region needs a name and takes only a valid email address', async ({ page, signIn, apiAs }) => {
    await (
      await apiAs('operations_manager')
    ).call(api.regions.destroy, {
      params: { id: (await found(apiAs, 'Great Plain')).id },
    })
    await signIn(page, 'operations_manager', '/RegionManagement')
    await page.getByRole('button', { name: 'Create Region' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Region' })
    await expect(dialog.getByLabel('Region Name')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dialog.getByText('Please enter a region name')).toBeVisible()
    await dialog.getByLabel('Contact Email').fill('plain')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
    await dialog.getByLabel('Contact Email').fill('')
    await dialog.getByLabel('Region Name').fill('Great Plain')
    const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/regions'))
    await dialog.getByRole('button', { name: 'Submit' }).click()
    expect((await call).postDataJSON()).toEqual({
      name: 'Great Plain',
      status: 'active',
      time_zone: 'Australia/Brisbane', // this browser's own
      contact_email: null,
      contact_phone: null,
    })
    await expect(page.getByText('Region successfully created.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row(page, 'Great Plain')).toBeVisible()
    // The header's selector lists it at once.
    await page.getByRole('combobox', { name: 'Region', exact: true }).fill('great')
    await expect(page.getByRole('option', { name: 'Great Plain' })).toBeVisible()
  })

  test('a region lists and links to its zones and cannot be deleted while it has any', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const { data } = await (await apiAs('operations_manager')).call(api.regions.list, { query: { sort: 'id' } })
    const [region] = data
    if (region === undefined) throw new Error('The demo has no region')
    await signIn(page, 'operations_manager', `/RegionManagement?d=RegionDialog-view-${region.id}-Usage`)
    const dialog = page.getByRole('dialog', { name: region.name })
    await expect(dialog.getByRole('definition').first()).toContainText(String(region.zone_count))
    await dialog.getByRole('link', { name: 'Show zones' }).click()
    await expect(page).toHaveURL(new RegExp(`/ZoneManagement/zones\\?region=${region.id}$`))
    const zones = page.getByRole('grid', { name: 'Zones' })
    await expect(zones.getByRole('row')).toHaveCount(region.zone_count + 1)
    await page.goto(`/RegionManagement/${region.id}`)
    await page.getByRole('button', { name: `Actions for ${region.name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete this region?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`${region.name} has ${region.zone_count} zones`)).toBeVisible()
    await expect(row(page, region.name)).toBeVisible()
  })
})

test.describe('The region in the breadcrumb', () => {
  // covers: REG-05..07
  test('the region of the breadcrumb can be searched, and it sets the region of the route and the header', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const region = await found(apiAs, 'Sandy Cape')
    await signIn(page, 'operations_manager', '/RegionManagement')
    await expect(grid(page).getByRole('row').nth(2)).toBeVisible()
    await crumb(page).fill('sandy')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/RegionManagement/${region.id}\\?region=${region.id}$`))
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    const header = page.getByRole('combobox', { name: 'Region', exact: true })
    await expect(header).toHaveValue('Sandy Cape')
    // Another region in the header takes the route along.
    await header.click()
    await page.getByRole('option').filter({ hasNotText: 'Sandy Cape' }).first().click()
    await expect(page).not.toHaveURL(new RegExp(`/RegionManagement/${region.id}`))
    await expect(page).toHaveURL(/\/RegionManagement\/\d+\?region=\d+$/)
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`/RegionManagement/${region.id}`))
  })

  // covers: REG-07
  test('the breadcrumb switches from one region to another in Service Monitoring', async ({ page, signIn, apiAs }) => {
    const region = await found(apiAs, 'Windy Point')
    await signIn(page, 'operations_manager', '/VehicleMonitoring/region')
    await page.getByRole('combobox', { name: 'Region of this page' }).fill('windy')
    await page.getByRole('option', { name: 'Windy Point' }).click()
    await expect(page).toHaveURL(new RegExp(`/VehicleMonitoring/region/${region.id}\\?region=${region.id}$`))
  })
})

test.describe('Saving a region', () => {
  // covers: REG-20, REG-21
  test('a failed save of a region leaves the form usable and shows no notice', async ({
    page,
    context,
    signIn,
    apiAs,
  }) => {
    const region = await found(apiAs, 'Stony Creek')
    await signIn(page, 'operations_manager', `/RegionManagement?d=RegionDialog-edit-${region.id}`)
    const dialog = page.getByRole('dialog', { name: 'Stony Creek' })
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await dialog.getByLabel('Region Name').fill('Stonier Creek')
    const failure = { status: '500', code: 'internal', title: 'Internal', detail: 'It broke.' }
    await page.route(`**/regions/${region.id}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.fulfill({ status: 500, json: { errors: [failure] } })
    })
    const refused = page.waitForResponse((response) => response.status() === 500)
    await submit.click()
    await expect(submit).toBeDisabled()
    await refused
    await expect(submit).toBeEnabled()
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
    await expect(dialog.getByRole('alert')).toHaveText('')
    await page.unroute(`**/regions/${region.id}`)
    await context.setOffline(true)
    await submit.click()
    await expect(submit).toBeEnabled()
    await context.setOffline(false)
    await submit.click()
    await expect(dialog).toBeHidden()
    await expect(row(page, 'Stonier Creek')).toBeVisible()
  })

  test('a region name that is taken or too long is reported beside its field, and a double click saves once', async ({
    page,
    signIn,
    apiAs,
  }) => {
    await found(apiAs, 'Taken Hill')
    const region = await found(apiAs, 'Free Hill')
    await signIn(page, 'operations_manager', `/RegionManagement?d=RegionDialog-edit-${region.id}`)
    const dialog = page.getByRole('dialog', { name: 'Free Hill' })
    const name = dialog.getByLabel('Region Name')
    await name.fill('taken hill')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('This name is already taken')).toBeVisible()
    await name.fill('x'.repeat(256))
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Please enter at most 255 characters')).toBeVisible()
    await name.fill('Freer Hill')
    let calls = 0
    await page.route(`**/regions/${region.id}`, async (route) => {
      if (route.request().method() === 'PATCH') calls++
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Submit' }).dblclick()
    await expect(dialog).toBeHidden()
    expect(calls).toBe(1)
  })

  test('a user resolves an edit conflict of a region field by field', async ({ page, signIn, apiAs }) => {
    const region = await found(apiAs, 'Contested Flat')
    await signIn(page, 'operations_manager', `/RegionManagement?d=RegionDialog-edit-${region.id}`)
    const dialog = page.getByRole('dialog', { name: /Contested/ })
    await dialog.getByLabel('Region Name').fill('Contested Mine')
    const client = await apiAs('administrator')
    const body = { name: 'Contested Theirs', contact_phone: '+61 7 0000 0000' }
    await client.call(api.regions.update, { params: { id: region.id }, body })
    await dialog.getByRole('button', { name: 'Submit' }).click()
    const conflict = dialog.getByRole('alert', { name: 'Another user has changed this record' })
    await expect(conflict.getByText('Theirs: Contested Theirs')).toBeVisible()
    await conflict.getByRole('button', { name: 'Save over it' }).click()
    await expect(dialog).toBeHidden()
    const { data } = await client.call(api.regions.show, { params: { id: region.id } })
    expect(data).toMatchObject({ name: 'Contested Mine', contact_phone: '+61 7 0000 0000' })
  })
})

test('A dispatcher may read regions but not change them', async ({ page, signIn }) => {
  await signIn(page, 'dispatcher', '/RegionManagement')
  await grid(page).getByRole('row').nth(1).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('tab', { name: 'In Use' })).toBeVisible()
  await expect(dialog.getByText('Edit Mode')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Create Region' })).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem')).toHaveText(['View', 'Show zones'])
})

test.describe('Accessibility of regions', () => {
  test('the list of regions, full and empty, and its dialog pass axe', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    test.slow()
    const region = await found(apiAs, `Tested Tableland`)
    await signIn(page, 'operations_manager', '/RegionManagement')
    await expect(row(page, region.name)).toBeVisible()
    await expectAccessible(page)
    await page.goto('/RegionManagement?search=nowhere+at+all')
    await expect(grid(page).getByText('No data available')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/RegionManagement?d=RegionDialog-view-${region.id}-Usage`)
    const dialog = page.getByRole('dialog', { name: region.name })
    await expect(dialog.getByRole('definition').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/RegionManagement?d=RegionDialog-edit-${region.id}`)
    await dialog.getByLabel('Region Name').fill('')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Please enter a region name')).toBeVisible()
    await expectAccessible(page)
  })
})

test('The list of regions shows every column on a screen 1,024 px wide', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page, 'operations_manager', '/RegionManagement')
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible()
  const hidden = await grid(page).evaluate(
    ({ parentElement: room }) => (room?.scrollWidth ?? 0) - (room?.clientWidth ?? 0),
  )
  expect(hidden).toBe(0)
})

test('An operations manager sets travel times by keyboard, undoes a step and keeps her values over another user’s change', async ({
  page,
  signIn,
  apiAs,
  expectAccessible,
}) => {
  const region = await found(apiAs, 'Slow Valley')
  const client = await apiAs('operations_manager')
  const query = { region_id: region.id }
  const shown = async (hours: number[]) => {
    const { data } = await client.call(api.travelFactors.show, { query })
    return hours.map((hour) => [data.factors[hour]?.factor, data.factors[hour]?.source])
  }
  await signIn(page, 'operations_manager', `/RegionManagement?d=RegionDialog-edit-${region.id}-TravelTimes`)
  const dialog = page.getByRole('dialog', { name: 'Slow Valley' })
  const hour = (name: string) => dialog.getByRole('gridcell', { name: new RegExp(`^${name}: `) })
  await hour('Monday 8 am').press('Shift+ArrowDown')
  await expect(dialog.getByText('Monday, 8 am – 10 am')).toBeVisible()
  await page.keyboard.press('Enter')
  const factor = dialog.getByRole('textbox', { name: 'Factor' })
  await expect(factor).toBeFocused()
  await factor.fill('9')
  await factor.press('Enter')
  await expect(dialog.getByText('Please enter a number from 0.5 to 4')).toBeVisible()
  await factor.fill('1.5')
  await factor.press('Enter')
  await expect(hour('Monday 9 am')).toHaveAccessibleName('Monday 9 am: 1.5, set by hand, not saved yet')
  await expect(hour('Monday 9 am')).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeHidden()
  await dialog.getByRole('button', { name: 'All of Sun' }).click()
  await factor.fill('1.5')
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(hour('Sunday 11 pm')).toHaveAccessibleName(/1.5, set by hand/)
  await expectAccessible(page)

  // Another user sets an hour of that Sunday: shown at once, while nothing is saved.
  await client.call(api.travelFactors.change, { query, body: { factors: { 160: 2 } } })
  const trouble = dialog.getByRole('alert').filter({ hasText: 'Sunday 4 pm: 2' })
  await expect(trouble).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled()
  await trouble.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('The travel times have been successfully updated')).toBeVisible()
  expect(await shown([160, 8])).toEqual([
    [1.5, 'set'],
    [1, 'free_flow'],
  ])
  await hour('Sunday 4 pm').click()
  await page.keyboard.press('Delete')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(hour('Sunday 4 pm')).toHaveAccessibleName(/free flow/)
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeHidden()
  expect(await shown([160, 159])).toEqual([
    [1, 'free_flow'],
    [1.5, 'set'],
  ])
})
