import { api } from '@ambit/contract'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const keys = ['Module', 'traveller:canRead', 'traveller:canUpdate'].map((key) => `TravellerManagement:${key}`)
/** Of a role that staff made, without the keys for contact, places and care. */
const clerk = { permissions: keys }

const mia = async () => {
  const body = {
    first_name: 'Mia',
    last_name: 'Costa',
    username: 'mia.costa',
    email: 'mia@example.org',
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

test('a list is not sorted by what is masked', async () => {
  await portal.open('analyst', '/TravellerManagement')
  const grid = within(await screen.findByRole('grid', { name: 'Passengers' }))
  const sortable = grid.getAllByRole('columnheader').filter((header) => within(header).queryByRole('button') !== null)
  expect(sortable.map((header) => header.textContent)).toEqual(['ID'])
  await portal.open('dispatcher', '/TravellerManagement')
  const whole = within(await screen.findByRole('grid', { name: 'Passengers' }))
  expect(whole.getByRole('button', { name: 'Email' })).toBeVisible()
})
