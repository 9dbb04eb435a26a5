import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const region = async (name: string) => {
  const body = { name, time_zone: 'Australia/Brisbane' }
  return (await portal.server.client('operations_manager').call(api.regions.create, { body })).data.id
}
const own = async (region_id: number) => {
  const { data } = await portal.server
    .client('operations_manager')
    .call(api.messageTemplates.list, { query: { region_id } })
  return data.filter(({ text }) => text !== null)
}
const preview = async () => within(await screen.findByRole('region', { name: 'Preview with an example' }))

// @test-tag long
test('a region’s own text is written with a preview as it is typed, refused while a name is wrong, tried, saved and put back', async () => {
  const id = await region('Wordy Town')
  await portal.open('operations_manager', `/Messages/Templates?region=${id}`)
  const table = within(await screen.findByRole('table', { name: 'Templates' }))
  await portal.user.click(table.getByRole('button', { name: 'Reminder, E-mail, English: the product’s text' }))
  const dialog = await openedDialog(portal, 'Reminder, E-mail, English')
  expect(await (await preview()).findByText(/We remind you of your ride tomorrow|remind/i)).toBeVisible()
  await dialog.paste('Text', 'Tomorrow at {{pickup_plase}}')
  const fault = 'Line 1, character 13: {{pickup_plase}} is not known here. Do you mean {{pickup_place}}?'
  expect(await (await preview()).findByText(`Text: ${fault}`)).toBeVisible()
  await dialog.submit()
  expect(await dialog.findByText(fault)).toBeVisible()
  expect(await own(id)).toEqual([])
  await dialog.paste('Text', 'Tomorrow at {{pickup_place}}')
  expect(await (await preview()).findByText('Tomorrow at Market Square')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(`Text: ${fault}`)).toBeNull())
  await portal.user.click(dialog.getByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText(/^A test goes to .*@/)).toBeVisible()
  await dialog.submit()
  expect(await screen.findByText(/^The text has been saved/)).toBeVisible()
  await dialog.closes()
  expect(await own(id)).toMatchObject([{ event: 'reminder', text: 'Tomorrow at {{pickup_place}}' }])

  await portal.user.click(await table.findByRole('button', { name: 'Reminder, E-mail, English: own text' }))
  const again = await openedDialog(portal, 'Reminder, E-mail, English')
  await portal.user.click(await again.findByRole('button', { name: 'Use the product’s text' }))
  expect(await screen.findByText('The product’s text is used again.')).toBeVisible()
  expect(await own(id)).toEqual([])
})

test('the text of an SMS counts characters and parts, and more than three are refused beside it', async () => {
  const id = await region('Short Town')
  await portal.open('operations_manager', `/Messages/Templates?d=MessageTemplateDialog-edit-${id}.arriving.sms.en`)
  const dialog = await openedDialog(portal, 'Arriving, SMS, English')
  // With the service's name and how to stop.
  await dialog.paste('Text', 'a'.repeat(161))
  expect(await (await preview()).findByText(/^185 characters, 2 SMS; up to 2 with long values/)).toBeVisible()
  await dialog.paste('Text', `${'a'.repeat(80)}á`)
  expect(await (await preview()).findByText(/^105 characters, 2 SMS.*“á” is not in the alphabet of SMS/)).toBeVisible()
  await dialog.paste('Text', 'a'.repeat(460))
  await dialog.submit()
  const tooLong = 'With long values this makes 4 SMS, and at most 3 are sent. Please shorten it'
  expect(await dialog.findByText(tooLong)).toBeVisible()
  expect(await own(id)).toEqual([])
})

test('a dispatcher reads the texts and changes none', async () => {
  const id = await region('Quiet Town')
  await portal.open('dispatcher', `/Messages/Templates?region=${id}`)
  const table = within(await screen.findByRole('table', { name: 'Templates' }))
  await portal.user.click(table.getByRole('button', { name: 'Receipt, SMS, German: the product’s text' }))
  const dialog = await openedDialog(portal, 'Receipt, SMS, German')
  expect(await preview()).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Send a test' })).toBeNull()
  expect(dialog.queryByText('Edit Mode')).toBeNull()
})
