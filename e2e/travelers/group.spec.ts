import { expect, leftToLongRun, test } from '../fixtures.ts'
import { prepareDuty } from '../duty.ts'
import { enrol } from './enrol.ts'

leftToLongRun()

// covers: JRN-41
test('a dispatcher books a group by name and place, every state of the dialog passes axe, also in a narrow window', async ({
  page,
  signIn,
  apiAs,
  demo,
  expectAccessible,
}) => {
  test.setTimeout(180_000)
  const duty = await prepareDuty(demo, await apiAs('administrator'), 'Choir')
  const called = `Choir of the Friends of the Old Harbour Hall and Pier ${duty.zone.id}`
  const names = [(await enrol(apiAs, 'Ada')).full_name, (await enrol(apiAs, 'Bea')).full_name]
  await signIn(page, 'dispatcher', '/TravellerManagement')
  await page.getByRole('button', { name: 'Book a Group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Book a Group' })
  await dialog.getByRole('button', { name: 'Find seats' }).click()
  await expect(dialog.getByText('Please enter a name')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Name of the group' }).fill(called)
  const place = async (label: string, [lng, lat]: readonly [number, number]): Promise<void> => {
    await dialog.getByRole('combobox', { name: label }).fill(`${lat}, ${lng}`)
    await page.getByRole('option').first().click()
  }
  await place('Pick up', duty.from.point)
  await place('Drop off', duty.to.point)
  for (const name of names) {
    await dialog.getByRole('searchbox', { name: 'Add a passenger' }).fill(name)
    await dialog.getByRole('button', { name: `Add ${name}` }).click()
  }
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Find seats' }).click()
  const offer = dialog.getByRole('region', { name: 'How the group can travel' })
  await expect(offer).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1024, height: 760 })
  await offer.getByRole('button', { name: 'Book 2 passengers' }).click()
  await expect(dialog.getByRole('heading', { name: `Group ${called} is booked` })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: new RegExp(`^${names[0]}, booking`) }).click()
  const booking = page.getByRole('dialog', { name: /^Booking # / })
  await expect(booking.getByRole('list', { name: 'Other members of the group' })).toContainText(names[1]!)
  await expectAccessible(page)
  await booking.getByRole('button', { name: 'Rename…' }).click()
  const naming = page.getByRole('dialog', { name: `Rename group ${called}` })
  await expect(naming.getByRole('textbox', { name: 'Name of the group' })).toBeFocused()
  await expectAccessible(page)
  await naming.getByRole('textbox', { name: 'Name of the group' }).fill('Choir of the Old Pier')
  await page.keyboard.press('Enter')
  await expect(booking.getByRole('heading', { name: 'Group Choir of the Old Pier' })).toBeVisible()
  await booking.getByRole('button', { name: 'Cancel group…' }).click()
  const cancelling = page.getByRole('dialog', { name: 'Cancel group Choir of the Old Pier?' })
  await expect(cancelling.getByRole('list', { name: 'Who is concerned' })).toContainText(names[1]!)
  await expectAccessible(page)
  await cancelling.getByRole('button', { name: 'Cancel 2 bookings' }).click()
  await expect(booking.getByText('Cancelled').first()).toBeVisible()
})
