import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown, stopPoint } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
const { user } = portal
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
})
beforeEach(async () => {
  await portal.server.deps.db.deleteFrom('places').execute()
})

const clerk = () => portal.server.client('customer_service')
const create = async (name: string) => {
  const body = { region_id: town.region_id, name, address: '12 Quay Street', point: stopPoint('Harbour') }
  return (await clerk().call(api.places.create, { body })).data
}
const stored = async () =>
  (await clerk().call(api.places.list, { query: { filter: { region: [town.region_id] }, sort: 'name' } })).data
const table = async () => within(await screen.findByRole('grid', { name: 'Places' }))

// covers: JRN-81
// @test-tag long
test('customer service keeps the place book under Places: names, address, where vehicles stop, note, hours and category', async () => {
  await portal.open('customer_service', `/Dashboard?region=${town.region_id}`)
  const daily = within(await screen.findByRole('region', { name: 'Daily Operations' }))
  await user.click(daily.getByRole('link', { name: 'Places' }))
  expect(portal.address()).toMatch(/^\/Places/)
  expect(await screen.findByText('The place book is empty')).toBeVisible()
  const [first] = screen.getAllByRole('button', { name: 'Create Place' })
  await user.click(first!)
  const dialog = await openedDialog(portal, 'Create New Place')
  await dialog.fill('Name', 'Harbour Dialysis Centre')
  await dialog.choose('Category', 'Health')
  await dialog.fill('Other names', 'The Kidney Clinic{enter}HDC')
  await dialog.fill('Note for drivers', 'Ring at the side door')
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  expect(await dialog.findByText('Please choose an address')).toBeVisible()
  await dialog.fill('Address', '-27.4705, 153.026')
  await user.keyboard('{Enter}')
  await dialog.choose('Vehicles stop', 'At a stop')
  const stop = await dialog.findByRole('combobox', { name: 'Stop' })
  // The stops of the region come after the field that offers them.
  await waitFor(async () => {
    await user.click(stop)
    expect(screen.getByRole('option', { name: 'Market' })).toBeVisible()
  })
  await user.click(screen.getByRole('option', { name: 'Market' }))
  await user.click(dialog.getByRole('radio', { name: 'Opening hours' }))
  await user.click(
    within(dialog.getByRole('group', { name: 'Friday' })).getByRole('button', { name: 'Remove time 1 of Friday' }),
  )
  await dialog.submit()
  await dialog.closes()
  const row = await (await table()).findByRole('row', { name: /Harbour Dialysis Centre/ })
  for (const text of ['The Kidney Clinic, HDC', 'Health', 'Market', 'Ring at the side door'])
    expect(within(row).getByText(text)).toBeVisible()
  expect(within(row).getByText(/^Mon–Thu 08:00 – 17:00; Fri–Sun Closed$/)).toBeVisible()
  const [made] = await stored()
  expect(made).toMatchObject({ category: 'health', location_name: 'Market', target: stopPoint('Market') })
})

// @test-tag long
test('a name that the place book has is refused beside its field, and the form keeps what was typed', async () => {
  await create('Library')
  const { id } = await create('Town Hall')
  await portal.open('customer_service', `/Places?d=PlaceDialog-edit-${id}`)
  const dialog = await openedDialog(portal, /^Editing Place Town Hall/)
  await dialog.fill('Name', 'library')
  await dialog.submit()
  expect(await dialog.findByText('The place book has a place of that name already')).toBeVisible()
  expect(await dialog.field('Name')).toHaveValue('library')
  await dialog.fill('Name', 'City Hall')
  await dialog.submit()
  await dialog.closes()
  expect((await stored()).map(({ name }) => name)).toEqual(['City Hall', 'Library'])
})

