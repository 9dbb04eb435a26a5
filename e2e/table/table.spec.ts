import type { Locator } from '@playwright/test'
import { expect, type Page, test } from '../fixtures.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Drivers' })
const settled = async (page: Page) => expect(grid(page).getByRole('row').nth(1)).toBeVisible()

test.describe('A table of many rows', () => {
  // covers: TABLE-01, TABLE-02
  test('a table has pages of 10, 25 or 50 rows and keeps the page in the address', async ({ page, signIn }) => {
    await signIn(page, 'fleet_manager')
    await expect(grid(page).getByRole('row')).toHaveCount(26)
    await page.getByRole('combobox', { name: 'Rows per page' }).click()
    await expect(page.getByRole('option')).toHaveText(['10 / page', '25 / page', '50 / page'])
    await page.getByRole('option', { name: '10 / page' }).click()
    await expect(grid(page).getByRole('row')).toHaveCount(11)
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(page).toHaveURL(/per_page=10/)
    await expect(page).toHaveURL(/[?&]page=2/)
    await expect(page.getByText(/^11–20 of/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^11–20 of/)).toBeVisible()
    await page.goBack()
    await expect(page.getByText(/^1–10 of/)).toBeVisible()
  })

  // covers: TABLE-03
  test('a table offers five pages at a time', async ({ page, signIn }) => {
    await page.route('**/drivers?*', async (route) => {
      const answer = await route.fetch()
      const json = (await answer.json()) as { data: unknown[]; meta: object } // the contract's list
      await route.fulfill({ json: { ...json, meta: { total: 500, total_count: 500 } } })
    })
    await signIn(page, 'fleet_manager')
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: /^Page/ })
    await expect(pages).toHaveText(['1', '2', '3', '4', '5'])
    await page.getByRole('button', { name: 'Page 5' }).click()
    await expect(pages).toHaveText(['3', '4', '5', '6', '7'])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  // covers: TABLE-04
  test('a table remembers column widths that were set by pointer or by key', async ({ page, signIn }) => {
    await signIn(page, 'fleet_manager')
    await settled(page)
    const heading = grid(page).getByRole('columnheader', { name: 'Username' })
    const width = async () => Math.round((await heading.boundingBox())?.width ?? 0)
    const before = await width()
    const box = (await heading.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 57, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await expect.poll(width).toBe(before + 60)
    await heading.getByRole('button').focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(width).toBe(before + 44)
    await page.reload()
    await settled(page)
    await expect.poll(width).toBe(before + 44)
  })

  test('a table sorts by its headings and moves between rows with the arrow keys', async ({ page, signIn }) => {
    await signIn(page, 'fleet_manager')
    await settled(page)
    await grid(page).getByRole('button', { name: 'Last Name' }).click()
    await expect(page).toHaveURL(/sort=last_name/)
    const heading = grid(page).getByRole('columnheader', { name: 'Last Name' })
    await expect(heading).toHaveAttribute('aria-sort', 'ascending')
    const sorted = page.waitForResponse(/drivers\?.*sort=-last_name/)
    await grid(page).getByRole('button', { name: 'Last Name' }).click()
    await expect(page).toHaveURL(/sort=-last_name/)
    await sorted
    const rows = grid(page).getByRole('row')
    const lastName = (row: Locator) => row.getByRole('gridcell').nth(3).textContent()
    // Rows that go take the focus with them: the sorted ones are waited for.
    await expect
      .poll(async () => ((await lastName(rows.nth(1))) ?? '') > ((await lastName(rows.last())) ?? ''))
      .toBe(true)
    await rows.nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(3)).toBeFocused()
    await page.keyboard.press('Home')
    await expect(rows.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(rows.last()).toBeFocused()
  })

  // covers: TABLE-12..14
  test('a table refreshes by itself, except during a search, a filter or a selection', async ({ page, signIn }) => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/ops/drivers?')) asked++
    })
    await page.clock.install()
    await signIn(page, 'fleet_manager')
    await settled(page)
    const during = async (ms: number) => {
      const before = asked
      // In steps: the next question waits for the answer to the last, which takes real time.
      for (let step = 0; step < 2; step++) {
        await page.clock.runFor(ms / 2)
        await page.waitForTimeout(400)
      }
      return asked - before
    }
    expect(await during(25_000)).toBeGreaterThanOrEqual(1)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    expect(await during(25_000)).toBe(0)
    await page.getByRole('button', { name: 'Clear selection' }).click()
    expect(await during(25_000)).toBeGreaterThanOrEqual(1)
    await page.getByRole('radiogroup', { name: 'Driver Status' }).getByText('Approved').click()
    await expect(page).toHaveURL(/filter\.approved=true/)
    await settled(page)
    expect(await during(25_000)).toBe(0)
    await page.getByRole('radiogroup', { name: 'Driver Status' }).getByText('All').click()
    await page.getByPlaceholder(/Filter by Driver/).fill('a')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/search=a/)
    await page.clock.runFor(1000)
    await settled(page)
    expect(await during(25_000)).toBe(0)
  })

  // covers: TABLE-05
  test('a table without hits says so and offers to clear the search', async ({ page, signIn }) => {
    await signIn(page, 'fleet_manager', '/DriverManagement?search=nobodyatall')
    await expect(grid(page).getByText('No data available')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(grid(page).getByRole('row')).toHaveCount(26)
  })

  test('a table that cannot be loaded gives the reason and the request number, and tries again', async ({
    page,
    signIn,
  }) => {
    let broken = true
    await page.route('**/drivers?*', (route) =>
      broken
        ? route.fulfill({
            status: 500,
            json: {
              errors: [{ status: '500', code: 'internal', title: 'Internal', detail: 'The database is away.' }],
              request_id: 'abc-123',
            },
          })
        : route.continue(),
    )
    await signIn(page, 'fleet_manager')
    const card = page.getByRole('region', { name: 'Drivers' })
    await expect(card.getByRole('alert')).toContainText('The database is away.')
    await expect(card.getByText('Request abc-123')).toBeVisible()
    broken = false
    await card.getByRole('button', { name: 'Retry' }).click()
    await settled(page)
  })
})
