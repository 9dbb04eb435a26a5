import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls, noNetwork, refusal } from '../testing/calls.ts'
import { buy } from '../testing/fleet.ts'
import { notice, notices } from '../testing/notices.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const noteDialog = () => openedDialog(portal, 'Add vehicle note')
const options = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
const sent = () => calls.of(api.vehicleNotes.create).map(({ body }) => body)
const viewed = async (id: number, name: string) => {
  await portal.open('dispatcher', `/VehicleManagement?d=VehicleDialog-view-${id}-VehicleNotes`)
  return openedDialog(portal, `N ${name}`)
}

describe('Notes of a vehicle', () => {
  // covers: VEH-29, VEH-56, VEH-57, VEH-59..61, VEH-63, VEH-71, VEH-72, VEH-89..91, VEH-97
  test('a dispatcher writes a comment about a vehicle from the list', async () => {
    const { user } = portal
    const bus = await buy(portal.server, 'remarked')
    await portal.open('dispatcher', '/VehicleManagement?search=remarked')
    await user.click(await screen.findByRole('button', { name: 'Actions for N remarked' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add note' }))
    await waitFor(() => expect(portal.address()).toMatch(new RegExp(`d=VehicleNoteDialog-create-${bus.id}$`)))
    const dialog = await noteDialog()
    expect(await dialog.findByText('N remarked')).toBeVisible()
    await user.click(await dialog.findByRole('combobox', { name: 'Category' }))
    expect(await options()).toEqual(['Comment', 'Incident'])
    await user.keyboard('{Escape}')
    await dialog.fill('Details', 'x')
    await dialog.fill('Details', '  ')
    await dialog.submit()
    expect(await dialog.findByText('Please select a category')).toBeVisible()
    expect(dialog.getByText('Please enter a comment')).toBeVisible()
    expect((await dialog.field('Details')).tagName).toBe('TEXTAREA')
    await dialog.choose('Category', 'Comment')
    for (const name of ['Subcategory', 'Witness details', 'Insurance details'])
      expect(dialog.queryByLabelText(name)).toBeNull()
    await dialog.fill('Details', 'Rattles at{Enter}forty <b>km/h</b>')
    await dialog.submit()
    expect(await screen.findByText('Vehicle Note has been successfully created')).toBeVisible()
    const details = 'Rattles at\nforty <b>km/h</b>'
    expect(sent()).toEqual([{ vehicle_id: bus.id, category: 'comment', details }])
    await dialog.closes()
    const vehicle = await viewed(bus.id, 'remarked')
    const notes = await vehicle.findAllByRole('listitem')
    expect(notes).toHaveLength(1)
    expect(notes[0]).toHaveTextContent('forty <b>km/h</b>')
    expect(within(notes[0] ?? document.body).getByText('Comment')).toBeVisible()
  })

  // covers: VEH-57..63, VEH-89
  // @test-tag long
  test("a dispatcher records an incident with its witness and the insurance's answer", async () => {
    const { user } = portal
    const bus = await buy(portal.server, 'dented')
    const vehicle = await viewed(bus.id, 'dented')
    expect(await vehicle.findByText('There are no notes about this vehicle yet.')).toBeVisible()
    await user.click(vehicle.getByRole('button', { name: 'Add note' }))
    const dialog = await noteDialog()
    await dialog.choose('Category', 'Incident')
    await user.click(await dialog.findByRole('combobox', { name: 'Subcategory' }))
    expect(await options()).toEqual([
      'Accident with a third party',
      'Accident',
      'Infringement',
      'Property damage',
      'Minor damage',
      'Windscreen damage',
      'Other',
    ])
    await user.click(screen.getByRole('option', { name: 'Minor damage' }))
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    await user.click(dialog.getByRole('combobox', { name: 'Insurance details' }))
    expect(await options()).toEqual(['Yes', 'No', 'Not applicable'])
    await user.click(screen.getByRole('option', { name: 'Not applicable' }))
    await dialog.fill('Witness details', 'The guard at the gate')
    await dialog.fill('Details', 'Scraped a bollard')
    // What was begun for an incident is not sent with a comment, nor lost on the way back.
    await dialog.choose('Category', 'Comment')
    await waitFor(() => expect(dialog.queryByLabelText('Witness details')).toBeNull())
    await dialog.choose('Category', 'Incident')
    expect(await dialog.field('Witness details')).toHaveValue('The guard at the gate')
    await dialog.submit()
    await dialog.closes()
    expect(sent()).toEqual([
      {
        vehicle_id: bus.id,
        category: 'incident',
        subcategory: 'minor_damage',
        details: 'Scraped a bollard',
        witness_details: 'The guard at the gate',
        insurance_details: 'na',
      },
    ])
    const note = await vehicle.findByRole('listitem')
    expect(note).toHaveTextContent('Minor damage')
    expect(note).toHaveTextContent('Scraped a bollard')
    const told = within(note).getAllByRole('definition')
    expect(told.map(({ textContent }) => textContent)).toEqual(['The guard at the gate', 'Not applicable'])
    expect(await vehicle.findByText('Notes (1)')).toBeVisible()
  })

  // @test-tag long
  test('older notes are read twenty at a time', async () => {
    const bus = await buy(portal.server, 'storied')
    const client = portal.server.client('dispatcher')
    for (let at = 1; at <= 21; at++)
      await client.call(api.vehicleNotes.create, {
        body: { vehicle_id: bus.id, category: 'comment', details: `Note ${at}` },
      })
    const vehicle = await viewed(bus.id, 'storied')
    const notes = () => vehicle.getAllByRole('listitem').map(({ textContent }) => textContent)
    await vehicle.findAllByRole('listitem')
    expect(notes()).toHaveLength(20)
    expect(notes()[0]).toContain('Note 21')
    await portal.user.click(vehicle.getByRole('button', { name: 'Show older notes' }))
    await waitFor(() => expect(notes()).toHaveLength(21))
    expect(notes()[20]).toMatch(/Note 1(?!\d)/)
    expect(vehicle.queryByRole('button', { name: 'Show older notes' })).toBeNull()
  })
})

describe('Notes that cannot be saved', () => {
  // @test-tag long
  test('a note that is too long or sent offline is reported and loses no text', async () => {
    const { user } = portal
    const bus = await buy(portal.server, 'long story')
    await portal.open('dispatcher', `/VehicleManagement?d=VehicleNoteDialog-create-${bus.id}`)
    const dialog = await noteDialog()
    await dialog.choose('Category', 'Comment')
    const tooLong = 'Please enter at most 4000 characters'
    await dialog.paste('Details', 'a'.repeat(4001))
    await dialog.submit()
    expect(await dialog.findByText(tooLong)).toBeVisible()
    await dialog.paste('Details', 'b'.repeat(4000))
    await waitFor(() => expect(dialog.queryByText(tooLong)).toBeNull())
    const reconnect = calls.answer(api.vehicleNotes.create, noNetwork)
    await dialog.submit()
    expect(await notice('Error submitting form')).toHaveTextContent('The server cannot be reached.')
    expect(await dialog.field('Details')).toHaveValue('b'.repeat(4000))
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    reconnect()
    const before = sent().length
    await user.dblClick(dialog.getByRole('button', { name: 'Submit' }))
    await dialog.closes()
    await waitFor(() => expect(notices('Error submitting form')).toEqual([]))
    expect(sent()).toHaveLength(before + 1)
    const query = { filter: { vehicle: [bus.id] } }
    const { meta } = await portal.server.client('dispatcher').call(api.vehicleNotes.list, { query })
    expect(meta.total).toBe(1)
  })

  test('a note that was begun while its vehicle was loading is kept when the vehicle cannot be loaded at first', async () => {
    const bus = await buy(portal.server, 'slow to come')
    const late = Promise.withResolvers<Response>()
    const reconnect = calls.answer(api.vehicles.show, () => late.promise)
    await portal.open('dispatcher', `/VehicleManagement?d=VehicleNoteDialog-create-${bus.id}`)
    const dialog = await noteDialog()
    await dialog.fill('Details', 'Half a no')
    late.resolve(refusal(500, 'internal', 'Try again'))
    await portal.user.click(await dialog.findByRole('button', { name: 'Retry' }).finally(reconnect))
    expect(await dialog.findByText('N slow to come')).toBeVisible()
    expect(await dialog.field('Details')).toHaveValue('Half a no')
  })

  // @test-tag long
  test('a note about a vehicle that has been deleted is refused', async () => {
    const bus = await buy(portal.server, 'vanishing')
    await portal.open('dispatcher', `/VehicleManagement?d=VehicleNoteDialog-create-${bus.id}`)
    const dialog = await noteDialog()
    expect(await dialog.findByText('N vanishing')).toBeVisible()
    await dialog.choose('Category', 'Comment')
    await dialog.fill('Details', 'Gone?')
    await portal.server.client('fleet_manager').call(api.vehicles.destroy, { params: { id: bus.id } })
    await dialog.submit()
    expect(await notice('Error submitting form')).toHaveTextContent('There is no such vehicle')
    expect(await dialog.field('Details')).toHaveValue('Gone?')
    // A user who follows a link to it is now warned before writing.
    await portal.open('dispatcher', `/VehicleManagement?d=VehicleNoteDialog-create-${bus.id}`)
    const gone = await noteDialog()
    await waitFor(() => expect(gone.queryByRole('textbox')).toBeNull())
    expect(await gone.findByRole('alert')).toHaveTextContent(/There is no such record|not found|cannot/i)
  })
})
