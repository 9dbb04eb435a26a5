import { api } from '@ambit/contract'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openedDialog } from '../../testing/opened-dialog.ts'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal()

const passenger = async (first_name: string, more: object = {}) => {
  const body = { first_name, last_name: 'Told', username: first_name, email: `${first_name}@example.org`, ...more }
  return (await portal.server.client('customer_service').call(api.travelers.create, { body })).data
}

// @test-tag long
test('customer service says in which language and how a passenger wants to hear of each event', async () => {
  const { id } = await passenger('Tilda', { low_tech: true })
  await portal.open('customer_service', `/TravellerManagement?d=TravelerDialog-edit-${id}-Messages`)
  const dialog = await openedDialog(portal, /Tilda Told/)
  await dialog.choose('Language', 'German')
  await dialog.switch('Takes SMS')
  await dialog.choose('Reminder', 'SMS')
  await dialog.choose('Receipt', 'Not at all')
  await dialog.choose('Changed', 'Call')
  expect(dialog.queryByRole('combobox', { name: 'Quiet from' })).toBeNull()
  await dialog.switch('Own quiet hours')
  await dialog.choose('Quiet until', '8:30 am')
  await portal.user.click(await dialog.findByRole('combobox', { name: 'Not served' }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered).toEqual(['As usual', 'E-mail', 'SMS', 'Push', 'Call'])
  await portal.user.keyboard('{Escape}')
  await dialog.submit()
  expect(await screen.findByText(/^The message settings of this passenger/)).toBeVisible()
  await dialog.closes()
  const { data } = await portal.server.client('customer_service').call(api.travelers.show, { params: { id } })
  const { locale, can_text, call_when_near, message_channels, quiet_hours } = data
  expect({ locale, can_text, call_when_near, message_channels, quiet_hours }).toEqual({
    locale: 'de',
    can_text: true,
    call_when_near: false,
    message_channels: { reminder: 'sms', receipt: 'none', booking_changed: 'call' },
    quiet_hours: { from: '21:00', until: '08:30' },
  })
})

test('who has a smartphone is not asked whether the number takes SMS, and an analyst may only look', async () => {
  const { id } = await passenger('Smarta')
  await portal.open('analyst', `/TravellerManagement?d=TravelerDialog-view-${id}-Messages`)
  const dialog = await openedDialog(portal, /Viewing Passenger/)
  expect((await dialog.findAllByText('As usual')).length).toBe(16)
  expect(dialog.getByText("The region's")).toBeVisible()
  expect(dialog.queryByText('Takes SMS')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Submit' })).toBeNull()
})
