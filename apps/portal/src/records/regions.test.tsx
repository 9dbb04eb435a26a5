import { api, permissionKeys } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

let coast = 0
let hills = 0
beforeAll(async () => {
  const region = async (name: string) => {
    const body = { name, time_zone: 'Australia/Brisbane' }
    return (await portal.server.client('superadmin').call(api.regions.create, { body })).data.id
  }
  coast = await region('Coast')
  hills = await region('Hills')
})

const office = () => portal.server.client('superadmin')
const limitedTo = (region_ids: number[]) => ({ permissions: permissionKeys, region_ids })
const person = (first_name: string, more: object = {}) => {
  const username = first_name.toLowerCase()
  return { first_name, last_name: 'Moreau', username, email: `${username}@example.org`, ...more }
}

// @test-tag long
test('A driver serves all regions unless one is chosen, and may be given back to all', async () => {
  await portal.open('superadmin', '/DriverManagement?d=DriverDialog-create')
  const dialog = await openedDialog(portal, 'Create Driver')
  expect(await dialog.field('Region')).toHaveValue('All regions')
  for (const [label, text] of Object.entries({ 'First Name': 'Ada', 'Last Name': 'Moreau', Username: 'ada' }))
    await dialog.fill(label, text)
  await dialog.fill('Email', 'ada@example.org')
  await dialog.choose('Region', 'Hills')
  await dialog.submit()
  await dialog.closes()
  const [ada] = (await office().call(api.drivers.list, { query: { search: 'ada' } })).data
  expect(ada?.region_id).toBe(hills)

  await portal.open('superadmin', `/DriverManagement?d=DriverDialog-edit-${ada?.id}`)
  const editing = await openedDialog(portal, 'Ada Moreau')
  const field = await editing.field('Region')
  await waitFor(() => expect(field).toHaveValue('Hills'))
  await editing.choose('Region', 'All regions')
  await editing.submit()
  await editing.closes()
  expect((await office().call(api.drivers.show, { params: { id: ada?.id ?? 0 } })).data.region_id).toBeNull()

  await portal.open('superadmin', `/DriverManagement?d=DriverDialog-view-${ada?.id}`)
  expect(await (await portal.dialog('Ada Moreau')).findByText('All regions')).toBeVisible()
})

test('A user of one region creates vehicles there without being asked for it', async () => {
  await portal.open(limitedTo([hills]), '/VehicleManagement?d=VehicleDialog-create')
  const dialog = await openedDialog(portal, 'Create Vehicle')
  await dialog.fill('Registration Number', 'P 77')
  await dialog.fill('Vehicle ID', 'N 77')
  await dialog.fill('Actual Passenger Capacity', '8')
  await dialog.fill('Wheelchair Passenger Capacity', '1')
  expect(dialog.queryByLabelText('Region')).toBeNull()
  await dialog.submit()
  await dialog.closes()
  expect((await office().call(api.vehicles.list, { query: { search: 'N 77' } })).data[0]?.region_id).toBe(hills)
})

// @test-tag long
test('A user of several regions is told beside the field to choose one of them', async () => {
  await portal.open(limitedTo([coast, hills]), '/TravellerManagement?d=TravelerDialog-create')
  const dialog = await openedDialog(portal, 'Create New Passenger')
  for (const [label, text] of Object.entries({ 'First Name': 'Bo', 'Last Name': 'Moreau', Username: 'bo' }))
    await dialog.fill(label, text)
  await dialog.fill('Email', 'bo@example.org')
  expect(await dialog.field('Home region')).toHaveValue('')
  await dialog.submit()
  expect(await dialog.findByText('Please select a region')).toBeVisible()
  await dialog.choose('Home region', 'Coast')
  await dialog.submit()
  await dialog.closes()
  expect((await office().call(api.travelers.list, { query: { search: 'bo@' } })).data[0]?.region_id).toBe(coast)
})

test('A change of a driver who serves all regions is refused in words to a user of one', async () => {
  const { data: cora } = await office().call(api.drivers.create, { body: person('Cora', { status: 'approved' }) })
  await portal.open(limitedTo([hills]), `/DriverManagement?d=DriverDialog-edit-${cora.id}`)
  const dialog = await openedDialog(portal, 'Cora Moreau')
  expect(await dialog.field('Region')).toHaveValue('All regions')
  await dialog.fill('Phone Number', '1')
  await dialog.submit()
  const refused = 'This driver belongs to all regions, and your account is limited to some'
  expect(await dialog.findByText(refused)).toBeVisible()
})

test('A passenger whose home is elsewhere is shown so', async () => {
  const { data: dan } = await office().call(api.travelers.create, { body: person('Dan', { region_id: coast }) })
  const { data: zone } = await office().call(api.zones.create, {
    body: { name: 'Ridge', abbreviation: 'R', region_id: hills, time_zone: 'Australia/Brisbane' },
  })
  // As a first booking in the zone leaves it.
  await portal.server.deps.db
    .updateTable('travelers')
    .set({ zone_ids: [zone.id] } as never) // written by the database alone otherwise
    .where('id', '=', dan.id)
    .execute()
  await portal.open(limitedTo([hills]), `/TravellerManagement?d=TravelerDialog-view-${dan.id}`)
  expect(await (await portal.dialog(/Dan Moreau/)).findByText('Another region')).toBeVisible()
})

test('A user of several regions says which one imported vehicles belong to', async () => {
  await portal.open(limitedTo([coast, hills]), '/VehicleManagement?d=VehicleImportDialog-create')
  const dialog = within(await screen.findByRole('dialog', { name: 'Import vehicles' }))
  const text = [
    'Registration Number,Vehicle ID,Actual Passenger Capacity,Wheelchair Passenger Capacity',
    'P 88,N 88,8,1',
  ].join('\n')
  const file = Object.assign(new File([text], 'fleet.csv', { type: 'text/csv' }), {
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  })
  await portal.user.upload(await dialog.findByLabelText('CSV file'), file)
  expect(await dialog.findByText('Please select a region')).toBeVisible()
  await portal.choose(await dialog.findByRole('combobox', { name: 'Region' }), 'Coast')
  await waitFor(() => expect(dialog.queryByText('Please select a region')).toBeNull())
  const button = dialog.getByRole('button', { name: 'Import' })
  await waitFor(() => expect(button).toBeEnabled())
  await portal.user.click(button)
  await portal.noDialog()
  expect((await office().call(api.vehicles.list, { query: { search: 'N 88' } })).data[0]?.region_id).toBe(coast)
})
