import { api, expect, test, leftToLongRun } from '../fixtures.ts'
import { book, onDuty, spareCrew } from './plan.ts'

test.describe('Stops of a trip', () => {
  // covers: TRIP-29, TRIP-41, TRIP-42, TRIP-47, TRIP-48, TRIP-77, TRIP-82
  test('a trip shows its stops and how late or early it is at each', async ({ page, demo, signIn, apiAs }) => {
    leftToLongRun()
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
  // covers: TRIP-03, TRIP-04, TRIP-49, TRIP-54..67, TRIP-69, TRIP-95
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
