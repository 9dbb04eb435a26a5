import { api, expect, test, leftToLongRun } from '../fixtures.ts'
import { startServer } from '../server.ts'

test.describe('The menu', () => {
  // covers: SHELL-26, SHELL-32, SHELL-36..38, SHELL-40
  test('the menu leads to the modules, collapses and remembers that', async ({ page, signIn }) => {
    await signIn(page, 'superadmin')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const group = menu.getByRole('region', { name: 'Resources & Passengers' })
    await expect(group.getByRole('link', { name: 'Drivers' })).toHaveAttribute('href', /^\/DriverManagement/)
    await expect(group.getByRole('link', { name: 'Drivers' })).toHaveAttribute('aria-current', 'page')
    await expect(menu.getByRole('link', { name: 'Sunline, home' })).toHaveAttribute('href', /^\/(\?.*)?$/)
    await menu.getByRole('button', { name: 'Collapse menu' }).click()
    await expect.poll(async () => (await menu.boundingBox())?.width).toBe(56)
    await page.reload()
    await expect.poll(async () => (await menu.boundingBox())?.width).toBe(56)
    await expect(group.getByRole('link', { name: 'Drivers' })).toBeVisible()
    await menu.getByRole('button', { name: 'Expand menu' }).click()
    await expect.poll(async () => (await menu.boundingBox())?.width).toBe(232)
  })

  // covers: SHELL-05, SHELL-06, SHELL-33..35
  test('the menu leads to every module of its four groups', async ({ page, signIn }) => {
    leftToLongRun()
    await signIn(page, 'superadmin', '/')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    // A page may have an alert that is empty, or warns: only one that could not be shown offers to try again.
    const retry = page.getByRole('button', { name: 'Retry' })
    const failure = page.getByRole('main').getByRole('alert').filter({ has: retry })
    const everything = [
      ['Resources & Passengers', ['Drivers', 'Vehicles', 'Passengers']],
      ['Configuration', ['Regions', 'Zones', 'Concessions']],
      [
        'Daily Operations',
        [
          'In-Service Schedules',
          'Service Monitoring',
          'Exceptions',
          'Dispatch Board',
          'Vehicle Trips',
          'Bookings',
          'Reports',
          'Zone Solutions',
          'Recurring Journeys',
          'Suspensions',
          'Places',
          'Organisations',
          'Booking Sheet',
          'Waiting List',
          'Lost Property',
          'Call List',
          'Driver Messages',
        ],
      ],
      [
        'System',
        ['Users', 'User Groups', 'Discounts', 'Audit', 'Privacy', 'Messages', 'Packs', 'Service Status', 'Settings'],
      ],
    ] as const
    for (const [name, modules] of everything) {
      const group = menu.getByRole('region', { name, exact: true })
      // It opens a page of its own, without signing in.
      const beside = name === 'Daily Operations' ? ['Vehicle Tracking Portal'] : []
      await expect(group.getByRole('link')).toHaveText([...modules, ...beside])
      for (const module of modules) {
        const link = group.getByRole('link', { name: module, exact: true })
        await link.click()
        await expect(link).toHaveAttribute('aria-current', 'page')
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeAttached()
        await expect(failure).toHaveCount(0)
      }
    }
  })
})

