import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { waitFor } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 7')
})

let callers = 0
const booked = async () => {
  const who = await town.passenger(`Noor Caller${++callers}`)
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at: '10:00' })
  const body = { pickup_note: 'Blue gate', dropoff_note: 'Ward 3' }
  return (await town.dispatcher.call(api.serviceRequests.changeNotes, { params: { id }, body })).data
}
const openBooking = async (id: number) => {
  await portal.open('dispatcher', `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  return portal.dialog(new RegExp(`^Booking # ${id}`))
}
const shown = async (id: number) => (await town.dispatcher.call(api.serviceRequests.show, { params: { id } })).data

// @test-tag long
test('the dialog of a booking shows the notes for the driver, and changes them without a new plan', async () => {
  const before = await booked()
  const dialog = await openBooking(before.id)
  expect(dialog.getByText('Note for the driver at the pick-up').parentElement).toHaveTextContent('Blue gate')
  await portal.user.click(dialog.getByRole('button', { name: 'Change the notes for the driver' }))
  const field = dialog.getByRole('textbox', { name: 'Note for the driver at the pick-up' })
  expect(field).toHaveFocus()
  expect(field).toHaveAccessibleDescription(/No health details\. 241 characters left\.$/)
  await portal.fill(field, 'Green gate')
  await portal.fill(dialog.getByRole('textbox', { name: 'Note for the driver at the drop-off' }), '')
  await portal.user.click(dialog.getByRole('button', { name: 'Save notes' }))
  expect(await dialog.findByText('Green gate')).toBeVisible()
  await waitFor(() => expect(dialog.queryByText('Ward 3')).toBeNull())
  const told = 'For the driver: note at the pick-up changed; note at the drop-off removed'
  expect(await dialog.findByText(told)).toBeVisible()
  expect(dialog.getAllByText('Notes for the driver changed')).toHaveLength(2)
  const { pickup, dropoff, trip_id } = before
  expect(await shown(before.id)).toMatchObject({
    pickup,
    dropoff,
    trip_id,
    pickup_note: 'Green gate',
    dropoff_note: null,
  })
})

test('a note that a colleague changes while the other one is written stays as the colleague left it', async () => {
  const { id } = await booked()
  const dialog = await openBooking(id)
  await portal.user.click(await dialog.findByRole('button', { name: 'Change the notes for the driver' }))
  await portal.fill(dialog.getByRole('textbox', { name: 'Note for the driver at the drop-off' }), 'Ward 5')
  await town.dispatcher.call(api.serviceRequests.changeNotes, { params: { id }, body: { pickup_note: 'Back door' } })
  await queryClient.invalidateQueries()
  expect(await dialog.findByText('For the driver: note at the pick-up changed')).toBeVisible()
  await portal.user.click(dialog.getByRole('button', { name: 'Save notes' }))
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Save notes' })).toBeNull())
  expect(await shown(id)).toMatchObject({ pickup_note: 'Back door', dropoff_note: 'Ward 5' })
})

test('the notes of a booking that is over cannot be changed', async () => {
  const { id } = await booked()
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
  const dialog = await openBooking(id)
  expect(await dialog.findByText('Blue gate')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Change the notes for the driver' })).toBeNull()
})
