// @module-tag long
import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { notice } from '../testing/notices.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const person = { first_name: 'Rosalind', last_name: 'Thornbury', username: 'rosalind', email: 'rosalind@example.org' }
const enrol = async () =>
  (
    await portal.server
      .client('superadmin')
      .call(api.travelers.create, { body: { ...person, phone_number: '0411 555 777' } })
  ).data.id
const fillIn = async (username: string, phone: string) => {
  await portal.open('customer_service', '/TravellerManagement?d=TravelerDialog-create')
  const creating = await openedDialog(portal, 'Create New Passenger')
  await creating.fill('First Name', 'Rosalinde')
  await creating.fill('Last Name', 'Thornburry')
  await creating.fill('Username', username)
  await creating.fill('Email', `${username}@example.org`)
  await creating.fill('Phone', phone)
  await creating.submit()
  return creating
}

// covers: JRN-88
test('who creates a passenger is shown those who may be the same first, and uses one of them or creates a new one', async () => {
  const id = await enrol()
  await fillIn('rosa2', '+61 411 555 777')
  const similar = within(await screen.findByRole('alert', { name: 'Is it one of these passengers?' }))
  expect(similar.getByText(`Rosalind Thornbury (ID: ${id})`)).toBeVisible()
  expect(similar.getByText('Same phone number')).toBeVisible()
  expect(similar.getByText('Nearly the same name')).toBeVisible()
  expect(calls.of(api.travelers.create)).toEqual([])
  await portal.user.click(similar.getByRole('button', { name: /^Use this one/ }))
  expect(await screen.findByRole('dialog', { name: /Passenger Rosalind Thornbury \|/ })).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Create New Passenger' })).toBeNull()
  await fillIn('rosa3', '0499 000 111')
  const again = within(await screen.findByRole('alert', { name: 'Is it one of these passengers?' }))
  await portal.user.click(again.getByRole('button', { name: 'Create a new passenger' }))
  expect(await notice('New Passenger created successfully.')).toBeVisible()
  await waitFor(() => expect(calls.of(api.travelers.create)).toHaveLength(1))
})
