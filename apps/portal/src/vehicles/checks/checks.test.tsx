import { randomUUID } from 'node:crypto'
import { api, type CheckItem } from '@ambit/contract'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { failedChecks, sendPhoto } from '../../testing/failed-checks.ts'
import { startPortal } from '../../testing/start-portal.ts'
import { lendView } from '../../testing/view.ts'

const portal = startPortal({ streets: straightStreets() })

const grid = (name: string) => screen.findByRole('grid', { name })
const row = async (list: string, name: RegExp) => within(await grid(list)).findByRole('row', { name })

test('staff who may only read checklists see their items and change nothing', async () => {
  const { data } = await portal.server.client('dispatcher').call(api.vehicleChecklists.list)
  await portal.open('dispatcher', `/VehicleManagement/Checklists?d=ChecklistDialog-view-${data[0]!.id}`)
  const dialog = await portal.dialog('Before driving')
  expect(within(await dialog.findByRole('list', { name: 'Items' })).getAllByRole('listitem')).toHaveLength(12)
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Create Checklist', hidden: true })).toBeNull()
})

// covers: DAPP-20, DAPP-21, DAPP-22
// @test-tag long
test('a fleet manager makes a checklist with items of each kind in three languages, orders and deletes it', async () => {
  const { user } = portal
  await portal.open('fleet_manager', '/VehicleManagement/Checklists')
  expect(await row('Checklists', /Before driving/)).toHaveTextContent(
    /Before signing on to a trip.*All vehicles.*12.*No/,
  )
  await user.click((await screen.findAllByRole('button', { name: 'Create Checklist' }))[0]!)
  const dialog = await portal.dialog('Create New Checklist')
  await portal.fill(dialog.getByLabelText(/^Name/), 'At the end')
  await user.click(await dialog.findByRole('button', { name: 'Submit' }))
  expect(await dialog.findByText('Please enter a label')).toBeVisible()
  await portal.choose(dialog.getByRole('combobox', { name: 'Asked' }), 'Before ending a trip')
  const item = (place: number) => within(dialog.getByRole('group', { name: `Item ${place}` }))
  await portal.fill(item(1).getByLabelText(/English/), 'Tidy')
  await portal.fill(item(1).getByLabelText(/German/), 'Aufgeräumt')
  await portal.fill(item(1).getByLabelText(/Spanish/), 'Ordenado')
  await user.click(item(1).getByRole('checkbox', { name: /Critical/ }))
  await user.click(dialog.getByRole('button', { name: 'Add item' }))
  await portal.fill(item(2).getByLabelText(/English/), 'Fuel')
  await portal.choose(item(2).getByRole('combobox', { name: 'Answered by' }), 'One of some choices')
  const choice = (place: number) => within(item(2).getByRole('group', { name: `Choice ${place}` }))
  await portal.fill(choice(1).getByLabelText(/English/), 'Full')
  await portal.fill(choice(2).getByLabelText(/English/), 'Empty')
  await user.click(choice(2).getByRole('checkbox', { name: 'It fails the item' }))
  await user.click(item(2).getByRole('checkbox', { name: 'Has to be answered' }))
  await user.click(item(2).getByRole('button', { name: 'Move up' }))
  await user.click(dialog.getByRole('button', { name: 'Add item' }))
  await portal.fill(item(3).getByLabelText(/English/), 'Front')
  await portal.choose(item(3).getByRole('combobox', { name: 'Answered by' }), '1 to 3 photos')
  await user.click(dialog.getByRole('button', { name: 'Submit' }))
  await portal.noDialog()
  expect(await row('Checklists', /At the end/)).toHaveTextContent(/Before ending a trip.*3.*Yes/)
  const { data } = await portal.server
    .client('fleet_manager')
    .call(api.vehicleChecklists.list, { query: { search: 'At the end' } })
  const label = (en: string, de = '', es = '') => ({ en, de, es })
  expect(data[0]?.items).toMatchObject([
    {
      label: label('Fuel'),
      kind: 'choice',
      required: false,
      critical: false,
      choices: [
        { label: label('Full'), fails: false },
        { label: label('Empty'), fails: true },
      ],
    },
    { label: label('Tidy', 'Aufgeräumt', 'Ordenado'), kind: 'pass_fail', required: true, critical: true, choices: [] },
    { label: label('Front'), kind: 'photo', required: true, critical: false, choices: [] },
  ])
  await user.click(within(await row('Checklists', /At the end/)).getByRole('button', { name: /actions/i }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click((await portal.dialog(/./)).getByRole('button', { name: 'Delete' }))
  await waitFor(async () =>
    expect(within(await grid('Checklists')).queryByRole('row', { name: /At the end/ })).toBeNull(),
  )
})

// covers: DAPP-27
// @test-tag long
test('finished checks are listed newest first, opened, released with a reason, and exported', async () => {
  const { user } = portal
  const [first] = await failedChecks(portal.server)
  await portal.open('dispatcher', '/VehicleManagement/Checks')
  const list = within(await grid('Vehicle checks'))
  await list.findByRole('row', { name: /Van 2/ })
  const rows = list.getAllByRole('row').slice(1)
  expect(rows.map((one) => /Van \d/.exec(one.textContent ?? '')?.[0])).toEqual(['Van 2', 'Van 1'])
  expect(rows[1]).toHaveTextContent(/May not be driven.*Start of shift.*Driver Van 1/)
  expect(screen.getByRole('button', { name: 'Export' })).toBeVisible()
  await user.click(within(rows[1]!).getByText('Van 1'))
  const dialog = await portal.dialog('Van 1, Start of shift')
  const answers = within(dialog.getByRole('region', { name: 'Answers' }))
  expect(answers.getByRole('term')).toHaveTextContent('Brakes (critical)')
  expect(answers.getByRole('definition')).toHaveTextContent(/Not OK.*The pedal gives way/)
  const release = dialog.getByRole('button', { name: 'Release' })
  expect(release).toBeDisabled()
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Mended')
  await user.click(release)
  expect(await dialog.findByText(/: Mended$/)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Release' })).toBeNull()
  await first!.client.call(api.driver.signOn, { params: { id: first!.trip_id } })
})

// covers: DAPP-24
// @test-tag long
test('photos of a failed item stand at the check and at the vehicle’s note, and open large by keyboard', async () => {
  const { user } = portal
  const view = lendView()
  const [van] = await failedChecks(portal.server)
  const { data } = await portal.server
    .client('dispatcher')
    .call(api.vehicleChecks.list, { query: { filter: { trip: [van!.trip_id] } } })
  const [check] = data
  await portal.open('fleet_manager', `/VehicleManagement/Checks?d=VehicleCheckDialog-view-${check!.id}`)
  const dialog = await portal.dialog('Van 1, Start of shift')
  const row = within(await dialog.findByRole('list', { name: 'Photos' }))
  const small = row.getAllByRole('button')
  expect(small).toHaveLength(2)
  for (const item of row.getAllByRole('listitem')) view.show(item)
  const first = within(small[0]!).getByRole('img')
  expect(first).toHaveAccessibleName(/^Photo 1 of 2: Brakes, .*2026/)
  await waitFor(() => expect(first.getAttribute('src')).toMatch(/^data:image\/jpeg;base64,/))
  small[0]!.focus()
  await user.keyboard('{Enter}')
  const viewer = await screen.findByRole('dialog', { name: 'Photo 1 of 2' })
  await waitFor(() => expect(viewer.contains(document.activeElement)).toBe(true))
  const large = within(viewer)
  expect(large.getByRole('img')).toHaveAccessibleName(/^Photo 1 of 2: Brakes/)
  await user.keyboard('{ArrowRight}')
  expect(await large.findByRole('img', { name: /^Photo 2 of 2: Brakes/ })).toBeInTheDocument()
  await user.click(large.getByRole('button', { name: 'Previous' }))
  expect(await large.findByRole('img', { name: /^Photo 1 of 2: Brakes/ })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Photo/ })).toBeNull())
  expect(dialog.getByRole('region', { name: 'Answers' })).toBeInTheDocument()
  await waitFor(() => expect(document.activeElement).toBe(small[0]))
  await portal.open('fleet_manager', `/VehicleManagement?d=VehicleDialog-view-${van!.vehicle_id}-VehicleNotes`)
  const vehicle = await portal.dialog('Van 1')
  const notes = within(await vehicle.findByRole('list', { name: 'Photos' }))
  expect(notes.getAllByRole('img')).toHaveLength(2)
  view.show(notes.getAllByRole('listitem')[0]!)
  await waitFor(() => expect(notes.getAllByRole('img')[0]!.getAttribute('src')).toMatch(/^data:image\/jpeg;base64,/))
})

