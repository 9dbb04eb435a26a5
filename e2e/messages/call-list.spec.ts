import { book, openDesk } from '../bookings/book.ts'
import { api, expect, leftToLongRun, test } from '../fixtures.ts'
import { callToMake } from './a-call.ts'

leftToLongRun()

test('a dispatcher sees in the header that a passenger is to be called, takes the call and closes it', async ({
  page,
  demo,
  apiAs,
  signIn,
  expectAccessible,
}) => {
  const office = await apiAs('administrator')
  const id = await callToMake(office, await book(await openDesk(demo, office, 'Calls')))
  await signIn(page, 'dispatcher', '/DriverManagement')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Call List, \d+ calls? waiting/ })
    .click()
  await expect(page).toHaveURL(/\/CallList/)
  const row = page.getByRole('row', { name: /0412 345 678/ }).first()
  await expect(row).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/CallList?d=CallTaskDialog-view-${id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'What to say' })).toContainText('booked')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Take' }).click()
  await expect(dialog.getByRole('button', { name: 'Told' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Told' }).click()
  await expect(dialog.getByRole('button', { name: 'Told' })).toBeHidden()
  const { data } = await office.call(api.callTasks.show, { params: { id } })
  expect(data.state).toBe('done')
})
