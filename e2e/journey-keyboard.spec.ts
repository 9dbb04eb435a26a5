import type { Page } from '@playwright/test'
import { prepareDuty } from './duty.ts'
import { api, expect, test } from './fixtures.ts'
import { countClicks, tabTo } from './hands.ts'

// Maps drawn without a graphics card take their time on a busy machine.
test.describe.configure({ timeout: 240_000 })
test.use({ blankMap: true, actionTimeout: 40_000, navigationTimeout: 60_000 })
const seen = expect.configure({ timeout: 40_000 })

/** A clerk who presses three keys a second has done it in 60 s. It took 140 when this was written, the two addresses among them. */
const MOST_PRESSES = 180

/** Counts the keys that are pressed on the page from now on. */
const countKeys = async (page: Page): Promise<() => Promise<number>> => {
  const keys = await page.evaluateHandle(() => {
    const counted = { presses: 0 }
    addEventListener('keydown', () => counted.presses++, true)
    return counted
  })
  return () => keys.evaluate(({ presses }) => presses)
}

// covers: JRN-127
test('A clerk books a way there and back with an attendant and a wheelchair in one flow, with at most 180 presses of keys', async ({
  page,
  demo,
  apiAs,
  signIn,
}) => {
  const office = await apiAs('administrator')
  const duty = await prepareDuty(demo, office, 'Return Reach')
  const { data: found } = await office.call(api.travelers.list, { query: { search: duty.passenger } })
  const [noor] = found
  if (noor === undefined) throw new Error('There is no such passenger')
  await office.call(api.travelers.update, {
    params: { id: noor.id },
    body: { attendant_allowed: true },
    version: noor.version,
  })
  await signIn(page, 'customer_service', `/TravellerManagement?zone=${duty.zone.id}&search=${duty.passenger}`)
  await seen(page.getByRole('row')).toHaveCount(2)

  const clicks = await countClicks(page)
  const keys = await countKeys(page)
  await tabTo(page, 'button', `Actions for ${duty.passenger}`)
  await page.keyboard.press('Enter')
  const item = page.getByRole('menu').getByRole('menuitem', { name: 'New booking' })
  await seen(item).toBeVisible()
  // The menu takes the keyboard a moment after it is seen.
  await seen.poll(() => page.getByRole('menu').evaluate((menu) => menu.contains(document.activeElement))).toBe(true)
  const isChosen = () => item.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 5 && !(await isChosen()); presses++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  for (const [label, spot] of [
    ['Pick Up', duty.from],
    ['Drop Off', duty.to],
  ] as const) {
    await tabTo(page, 'combobox', label)
    await page.keyboard.type(spot.title)
    await seen(page.getByRole('option', { name: spot.title }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await seen(page.getByRole('combobox', { name: label })).toHaveValue(spot.label)
  }
  const wizard = page.getByRole('dialog', { name: /^New Booking for / })
  await tabTo(page, 'textbox', 'Attendants')
  await page.keyboard.press('ArrowUp')
  await tabTo(page, 'combobox', 'Aids and Animals')
  await page.keyboard.press('ArrowDown')
  const wheelchair = page.getByRole('option', { name: 'Wheelchair', exact: true })
  await seen(wheelchair).toBeVisible()
  const isMarked = () => wheelchair.evaluate((option) => option.hasAttribute('data-combobox-selected'))
  for (let presses = 0; presses < 8 && !(await isMarked()); presses++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await seen(wizard.getByRole('textbox', { name: 'Wheelchair Space' })).toHaveValue('1')
  await tabTo(page, 'radio', 'No return')
  await page.keyboard.press('ArrowRight')
  await seen(wizard.getByRole('radio', { name: 'Return at a time' })).toBeChecked()
  await seen(wizard.getByRole('combobox', { name: 'Return Time' })).not.toHaveValue('')
  await seen(wizard.getByRole('button', { name: 'Find Trip' })).toBeEnabled()
  await tabTo(page, 'button', 'Find Trip')
  await page.keyboard.press('Enter')
  await seen(wizard.getByRole('button', { name: 'Confirm Both Trips' })).toBeEnabled()
  await tabTo(page, 'button', 'Confirm Both Trips')
  await page.keyboard.press('Enter')
  await seen(page.getByText("You're Booked!")).toBeVisible()
  expect(await clicks()).toBe(0)
  expect(await keys()).toBeLessThanOrEqual(MOST_PRESSES)

  const query = { filter: { traveler: [noor.id] }, sort: 'id' as const }
  const { data: legs } = await office.call(api.serviceRequests.list, { query })
  expect(legs.map(({ journey_leg, passengers }) => [journey_leg, passengers.map((one) => one.travels_as)])).toEqual([
    [1, [undefined, 'attendant']],
    [2, [undefined, 'attendant']],
  ])
  expect(new Set(legs.map(({ journey_id }) => journey_id)).size).toBe(1)
  for (const { mobility_support, aids } of legs)
    expect([mobility_support, aids?.map(({ kind }) => kind)]).toEqual([1, ['wheelchair']])
})
