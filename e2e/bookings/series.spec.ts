import { api, expect, leftToLongRun, test } from '../fixtures.ts'
import { openDesk } from './book.ts'

leftToLongRun()

// The wizard's map is drawn without a graphics card.
test.describe.configure({ timeout: 240_000 })
const seen = expect.configure({ timeout: 40_000 })

test('the list of recurring journeys, the dates of one, and both steps that make another pass axe', async ({
  page,
  signIn,
  demo,
  apiAs,
  expectAccessible,
}) => {
  const office = await apiAs('administrator')
  const { duty, passengerId } = await openDesk(demo, office, 'Regular Reach')
  const { data: settings } = await office.call(api.settings.show)
  const { data: series } = await office.call(api.bookingSeries.create, {
    body: {
      traveler_id: passengerId,
      zone_id: duty.zone.id,
      pattern: { repeat: 'daily' },
      // After today by the zone's clocks as well: a ride of today would be in the way of the one that is looked for.
      starts_on: new Date(Date.parse(settings.clock.now) + 48 * 3600_000).toISOString().slice(0, 10),
      legs: [
        {
          time: '09:00',
          departing: true,
          passengers: [{ fare_type: 'adult' }],
          origin: { name: duty.from.title, point: duty.from.point },
          destination: { name: duty.to.title, point: duty.to.point },
        },
      ],
      payment_method: 'cash',
    },
  })
  await signIn(page, 'dispatcher', `/RecurringJourneys?zone=${duty.zone.id}`)
  const list = page.getByRole('grid', { name: /Recurring Journeys/ })
  await seen(list.getByRole('row', { name: new RegExp(duty.passenger) })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/RecurringJourneys?d=SeriesDialog-view-${series.id}-Dates`)
  await seen(page.getByRole('list', { name: 'Dates of the series' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/TravellerManagement?zone=${duty.zone.id}&search=${duty.passenger}`)
  await page.getByRole('button', { name: `Actions for ${duty.passenger}` }).click()
  await page.getByRole('menuitem', { name: 'New booking' }).click()
  const wizard = page.getByRole('dialog', { name: /^New Booking for / })
  for (const [label, spot] of [
    ['Pick Up', duty.from],
    ['Drop Off', duty.to],
  ] as const) {
    await wizard.getByRole('combobox', { name: label, exact: true }).fill(spot.label)
    await page.getByRole('option', { name: spot.title }).first().click()
  }
  await wizard.getByRole('combobox', { name: 'Repeat' }).click()
  await page.getByRole('option', { name: 'Every day' }).click()
  await seen(wizard.getByRole('list', { name: 'Next dates' })).toBeVisible()
  await expectAccessible(page)
  await wizard.getByRole('button', { name: 'Find Trip' }).click()
  await seen(wizard.getByRole('button', { name: 'Make the Series' })).toBeVisible()
  await expectAccessible(page)
})
