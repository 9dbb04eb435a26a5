import type { Client } from '@ambit/contract'
import { api, expect, expectNotice, leftToLongRun, type Page, test } from '../fixtures.ts'

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

// covers: REG-05..07
test('The region of the breadcrumb can be searched, and it sets the region of the route and the header', async ({
  page,
  signIn,
  apiAs,
}) => {
  leftToLongRun()
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

test.describe('Accessibility of regions', () => {
  test('the list of regions, full and empty, and its dialog pass axe', async ({
    page,
    signIn,
    apiAs,
    expectAccessible,
  }) => {
    leftToLongRun()
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
  leftToLongRun()
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
  leftToLongRun()
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
  await expectNotice(page, 'The travel times have been successfully updated')
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