test.describe('The header', () => {
  // covers: SHELL-43, SHELL-47, SHELL-48, SHELL-50..54, SCHED-22, SCHED-38..41, SCHED-148..152
  test('the header warns of schedules without a vehicle', async ({ page, signIn, apiAs }) => {
    const client = await apiAs('operations_manager')
    const [zone] = (await client.call(api.zones.list, { query: {} })).data
    if (zone === undefined) throw new Error('The demo has no zone')
    const start = new Date(Date.now() + 60 * 60_000)
    const end = new Date(start.getTime() + 4 * 60 * 60_000)
    await client.call(api.servicePlans.create, {
      body: {
        zone_id: zone.id,
        vehicle_id: null,
        driver_id: null,
        start_time: start.toISOString(),
        end_time: end.toISOString(),
      },
    })
    const asked: URL[] = []
    page.on('request', (request) => {
      if (request.url().includes('/service_plans?')) asked.push(new URL(request.url()))
    })
    await page.clock.install()
    await signIn(page, 'operations_manager', `/DriverManagement?region=${zone.region_id}`)
    const warning = page.getByRole('button', { name: /^Unallocated Schedules/ })
    await expect(warning).toBeVisible()
    await page.clock.runFor(3500)
    await expect(warning).toHaveAccessibleName(/Unallocated Schedules: [1-9]/)
    expect(asked.length).toBe(1)
    const query = asked[0]?.searchParams
    expect(query?.get('filter[region]')).toBe(String(zone.region_id))
    const span = Date.parse(query?.get('to') ?? '') - Date.parse(query?.get('from') ?? '')
    expect(span).toBe(150 * 60_000)
    await page.clock.runFor(61_000)
    await expect.poll(() => asked.length).toBeGreaterThan(1)
    await warning.click()
    await expect(page).toHaveURL(/d=UnallocatedWarningDialog-view/)
    const dialog = page.getByRole('dialog', { name: 'URGENT: Assign a vehicle to avoid booking errors', exact: true })
    await expect(
      dialog.getByText(
        'Bookings for a schedule are being reassigned or going to error. New bookings are not accepted for that schedule.',
      ),
    ).toBeVisible()
    await expect(dialog.getByText(zone.name).first()).toBeVisible()
    await expect(dialog.getByText('starts within 2 hours').first()).toBeVisible()
    await dialog.getByRole('link', { name: 'Cancel schedule or assign vehicle now' }).click()
    await expect(page).toHaveURL(new RegExp(`/ServicePlans/live\\?(.*&)?region=${zone.region_id}$`))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.evaluate(() => localStorage.clear())
  })

  // covers: SHELL-61, SHELL-62
  test('the account menu switches full screen and theme', async ({ page, signIn }) => {
    leftToLongRun()
    await signIn(page, 'superadmin')
    await page.getByRole('button', { name: /account menu/ }).click()
    await page.getByRole('button', { name: 'Enable Fullscreen Mode' }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    await page.getByRole('button', { name: /account menu/ }).click()
    await page.getByRole('button', { name: 'Disable Fullscreen Mode' }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true)
    await page.getByRole('button', { name: /account menu/ }).click()
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  // covers: SHELL-69, SHELL-70
  test('the header shows tooltips after their delays', async ({ page, signIn }) => {
    leftToLongRun()
    await signIn(page, 'superadmin')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const shownAfter = async (hover: () => Promise<void>, text: string) => {
      // Before it, as moving the pointer there may take longer than the page does to see it.
      const from = Date.now()
      await hover()
      await expect(page.getByRole('tooltip', { name: text })).toBeVisible()
      return Date.now() - from
    }
    expect(
      await shownAfter(() => menu.getByRole('button', { name: 'Collapse menu' }).hover(), 'Collapse menu'),
    ).toBeGreaterThan(650)
    await menu.getByRole('button', { name: 'Collapse menu' }).click()
    await page.mouse.move(600, 400)
    const after = await shownAfter(() => menu.getByRole('link', { name: 'Drivers' }).hover(), 'Drivers')
    expect(after).toBeGreaterThan(300)
  })
})

test.describe('The footer', () => {
  // covers: SHELL-55, SHELL-56, VER-01..07
  test('the footer shows environment and version, with a dot until the changes were looked at', async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'superadmin')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText('dev', { exact: true })).toBeVisible()
    const version = footer.getByRole('button', { name: /^Version \d+\.\d+\.\d+, not viewed yet$/ })
    await expect(version.locator('[aria-hidden]')).toBeVisible()
    await version.click()
    const dialog = page.getByRole('dialog', { name: 'Latest Change' })
    await expect(dialog.getByRole('heading', { level: 2 }).nth(1)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(footer.getByRole('button', { name: /^Version \d+\.\d+\.\d+$/ })).toBeVisible()
    await page.reload()
    const viewed = footer.getByRole('button', { name: /^Version \d+\.\d+\.\d+$/ })
    await expect(viewed).toBeVisible()
    await expect(viewed.locator('[aria-hidden]')).toHaveCount(0)
  })
})

test.describe('Titles and errors', () => {
  // covers: SHELL-67
  test('a page whose code cannot be loaded is listed among the errors and can be tried again', async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'superadmin', '/Mail')
    await page.route(/DriversPage-.*\.js$/, (route) => route.abort())
    await page.getByRole('link', { name: 'Drivers' }).click()
    await expect(
      page.getByRole('list', { name: 'Errors' }).or(page.getByRole('alert', { name: 'Errors' })),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByText(/dynamically imported/)).toHaveCount(0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Load the portal again', exact: true }).click()
    await expect(page.getByRole('grid', { name: 'Drivers' })).toBeVisible()
  })
})

// covers: SHELL-11..18, SHELL-20
test('The other brand shows its own name and colour', async ({ browser }) => {
  leftToLongRun()
  const harbour = await startServer({ env: { AMBIT_BRAND: 'b' } })
  try {
    const page = await browser.newPage({ baseURL: harbour.url })
    await page.goto('/Login')
    await expect(page.getByText('Harbour')).toBeVisible()
    const color = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-filled'))
    const settings = (await (await page.request.get('/api/v2/ops/settings')).json()) as {
      data: { app: { brand: string; brandColor: object; scope: string }; modules: unknown[]; featureFlags: object }
    } // the contract's Settings
    expect(settings.data.app).toMatchObject({ brand: 'b', brandColor: { h: 168, s: 76, l: 36 } })
    expect(settings.data.modules.length).toBeGreaterThan(0)
    expect(settings.data.featureFlags).toBeDefined()
    expect(await color()).toBe('#007963')
    await page.close()
  } finally {
    await harbour.remove()
  }
})

test('The pages before signing in load at most 300 kB of compressed JavaScript', async ({ page }) => {
  const sizes: number[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) sizes.push(encodedDataLength)
  })
  await page.goto('/Login')
  await expect(page.getByLabel('Email or username')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThan(300_000)
})
