import { api, expect, leftToLongRun, test } from '../fixtures.ts'
import { book, onDuty } from './plan.ts'

leftToLongRun()

test('The list of trips and its dialogs pass axe', async ({ page, demo, signIn, apiAs, expectAccessible }) => {
  test.setTimeout(600_000)
  const office = await apiAs('administrator')
  const duty = await onDuty(demo, apiAs, 'Trip Axe')
  await book(office, duty, 60)
  const { data: trip } = await office.call(api.trips.show, { params: { id: duty.tripId } })
  await signIn(page, 'dispatcher', `/TripManagement?filter.date_range=any&zone=${duty.zone.id}`)
  await page.getByRole('checkbox', { name: `Select ${trip.name}` }).check()
  await expectAccessible(page)
  await page.goto('/TripManagement?search=nosuchtrip')
  await expect(page.getByText('No data available')).toBeVisible()
  await expectAccessible(page)
  const dialog = page.getByRole('dialog').first()
  for (const at of ['view', 'edit', 'view'].map(
    (mode, index) => `${mode}-${trip.id}-${['TripDetails', 'TripDetails', 'TripStops'][index]}`,
  )) {
    await page.goto(`/TripManagement?d=TripDialog-${at}`)
    await expect(dialog.getByRole('tab')).toHaveCount(4)
    await expectAccessible(page)
  }
  await dialog.getByRole('tab', { name: 'Trip Late Times' }).click()
  await expect(dialog.getByRole('list', { name: 'Trip Late Times' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/TripManagement?d=TripDialog-bulkedit-${trip.id}`)
  await expect(dialog.getByRole('combobox')).toHaveCount(2)
  await expectAccessible(page)
})
