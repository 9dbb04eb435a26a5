import { api } from '@ambit/contract'
import { sendWaitingMessages } from '@ambit/server/testing/send-messages'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })

/** Maria is told of her booking; that it was cancelled waits. */
const told = async (): Promise<number> => {
  const town = await buildSmallTown(portal.server)
  await town.vehicle('Van 1')
  const who = await town.passenger('Maria Silva')
  const { id } = await town.book({ who, from: 'Market', to: 'Hospital', at: '09:00' })
  await sendWaitingMessages(portal.server)
  await town.dispatcher.call(api.serviceRequests.cancel, { params: { id }, body: {} })
  return id
}

// covers: MSG-85
test('the page Messages is in the menu group System, and without messages it says what appears there', async () => {
  await portal.server.deps.db.deleteFrom('messages').execute()
  await portal.open('dispatcher', '/')
  const system = within(await screen.findByRole('region', { name: 'System' }))
  await portal.user.click(system.getByRole('link', { name: 'Messages' }))
  expect(await screen.findByText('No messages')).toBeVisible()
  expect(portal.address()).toMatch(/^\/Messages/)
  await portal.open('analyst', '/')
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('link', { name: 'Messages' })).toBeNull()
})

// @test-tag long
test('each message is listed with recipient, event, channel, state, attempts and text, is found, narrowed and opened', async () => {
  const id = await told()
  await portal.open('dispatcher', `/Messages?search=${id}`)
  const table = await screen.findByRole('grid', { name: 'Messages' })
  const rows = await waitFor(() => {
    const found = within(table).getAllByRole('row').slice(1)
    expect(found).toHaveLength(2)
    return found
  })
  expect(rows[0]).toHaveTextContent(/Maria Silva.*Cancelled on request.*Waiting/)
  expect(rows[1]).toHaveTextContent(/Maria Silva.*Booked.*Kept here.*E-mail.*Your ride on Mon 23 Nov is booked.*@.*0/)
  await portal.open(
    'dispatcher',
    `/Messages?search=${id}&filter.state=captured&filter.channel=email&filter.event=booking_confirmed`,
  )
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  await portal.user.click(screen.getByRole('row', { name: /Maria Silva/ }))
  const dialog = await openedDialog(portal, /Booked/)
  expect(dialog.getByRole('region', { name: 'Text' })).toHaveTextContent('Pick-up: Mon 23 Nov')
  await portal.open('dispatcher', `/Messages?search=${id}&filter.state=failed`)
  expect(await screen.findByText('No data available')).toBeVisible()
})

// covers: MSG-62
// @test-tag long
test('the booking’s dialog shows what its passenger was told, to those who may read messages', async () => {
  const id = await told()
  await portal.open('dispatcher', `/LiveBookings?d=LiveBookingDialog-view-${id}`)
  await screen.findByRole('heading', { name: 'Messages to the passenger' })
  expect(await screen.findByRole('row', { name: /Booked Kept here E-mail/ })).toBeVisible()
  await portal.user.click(screen.getByRole('link', { name: 'Booked' }))
  const dialog = await openedDialog(portal, /Booked/)
  expect(dialog.getByRole('region', { name: 'Text' })).toHaveTextContent('Market')
  const permissions = ['LiveBooking:Module', 'LiveBooking:booking:canRead']
  await portal.open({ permissions }, `/LiveBookings?d=LiveBookingDialog-view-${id}`)
  await screen.findByRole('heading', { name: 'Booking History' })
  expect(screen.queryByText('Messages to the passenger')).toBeNull()
})

test('who may not see places or addresses is shown neither', async () => {
  const id = await told()
  const permissions = ['Messaging:Module', 'Messaging:message:canRead']
  await portal.open({ permissions }, `/Messages?search=${id}&filter.state=captured`)
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent(/Maria Silva.*Hidden/))
  await portal.user.click(screen.getByRole('row', { name: /Maria Silva/ }))
  const dialog = await openedDialog(portal, /Booked/)
  expect(dialog.getByText('The text names places, which you may not see.')).toBeVisible()
})

