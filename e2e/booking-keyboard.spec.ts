import { expect, test } from './fixtures.ts'
import { prepareDuty, report } from './duty.ts'
import { countClicks, tabTo } from './hands.ts'

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
