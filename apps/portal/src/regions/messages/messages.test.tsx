import { api } from '@ambit/contract'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openedDialog } from '../../testing/opened-dialog.ts'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal()

const region = async (name: string) => {
  const body = { name, time_zone: 'Australia/Brisbane' }
  return (await portal.server.client('operations_manager').call(api.regions.create, { body })).data
}
const settings = async (id: number) => {
  const { data } = await portal.server.client('operations_manager').call(api.regions.show, { params: { id } })
  const { change_minutes, arriving_minutes, reminder_hour, quiet_from, quiet_until } = data
  return {
    minutes: [change_minutes, arriving_minutes],
    times: [reminder_hour, quiet_from, quiet_until],
    language: data.message_language,
    off: data.messages_off,
  }
}

// @test-tag long
test('the figures of a region’s messages are settled in its dialog, each with what it does, and refused beside its field', async () => {
  const { id } = await region('Told Town')
  await portal.open('operations_manager', `/RegionManagement?d=RegionDialog-edit-${id}-Messages`)
  const dialog = await openedDialog(portal, 'Told Town')
  expect(await dialog.field('Time moved by')).toHaveValue('5 minutes')
  expect(await dialog.field('Arrives within')).toHaveValue('5 minutes')
  expect(dialog.getByText(/^Told when the pick-up moves by more than this/)).toBeVisible()
  expect(dialog.getByRole('combobox', { name: 'Reminder at' })).toHaveValue('6:00 pm')
  expect(dialog.getByRole('combobox', { name: 'Language' })).toHaveValue("The installation's")
  await dialog.fill('Arrives within', '16')
  await portal.user.tab()
  expect(await dialog.findByText('Please enter 1 to 15 minutes')).toBeVisible()
  await dialog.fill('Arrives within', '7')
  await dialog.fill('Time moved by', '12')
  await dialog.choose('Language', 'Spanish')
  await portal.fill(dialog.getByRole('combobox', { name: 'Quiet from' }), '10:30 pm')
  await portal.user.click(await screen.findByRole('option', { name: '10:30 pm' }))
  await dialog.submit()
  expect(await screen.findByText('Your message settings have been successfully updated')).toBeVisible()
  await dialog.closes()
  expect(await settings(id)).toEqual({ minutes: [12, 7], times: [18, '22:30', '07:00'], language: 'es', off: {} })
})

// @test-tag long
test('each event of a region has the channels that are used for it, and what passengers must hear of keeps one', async () => {
  const { id } = await region('Loud Town')
  await portal.open('operations_manager', `/RegionManagement?d=RegionDialog-edit-${id}-Messages`)
  const dialog = await openedDialog(portal, 'Loud Town')
  const takeOff = async (event: string, channels: number): Promise<void> => {
    await portal.user.click(await dialog.findByRole('combobox', { name: event }))
    await portal.user.keyboard('{Backspace}'.repeat(channels))
  }
  await takeOff('Receipt', 3)
  await takeOff('Not served', 4)
  await dialog.submit()
  expect(await dialog.findByText('Passengers must hear of this: at least one channel stays on')).toBeVisible()
  await dialog.choose('Not served', 'SMS')
  await dialog.submit()
  expect(await screen.findByText('Your message settings have been successfully updated')).toBeVisible()
  await dialog.closes()
  expect((await settings(id)).off).toEqual({ not_served: ['email', 'push', 'call'], receipt: ['sms', 'push', 'call'] })
})

test('who may only read regions sees how passengers are written to', async () => {
  const { id } = await region('Seen Town')
  await portal.open('dispatcher', `/RegionManagement?d=RegionDialog-view-${id}-Messages`)
  const dialog = await openedDialog(portal, 'Seen Town')
  expect(await dialog.findByText('6:00 pm')).toBeVisible()
  expect(dialog.getAllByText('E-mail, SMS, Push, Call')).toHaveLength(16)
  expect(dialog.queryByRole('button', { name: 'Submit' })).toBeNull()
})