// @test-tag long
test('an opening time that cannot be read is not saved until it is put right, and goes with the other changes', async () => {
  const { id } = await create('Library')
  const daily = Array.from({ length: 7 }, () => [{ from: 480, until: 1020 }])
  await clerk().call(api.places.update, { params: { id }, body: { hours: daily } })
  await portal.open('customer_service', `/Places?d=PlaceDialog-edit-${id}`)
  const dialog = await openedDialog(portal, /^Editing Place Library/)
  const from = () => dialog.field('Monday, from, 1')
  await portal.fill(await from(), 'ten-ish')
  await dialog.submit()
  expect(await dialog.findByText('Choose a time from the list, such as 9:05 am')).toBeVisible()
  expect(await from()).toHaveValue('ten-ish')
  await user.click(dialog.getByRole('textbox', { name: /^Name/ }))
  await dialog.submit()
  await waitFor(async () => expect(await from()).toHaveFocus())
  const reset = dialog.getByRole('button', { name: 'Reset' })
  await waitFor(() => expect(reset).toBeEnabled())
  await user.click(reset)
  expect(await from()).toHaveValue('8:00 am')
  expect(dialog.queryByRole('button', { name: 'Submit' })).toBeNull()
  await portal.fill(await from(), '9:05 am')
  await dialog.submit()
  await dialog.closes()
  expect((await stored())[0]?.hours?.[0]).toEqual([{ from: 545, until: 1020 }])
})

// @test-tag long
test('a place is found by search and category, and deleted after a question', async () => {
  await create('Library')
  await create('Town Hall')
  await portal.open('customer_service', '/Places')
  const places = await table()
  await places.findByText('Library')
  await portal.fill(screen.getByRole('searchbox', { name: 'Search places' }), 'hall')
  await waitFor(() => expect(places.queryByText('Library')).toBeNull())
  const row = await places.findByRole('row', { name: /Town Hall/ })
  await user.click(within(row).getByRole('button', { name: /actions/i }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await portal.dialog('Delete this place?')
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Town Hall was deleted.')).toBeVisible()
  expect((await stored()).map(({ name }) => name)).toEqual(['Library'])
})

// covers: JRN-83
test('a CSV file is imported with the outcome of each row, and one without the columns is refused before it is sent', async () => {
  await create('Library')
  await portal.open('customer_service', '/Places?d=PlaceImportDialog-create')
  const dialog = await openedDialog(portal, 'Import places')
  const file = dialog.element.querySelector<HTMLInputElement>('input[type=file]')!
  const choose = (text: string) => user.upload(file, new File([text], 'places.csv'))
  await choose('Title,Street\r\nLibrary,1 Main Street')
  expect(await dialog.findByText(/^The file has no columns Name and Address/)).toBeVisible()
  // The same file can be chosen again once it is corrected.
  expect(file).toHaveValue('')
  await choose(
    'Name;Address;Latitude;Longitude;Other Names\r\nPool;2 Main Street;-27.47;153.02;Baths\r\nLibrary;1 Main Street;-27.47;153.02;\r\n',
  )
  const run = await dialog.findByRole('button', { name: 'Import 2 rows' })
  await waitFor(() => expect(run).toBeEnabled())
  await user.click(run)
  expect(await dialog.findByText('1 added, 1 not.')).toBeVisible()
  const outcomes = within(dialog.getByRole('list', { name: 'Outcome of each row' })).getAllByRole('listitem')
  expect(outcomes.map(({ textContent }) => textContent)).toEqual([
    'Row 3LibraryName: the place book has a place of that name already',
    'Row 2PoolAdded',
  ])
  expect((await stored()).map(({ name, other_names }) => [name, other_names])).toEqual([
    ['Library', []],
    ['Pool', ['Baths']],
  ])
})

test('who may only read sees places and no way to change them', async () => {
  const { id } = await create('Library')
  await portal.open({ permissions: ['TravellerManagement:place:canRead'] }, `/Places?d=PlaceDialog-edit-${id}`)
  const dialog = await openedDialog(portal, /^Viewing Place Library/)
  expect(dialog.getByText('12 Quay Street', { exact: false })).toBeVisible()
  expect(dialog.queryByRole('textbox')).toBeNull()
  await user.keyboard('{Escape}')
  await table()
  for (const name of ['Create Place', 'Import', 'Suggestions'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
