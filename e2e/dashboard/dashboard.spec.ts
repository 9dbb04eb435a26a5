import { api, expect, type Page, test } from '../fixtures.ts'

/** The settings of this page alone, so that no other story sees them. */
const withFlags = async (page: Page, flags: readonly string[]): Promise<void> => {
  await page.route('**/api/v2/ops/settings', async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    for (const flag of flags) json.data.featureFlags[flag] = { enabled: true, disabled_in: [] }
    await route.fulfill({ response: answer, json })
  })
}

test.describe('The dashboard', () => {
  // covers: DASH-01..04, DASH-07, DASH-19, DASH-25, DASH-26, DASH-29, DASH-30, DASH-34, VERCHK-18
  test('the start page shows three groups of links, and no panel that is switched off', async ({ page, signIn }) => {
    await signIn(page, 'superadmin', '/')
    await expect(page).toHaveURL(/\/Dashboard$/)
    for (const name of ['Setup', 'Resource planning', 'Daily operations'])
      await expect(page.getByRole('group', { name })).toBeVisible()
    await expect(page.getByText('Real-Time Statistics')).toHaveCount(0)
    await expect(page.getByText('Announcements')).toHaveCount(0)
    for (const [group, link, path] of [
      ['Resource planning', 'Open drivers', 'DriverManagement'],
      ['Daily operations', 'Open monitoring', 'VehicleMonitoring'],
      ['Daily operations', 'Open passengers', 'TravellerManagement'],
      ['Setup', 'Open zones', 'ZoneManagement'],
    ] as const) {
      await page.goto('/Dashboard')
      const to = page.getByRole('group', { name: group }).getByRole('link', { name: link })
      await expect(to).toHaveAttribute('href', new RegExp(`^/${path}\\?per_page=999$`))
      await to.click()
      await expect(page).toHaveURL(new RegExp(`/${path}`))
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    }
  })

  // covers: DASH-14
  test("a module's dialog opens from the dashboard", async ({ page, signIn }) => {
    await signIn(page, 'superadmin', '/Dashboard')
    await page.getByRole('link', { name: 'Add a driver' }).click()
    await expect(page.getByRole('dialog').getByLabel('First Name')).toBeVisible()
  })

  // covers: DASH-05, DASH-06, DASH-08, DASH-33, DASH-37
  test('the figures of all active regions, once switched on, are refreshed every three seconds', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const answers: number[] = []
    const regionLists: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/v2/ops/dashboard') answers.push(Date.now())
      if (url.pathname === '/api/v2/ops/regions') regionLists.push(url.searchParams.get('per_page') ?? '')
    })
    await withFlags(page, ['Dashboard:statistics'])
    await page.route('**/api/v2/ops/dashboard', async (route) => {
      const answer = await route.fetch()
      const json = await answer.json()
      // The server's own switch is off in this town: the figures here are those of another morning.
      json.data.statistics = {
        on_board: 12,
        upcoming: 7,
        future: 31,
        completed: 40,
        no_show: 2,
        cancelled: 5,
        around_now: 1234,
      }
      await route.fulfill({ response: answer, json })
    })
    await signIn(page, 'superadmin', '/Dashboard')
    const panel = page.getByRole('region', { name: /Real-Time Statistics/ })
    await expect(panel.getByText('All active regions combined')).toBeVisible()
    await expect(panel.getByRole('listitem')).toHaveText([
      /^On board12now$/,
      /^Upcoming pickups7/,
      /^Future pickups31/,
      /^Completed40today$/,
      /^No show2today$/,
      /^Cancelled5today$/,
      /^Around now1,234/,
    ])
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThan(3)
    const gaps = answers.slice(1).map((at, index) => at - answers[index]!)
    expect(Math.min(...gaps)).toBeGreaterThan(2500)
    expect(regionLists.length).toBeGreaterThan(0)
    expect(new Set(regionLists)).toEqual(new Set(['1000']))
    const names = (await (await apiAs('superadmin')).call(api.regions.list, { query: { per_page: 1000 } })).data
    await expect(panel.getByText('All active regions combined')).toHaveAttribute('title', new RegExp(names[0]!.name))
  })

  // covers: DASH-18, DASH-20..23
  test('the announcements, once switched on, list what is new in the Zone Designer', async ({ page, signIn }) => {
    await withFlags(page, ['Dashboard:announcements'])
    await signIn(page, 'superadmin', '/Dashboard')
    const panel = page.getByRole('region', { name: 'Announcements' })
    await expect(panel.getByRole('listitem')).toHaveText([
      /flagging stops ‘Medically Exempt’/,
      /adding fixed routes to a zone/,
      /adding dwell times to a zone/,
      /reordering zone stops on a fixed route/,
    ])
  })
})

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
