import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, town, open } = startWizard()

/** A booking for two with a note. */
const bookFor = async (who: number, at = '09:00', from: 'Harbour' | 'Market' = 'Harbour') => {
  const booking = await town().book({ who, from, to: 'School', at, people: 2 })
  const comment = 'Rings twice'
  await portal.server.deps.db.updateTable('service_requests').set({ comment }).where('id', '=', booking.id).execute()
  return booking
}
const wizardOf = async (name: string) => {
  const element = await screen.findByRole('dialog', { name: new RegExp(`^New Booking for ${name}`) })
  return { ...within(element), element }
}
type Wizard = Pick<Awaited<ReturnType<typeof open>>, 'element' | 'getByRole' | 'findByRole' | 'findByText'>
/** Date and time are asked for with the keyboard in the date, and are all that is missing. */
const answerDateAndTime = async (wizard: Wizard): Promise<void> => {
  const date = await wizard.findByRole('textbox', { name: 'Travel Date' })
  await waitFor(() => expect(date).toHaveFocus())
  expect(date).toHaveValue('')
  await portal.user.click(wizard.getByRole('button', { name: 'Find Trip' }))
  expect(await wizard.findByText('Please select a travelling date')).toBeVisible()
  expect(await wizard.findByText('Please select a travelling time')).toBeVisible()
  await portal.fill(date, '2026-11-23')
  await portal.user.keyboard('{Enter}')
  await portal.fill(wizard.getByRole('combobox', { name: 'Travel Time' }), '16:30')
  await portal.user.keyboard('{Enter}')
  await portal.user.click(wizard.getByRole('button', { name: 'Find Trip' }))
  expect(await wizard.findByRole('radio', { name: /Soonest/ })).toBeVisible()
}

// covers: JRN-79
// @test-tag long
test('Book again in a booking opens the wizard with its people, places and note, and asks for date and time alone', async () => {
  const who = await town().passenger('Ada Again')
  const { id } = await bookFor(who)
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  await portal.user.click(await screen.findByRole('button', { name: `Book again: booking ${id}` }))
  const wizard = await wizardOf('Ada Again')
  expect(wizard.getByRole('combobox', { name: 'Pick Up' })).toHaveValue('Harbour')
  expect(wizard.getByRole('combobox', { name: 'Drop Off' })).toHaveValue('School')
  expect(wizard.getByRole('textbox', { name: 'Total Passengers' })).toHaveValue('2')
  await answerDateAndTime(wizard)
  expect(wizard.getByRole('textbox', { name: /Comment/ })).toHaveValue('Rings twice')
  expect(calls.of(api.searches.create).at(-1)?.body).toMatchObject({
    traveling_at: '2026-11-23T06:30:00.000Z',
    departing: true,
    passengers: [{ fare_type: 'adult' }, { fare_type: 'adult' }],
  })
})

// covers: JRN-79
test('Ctrl+Shift+D books the open booking again, and the one whose row has the keyboard', async () => {
  const who = await town().passenger('Kay Board')
  const { id } = await bookFor(who, '08:30')
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  await screen.findByRole('button', { name: `Book again: booking ${id}` })
  await portal.user.keyboard('{Control>}{Shift>}d{/Shift}{/Control}')
  expect((await wizardOf('Kay Board')).getByRole('combobox', { name: 'Pick Up' })).toHaveValue('Harbour')
  await portal.open('dispatcher', '/LiveBookings/data')
  const row = await screen.findByRole('row', { name: /Kay Board/ })
  row.focus()
  await portal.user.keyboard('{Control>}{Shift>}d{/Shift}{/Control}')
  expect((await wizardOf('Kay Board')).getByRole('combobox', { name: 'Drop Off' })).toHaveValue('School')
})

test('who does not see doors cannot book again', async () => {
  const who = await town().passenger('Mask Door')
  const { id } = await bookFor(who, '13:00')
  const permissions = [
    'LiveBooking:booking:canRead',
    'TravellerManagement:traveller:canRead',
    'TravellerManagement:tripBookingWizard:canRead',
    'TravellerManagement:tripBookingWizard:canCreate',
  ]
  const path = `/LiveBookings/data?d=LiveBookingDialog-view-${id}`
  await portal.open({ permissions }, path)
  await screen.findByRole('dialog', { name: new RegExp(`^Booking # ${id} `) })
  expect(screen.queryByRole('button', { name: /Book again/ })).toBeNull()
  await portal.open({ permissions: [...permissions, 'TravellerManagement:place:canRead'] }, path)
  expect(await screen.findByRole('button', { name: `Book again: booking ${id}` })).toBeVisible()
})

// covers: JRN-80
test('step 0 shows the next and the last five rides, and Return swaps the places of one', async () => {
  const wizard = await open()
  const who = wizard.traveler.id
  const next = await bookFor(who, '15:00')
  const last: number[] = []
  for (const at of ['08:30', '09:30', '10:30', '11:30', '12:30', '13:30'])
    last.push((await bookFor(who, at, 'Market')).id)
  await portal.server.deps.db
    .updateTable('service_requests')
    .set({ status: 'completed' })
    .where('id', 'in', last)
    .execute()
  await portal.reload()
  const again = await wizardOf(wizard.traveler.name)
  const ahead = within(await again.findByRole('region', { name: 'Next rides' }))
  expect(ahead.getAllByRole('button', { name: /^Book again/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    `Book again: booking ${next.id}`,
  ])
  const past = within(await again.findByRole('region', { name: 'Last rides' }))
  expect(past.getAllByRole('button', { name: /^Return/ }).map((one) => one.getAttribute('aria-label'))).toEqual(
    last
      .toReversed()
      .slice(0, 5)
      .map((id) => `Return: booking ${id}`),
  )
  await portal.user.click(ahead.getByRole('button', { name: `Return: booking ${next.id}` }))
  expect(again.getByRole('combobox', { name: 'Pick Up' })).toHaveValue('School')
  expect(again.getByRole('combobox', { name: 'Drop Off' })).toHaveValue('Harbour')
  await answerDateAndTime(again)
})
