import { readFile } from 'node:fs/promises'
import { api, expect, type Page, test, leftToLongRun } from '../fixtures.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Kinds of report' })

const ITINERARY_COLUMNS = ['Target Time', 'Stops', 'Pick Ups', 'Drop Offs']

test.describe('Reports', () => {
  // covers: RPT-01, RPT-05..08, RPT-11, RPT-13, RPT-15, RPT-16, RPT-17
  test('an analyst reads feedback from the menu, then the reasons for cancellations', async ({ page, signIn }) => {
    await signIn(page, 'analyst', '/')
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Reports' }).click()
    await expect(page).toHaveURL(/\/ReportManagement\/feedback/)
    await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
    await expect(tabs(page).getByRole('link')).toHaveText([
      'Feedback',
      'Cancel Reasons',
      'Booking Outcomes',
      'Misses and Suspensions',
      'Trip Itinerary',
    ])
    const feedback = page.getByRole('grid', { name: 'Feedback' })
    await expect(feedback.getByRole('columnheader', { name: 'Comments' })).toBeVisible()
    await expect(feedback.getByRole('img', { name: /^\d stars?$/ }).first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Average rating' })).toContainText(/[1-5]\.\d/)
    await page.getByLabel('Search feedback').fill('shopping')
    await expect(feedback.getByRole('row').nth(1)).toContainText('helped me with my shopping')

    await tabs(page).getByRole('link', { name: 'Cancel Reasons' }).click()
    await expect(page).toHaveURL(/\/ReportManagement\/cancellations/)
    const reasons = page.getByRole('grid', { name: 'Cancel Reasons' })
    await expect(reasons.getByRole('columnheader', { name: 'Additional Information' })).toBeVisible()
    await page.getByLabel('Search cancel reasons').fill('mistake')
    await expect(reasons.getByRole('row').nth(1)).toContainText('Booked by mistake')
  })

  // covers: RPT-03, RPT-18
  test('an analyst reads the booking outcomes of chosen days as figures, chart and file', async ({ page, signIn }) => {
    await signIn(page, 'analyst', '/ReportManagement/booking-outcome-report')
    const totals = page.getByLabel('Bookings and searches')
    await expect(totals).toContainText(/Completed\s*[\d,]+\s*\d+\.\d%/)
    await expect(page.getByRole('region', { name: 'Outcomes by day' }).getByRole('img')).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Why searches were refused' }).getByRole('listitem').first(),
    ).toBeVisible()
    await expect(page.getByRole('grid', { name: 'By zone and day' }).getByRole('row').nth(1)).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^booking-outcomes-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    expect((await readFile(await file.path(), 'utf8')).split('\r\n')[0]).toContain('Zone,Date,Completed')
    await page.goto('/ReportManagement/booking-outcome-report?filter.from=2020-01-01&filter.to=2020-01-02')
    await expect(page.getByText('No data available')).toBeVisible()
  })

  // covers: RPT-04, RPT-10, RPT-19..26, RPT-33
  test("an analyst reads a trip's itinerary on its page and in a dialog, and prints it under its own name", async ({
    page,
    signIn,
    apiAs,
  }) => {
    const arun = await apiAs('analyst')
    const { data: trips } = await arun.call(api.tripItineraries.list, {
      query: { per_page: 200, sort: 'start_datetime' },
    })
    const [driven, empty] = [trips.find(({ current_state }) => current_state === 'completed'), trips.at(-1)]
    if (driven === undefined || empty === undefined) throw new Error('The demo has no trips')
    await page.addInitScript(() => {
      window.print = () => {
        const sheet = document.querySelector('.print-sheet')
        document.documentElement.dataset['printed'] = `${document.title} ${sheet?.textContent ?? ''}`
      }
    })
    await signIn(page, 'analyst', '/ReportManagement/trip-itinerary')
    await expect(page.getByRole('combobox', { name: 'Trip' }).or(page.getByText('No trips')).first()).toBeVisible()
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: driven.time_zone }).format(
      new Date(driven.start_datetime),
    )
    await page.goto(`/ReportManagement/trip-itinerary?date=${date}&trip=${driven.id}`)
    const headings = page.getByRole('columnheader')
    await expect(headings).toHaveText(ITINERARY_COLUMNS)
    await expect(page.getByText('No Drop Offs').first()).toBeVisible()
    await expect(page.getByText('No Pick Ups').first()).toBeVisible()
    await expect(page.getByRole('cell').first()).toHaveText(/^\d{1,2}:\d\d[ap]m$/)

    await page.goto(
      `/ReportManagement/trip-itinerary?date=${date}&trip=${driven.id}&d=TripItineraryDialog-view-${driven.id}`,
    )
    const dialog = page.getByRole('dialog', { name: 'Trip Itinerary' })
    await expect(dialog.getByLabel('Trip details')).toContainText(driven.driver_name ?? '')
    await expect(dialog.getByRole('columnheader')).toHaveText(ITINERARY_COLUMNS)
    expect((await dialog.boundingBox())?.width).toBeCloseTo((page.viewportSize()?.width ?? 0) / 2, -1)
    await dialog.getByRole('button', { name: 'Print PDF' }).click()
    const name = `${date.replaceAll('-', '')}-\\d{4}-\\d{4}-.*-trip-itinerary`
    await expect(page.locator('html')).toHaveAttribute('data-printed', new RegExp(`^${name} .*Exported at`))
    await expect(page).not.toHaveTitle(/trip-itinerary/)
    await expect(page.locator('.print-sheet')).toHaveCount(0)

    const none = await emptyTrip(
      trips.map(({ id }) => id),
      async (id) => {
        const { data } = await arun.call(api.tripItineraries.show, { params: { id } })
        return data.stops.length
      },
    )
    await page.goto(`/ReportManagement/trip-itinerary?d=TripItineraryDialog-view-${none}`)
    await expect(dialog.getByText('No Trip Stops')).toBeVisible()
  })
})

/** The latest trip without bookings. */
const emptyTrip = async (ids: readonly number[], stopsOf: (id: number) => Promise<number>): Promise<number> => {
  for (const id of ids.toReversed()) if ((await stopsOf(id)) === 0) return id
  throw new Error('Every trip of the demo has stops')
}

// covers: RPT-35, RPT-39
test('A user without the right to reports is sent back without a notice', async ({ page, signIn }) => {
  leftToLongRun()
  await signIn(page, 'fleet_manager', '/ReportManagement/feedback')
  await expect(page).not.toHaveURL(/ReportManagement/)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