test('photos of two items with the same label stand each at the answer to its own item', async () => {
  const town = await buildSmallTown(portal.server)
  const van = await town.vehicle('Van 1')
  const items = ['left', 'right'].map((id): CheckItem => ({
    id,
    label: { en: 'Side', de: '', es: '' },
    kind: 'photo',
    required: true,
    critical: false,
    choices: [],
  }))
  const body = { name: 'Start of shift', moment: 'before' as const, enabled: true, vehicle_ids: null, items }
  const { data: checklist } = await portal.server.client('fleet_manager').call(api.vehicleChecklists.create, { body })
  const [left, ...right] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [left, ...right]) await sendPhoto(van, id)
  const answers = [
    { item: 'left', value: 1, photos: [left] },
    { item: 'right', value: 2, photos: right },
  ]
  const params = { id: van.trip_id }
  await van.client.call(api.driver.vehicleCheck, { params, body: { checklist_id: checklist.id, answers } })
  const query = { filter: { trip: [van.trip_id] } }
  const { data } = await portal.server.client('dispatcher').call(api.vehicleChecks.list, { query })
  await portal.open('fleet_manager', `/VehicleManagement/Checks?d=VehicleCheckDialog-view-${data[0]!.id}`)
  const dialog = await portal.dialog('Van 1, Start of shift')
  const lists = await dialog.findAllByRole('list', { name: 'Photos' })
  expect(lists.map((list) => within(list).getAllByRole('img').length)).toEqual([1, 2])
})

