import { expect, stepUntilVisible, test } from '../fixtures.ts'

const fail = (detail: string, count = 1) => ({
  status: 500,
  json: {
    errors: Array.from({ length: count }, () => ({ status: '500', code: 'internal', title: 'Internal', detail })),
  },
})

test.describe('A failed request of a page', () => {
  // covers: NOTE-01..05, NOTE-08, API-36, API-39..42
  test('a notice lists the errors of a failed request and disappears after five seconds', async ({ page, signIn }) => {
    await page.clock.install()
    await page.route('**/ops/drivers?*', (route) => route.fulfill(fail('It broke.')))
    await signIn(page, 'fleet_manager', '/NoSuchPage')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto('/DriverManagement')
    const notice = page.locator('.mantine-Notification-root').filter({ hasText: 'Error fetching data from API' })
    await stepUntilVisible(page, notice)
    await expect(notice).toHaveAttribute('data-type', 'error')
    await expect(notice.getByRole('listitem')).toHaveText([
      /^API error when trying to fetch from \/api\/v2\/ops\/drivers/,
      'Internal: It broke.',
    ])
    await expect(notice.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await page.clock.runFor(3000)
    await expect(notice).toBeVisible()
    await page.clock.runFor(2500)
    await expect(notice).toBeHidden()
  })

  // covers: NOTE-12
  test('a long error is shown as code', async ({ page, signIn }) => {
    await page.route('**/ops/drivers?*', (route) => route.fulfill(fail('Broken at line and column. '.repeat(20))))
    await signIn(page, 'fleet_manager')
    await expect(page.locator('.mantine-Notification-root pre')).toContainText('Broken at line')
  })

  // covers: API-35
  test('a missing record raises no notice', async ({ page, signIn }) => {
    await signIn(page, 'fleet_manager', '/DriverManagement?d=DriverDialog-view-999999')
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
  })
})
