import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const banner = (text: RegExp) => screen.findByText(text)

// covers: OPS-103, OPS-105
// @test-tag long
test('A superadmin writes an incident, adds an update and marks it as over, and everybody’s portal says so', async () => {
  await portal.open('superadmin', '/')
  const { user } = portal
  const system = within(await screen.findByRole('region', { name: 'System' }))
  await user.click(system.getByRole('link', { name: 'Service Status' }))
  await user.click((await screen.findAllByRole('button', { name: 'Write an incident' }))[0]!)
  const dialog = await portal.dialog('New Incident')
  await portal.fill(dialog.getByLabelText(/Title/), 'Slow searches')
  await user.click(dialog.getByRole('combobox', { name: /Affected/ }))
  await user.keyboard('{Escape}')
  await user.tab()
  expect(await dialog.findByText('Please choose what is affected')).toBeVisible()
  await user.click(dialog.getByRole('combobox', { name: /Affected/ }))
  await user.click(await screen.findByRole('option', { name: 'Booking' }))
  await user.keyboard('{Escape}')
  await portal.fill(dialog.getByLabelText(/Update/), 'We are looking into it.')
  const online = calls.answer(api.statusIncidents.create, () => Promise.reject(new TypeError('Failed to fetch')))
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await dialog.findByText(/^The server cannot be reached/)).toBeVisible()
  online()
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  await portal.noDialog()
  expect(await banner(/\(Booking\): We are looking into it\./)).toBeVisible()

  const grid = () => screen.findByRole('grid', { name: 'Service Status' })
  await user.click(await within(await grid()).findByRole('row', { name: /Slow searches/ }))
  const edited = await portal.dialog(/Editing Incident Slow searches/)
  await portal.fill(await edited.findByRole('textbox', { name: /^Update/ }), 'Found: a full disk.')
  await user.click(edited.getByRole('button', { name: 'Submit' }))
  await portal.noDialog()
  expect(await banner(/Found: a full disk\./)).toBeVisible()

  await portal.open('dispatcher', '/')
  expect(await banner(/Found: a full disk\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close Slow searches' }))
  expect(screen.queryByText(/Found: a full disk\./)).toBeNull()
  const [incident] = (await portal.server.client('superadmin').call(api.statusIncidents.list, {})).data
  await portal.server.client('superadmin').call(api.statusIncidents.update, {
    params: { id: incident!.id },
    body: { text: 'The disk has room again.' },
  })
  // A new update is told to those who closed the one before.
  expect(await banner(/The disk has room again\./)).toBeVisible()

  portal.server.deps.clock.advance(60_000)
  await portal.open('superadmin', '/ServiceStatus')
  const row = within(await within(await grid()).findByRole('row', { name: /Slow searches/ }))
  await user.click(row.getByRole('button', { name: /Slow searches/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as over' }))
  await waitFor(() => expect(screen.queryByText(/The disk has room again\./, { selector: 'p *' })).toBeNull())
  expect(await row.findByText('Over')).toBeVisible()
})

test('A dispatcher has no page for incidents', async () => {
  await portal.open('dispatcher', '/ServiceStatus')
  expect(await within(await screen.findByRole('main')).findAllByText(/permission/)).not.toHaveLength(0)
  expect(screen.queryByRole('button', { name: 'Write an incident' })).toBeNull()
})
