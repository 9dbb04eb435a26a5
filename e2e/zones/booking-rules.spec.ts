import { api, expect, leftToLongRun, test } from '../fixtures.ts'
import { foundZone } from './found.ts'

leftToLongRun()

/** a name of 60 characters without a place to break */
const LONG = 'Konstantinopolitanska-Wolfeschlegelsteinhausenbergerdorff-12'

test('the booking rules of a zone pass axe in both themes, with names as long as they may be', async ({
  page,
  signIn,
  apiAs,
  expectAccessible,
}) => {
  test.slow()
  const zone = await foundZone(apiAs, { name: LONG })
  const office = await apiAs('operations_manager')
  const params = { id: zone.id }
  const hours = Array.from({ length: 7 }, () => [
    { from: 360, until: 720 },
    { from: 780, until: 1320 },
  ])
  const body = { holds_from: '2026-11-01', hours, cut_off: { kind: 'days' as const, days: 1, at: 960 } }
  await office.call(api.bookingRules.create, { params, body })
  await office.call(api.specialDays.create, { params, body: { date: '2027-12-25', name: LONG } })
  await signIn(page, 'operations_manager', `/ZoneManagement/zones/${zone.id}/rules`)
  await expect(page.getByRole('region', { name: 'Rules' })).toBeVisible()
  await page.getByRole('button', { name: new RegExp(LONG) }).click()
  await expect(
    page.getByText('No booking, no recurring journey and no schedule lies outside of these hours.'),
  ).toBeVisible()
  await expectAccessible(page)
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
})
