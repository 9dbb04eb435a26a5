import type { ServiceRequest } from '@ambit/contract'
import { api, expect, type Page, stepUntilVisible, test, leftToLongRun } from '../fixtures.ts'
import { book, type Desk, drive, openDesk } from './book.ts'

// The dialog's map is drawn without a graphics card.
test.describe.configure({ mode: 'serial', timeout: 180_000 })
const seen = expect.configure({ timeout: 40_000 })

let desk: Desk
test.beforeAll(async ({ demo, apiAs }) => {
  desk = await openDesk(demo, await apiAs('administrator'), 'Kestrel Bay')
})

const grid = (page: Page) => page.getByRole('grid', { name: 'Bookings' })
const rowOf = (page: Page, id: number) => grid(page).getByRole('row', { name: new RegExp(`\\b${id}\\b`) })
const dialogOf = (page: Page, id: number) => page.getByRole('dialog', { name: new RegExp(`^Booking # ${id} : `) })
const factOf = (page: Page, name: string) =>
  page
    .getByLabel('Booking details')
    .locator('div')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
    .locator('dd')

// covers: BOOK-01, BOOK-04..11, BOOK-13, BOOK-15, BOOK-54, BOOK-55, BOOK-81
test('A dispatcher sees the bookings around now, and changes appear without a reload', async ({ page, signIn }) => {
  const booking = await book(desk)
  await signIn(page, 'dispatcher')
  const menu = page.getByRole('region', { name: 'Daily Operations' })
  await menu.getByRole('link', { name: 'Bookings' }).click()
  await seen(page).toHaveURL(/\/LiveBookings\/data/)
  await seen(page.getByRole('heading', { name: 'Bookings Table' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Views of bookings' })
  await expect(tabs.getByRole('link')).toHaveText(['Table', 'Timeline'])
  await expect(page.getByRole('combobox', { name: 'Date range' })).toHaveValue('+/-1 hour')
  const search = page.getByRole('searchbox', { name: 'Search bookings' })
  await expect(search).toHaveAttribute('placeholder', 'ID, Passenger name, address')
  const asked = page.waitForRequest((request) => request.url().includes('search=Noor'))
  const typedAt = Date.now()
  await search.fill(desk.duty.passenger)
  await asked
  expect(Date.now() - typedAt).toBeGreaterThanOrEqual(500)
  const row = rowOf(page, booking.id)
  await seen(row).toContainText('Noor')
  await expect(row).toContainText("Noor's door")
  await expect(row).toContainText(desk.duty.vehicle)
  await drive(desk, booking.id, false)
  await seen(row).toContainText('On Board')
  await row.getByText("Noor's door").click()
  await seen(page).toHaveURL(new RegExp(`d=LiveBookingDialog-view-${booking.id}`))
  const dialog = dialogOf(page, booking.id)
  await seen(dialog).toBeVisible()
  const room = await dialog.boundingBox()
  expect((room?.width ?? 0) / 1280).toBeCloseTo(0.8, 2)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await tabs.getByRole('link', { name: 'Timeline' }).click()
  await seen(page).toHaveURL(/\/LiveBookings\/timeline/)
  await expect(page.getByRole('heading', { name: 'Timeline View' })).toBeVisible()
  const bar = page
    .getByRole('region', { name: desk.duty.zone.name })
    .getByRole('button', { name: new RegExp(`booking ${booking.id}, On Board, pick up`) })
  await seen(bar).toBeVisible()
  await bar.press('Enter')
  await seen(dialogOf(page, booking.id)).toBeVisible()
})

/** The booking as the server answers it, with fields added that a demo seldom has. */
const tell = async (page: Page, booking: ServiceRequest, more: Partial<ServiceRequest>): Promise<void> => {
  const path = new RegExp(`/service_requests/${booking.id}$`)
  await page.route(path, (route) => route.fulfill({ json: { data: { ...booking, ...more } } }))
}

// covers: BOOK-18..23, BOOK-26, BOOK-27, BOOK-33, BOOK-35..46, BOOK-50, BOOK-51, BOOK-56
test('A dispatcher reads every detail of a booking', async ({ page, signIn }) => {
  const booking = await book(desk, 'card')
  await page.clock.install()
  await signIn(page, 'superadmin', `/LiveBookings/data?d=LiveBookingDialog-view-${booking.id}`)
  const dialog = dialogOf(page, booking.id)
  await seen(dialog).toBeVisible()
  const trip = factOf(page, 'Trip').getByRole('link', { name: booking.trip_name ?? '' })
  await expect(trip).toHaveAttribute(
    'href',
    new RegExp(`/TripManagement\\?.*d=TripDialog-view-${booking.trip_id}-TripDetails`),
  )
  await expect(factOf(page, 'Vehicle').getByRole('button')).toHaveText(desk.duty.vehicle)
  await expect(factOf(page, 'Driver').getByRole('button')).toHaveText('Priya Raman')
  await expect(factOf(page, 'Passengers')).toHaveText('1')
  await expect(factOf(page, 'Mobility seats')).toHaveText('0')
  await expect(factOf(page, 'Price')).toHaveText('$3.50')
  await expect(factOf(page, 'Payment method')).toHaveText('Card')
  await expect(factOf(page, 'Payment status')).toHaveText('Not charged')
  await expect(factOf(page, 'Discount code')).toHaveText('-')
  await expect(factOf(page, 'Zone')).toHaveText(desk.duty.zone.name)
  await expect(factOf(page, 'Booked using')).toHaveText('Portal')
  for (const name of ['Booking created', 'Booking updated'])
    await expect(factOf(page, name)).toHaveText(/^\d\d\/\d\d\/\d{4}, \d+:\d\d [ap]m$/)
  for (const [name, stop] of [
    ['Pick up', booking.pickup.name],
    ['Drop off', booking.dropoff.name],
  ] as const) {
    const end = dialog.getByRole('region', { name, exact: true })
    await expect(end).toContainText(stop)
    await expect(end).toContainText(/\d+:\d\d [ap]m – \d+:\d\d [ap]m\d\d\/\d\d\/\d{4}/)
    await expect(end).toContainText('Target ETA')
  }
  const history = dialog.getByRole('table', { name: 'Booking History' })
  await expect(history.getByRole('columnheader')).toHaveText(['Date', 'Status', 'User'])
  await seen(dialog.getByRole('region', { name: `Map of booking ${booking.id}` })).toBeVisible()
  for (const name of [booking.origin.name, booking.destination.name, booking.pickup.name, booking.dropoff.name])
    await seen(dialog.getByRole('img', { name, exact: true }).first()).toBeVisible()
  await factOf(page, 'Passenger').getByRole('button', { name: booking.traveler_name }).click()
  await seen(page).toHaveURL(new RegExp(`LiveBookingDialog-view-${booking.id}.*TravelerDialog-view-`))

  await tell(page, booking, {
    trip_id: null,
    trip_name: null,
    vehicle_id: null,
    vehicle_number: null,
    driver_id: null,
    driver_name: null,
    error_message: 'No vehicle can serve it any more',
    discount_code: 'SPRING',
    scaled_price: 7,
  })
  await page.goto(`/LiveBookings/data?d=LiveBookingDialog-view-${booking.id}`)
  await seen(factOf(page, 'Trip')).toHaveText('Trip not yet available')
  await expect(factOf(page, 'Vehicle')).toHaveText('-')
  await expect(factOf(page, 'Driver')).toHaveText('-')
  await expect(dialog.getByRole('alert')).toContainText('No vehicle can serve it any more')
  await expect(factOf(page, 'Discount code')).toHaveText('SPRING')
  await expect(factOf(page, 'Price')).toHaveText('$3.50$7.00')
  await expect(factOf(page, 'Price').locator('s')).toHaveText('$7.00')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

// covers: BOOK-03, BOOK-24, BOOK-25, BOOK-48, BOOK-70, BOOK-72, BOOK-74, BOOK-76, BOOK-80, SURV-01..04, SURV-07..10, SURV-14, SURV-15
test('A dispatcher cancels a booking and records the reason', async ({ page, signIn }) => {
  const booking = await book(desk)
  await page.clock.install()
  await signIn(page, 'dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${booking.id}`)
  const dialog = dialogOf(page, booking.id)
  await seen(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel Booking' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel Booking' })
  await seen(question).toContainText('Are you sure you want to cancel this booking?')
  const again = page.waitForRequest((request) => request.url().endsWith(`/service_requests/${booking.id}`))
  await question.getByRole('button', { name: 'Cancel Booking' }).click()
  await again

  const survey = page.getByRole('dialog', { name: /why did the passenger cancel\?/ })
  await seen(survey).toBeVisible()
  const room = await survey.boundingBox()
  expect((room?.width ?? 0) / 1280).toBeCloseTo(0.5, 2)
  const words = survey.getByRole('textbox', { name: 'Additional information' })
  await words.fill('x'.repeat(260))
  await expect(words).toHaveValue('x'.repeat(250))
  await expect(survey.getByText('250 / 250')).toBeVisible()
  await words.fill('Her sister drives')
  await expect(survey.getByText('17 / 250')).toBeVisible()
  await survey.getByRole('button', { name: 'Submit' }).click()
  await seen(survey.getByText('Please select a reason')).toBeVisible()
  await survey.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Found another way to travel' }).click()
  const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'The cancellation survey has been saved' })
  await page.clock.pauseAt(Date.now() + 60_000)
  await survey.getByRole('button', { name: 'Submit' }).click()
  await stepUntilVisible(page, toast)
  await page.clock.runFor(3000)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1500)
  await expect(toast).toBeHidden()
  await page.clock.resume()
  await seen(dialog.getByRole('heading', { name: / - Cancelled$/ })).toBeVisible()
  await expect(dialog.getByText('Reason: Found another way to travel')).toBeVisible()
  await expect(dialog.getByText('Additional information: Her sister drives')).toBeVisible()
  const cancel = dialog.getByRole('button', { name: 'Cancel Booking' })
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await cancel.hover()
  await seen(page.getByRole('tooltip')).toHaveText('Cannot cancel a booking with cancelled status')
})

// covers: SURV-12, SURV-13
test('A survey that cannot be saved shows an error and closes', async ({ page, signIn }) => {
  leftToLongRun()
  const booking = await book(desk)
  await desk.office.call(api.serviceRequests.cancel, { params: { id: booking.id }, body: {} })
  await page.route('**/ops/surveys', (route) => route.abort())
  await signIn(page, 'dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${booking.id}`)
  await dialogOf(page, booking.id).getByRole('button', { name: 'Record why' }).click()
  const survey = page.getByRole('dialog', { name: /why did the passenger cancel\?/ })
  await survey.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Other', exact: true }).click()
  await survey.getByRole('button', { name: 'Submit' }).click()
  const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'Unable to save cancellation survey.' })
  await seen(toast).toContainText('Error')
  await expect(survey).toBeHidden()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

// covers: BOOK-32, BOOK-47, BOOK-73, BOOK-75
test('A dispatcher refunds the fare of a ride with an implausibly short duration', async ({
  page,
  signIn,
  demo,
  apiAs,
}) => {
  leftToLongRun()
  // A vehicle with no other passenger to wait for.
  const other = await openDesk(demo, await apiAs('administrator'), 'Osprey Reef')
  const booking = await book(other, 'card')
  await drive(other, booking.id, true)
  await signIn(page, 'dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${booking.id}`)
  const dialog = dialogOf(page, booking.id)
  await seen(
    dialog.getByText(
      "A low duration indicates that the Drivers' arrive/depart functionality has not been used correctly for this booking",
    ),
  ).toBeVisible()
  await expect(factOf(page, 'Payment status')).toHaveText('Charged')
  const refund = dialog.getByRole('button', { name: 'Refund' })
  await refund.click()
  const question = page.getByRole('dialog', { name: 'Refund' })
  await expect(question).toContainText('Are you sure you want to request a refund for this booking?')
  await question.getByRole('button', { name: 'Refund' }).click()
  await seen(factOf(page, 'Payment status')).toHaveText('Refunded')
  await expect(refund).toHaveAttribute('aria-disabled', 'true')
  await refund.hover()
  await seen(page.getByRole('tooltip')).toHaveText('Passenger has already been refunded')
})
