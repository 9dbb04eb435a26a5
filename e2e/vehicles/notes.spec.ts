import { api, expect, type Page, test } from '../fixtures.ts'
import { buy } from './buy.ts'

const noteDialog = (page: Page) => page.getByRole('dialog', { name: 'Add vehicle note' })
const choose = async (page: Page, field: string, option: string): Promise<void> => {
  await noteDialog(page).getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const writing = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/vehicle_notes'))

test.describe('Notes of a vehicle', () => {
  // covers: VEH-29, VEH-56, VEH-57, VEH-59..61, VEH-63, VEH-71, VEH-72, VEH-89..91, VEH-97
  test('a dispatcher writes a comment about a vehicle from the list', async ({ page, signIn, apiAs }) => {
    const bus = await buy(apiAs, 'remarked')
    await signIn(page, 'dispatcher', '/VehicleManagement?search=remarked')
    await page.getByRole('button', { name: 'Actions for N remarked' }).click()
    await page.getByRole('menuitem', { name: 'Add note' }).click()
    await expect(page).toHaveURL(new RegExp(`d=VehicleNoteDialog-create-${bus.id}$`))
    await expect(noteDialog(page).getByText('N remarked')).toBeVisible()
    await noteDialog(page).getByRole('combobox', { name: 'Category' }).click()
    await expect(page.getByRole('option')).toHaveText(['Comment', 'Incident'])
    await page.keyboard.press('Escape')
    const details = noteDialog(page).getByLabel('Details', { exact: false }).first()
    await details.fill('x')
    await details.fill('  ')
    await noteDialog(page).getByRole('button', { name: 'Submit' }).click()
    await expect(noteDialog(page).getByText('Please select a category')).toBeVisible()
    await expect(noteDialog(page).getByText('Please enter a comment')).toBeVisible()
    await expect(details).toHaveJSProperty('tagName', 'TEXTAREA')
    await choose(page, 'Category', 'Comment')
    for (const name of ['Subcategory', 'Witness details', 'Insurance details'])
      await expect(noteDialog(page).getByLabel(name)).toHaveCount(0)
    await details.fill('Rattles at\nforty <b>km/h</b>')
    const call = writing(page)
    await noteDialog(page).getByRole('button', { name: 'Submit' }).click()
    expect((await call).postDataJSON()).toEqual({
      vehicle_id: bus.id,
      category: 'comment',
      details: 'Rattles at\nforty <b>km/h</b>',
    })
    await expect(page.getByText('Vehicle Note has been successfully created')).toBeVisible()
    await expect(noteDialog(page)).toBeHidden()
    await page.goto(`/VehicleManagement?d=VehicleDialog-view-${bus.id}-VehicleNotes`)
    const note = page.getByRole('dialog').getByRole('listitem')
    await expect(note).toHaveCount(1)
    await expect(note.getByText('forty <b>km/h</b>')).toBeVisible()
    await expect(note.getByText('Comment', { exact: true })).toBeVisible()
  })

  // covers: VEH-57..63, VEH-89
  test("a dispatcher records an incident with its witness and the insurance's answer", async ({
    page,
    signIn,
    apiAs,
  }) => {
    const bus = await buy(apiAs, 'dented')
    await signIn(page, 'dispatcher', `/VehicleManagement?d=VehicleDialog-view-${bus.id}-VehicleNotes`)
    const vehicle = page.getByRole('dialog', { name: 'N dented' })
    await expect(vehicle.getByText('There are no notes about this vehicle yet.')).toBeVisible()
    await vehicle.getByRole('button', { name: 'Add note' }).click()
    await choose(page, 'Category', 'Incident')
    await noteDialog(page).getByRole('combobox', { name: 'Subcategory' }).click()
    await expect(page.getByRole('option')).toHaveText([
      'Accident with a third party',
      'Accident',
      'Infringement',
      'Property damage',
      'Minor damage',
      'Windscreen damage',
      'Other',
    ])
    await page.getByRole('option', { name: 'Minor damage' }).click()
    await noteDialog(page).getByRole('combobox', { name: 'Insurance details' }).click()
    await expect(page.getByRole('option')).toHaveText(['Yes', 'No', 'Not applicable'])
    await page.getByRole('option', { name: 'Not applicable' }).click()
    await noteDialog(page).getByRole('textbox', { name: 'Witness details' }).fill('The guard at the gate')
    await noteDialog(page).getByRole('textbox', { name: 'Details', exact: true }).fill('Scraped a bollard')
    // What was begun for an incident is not sent with a comment, nor lost on the way back.
    await choose(page, 'Category', 'Comment')
    await expect(noteDialog(page).getByRole('textbox', { name: 'Witness details' })).toHaveCount(0)
    await choose(page, 'Category', 'Incident')
    await expect(noteDialog(page).getByRole('textbox', { name: 'Witness details' })).toHaveValue(
      'The guard at the gate',
    )
    const call = writing(page)
    await noteDialog(page).getByRole('button', { name: 'Submit' }).click()
    expect((await call).postDataJSON()).toEqual({
      vehicle_id: bus.id,
      category: 'incident',
      subcategory: 'minor_damage',
      details: 'Scraped a bollard',
      witness_details: 'The guard at the gate',
      insurance_details: 'na',
    })
    await expect(noteDialog(page)).toBeHidden()
    const note = vehicle.getByRole('listitem')
    await expect(note).toContainText('Minor damage')
    await expect(note).toContainText('Scraped a bollard')
    await expect(note.getByRole('definition')).toHaveText(['The guard at the gate', 'Not applicable'])
    await expect(vehicle.getByText('Notes (1)')).toBeVisible()
  })

  test('older notes are read twenty at a time', async ({ page, signIn, apiAs }) => {
    const bus = await buy(apiAs, 'storied')
    const client = await apiAs('dispatcher')
    for (let at = 1; at <= 21; at++)
      await client.call(api.vehicleNotes.create, {
        body: { vehicle_id: bus.id, category: 'comment', details: `Note ${at}` },
      })
    await signIn(page, 'dispatcher', `/VehicleManagement?d=VehicleDialog-view-${bus.id}-VehicleNotes`)
    const notes = page.getByRole('dialog', { name: 'N storied' }).getByRole('listitem')
    await expect(notes).toHaveCount(20)
    await expect(notes.first()).toContainText('Note 21')
    await page.getByRole('button', { name: 'Show older notes' }).click()
    await expect(notes).toHaveCount(21)
    await expect(notes.last()).toContainText('Note 1')
    await expect(page.getByRole('button', { name: 'Show older notes' })).toHaveCount(0)
  })
})

test.describe('Notes that cannot be saved', () => {
  test('a note that is too long or sent offline is reported and loses no text', async ({ page, signIn, apiAs }) => {
    const bus = await buy(apiAs, 'long story')
    await signIn(page, 'dispatcher', `/VehicleManagement?d=VehicleNoteDialog-create-${bus.id}`)
    await choose(page, 'Category', 'Comment')
    const details = noteDialog(page).getByRole('textbox', { name: 'Details' })
    const submit = noteDialog(page).getByRole('button', { name: 'Submit' })
    await details.fill('a'.repeat(4001))
    await submit.click()
    await expect(noteDialog(page).getByText('Please enter at most 4000 characters')).toBeVisible()
    await details.fill('b'.repeat(4000))
    await expect(noteDialog(page).getByText('Please enter at most 4000 characters')).toBeHidden()
    await page.route('**/ops/vehicle_notes', (route) => route.abort('internetdisconnected'))
    await submit.click()
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'Error submitting form' })
    await expect(toast).toContainText('The server cannot be reached.')
    await expect(details).toHaveValue('b'.repeat(4000))
    await noteDialog(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Keep editing' }).click()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    let calls = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/vehicle_notes')) calls++
    })
    await submit.dblclick()
    await expect(noteDialog(page)).toBeHidden()
    await expect(toast).toBeHidden()
    expect(calls).toBe(1)
    const query = { filter: { vehicle: [bus.id] } }
    const { meta } = await (await apiAs('dispatcher')).call(api.vehicleNotes.list, { query })
    expect(meta.total).toBe(1)
  })

  test('a note about a vehicle that has been deleted is refused', async ({ page, signIn, apiAs }) => {
    const bus = await buy(apiAs, 'vanishing')
    await signIn(page, 'dispatcher', `/VehicleManagement?d=VehicleNoteDialog-create-${bus.id}`)
    await choose(page, 'Category', 'Comment')
    await noteDialog(page).getByRole('textbox', { name: 'Details' }).fill('Gone?')
    await (await apiAs('fleet_manager')).call(api.vehicles.destroy, { params: { id: bus.id } })
    await noteDialog(page).getByRole('button', { name: 'Submit' }).click()
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'Error submitting form' })
    await expect(toast).toContainText('There is no such record')
    await expect(noteDialog(page).getByRole('textbox', { name: 'Details' })).toHaveValue('Gone?')
    // A user who follows a link to it is now warned before writing.
    page.on('dialog', (leaving) => void leaving.accept())
    await page.goto(`/VehicleManagement?d=VehicleNoteDialog-create-${bus.id}`)
    await expect(noteDialog(page).getByRole('alert')).toBeVisible()
    await expect(noteDialog(page).getByRole('textbox')).toHaveCount(0)
  })
})
