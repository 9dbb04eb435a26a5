import { api } from '@ambit/contract'
import { stopPoint } from '@ambit/server/testing/small-town'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { startWizard } from '../../testing/open-wizard.ts'

const { portal, town, open, choosePlaces, findTrip } = startWizard()
const { user } = portal

type Wizard = Awaited<ReturnType<typeof open>>
const note = (of: Pick<Wizard, 'getByRole'>, stop: 'drop-off' | 'pick-up') =>
  of.getByRole('textbox', { name: `Note for the driver at the ${stop}` })
const ownPlace = (who: number, name: string, stop: 'Harbour' | 'School', text: string) =>
  portal.server.passengerClient(who).call(api.ride.addPlace, {
    body: { name, kind: 'other', address: { name, point: stopPoint(stop) }, note: text },
  })
const bookingsOf = async (who: number) =>
  (await town().dispatcher.call(api.serviceRequests.list, { query: { filter: { traveler: [who] } } })).data
    .toSorted((a, b) => a.id - b.id)
    .map(({ pickup_note, dropoff_note, comment }) => [pickup_note, dropoff_note, comment])
const search = async (wizard: Wizard): Promise<void> => {
  await waitFor(() => expect(findTrip(wizard)).toBeEnabled())
  await user.click(findTrip(wizard))
}

// @test-tag long
test('the notes of a ride have what the passenger notes with own places, say so, and are changed by typing', async () => {
  const wizard = await open()
  await ownPlace(wizard.traveler.id, 'Gran', 'Harbour', 'Blue gate')
  await choosePlaces(wizard)
  await search(wizard)
  await wizard.findByRole('button', { name: 'Confirm Trip' })
  await waitFor(() => expect(note(wizard, 'pick-up')).toHaveValue('Blue gate'))
  expect(note(wizard, 'pick-up')).toHaveAccessibleDescription(
    'From the passenger’s own place: Gran. Read by the driver at that stop. No health details. 241 characters left.',
  )
  expect(note(wizard, 'drop-off')).toHaveValue('')
  await portal.fill(note(wizard, 'drop-off'), 'Ward 3')
  await portal.fill(wizard.getByRole('textbox', { name: 'Comment' }), 'Two bags')
  await user.click(wizard.getByRole('button', { name: 'Confirm Trip' }))
  await wizard.findByText("You're Booked!")
  expect((await wizard.findByText('Note at the drop-off')).parentElement).toHaveTextContent('Ward 3')
  expect(await bookingsOf(wizard.traveler.id)).toEqual([['Blue gate', 'Ward 3', 'Two bags']])
})

// covers: JRN-86
test('the note fields say that they are not for health details, and take 250 characters', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await search(wizard)
  await wizard.findByRole('button', { name: 'Confirm Trip' })
  for (const stop of ['pick-up', 'drop-off'] as const) {
    expect(note(wizard, stop)).toHaveAccessibleDescription(/No health details\. 250 characters left\.$/)
    expect(note(wizard, stop)).toHaveAttribute('maxlength', '250')
  }
})

// @test-tag long
test('a note that was typed goes when its place is changed, and is still there after a reload', async () => {
  const wizard = await open()
  await choosePlaces(wizard)
  await search(wizard)
  await wizard.findByRole('button', { name: 'Confirm Trip' })
  await portal.fill(note(wizard, 'pick-up'), 'Blue gate')
  await portal.fill(note(wizard, 'drop-off'), 'Ward 3')
  await portal.reload()
  const again = within(await screen.findByRole('dialog', { name: /New Booking for/ }))
  await again.findByRole('button', { name: 'Confirm Trip' })
  expect(note(again, 'pick-up')).toHaveValue('Blue gate')
  await user.click(again.getByRole('button', { name: 'Edit Trip' }))
  await portal.fill(await again.findByRole('combobox', { name: 'Drop Off' }), 'Market Street')
  await screen.findByRole('option', { name: /Market Street/ })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(again.getByRole('button', { name: 'Find Trip' })).toBeEnabled())
  await user.click(again.getByRole('button', { name: 'Find Trip' }))
  await again.findByRole('button', { name: 'Confirm Trip' })
  expect(note(again, 'pick-up')).toHaveValue('Blue gate')
  expect(note(again, 'drop-off')).toHaveValue('')
})

// @test-tag long
test('of a journey there and back each way has its own notes, and the way back begins with those of the way there', async () => {
  const wizard = await open()
  await ownPlace(wizard.traveler.id, 'Gran', 'Harbour', 'Blue gate')
  await choosePlaces(wizard)
  await user.click(wizard.getByRole('radio', { name: 'Return at a time' }))
  await search(wizard)
  await wizard.findByRole('button', { name: 'Confirm Both Trips' })
  const [there, back] = ['Way there', 'Way back'].map((name) => within(wizard.getByRole('group', { name })))
  if (there === undefined || back === undefined) throw new Error('There are two ways')
  await waitFor(() => expect(note(there, 'pick-up')).toHaveValue('Blue gate'))
  await portal.fill(note(there, 'drop-off'), 'Ward 3')
  expect(note(back, 'pick-up')).toHaveValue('Ward 3')
  expect(note(back, 'pick-up')).toHaveAccessibleDescription(/^As on the way there\./)
  expect(note(back, 'drop-off')).toHaveValue('Blue gate')
  await portal.fill(note(back, 'pick-up'), 'Hall B')
  expect(note(there, 'drop-off')).toHaveValue('Ward 3')
  await user.click(wizard.getByRole('button', { name: 'Confirm Both Trips' }))
  await wizard.findByText("You're Booked!")
  expect(await bookingsOf(wizard.traveler.id)).toEqual([
    ['Blue gate', 'Ward 3', null],
    ['Hall B', 'Blue gate', null],
  ])
})

// @test-tag long
test('a change of a booking begins with its notes, and changes them with it', async () => {
  const name = 'Noor Changer'
  const { id } = await town().book({ who: await town().passenger(name), from: 'Market', to: 'School', at: '10:00' })
  const body = { pickup_note: 'Blue gate', dropoff_note: 'Ward 3' }
  await town().dispatcher.call(api.serviceRequests.changeNotes, { params: { id }, body })
  await portal.open('dispatcher', `/LiveBookings/data?d=TripBookingWizardDialog-edit-${id}`)
  const wizard = await portal.dialog(`Change booking ${id} of ${name}`)
  await user.click(await wizard.findByRole('button', { name: 'Find Trip' }))
  await wizard.findByRole('radio', { name: /Soonest/ })
  expect(note(wizard, 'pick-up')).toHaveValue('Blue gate')
  expect(note(wizard, 'drop-off')).toHaveValue('Ward 3')
  await portal.fill(note(wizard, 'pick-up'), 'Green gate')
  await user.click(wizard.getByRole('button', { name: 'Change Booking' }))
  await wizard.findByText('The booking is changed')
  const { data } = await town().dispatcher.call(api.serviceRequests.show, { params: { id } })
  expect(data).toMatchObject({ pickup_note: 'Green gate', dropoff_note: 'Ward 3' })
})
