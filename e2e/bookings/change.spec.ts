import { clientFor, expect, leftToLongRun, test } from '../fixtures.ts'
import { countClicks, typeInto } from '../hands.ts'
import { book, openDesk } from './book.ts'

test.use({ blankMap: true, viewport: { width: 1024, height: 768 } })

test('a booking is changed by the keyboard, with the difference shown before and after', async ({
  page,
  demo,
  signIn,
  expectAccessible,
}) => {
  leftToLongRun()
  test.slow()
  const desk = await openDesk(demo, await clientFor(demo, 'superadmin'), 'Changes')
  const booking = await book(desk)
  await signIn(page, 'dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${booking.id}`)
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Booking # ${booking.id}`) })
  // The actions beside it leave the title in one line.
  const title = dialog.getByRole('heading', { name: /^Booking #/ })
  expect((await title.boundingBox())?.height).toBeLessThan(30)
  await dialog.getByRole('button', { name: 'Change Booking' }).focus()
  await page.keyboard.press('Enter')
  const wizard = page.getByRole('dialog', { name: `Change booking ${booking.id}` })
  await expect(wizard.getByText(/^The booking stays as it is until you press Change Booking/)).toBeVisible()
  await expectAccessible(page)
  await wizard.getByRole('textbox', { name: 'Total Passengers' }).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const offer = wizard.getByRole('radio', { name: /People was 1 passenger, will be 2 passengers/ }).first()
  // The keyboard goes to what was found.
  await expect(offer).toBeFocused()
  await expectAccessible(page)
  await wizard.getByRole('button', { name: 'Change Booking' }).focus()
  await page.keyboard.press('Enter')
  await expect(wizard.getByText('The booking is changed')).toBeVisible()
  await expect(wizard.getByText('is now 2 passengers')).toBeVisible()
  await expect(wizard.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(wizard).toHaveCount(0)
  await expect(dialog.getByText(/Changed on request: .*1 passenger, now 2 passengers/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Change Booking' })).toBeFocused()
  // Also to a control that is not the first of its dialog.
  const passenger = dialog.getByRole('button', { name: booking.traveler_name })
  await passenger.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Viewing Passenger/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: /^Viewing Passenger/ })).toHaveCount(0)
  await expect(passenger).toBeFocused()
})

test('the caller’s bus is found in one click on the name, and the booking is changed in four', async ({
  page,
  demo,
  signIn,
}) => {
  test.slow()
  const desk = await openDesk(demo, await clientFor(demo, 'superadmin'), 'Callers')
  const booking = await book(desk)
  await signIn(page, 'dispatcher', `/TravellerManagement?search=${desk.duty.passenger}`)
  const name = page.getByRole('gridcell', { name: 'Noor', exact: true })
  await expect(name).toBeVisible()
  const clicks = await countClicks(page)
  await name.click()
  const ride = page.getByRole('region', { name: 'Next ride' })
  await expect(ride).toContainText(/expected [0-9:]+ [ap]m/)
  await expect(ride).toContainText(desk.duty.vehicle)
  expect(await clicks()).toBe(1)

  const toChange = await countClicks(page)
  await ride.getByRole('button', { name: `Change booking ${booking.id}` }).click()
  const wizard = page.getByRole('dialog', { name: `Change booking ${booking.id}` })
  await typeInto(wizard.getByRole('textbox', { name: 'Total Passengers' }), '2')
  await wizard.getByRole('button', { name: 'Find Trip' }).click()
  await expect(wizard.getByRole('radio', { name: /will be 2 passengers/ }).first()).toBeAttached()
  await wizard.getByRole('button', { name: 'Change Booking' }).click()
  await expect(wizard.getByText('The booking is changed')).toBeVisible()
  expect(await toChange()).toBeLessThanOrEqual(4)
})
