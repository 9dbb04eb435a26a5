import { api, expect, leftToLongRun, test } from './fixtures.ts'
import { prepareDuty, report } from './duty.ts'
import { countClicks, tabTo } from './hands.ts'
import { book, onDuty, spareCrew } from './trips/plan.ts'

// Maps drawn without a graphics card take their time on a busy machine.
test.describe.configure({ timeout: 300_000 })
test.use({ actionTimeout: 40_000, navigationTimeout: 60_000 })
const seen = expect.configure({ timeout: 40_000 })

test('A dispatcher finds a passenger, books a trip, says where the bus is and changes the booking with the keyboard alone', async ({
  page,
  demo,
  apiAs,
  signIn,
}) => {
  leftToLongRun()
  const duty = await prepareDuty(demo, await apiAs('administrator'), 'Keyboard Bay')
  await report(duty, duty.from.point)
  await signIn(page, 'dispatcher', `/TravellerManagement?zone=${duty.zone.id}`)

  const clicks = await countClicks(page)
  await tabTo(page, 'searchbox', 'Search passengers')
  await page.keyboard.type(duty.passenger)
  await seen(page.getByRole('row')).toHaveCount(2)
  await tabTo(page, 'button', `Actions for ${duty.passenger}`)
  await page.keyboard.press('Enter')
  await seen(page.getByRole('menuitem', { name: 'New booking' })).toBeVisible()
  // The menu takes the keyboard a moment after it is seen.
  const menu = page.getByRole('menu')
  const holdsKeyboard = () => menu.evaluate((element) => element.contains(document.activeElement))
  await seen.poll(holdsKeyboard).toBe(true)
  const item = menu.getByRole('menuitem', { name: 'New booking' })
  const chosen = () => item.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 5 && !(await chosen()); presses++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  for (const [label, spot] of [
    ['Pick Up', duty.from],
    ['Drop Off', duty.to],
  ] as const) {
    await tabTo(page, 'combobox', label)
    await page.keyboard.type(spot.label)
    await seen(page.getByRole('option', { name: spot.title }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await seen(page.getByRole('combobox', { name: label })).toHaveValue(spot.label)
  }
  await tabTo(page, 'button', 'Find Trip')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Confirm Trip')
  await page.keyboard.press('Enter')
  await seen(page.getByText("You're Booked!")).toBeVisible()
  await tabTo(page, 'button', 'View booking')
  await page.keyboard.press('Enter')
  await seen(page.getByRole('heading', { name: new RegExp(`^Booking # \\d+ : ${duty.passenger} - `) })).toBeVisible()
  await page.keyboard.press('Escape')
  await seen(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await seen(page.getByRole('combobox', { name: 'Search everywhere' })).toBeFocused()
  await page.keyboard.type(duty.passenger)
  await seen(page.getByRole('listbox', { name: 'Results of every kind' }).getByRole('option')).not.toHaveCount(0)
  await page.keyboard.press('Enter')
  const ride = page.getByRole('region', { name: 'Next ride' })
  await seen(ride).toContainText(/expected.*am|expected.*pm/)
  await seen(ride).toContainText(duty.vehicle)
  await tabTo(page, 'button', /^Change booking \d+/)
  await page.keyboard.press('Enter')
  await tabTo(page, 'textbox', 'Total Passengers')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await seen(page.getByRole('radio', { name: /will be 2 passengers/ }).first()).toBeFocused()
  await tabTo(page, 'button', /^Change Booking$/)
  await page.keyboard.press('Enter')
  await seen(page.getByText('The booking is changed')).toBeVisible()
  expect(await clicks()).toBe(0)
})

test('A dispatcher takes a vehicle that has broken down out of service and moves its passengers with the keyboard alone', async ({
  page,
  demo,
  apiAs,
  signIn,
}) => {
  const office = await apiAs('administrator')
  const duty = await onDuty(demo, apiAs, 'Standstill')
  await report(duty, duty.from.point)
  const booking = await book(office, duty, 60)
  const { vehicle: spare, driver } = await spareCrew(office, duty)
  const { data: lost } = await office.call(api.trips.show, { params: { id: duty.tripId } })
  await office.call(api.servicePlans.create, {
    body: {
      zone_id: duty.zone.id,
      start_time: lost.start_datetime,
      end_time: lost.end_datetime,
      vehicle_id: spare.id,
      driver_id: driver.id,
    },
  })
  await signIn(page, 'dispatcher', `/VehicleMonitoring?zone=${duty.zone.id}`)

  const clicks = await countClicks(page)
  await tabTo(page, 'link', new RegExp(`^${duty.vehicle}`))
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Take out of service')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Take ${duty.vehicle} out of service` })
  const affected = dialog.getByRole('list', { name: 'Affected bookings' }).getByRole('listitem')
  await seen(affected).toHaveCount(1)
  await seen(affected).toContainText(spare.vehicle_number)
  await tabTo(page, 'textbox', 'Reason')
  await page.keyboard.type('Flat tyre')
  await tabTo(page, 'button', 'Take out of service', dialog)
  await page.keyboard.press('Enter')
  await seen(page.getByText(`${duty.vehicle} is out of service.`)).toBeVisible()
  await seen(dialog).toBeHidden()
  expect(await clicks()).toBe(0)
  const { data: moved } = await office.call(api.serviceRequests.show, { params: { id: booking.id } })
  expect(moved.vehicle_number).toBe(spare.vehicle_number)
})
