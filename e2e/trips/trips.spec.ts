import { api, expect, type Page, test } from '../fixtures.ts'
import { book, onDuty, spareCrew } from './plan.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Vehicle Trips' })
const choose = async (page: Page, within: ReturnType<Page['getByRole']>, label: string, option: string) => {
  await within.getByRole('combobox', { name: label }).fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

test.describe('Trips', () => {
  // covers: TRIP-05..08, TRIP-10..19, TRIP-21..24, TRIP-33, TRIP-90
  test('a dispatcher finds a trip by its zone, day, name and driver', async ({ page, demo, signIn, apiAs }) => {
    const office = await apiAs('administrator')
    const duty = await onDuty(demo, apiAs, 'Trip Find')
    const { data: trip } = await office.call(api.trips.show, { params: { id: duty.tripId } })
    // The drivers of all stories have one name.
    const { data: priya } = await office.call(api.drivers.update, {
      params: { id: trip.driver_id ?? 0 },
      body: { last_name: `Raman${duty.zone.id}` },
    })
    await signIn(page, 'dispatcher', '/')
    const group = page.getByRole('navigation', { name: 'Main menu' }).getByRole('region', { name: 'Daily Operations' })
    await group.getByRole('link', { name: 'Vehicle Trips' }).click()
    await expect(page).toHaveURL(/\/TripManagement(\?|$)/)
    await expect(page.getByRole('heading', { name: 'Vehicle Trips', level: 1 })).toBeVisible()
    await expect(grid(page).getByRole('columnheader')).toHaveText([
      '',
      'ID',
      'Name',
      'Driver',
      'Vehicle',
      'Capacity',
      'Status',
      'Actions',
    ])
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    const range = page.getByRole('button', { name: /^Trip Date Range/ })
    await expect(range).toHaveText(/^\d{4}-\d\d-\d\d 06:00 – \d{4}-\d\d-\d\d 23:59$/)
    await range.click()
    await page.getByRole('dialog').getByRole('spinbutton').nth(1).press('ArrowUp')
    await expect(range).toHaveText(/06:15 –/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear Trip Date Range' }).click()
    await expect(page).toHaveURL(/filter\.date_range=any/)

    // All zones are chosen until one is; then the whole portal is about that one.
    const zones = page.getByRole('combobox', { name: 'Zone', exact: true })
    await zones.fill(duty.zone.name)
    const option = page.getByRole('option', { name: duty.zone.name })
    await expect(option).toHaveAttribute('aria-selected', 'true')
    const { data: elsewhere } = await office.call(api.regions.create, {
      body: { name: `Empty ${duty.zone.id}`, time_zone: 'Australia/Brisbane' },
    })
    await page.goto(`/TripManagement?filter.date_range=any&zone=${duty.zone.id}`)
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('banner').getByText(duty.zone.name)).toBeVisible()
    await page.goto(`/TripManagement?filter.date_range=any&region=${elsewhere.id}`)
    await page.getByRole('combobox', { name: 'Zone', exact: true }).click()
    await expect(page.getByRole('option')).toHaveCount(0)

    await page.goto('/TripManagement?filter.date_range=any')
    await page.getByRole('searchbox', { name: 'Trip ID' }).fill(String(duty.tripId))
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Trip Name' }).fill(`trip_${duty.tripId}`)
    await expect(page).toHaveURL(new RegExp(`filter\\.name=trip_${duty.tripId}`))
    const filters = page.getByRole('region', { name: 'Vehicle Trips' })
    const asked = page.waitForRequest((request) => decodeURIComponent(request.url()).includes('filter[vehicle]='))
    await choose(page, filters, 'Assigned Vehicle', duty.vehicle)
    expect(new URL((await asked).url()).searchParams.get('per_page')).toBe('25')
    await choose(page, filters, 'Assigned Driver', priya.full_name)
    await filters.getByRole('combobox', { name: 'Status' }).click()
    await expect(page.getByRole('option')).toHaveText(['Completed', 'Staged', 'Live', 'In Transit', 'Cancelled'])
    await page.getByRole('option', { name: 'Live', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByPlaceholder('ID, Name').fill(String(duty.tripId))
    await expect(page).toHaveURL(/search=/)
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    await expect(grid(page).getByRole('row', { name: priya.full_name })).toContainText('live')
    await page.goto(`/TripManagement/view/${duty.tripId}`)
    await expect(page).toHaveURL(new RegExp(`/TripManagement\\?d=TripDialog-view-${duty.tripId}-TripDetails`))
    const dialog = page.getByRole('dialog', { name: `trip_${duty.tripId}` })
    await expect(dialog.locator('dl').first().locator('dt')).toHaveText(['ID', 'Name', 'Vehicle', 'Driver', 'Date'])
  })

  // covers: TRIP-01, TRIP-02, TRIP-27, TRIP-28, TRIP-31, TRIP-32, TRIP-37..39, TRIP-92, TRIP-100, TRIP-102, TRIP-103, VERCHK-24, DLG-06
  test('a dispatcher gives a trip another driver and vehicle', async ({ page, demo, signIn, apiAs }) => {
    const office = await apiAs('administrator')
    const duty = await onDuty(demo, apiAs, 'Trip Crew')
    const { vehicle, driver } = await spareCrew(office, duty)
    await signIn(page, 'dispatcher', `/TripManagement?d=TripDialog-view-${duty.tripId}-TripDetails`)
    const dialog = page.getByRole('dialog', { name: `trip_${duty.tripId}` })
    await expect(dialog.getByRole('tab')).toHaveText(['Trip Details', 'Trip Stops', 'Trip Late Times'])
    await dialog.getByRole('button', { name: 'Priya Raman' }).click()
    await expect(page).toHaveURL(/,DriverDialog-view-\d+$/)
    await page.getByRole('dialog', { name: 'Priya Raman' }).getByRole('button', { name: 'Close' }).click()
    await dialog.getByRole('button', { name: duty.vehicle }).click()
    await expect(page).toHaveURL(/,VehicleDialog-view-\d+-VehicleDetails$/)
    await page.getByRole('dialog', { name: duty.vehicle }).getByRole('button', { name: 'Close' }).click()

    await dialog.getByText('Edit Mode').click()
    await expect(dialog.getByLabel('Name', { exact: true })).not.toBeEditable()
    await page.route(`**/trips/${duty.tripId}`, (route) => {
      const busy = {
        status: '422',
        code: 'invalid',
        title: 'Driver',
        detail: 'Rita is busy',
        source: { pointer: '/driver_id' },
      }
      return route.request().method() === 'PATCH'
        ? route.fulfill({ status: 422, json: { errors: [busy] } })
        : route.fallback()
    })
    await choose(page, dialog, 'Driver', driver.full_name)
    await choose(page, dialog, 'Vehicle', vehicle.vehicle_number)
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await submit.click()
    await expect(dialog.getByText('Rita is busy')).toBeVisible()
    await page.unroute(`**/trips/${duty.tripId}`)
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await submit.click()
    expect((await sent).postDataJSON()).toEqual({ driver_id: driver.id, vehicle_id: vehicle.id })
    expect((await sent).headers()['if-match']).toMatch(/^"\d+"$/)
    const notice = page.locator('.mantine-Notification-root').filter({ hasText: 'Trip successfully updated' })
    await expect(notice).toContainText('Sucess!')
    await expect(dialog).toBeHidden()
    await page.goto(`/TripManagement?d=TripDialog-view-${duty.tripId}-TripDetails`)
    await expect(dialog.getByRole('region', { name: 'Changes' })).toContainText(`Priya Raman → ${driver.full_name}`)
  })

  // covers: TRIP-30, TRIP-40, TRIP-93, TRIP-94, TRIP-104
  test('a dispatcher gives several trips the same crew in one call', async ({ page, demo, signIn, apiAs }) => {
    const office = await apiAs('administrator')
    const duty = await onDuty(demo, apiAs, 'Trip Bulk')
    const { vehicle, driver } = await spareCrew(office, duty)
    await signIn(page, 'dispatcher', `/TripManagement?filter.date_range=any&zone=${duty.zone.id}`)
    await grid(page)
      .getByRole('checkbox', { name: `Select trip_${duty.tripId}` })
      .check()
    await page.getByRole('button', { name: 'Edit driver and vehicle' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 1 trip' })
    await expect(dialog.getByRole('tab')).toHaveCount(0)
    await expect(dialog.getByRole('combobox')).toHaveCount(2)
    await choose(page, dialog, 'Driver', driver.full_name)
    await choose(page, dialog, 'Vehicle', vehicle.vehicle_number)
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    expect((await sent).url()).toMatch(new RegExp(`/trips\\?ids=${duty.tripId}$`))
    expect((await sent).postDataJSON()).toEqual([{ id: duty.tripId, driver_id: driver.id, vehicle_id: vehicle.id }])
    await expect(page.getByText('Trips successfully updated')).toBeVisible()
    await expect(grid(page).getByText(vehicle.vehicle_number)).toBeVisible()
  })
})

test.describe('Stops of a trip', () => {
  // covers: TRIP-29, TRIP-41, TRIP-42, TRIP-47, TRIP-48, TRIP-77, TRIP-82
  test('a trip shows its stops and how late or early it is at each', async ({ page, demo, signIn, apiAs }) => {
    const office = await apiAs('administrator')
    const duty = await onDuty(demo, apiAs, 'Trip Late')
    const address = `/TripManagement?d=TripDialog-view-${duty.tripId}`
    await signIn(page, 'dispatcher', `${address}-TripLateTimes`)
    const dialog = page.getByRole('dialog', { name: `trip_${duty.tripId}` })
    await expect(dialog.getByText('This trip has currently no trip stops').last()).toBeVisible()
    await book(office, duty, 60)
    const { data: trip } = await office.call(api.trips.show, { params: { id: duty.tripId } })
    const shifted = [600, -300].map((seconds, index) => {
      const stop = trip.trip_stops[index]!
      return { ...stop, eta: new Date(Date.parse(stop.scheduled_at) + seconds * 1000).toISOString() }
    })
    const [first, second] = shifted
    await page.route(`**/trips/${duty.tripId}`, (route) =>
      route.fulfill({ json: { data: { ...trip, trip_stops: shifted, current_trip_stop: { id: first!.id } } } }),
    )
    await page.reload()
    const bars = dialog.getByRole('list', { name: 'Trip Late Times' }).getByRole('listitem')
    await expect(bars).toHaveText([/^\d\d:\d\d10 Minutes late$/, /^\d\d:\d\d5 Minutes early$/])
    const colour = (index: number) =>
      bars
        .nth(index)
        .locator('[data-side]')
        .evaluate((bar) => getComputedStyle(bar).backgroundColor)
    expect(await colour(0)).toBe('rgb(179, 38, 30)')
    expect(await colour(1)).toBe('rgb(0, 0, 0)')
    await expect(dialog.getByText('Show Times')).toBeVisible()
    await dialog.getByText('Show Stops').click()
    await expect(bars.first()).toHaveText(`${first!.location_name}10 Minutes late`)
    await dialog.getByRole('tab', { name: 'Trip Stops' }).click()
    const stops = dialog.getByRole('list', { name: 'Trip Stops' }).locator('> li')
    await expect(stops).toHaveCount(2)
    await expect(stops.first()).toHaveAttribute('aria-current', 'step')
    await expect(stops.nth(1)).not.toHaveAttribute('aria-current')
    await expect(stops.first()).toContainText('Will arrive late')
    await expect(stops.nth(1)).toContainText(second!.location_name)
    // Without the feature lateness is not shown here.
    await page.route('**/api/v2/ops/settings', async (route) => {
      const answer = await route.fetch()
      const json = (await answer.json()) as { data: { featureFlags: object } }
      const off = { 'TripManagement:lateByTime': { enabled: true, disabled_in: ['*'] } }
      await route.fulfill({ json: { data: { ...json.data, featureFlags: { ...json.data.featureFlags, ...off } } } })
    })
    await page.goto(`${address}-TripStops`)
    await expect(stops).toHaveCount(2)
    await expect(stops.first()).not.toContainText('Will arrive late')
  })
})

test.describe('The state of a trip', () => {
  // covers: TRIP-03, TRIP-04, TRIP-49, TRIP-54..67, TRIP-69, TRIP-95, TRIP-97
  test('a dispatcher cancels a trip after seeing which bookings are affected', async ({
    page,
    demo,
    signIn,
    apiAs,
  }) => {
    const office = await apiAs('administrator')
    const duty = await onDuty(demo, apiAs, 'Trip Cancel')
    const booking = await book(office, duty, 60)
    await signIn(page, 'dispatcher', `/TripManagement?d=TripStatusDialog-edit-${duty.tripId}`)
    const dialog = page.getByRole('dialog', { name: `Status of trip_${duty.tripId}` })
    await expect(dialog.getByRole('radio')).toHaveCount(2)
    expect((await dialog.boundingBox())?.width).toBe(560)
    await expect(dialog.getByLabel('Reason for cancelling')).toBeHidden()
    await dialog.getByRole('radio', { name: 'Cancelled' }).check()
    await dialog.getByLabel('Reason for cancelling').fill('Flat battery')
    const question = page.getByRole('dialog').filter({ hasText: "Are you sure you want to change this trip's state?" })
    const confirm = async (button: string) => {
      await dialog.getByRole('button', { name: button }).click()
      await expect(question.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
      const sent = page.waitForRequest((request) => request.url().endsWith(`/trips/${duty.tripId}/status`))
      await question.getByRole('button', { name: 'Confirm new state' }).click()
      return (await sent).postDataJSON() as Record<string, unknown>
    }
    const fetched = page.waitForRequest((request) =>
      decodeURIComponent(request.url()).includes(`service_requests?page=1&per_page=1000&filter[id]=${booking.id}`),
    )
    expect(await confirm('Change State')).toEqual({
      status: 'cancelled',
      force: false,
      status_message: 'Flat battery',
    })
    await fetched
    await expect(
      dialog.getByText(
        'Alert: No other Trips are available to service this Zone, the following bookings assigned to the Trip will be automatically cancelled, do you want to proceed?',
      ),
    ).toBeVisible()
    const affected = dialog.getByRole('table', { name: 'Affected bookings' })
    await expect(affected.getByRole('row', { name: duty.passenger })).toContainText('Cancelled')
    expect((await office.call(api.serviceRequests.show, { params: { id: booking.id } })).data.status).toBe('assigned')
    expect(await confirm('Confirm Cancel')).toMatchObject({ status: 'cancelled', force: true })
    await expect(dialog.getByText('This trip cannot be transitioned.')).toBeVisible()
    await expect(dialog.getByRole('radio')).toHaveCount(0)
    await expect(affected).toBeHidden()
    expect((await office.call(api.serviceRequests.show, { params: { id: booking.id } })).data.status).toBe('cancelled')
  })

  // covers: TRIP-68, TRIP-70
  test('the bookings of a cancelled trip move to another vehicle, and a trip without bookings is cancelled at once', async ({
    page,
    demo,
    signIn,
    apiAs,
  }) => {
    const office = await apiAs('administrator')
    const duty = await onDuty(demo, apiAs, 'Trip Move')
    await book(office, duty, 60)
    const { vehicle, driver } = await spareCrew(office, duty)
    const { data: settings } = await office.call(api.settings.show)
    const at = (minutes: number) => new Date(Date.parse(settings.clock.now) + minutes * 60_000).toISOString()
    const { data: plan } = await office.call(api.servicePlans.create, {
      body: {
        zone_id: duty.zone.id,
        start_time: at(10),
        end_time: at(230),
        vehicle_id: vehicle.id,
        driver_id: driver.id,
      },
    })
    await signIn(page, 'dispatcher', `/TripManagement?d=TripStatusDialog-edit-${duty.tripId}`)
    const dialog = page.getByRole('dialog', { name: `Status of trip_` })
    const cancelIt = async () => {
      await dialog.getByRole('radio', { name: 'Cancelled' }).check()
      await dialog.getByRole('button', { name: 'Change State' }).click()
      await page.getByRole('button', { name: 'Confirm new state' }).click()
    }
    await cancelIt()
    await expect(
      dialog.getByText(
        'Warning: Trip has bookings assigned, action may result in the delay or cancellation of the following bookings in the Zone, do you want to proceed?',
      ),
    ).toBeVisible()
    await expect(dialog.getByRole('row', { name: duty.passenger })).toContainText('Moved')
    await page.goto(`/TripManagement?d=TripStatusDialog-edit-${plan.trip_id}`)
    await cancelIt()
    await expect(dialog.getByText('This trip cannot be transitioned.')).toBeVisible()
  })
})
