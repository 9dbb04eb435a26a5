import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'
import { openWithout } from '../testing/without-key.ts'

const portal = startPortal()

let region = 0
beforeAll(async () => {
  const body = { name: 'Coast', time_zone: 'Australia/Brisbane' }
  region = (await portal.server.client('superadmin').call(api.regions.create, { body })).data.id
})

const grid = () => screen.findByRole('grid', { name: 'Concessions' })
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name })
const create = async (name: string) => {
  const body = { name, region_id: region, discount_amount: 20 }
  return (await portal.server.client('superadmin').call(api.travelerSets.create, { body })).data
}

test('an operations manager creates, changes and deletes a kind of concession from the menu', async () => {
  await portal.open('operations_manager', '/')
  const { user } = portal
  const menu = within(await screen.findByRole('region', { name: 'Configuration' }))
  await user.click(menu.getByRole('link', { name: 'Concessions' }))
  await user.click((await screen.findAllByRole('button', { name: 'Create Concession' }))[0]!)
  const making = await portal.dialog('Create New Concession')
  await portal.fill(await making.findByLabelText(/Name/), 'Senior')
  await user.click(await making.findByRole('button', { name: 'Submit' }))
  for (const message of ['Please select a region', 'Enter a percentage from 0.01 to 100'])
    expect(await making.findByText(message)).toBeVisible()
  await portal.choose(making.getByRole('combobox', { name: 'Region' }), 'Coast')
  await portal.fill(making.getByLabelText(/Percentage off/), '50')
  await user.click(making.getByRole('button', { name: 'Submit' }))
  await portal.noDialog()
  const made = await row(/Senior/)
  expect(made).toHaveTextContent(/Senior.*Coast.*50%/)

  await user.click(within(made).getByRole('button', { name: /actions/i }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const changing = await portal.dialog('Senior')
  expect(await changing.findByRole('combobox', { name: 'Region' })).toBeDisabled()
  await portal.fill(changing.getByLabelText(/Percentage off/), '40')
  await user.click(changing.getByRole('button', { name: 'Submit' }))
  await portal.noDialog()
  await waitFor(async () => expect(await row(/Senior/)).toHaveTextContent('40%'))

  await user.click(within(await row(/Senior/)).getByRole('button', { name: /actions/i }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click((await portal.dialog(/./)).getByRole('button', { name: 'Delete' }))
  await waitFor(async () => expect(within(await grid()).queryByRole('row', { name: /Senior/ })).toBeNull())
})

test('a name that the region has already is refused beside the field', async () => {
  await create('Student')
  await portal.open('operations_manager', '/ConcessionManagement?d=ConcessionDialog-create')
  const dialog = await portal.dialog('Create New Concession')
  await portal.fill(await dialog.findByLabelText(/Name/), 'student')
  await portal.choose(dialog.getByRole('combobox', { name: 'Region' }), 'Coast')
  await portal.fill(dialog.getByLabelText(/Percentage off/), '10')
  await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await dialog.findByText('This region already has a concession of that name')).toBeVisible()
})

test('staff who may not change regions read concessions, and without the key there is no page', async () => {
  const veteran = await create('Veteran')
  await portal.open('customer_service', `/ConcessionManagement?d=ConcessionDialog-view-${veteran.id}`)
  const dialog = await portal.dialog('Veteran')
  expect(await dialog.findByText('20.00%')).toBeVisible()
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create Concession', hidden: true })).toBeNull()
  await openWithout(portal, 'TravellerManagement:traveller:canRead', '/ConcessionManagement')
  expect(await screen.findByRole('heading', { name: 'No permission' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Concessions' })).toBeNull()
})