test('a photo is asked for when it comes into view, and where it cannot be loaded says so with a button that tries again', async () => {
  const view = lendView()
  const [van] = await failedChecks(portal.server)
  const query = { filter: { trip: [van!.trip_id] } }
  const { data } = await portal.server.client('dispatcher').call(api.vehicleChecks.list, { query })
  calls.forget()
  const mended = calls.answer(api.vehicleChecks.photo, () => new Response('{}', { status: 500 }))
  await portal.open('fleet_manager', `/VehicleManagement/Checks?d=VehicleCheckDialog-view-${data[0]!.id}`)
  const dialog = await portal.dialog('Van 1, Start of shift')
  const items = within(await dialog.findByRole('list', { name: 'Photos' })).getAllByRole('listitem')
  expect(calls.of(api.vehicleChecks.photo)).toEqual([])
  view.show(items[1]!)
  const item = within(items[1]!)
  expect(await item.findByRole('alert')).toHaveTextContent('The photo could not be loaded')
  expect(calls.of(api.vehicleChecks.photo)).toHaveLength(1)
  mended()
  await portal.user.click(item.getByRole('button', { name: /^Retry Photo 2 of 2: Brakes/ }))
  const image = await item.findByRole('img', { name: /^Photo 2 of 2: Brakes/ })
  await waitFor(() => expect(image.getAttribute('src')).toMatch(/^data:image\/jpeg;base64,/))
  expect(within(items[0]!).getByRole('img').getAttribute('src')).toBeNull()
})
