import { expect, type Page, test } from '../fixtures.ts'

/** The settings of this page alone, so that no other story sees them. */
const withFlags = async (page: Page, flags: readonly string[]): Promise<void> => {
  await page.route('**/api/v2/ops/settings', async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    for (const flag of flags) json.data.featureFlags[flag] = { enabled: true, disabled_in: [] }
    await route.fulfill({ response: answer, json })
  })
}

test('The dashboard passes axe', async ({ page, signIn, expectAccessible }) => {
  await withFlags(page, ['Dashboard:statistics', 'Dashboard:announcements'])
  await page.route('**/api/v2/ops/dashboard', async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    json.data.setup.zones = 0
    await route.fulfill({ response: answer, json })
  })
  await signIn(page, 'superadmin', '/Dashboard')
  await expect(page.getByRole('region', { name: /Get started/ })).toBeVisible()
  await expectAccessible(page)
})
