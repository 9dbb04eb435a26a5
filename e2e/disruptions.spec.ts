import { prepareDuty } from './duty.ts'
import { api, expect, leftToLongRun, test } from './fixtures.ts'
import { countClicks, tabTo } from './hands.ts'
import { book, onDuty } from './trips/plan.ts'

// Maps drawn without a graphics card take their time on a busy machine.
test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 40_000, navigationTimeout: 60_000 })
const seen = expect.configure({ timeout: 40_000 })

test('A dispatcher sees which bookings are affected before taking a broken-down vehicle out of service, by keyboard or in three clicks', async ({
  page,
  demo,
  signIn,
  apiAs,
  expectAccessible,
}) => {
  leftToLongRun()
  const office = await apiAs('administrator')
  const duty = await onDuty(demo, apiAs, 'Breakdown')
  const booking = await book(office, duty, 60)
  const state = async () => (await office.call(api.serviceRequests.show, { params: { id: booking.id } })).data.status
  const list = `/VehicleMonitoring?zone=${duty.zone.id}`
  await signIn(page, 'dispatcher', list)
  const trips = page.getByRole('complementary', { name: 'Trips' })
  const lose = trips.getByRole('button', { name: 'Take out of service' })
  await tabTo(page, 'link', new RegExp(`^${duty.vehicle}`))
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Take out of service')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Take ${duty.vehicle} out of service` })
  await seen(dialog.getByRole('list', { name: 'Affected bookings' }).getByRole('listitem').first()).toContainText(
    duty.passenger,
  )
  await expect(dialog.getByRole('term').filter({ hasText: 'cannot be served' }).locator('..')).toContainText('1')
  await expect(dialog.getByText('Cannot be served', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, 'button', 'Keep it in service')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await state()).not.toBe('cancelled')

  await page.goto(list)
  await seen(trips.getByRole('link', { name: new RegExp(`^${duty.vehicle}`) })).toBeVisible()
  const clicks = await countClicks(page)
  await trips.getByRole('link', { name: new RegExp(`^${duty.vehicle}`) }).click()
  await lose.click()
  await seen(dialog.getByLabel('Reason')).toBeVisible()
  await dialog.getByRole('button', { name: 'Take out of service' }).click()
  expect(await clicks()).toBe(3)
  await seen(page.getByText(`${duty.vehicle} is out of service.`)).toBeVisible()
  await expect(lose).toBeHidden()
  expect(await state()).toBe('cancelled')
})

test('A dispatcher closes a road by its address, reviews a plan that has changed since the preview, and colleagues see the closure', async ({
  page,
  browser,
  demo,
  signIn,
  apiAs,
  expectAccessible,
}) => {
  leftToLongRun()
  const office = await apiAs('administrator')
  const { meta } = await office.call(api.regions.list, { query: { per_page: 1 } })
  const { data: region } = await office.call(api.regions.create, {
    body: { name: `Roadworks ${meta.total + 1}`, time_zone: 'Australia/Brisbane' },
  })
  const duty = await prepareDuty(demo, office, 'Roadworks', region)
  await book(office, duty, 60)
  const path = `/VehicleMonitoring/region/${region.id}?roads=open`
  await signIn(page, 'dispatcher', path)
  const colleague = await (await browser.newContext()).newPage()
  // The header's way of naming the region leads to the same place.
  await signIn(
    colleague,
    'operations_manager',
    new URL(`/VehicleMonitoring?region=${region.id}&roads=open`, demo.url).href,
  )
  const theirs = colleague.getByRole('region', { name: 'Closed now' })
  await seen(theirs.getByText('No road is closed.')).toBeVisible()

  const form = page.getByRole('form', { name: 'Close a road' })
  await form.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(form.getByText('Please choose a street')).toBeVisible()
  await form.getByRole('combobox', { name: 'Street or address' }).pressSequentially(duty.to.label)
  await seen(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await form.getByLabel('Radius in metres').fill('30')
  await form.getByLabel('Until').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Until' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Preview' }).press('Enter')
  const preview = page.getByRole('region', { name: 'What would happen' })
  const rows = preview.getByRole('list', { name: 'Affected bookings' }).getByText(duty.passenger)
  await seen(rows).toHaveCount(1)
  await expect(preview.getByRole('heading')).toBeFocused()
  await expectAccessible(page)

  await book(office, duty, 120)
  await preview.getByLabel('Reason').fill('Burst main')
  await preview.getByRole('button', { name: 'Close the road' }).press('Enter')
  await seen(preview.getByRole('alert')).toContainText('The plan has changed since this was shown')
  await expect(rows).toHaveCount(2)
  await preview.getByRole('button', { name: 'Close the road' }).press('Enter')
  await seen(page.getByText('The road is closed.')).toBeVisible()

  await seen(theirs.getByRole('listitem')).toContainText('Burst main')
  await expect(theirs.getByRole('listitem')).toContainText('Closed by Dana')
  await expect(colleague.getByRole('button', { name: 'Closed roads: 1' })).toBeVisible()
  await page.getByRole('button', { name: /^Open .* again$/ }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Open again' }).press('Enter')
  await seen(theirs.getByText('No road is closed.')).toBeVisible()
  await colleague.context().close()
})
