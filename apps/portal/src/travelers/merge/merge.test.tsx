import { api } from '@ambit/contract'
import { buildSmallTown, type SmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../testing/calls.ts'
import { notice } from '../../testing/notices.ts'
import { openedDialog } from '../../testing/opened-dialog.ts'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })
let town: SmallTown
beforeAll(async () => {
  town = await buildSmallTown(portal.server)
  await town.vehicle('Bus 7')
})

const show = (id: number) => portal.server.client('administrator').call(api.travelers.show, { params: { id } })
const open = async (who: string) => {
  await portal.open('operations_manager', `/TravellerManagement?d=MergeTravelersDialog-edit-${who}`)
  return portal.dialog('Merge Passengers')
}
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

describe('the dialog Merge Passengers', () => {
  // covers: JRN-89
  // @test-tag long
  test('shows two records side by side, field by field, with what hangs on each, and takes the values that were chosen', async () => {
    const long = 'Theodora-Wilhelmina Montgomery-Featherstonehaugh of Ellerslie'
    const [kept, other] = [await town.passenger('Theodora Montgomery'), await town.passenger(long)]
    await portal.server.deps.db
      .updateTable('travelers')
      .set({ phone_number: '0411 222 333', handicapped: true })
      .where('id', '=', other)
      .execute()
    await town.book({ who: other, from: 'Market', to: 'Station', at: '13:00' })
    const body = { traveler_id: kept, comment: 'Rings twice' }
    await portal.server.client('administrator').call(api.travelerComments.create, { body })
    const dialog = await open(`${kept}.${other}`)
    const fields = within(await dialog.findByRole('table', { name: 'What the records say' }))
    expect(fields.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Field',
      `ID ${kept}, stays`,
      `ID ${other}, is merged`,
    ])
    const row = (name: RegExp) => fields.getByRole('row', { name })
    expect(cellsOf(row(/^Low Tech/))).toEqual(['No', 'No'])
    // Not by colour alone.
    expect(row(/^First Name/)).toHaveTextContent('differs')
    expect(row(/^Low Tech/)).not.toHaveTextContent('differs')
    const choice = (name: string) => fields.getByRole('radio', { name })
    expect(choice(`First Name: Theodora, of ID ${kept}`)).toBeChecked()
    // What the one who stays has not comes from the other.
    expect(choice(`Phone: 0411 222 333, of ID ${other}`)).toBeChecked()
    expect(choice(`Requires mobility support: No, of ID ${kept}`)).toBeChecked()
    const hanging = within(dialog.getByRole('table', { name: 'What hangs on them' }))
    expect(cellsOf(hanging.getByRole('row', { name: /^Bookings/ }))).toEqual(['0', '1'])
    expect(cellsOf(hanging.getByRole('row', { name: /^Comments/ }))).toEqual(['1', '0'])

    // With the keyboard alone: the arrows choose within a field.
    choice(`Requires mobility support: No, of ID ${kept}`).focus()
    await portal.user.keyboard('{ArrowRight}')
    expect(choice(`Requires mobility support: Yes, of ID ${other}`)).toBeChecked()
    dialog.getByRole('button', { name: 'Merge' }).focus()
    await portal.user.keyboard('{Enter}')
    const question = await portal.dialog('Merge these two records?')
    expect(question.getByText(/This can be undone for 30 days\.$/)).toBeVisible()
    expect(calls.of(api.travelerMerges.create)).toEqual([])
    await portal.user.click(question.getByRole('button', { name: 'Merge now' }))
    expect(await notice('Merged')).toHaveTextContent(`Theodora Montgomery (ID: ${kept})`)
    const record = await portal.dialog(/Viewing Passenger Theodora Montgomery/)
    expect(await record.findByText(new RegExp(`\\(ID: ${other}\\) was merged into this record on`))).toBeVisible()
    expect((await show(kept)).data).toMatchObject({
      first_name: 'Theodora',
      phone_number: '0411 222 333',
      handicapped: true,
    })

    await portal.user.click(record.getByRole('button', { name: `Undo the merge with ID ${other}` }))
    await portal.user.click((await portal.dialog('Undo this merge?')).getByRole('button', { name: 'Undo' }))
    expect(await notice('Merge undone')).toHaveTextContent(`Passenger ${other} signs in with a code again`)
    await waitFor(() => expect(record.queryByRole('button', { name: /^Undo the merge/ })).toBeNull())
    expect((await show(other)).data.phone_number).toBe('0411 222 333')
    expect((await show(kept)).data).toMatchObject({ phone_number: null, handicapped: false })
  })

  // @test-tag long
  test('offers those who look like the passenger and finds others, and keeps the other one when the two are swapped', async () => {
    const kept = await town.passenger('Rosalind Thornbury')
    const alike = await town.passenger('Rosalinde Thornburry')
    const other = await town.passenger('Zoe Quite-Different')
    const dialog = await open(String(kept))
    const found = within(await dialog.findByRole('list', { name: 'Other records' }))
    expect(found.getByRole('button', { name: `Choose Rosalinde Thornburry (ID: ${alike})` })).toBeVisible()
    await portal.user.type(dialog.getByRole('searchbox', { name: 'Search for the other record' }), 'Zoe Quite')
    await portal.user.click(await dialog.findByRole('button', { name: `Choose Zoe Quite-Different (ID: ${other})` }))
    await portal.user.click(await screen.findByRole('button', { name: 'Keep the other record instead' }))
    expect(await screen.findAllByRole('columnheader', { name: `ID ${other}, stays` })).toHaveLength(2)
    expect(portal.address()).toContain(`MergeTravelersDialog-edit-${other}.${kept}`)
    await portal.user.click(screen.getByRole('button', { name: 'Choose another record' }))
    expect(await screen.findByText(`Zoe Quite-Different (ID: ${other}) stays.`)).toBeVisible()
  })

  test('tells in words what is in the way, and merges once that is over', async () => {
    const [kept, other] = [await town.passenger('Olga Ahead'), await town.passenger('Helga Ahead')]
    const rides: number[] = []
    for (const who of [kept, other])
      rides.push((await town.book({ who, from: 'Market', to: 'Hospital', at: '15:00' })).id)
    const dialog = await open(`${kept}.${other}`)
    const warning = await dialog.findByRole('alert', { name: 'They cannot be merged yet' })
    expect(warning).toHaveTextContent(`Both ride at the same time: passenger ${kept} with booking ${rides[0]}`)
    const merge = dialog.getByRole('button', { name: 'Merge' })
    expect(merge).toBeDisabled()
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: rides[1] ?? 0 }, body: {} })
    await portal.user.click(dialog.getByRole('button', { name: 'Look again' }))
    await waitFor(() => expect(merge).toBeEnabled())
  })

  test('is offered to those who may merge and see passengers unmasked alone', async () => {
    const id = await town.passenger('Berta Both')
    const view = `/TravellerManagement?d=TravelerDialog-view-${id}`
    await portal.open('customer_service', view)
    const plain = await portal.dialog(/Viewing Passenger Berta Both/)
    expect(plain.queryByRole('button', { name: 'Merge …' })).toBeNull()
    await portal.open('operations_manager', view)
    const dialog = await portal.dialog(/Viewing Passenger Berta Both/)
    await portal.user.click(dialog.getByRole('button', { name: 'Merge …' }))
    expect(await screen.findByRole('dialog', { name: 'Merge Passengers' })).toBeVisible()
  })

  // @test-tag long
  test('is offered beside a second one who looks like the passenger that is about to be made', async () => {
    const ids: number[] = []
    for (const first_name of ['Ottilie', 'Otilie']) {
      const username = first_name.toLowerCase()
      const body = { first_name, last_name: 'Marchbanks', username, email: `${username}@example.org` }
      ids.push((await portal.server.client('administrator').call(api.travelers.create, { body })).data.id)
    }
    await portal.open('operations_manager', '/TravellerManagement?d=TravelerDialog-create')
    const creating = await openedDialog(portal, 'Create New Passenger')
    const values = { 'First Name': 'Ottilie', 'Last Name': 'Marchbanks', Username: 'ottie', Email: 'ottie@example.org' }
    for (const [label, text] of Object.entries(values)) await creating.fill(label, text)
    await creating.submit()
    const name = `Merge Otilie Marchbanks (ID: ${ids[1]}) into Ottilie Marchbanks (ID: ${ids[0]})`
    await portal.user.click(await screen.findByRole('button', { name }))
    expect(await screen.findByRole('table', { name: 'What the records say' })).toBeVisible()
    expect(portal.address()).toContain(`MergeTravelersDialog-edit-${ids[0]}.${ids[1]}`)
  })
})
