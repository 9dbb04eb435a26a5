import { expect, type Page, test } from './fixtures.ts'
import { prepareDuty, report } from './duty.ts'

const MOST_TABS = 60

/** Presses Tab until the element with this role and name has the keyboard. */
const tabTo = async (page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<void> => {
  const wanted = page.getByRole(role, { name }).first()
  await seen(wanted).toBeAttached()
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${role} ${String(name)}`)
}

// Maps drawn without a graphics card take their time on a busy machine.
test.describe.configure({ timeout: 300_000 })
test.use({ actionTimeout: 40_000, navigationTimeout: 60_000 })
const seen = expect.configure({ timeout: 40_000 })

test('A dispatcher finds a passenger and books a trip with the keyboard alone', async ({
  page,
  demo,
  apiAs,
  signIn,
}) => {
  const duty = await prepareDuty(demo, await apiAs('administrator'), 'Keyboard Bay')
  await report(duty, duty.from.point)
  await signIn(page, 'dispatcher', `/TravellerManagement?zone=${duty.zone.id}`)

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
})
