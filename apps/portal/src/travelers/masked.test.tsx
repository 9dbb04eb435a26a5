import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'
import { timers } from '../testing/timers.ts'

const portal = startPortal()

const keys = ['Module', 'traveller:canRead', 'traveller:canUpdate'].map((key) => `TravellerManagement:${key}`)
/** Of a role that staff made, without the keys for contact, places and care. */
const clerk = { permissions: keys }

/** Of a username of its own, which the address is of as well. */
const mia = async (username = 'mia.costa', email = 'mia@example.org') => {
  const body = {
    first_name: 'Mia',
    last_name: 'Costa',
    username,
    email,
    phone_number: '+61 7 5550 0100',
    handicapped: true,
  }
  return (await portal.server.client('superadmin').call(api.travelers.create, { body })).data
}

test('what is masked of a passenger is shown as it comes, and saving the rest leaves it as it is', async () => {
  const { id } = await mia()
  await portal.open(clerk, `/TravellerManagement?d=TravelerDialog-edit-${id}`)
  const dialog = await portal.dialog(/Mia Costa/)
  const name = await dialog.findByRole('textbox', { name: 'First Name' })
  expect(dialog.getByText('m•••@example.org')).toBeVisible()
  expect(dialog.getByText('••• ••• 100')).toBeVisible()
  expect(dialog.getByText('Requires mobility support').nextSibling).toHaveTextContent('Hidden')
  for (const masked of ['Username', 'Email', 'Phone'])
    expect(dialog.queryByRole('textbox', { name: masked })).toBeNull()
  await portal.fill(name, 'Mila')
  await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
  await portal.noDialog()
  const [change] = calls.of(api.travelers.update)
  for (const masked of ['username', 'email', 'phone_number', 'handicapped', 'medically_exempt'])
    expect(change?.body).not.toHaveProperty(masked)
  const { data } = await portal.server.client('superadmin').call(api.travelers.show, { params: { id } })
  expect(data).toMatchObject({ first_name: 'Mila', email: 'mia@example.org', handicapped: true })
})

// covers: AUD-45
test('what is masked is shown for five minutes once a reason was given, and masked again by itself', async () => {
  const { id } = await mia('maria.costa', 'maria@example.org')
  const lifter = { permissions: [...keys, 'TravellerManagement:mask:canLift'] }
  await portal.open(lifter, `/TravellerManagement?d=TravelerDialog-view-${id}`)
  const dialog = await portal.dialog(/Mia Costa/)
  expect(dialog.getByText('m•••@example.org')).toBeVisible()
  await portal.user.click(await dialog.findByRole('button', { name: 'Show Email' }))
  const question = await portal.dialog('Please give a reason')
  await portal.user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Show Email' })).toBeEnabled())
  expect(calls.of(api.maskLifts.create)).toHaveLength(1)
  await portal.user.click(dialog.getByRole('button', { name: 'Show Email' }))
  const again = await portal.dialog('Please give a reason')
  expect(again.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await portal.user.type(again.getByRole('textbox', { name: 'Reason' }), 'The clinic asks')
  timers.hold()
  await portal.user.click(again.getByRole('button', { name: 'Continue' }))
  await timers.until(() => expect(dialog.getByText('maria@example.org')).toBeVisible())
  expect(dialog.getByText('••• ••• 100')).toBeVisible()
  expect(calls.of(api.maskLifts.create).at(-1)?.headers.get('x-reason')).toBe('The%20clinic%20asks')
  await timers.pass(301_000)
  await timers.until(() => expect(dialog.getByText('m•••@example.org')).toBeVisible())
  expect(dialog.queryByText('maria@example.org')).toBeNull()
})

test('a list is not sorted by what is masked', async () => {
  await portal.open('analyst', '/TravellerManagement')
  const grid = within(await screen.findByRole('grid', { name: 'Passengers' }))
  const sortable = grid.getAllByRole('columnheader').filter((header) => within(header).queryByRole('button') !== null)
  expect(sortable.map((header) => header.textContent)).toEqual(['ID'])
  await portal.open('dispatcher', '/TravellerManagement')
  const whole = within(await screen.findByRole('grid', { name: 'Passengers' }))
  expect(whole.getByRole('button', { name: 'Email' })).toBeVisible()
})
