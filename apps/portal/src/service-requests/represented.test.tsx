// @module-tag long
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { buildHome, fillFirstRow } from '../testing/booking-sheet.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
const { user } = portal

test('representatives are offered to cancel a ride and nothing that they may not, and see no effect on others', async () => {
  await buildHome(portal, ['Ada Hill'])
  await portal.open('representative', '/BookingSheet')
  await fillFirstRow(portal)
  await user.click(screen.getByRole('button', { name: 'Book 1 row' }))
  expect(await screen.findByText('1 of 1 booked')).toBeVisible()
  const { id } = await portal.server.deps.db
    .selectFrom('service_requests')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const now = portal.server.deps.clock.now()
  await portal.server.deps.db
    .insertInto('payments')
    .values({
      service_request_id: id,
      kind: 'charge',
      state: 'declined',
      amount_minor: 350,
      currency: 'AUD',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await portal.open('representative', `/LiveBookings/data?d=LiveBookingDialog-view-${id}`)
  const dialog = await portal.dialog(new RegExp(`^Booking # ${id}`))
  const cancel = await dialog.findByRole('button', { name: 'Cancel Booking' })
  expect(dialog.queryByRole('button', { name: 'Change Booking' })).toBeNull()
  for (const name of [/Refund/, 'Charge Again', 'Mark as Paid'])
    expect(dialog.queryByRole('button', { name })).toBeNull()
  await user.click(cancel)
  const question = await portal.dialog('Cancel Booking')
  expect(question.queryByRole('group', { name: 'Cancel Booking' })).toBeNull()
  await user.click(question.getByRole('button', { name: 'Cancel Booking' }))
  expect((await dialog.findAllByText('Cancelled'))[0]).toBeVisible()
})