// covers: MSG-62
test('the passenger’s dialog shows what the passenger was told of every ride, to those who may read messages', async () => {
  const booking = await told()
  const { data } = await portal.server.client('dispatcher').call(api.serviceRequests.show, { params: { id: booking } })
  const tab = `/TravellerManagement?d=TravelerDialog-view-${data.traveler_id}-Messages`
  await portal.open('dispatcher', tab)
  expect(await screen.findByRole('row', { name: /Booked Kept here E-mail/ })).toBeVisible()
  await portal.user.click(screen.getByRole('link', { name: 'Booked' }))
  expect((await openedDialog(portal, /Booked/)).getByRole('region', { name: 'Text' })).toHaveTextContent('Market')
  const permissions = ['TravellerManagement:Module', 'TravellerManagement:traveller:canRead']
  await portal.open({ permissions }, tab)
  expect((await screen.findAllByText('As usual')).length).toBeGreaterThan(0)
  expect(screen.queryByText('Messages to the passenger', { selector: 'h3' })).toBeNull()
})

// covers: MSG-62
// @test-tag long
test('a message is sent again at the press of a button, and its place is taken by the new one', async () => {
  const id = await told()
  const {
    data: [waiting, booked],
  } = await portal.server.client('dispatcher').call(api.messages.list, {
    query: { filter: { service_request: [id] }, sort: '-id' },
  })
  await portal.open('dispatcher', `/Messages?d=MessageDialog-view-${waiting?.id}`)
  const unsent = await openedDialog(portal, /Cancelled on request/)
  expect(unsent.getByRole('button', { name: 'Send again' })).toHaveAttribute('aria-disabled', 'true')
  await portal.open('dispatcher', `/Messages?d=MessageDialog-view-${booked?.id}`)
  const over = await openedDialog(portal, /Booked/)
  await portal.user.click(over.getByRole('button', { name: 'Send again' }))
  expect(await over.findByRole('alert')).toHaveTextContent('This is not sent again: the ride has begun or ended')
  await sendWaitingMessages(portal.server)
  await portal.open('dispatcher', `/Messages?d=MessageDialog-view-${waiting?.id}`)
  const sent = await openedDialog(portal, /Cancelled on request/)
  await portal.user.click(sent.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(portal.address()).toMatch(/d=MessageDialog-view-\d+$/))
  await waitFor(() => expect(portal.address()).not.toContain(`view-${waiting?.id}`))
  expect(await screen.findByText('The text is made when the message is due.')).toBeVisible()
  const permissions = ['Messaging:Module', 'Messaging:message:canRead']
  await portal.open({ permissions }, `/Messages?d=MessageDialog-view-${waiting?.id}`)
  await openedDialog(portal, /Cancelled on request/)
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})

// covers: MSG-29
// @test-tag long
test('what nobody understood stands under Replies with a badge, until somebody has marked it as read', async () => {
  await told()
  const { db, clock } = portal.server.deps
  const maria = await db.selectFrom('messages').select(['traveler_id', 'region_id']).limit(1).executeTakeFirstOrThrow()
  const said = { ...maria, number: '+61412345678', kind: 'other' as const, received_at: clock.now() }
  const asked = { ...said, kind: 'where' as const, answer: 'Your next pick-up', answer_state: 'captured' as const }
  await db
    .insertInto('sms_replies')
    .values([
      { ...said, text: 'I am at the back door' },
      { ...asked, text: 'WHERE' },
    ])
    .execute()
  await portal.open('dispatcher', '/Messages')
  await screen.findByRole('img', { name: '1 unread' })
  await portal.user.click(screen.getByRole('link', { name: /^Replies/ }))
  const table = await screen.findByRole('grid', { name: 'Replies' })
  expect(await within(table).findByRole('row', { name: /WHERE.*Your next pick-up \(kept here\)/ })).toBeVisible()
  await portal.user.click(await within(table).findByRole('row', { name: /I am at the back door Unread Other/ }))
  const dialog = await openedDialog(portal, 'Maria Silva')
  await portal.user.click(dialog.getByRole('button', { name: 'Mark as read' }))
  await waitFor(() => expect(screen.queryByRole('img', { name: '1 unread' })).toBeNull())
  expect(dialog.queryByRole('button', { name: 'Mark as read' })).toBeNull()
  await db.deleteFrom('sms_replies').execute()
})
