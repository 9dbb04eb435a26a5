import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls, noNetwork, refusal } from '../../testing/calls.ts'
import { startPortal } from '../../testing/start-portal.ts'

const portal = startPortal()

const time_zone = 'Australia/Brisbane'
const office = () => portal.server.client('administrator')
let region_id = 0
beforeAll(async () => {
  region_id = (await office().call(api.regions.create, { body: { name: 'Coast', time_zone } })).data.id
})

/** A zone with three stops, opened in the designer. */
const openStops = async (name: string) => {
  const body = { name, abbreviation: name.slice(0, 3), region_id, time_zone, point: { lng: 153, lat: -27 } }
  const zone = (await office().call(api.zones.create, { body })).data
  const square = [-0.01, 0.01].flatMap((east) =>
    [-0.01, 0.01].map((north) => [153 + east, -27 + (east < 0 ? north : -north)] as [number, number]),
  )
  await office().call(api.serviceAreas.create, { body: { zone_id: zone.id, name: 'All', coordinates: [square] } })
  await office().call(api.zoneDesigns.save, {
    params: { id: zone.id },
    body: {
      zone_stops: {
        added: ['Church', 'Mill', 'Quay'].map((stop, at) => ({
          id: `$${stop}`,
          name: stop,
          note: 'Old',
          point: [152.996 + at * 0.004, -27] satisfies [number, number],
        })),
      },
    },
  })
  const path = `/ZoneManagement/zones/${zone.id}/designer/stops`
  await portal.open('operations_manager', path)
  await option('Church')
  return { id: zone.id, path }
}
const stopsOf = async (zone: { id: number }) =>
  (await office().call(api.zoneDesigns.show, { params: { id: zone.id } })).data.zone_stops

const option = async (name: string) =>
  within(await screen.findByRole('listbox', { name: 'Stops' })).findByRole('option', { name: new RegExp(`^${name}`) })
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => portal.user.click(await button(name))
const dialog = async () => within(await screen.findByRole('dialog'))
const kindOfDialog = async () => (await screen.findByRole('dialog')).getAttribute('data-dialog')
const isSaved = async () => {
  await screen.findByText('Your zone details have been successfully updated')
  expect(screen.queryByText(/^\d+ changes?$/)).toBeNull()
}
const unchanged = () => waitFor(() => expect(screen.queryByText(/^\d+ changes?$/)).toBeNull())
const keys = async (key: string) => {
  // As on the page itself: in a field some keys are the field's own.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await portal.user.keyboard(`{Control>}${key}{/Control}`)
}
const save = async () => portal.user.click(await (await dialog()).findByRole('button', { name: 'Save' }))

/** Opens the stop's form and sets its name or note. */
const change = async (stop: string, field: 'Name' | 'Note', value: string): Promise<void> => {
  await portal.user.dblClick(await option(stop))
  await portal.fill(await (await dialog()).findByRole('textbox', { name: field }), value)
  await press('Submit')
  await portal.noDialog()
}
const remove = async (stop: string): Promise<void> => {
  await portal.user.click(await option(stop))
  await press('Delete')
}

describe('Drafts of a zone', () => {
  // covers: DRAFT-07..16
  // @test-tag long
  test('changes to a zone can be undone, redone, reset and discarded', async () => {
    await openStops('Drafted Quarter')
    await change('Church', 'Name', 'Chapel')
    await remove('Mill')
    expect(await screen.findByText('2 changes')).toBeVisible()
    expect(await option('Mill')).toHaveTextContent('Deleted')

    await keys('z')
    expect(await screen.findByText('1 change')).toBeVisible()
    await keys('y')
    await waitFor(async () => expect(await option('Mill')).toHaveTextContent('Deleted'))
    await press('Undo')
    await press('Undo')
    expect(await button('Undo')).toBeDisabled()
    expect(await option('Church')).not.toHaveTextContent('Changed')

    await press('History')
    const steps = within(await screen.findByRole('dialog', { name: 'History' }))
    const labels = ['As loaded', 'Stop Chapel changed', '1 stop deleted']
    expect(steps.getAllByRole('listitem').map((step) => step.textContent)).toEqual(labels)
    await portal.user.click(steps.getByRole('button', { name: '1 stop deleted' }))
    expect(await screen.findByText('2 changes')).toBeVisible()
    await portal.user.click(steps.getByRole('button', { name: 'Undo all changes' }))
    await unchanged()
    await portal.user.keyboard('{Escape}')
    await keys('z')
    expect(await screen.findByText('2 changes')).toBeVisible()

    await press('Discard')
    expect(await screen.findByText(/These changes and their history will be lost\./)).toBeVisible()
    await press('Discard changes')
    expect(await option('Church')).toBeVisible()
    expect(await button('Undo')).toBeDisabled()
    expect(await button('History')).toBeDisabled()
  })

  // covers: DRAFT-25, DRAFT-26
  test('leaving with unsaved changes asks first and offers to save', async () => {
    const zone = await openStops('Left Quarter')
    const follow = async (name: string) => portal.user.click(await screen.findByRole('link', { name }))
    await change('Church', 'Name', 'Chapel')
    await follow('Service area')
    await waitFor(() => expect(portal.address()).toContain('service-area'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await follow('List View')
    expect(await kindOfDialog()).toBe('unsavedChanges')
    await press('Keep editing')
    await portal.noDialog()
    expect(portal.address()).toContain('service-area')
    expect(await screen.findByText('1 change')).toBeVisible()
    await press('Discard')
    expect(await kindOfDialog()).toBe('discard')
    await portal.user.keyboard('{Escape}')
    await portal.noDialog()
    await follow('Drivers')
    await press('Save and leave')
    await waitFor(() => expect(portal.address()).toContain('DriverManagement'))
    expect((await stopsOf(zone)).map(({ name }) => name)).toContain('Chapel')

    await portal.open('operations_manager', zone.path)
    await remove('Chapel')
    await follow('Drivers')
    await press('Discard changes')
    await waitFor(() => expect(portal.address()).toContain('DriverManagement'))
    expect((await stopsOf(zone)).map(({ name }) => name)).toContain('Chapel')
  })

  test('a stop that is deleted and restored is no change', async () => {
    await openStops('Restored Quarter')
    await remove('Mill')
    expect(await screen.findByText('1 change')).toBeVisible()
    await portal.user.click(await option('Mill'))
    await press('Restore')
    await unchanged()
    expect(await button('Save')).toBeDisabled()
  })

  test('another region in the header leaves the zone and its unsaved changes on screen', async () => {
    const foundRegion = async (name: string) =>
      String((await office().call(api.regions.create, { body: { name, time_zone } })).data.id)
    const [hills, lakes] = [await foundRegion('Hills'), await foundRegion('Lakes')]
    await openStops('Stayed Quarter')
    await change('Church', 'Name', 'Chapel')
    calls.answer(api.zones.list, (ask, { query }) =>
      [...query.values()].includes(lakes) ? refusal(500, 'internal') : ask(),
    )
    const region = within(await screen.findByRole('banner')).getByRole('combobox', { name: 'Region' })
    for (const [name, id] of [
      ['Hills', hills],
      ['Lakes', lakes],
      ['Coast', String(region_id)],
    ] as const) {
      await portal.choose(region, name)
      await waitFor(() => expect(portal.address()).toContain(`region=${id}`))
      expect(await option('Chapel')).toHaveTextContent('Changed')
      expect(screen.getByText('1 change')).toBeVisible()
    }
  })

  // covers: DRAFT-29, DRAFT-30
  test('a refused save gives the reason and loses no change', async () => {
    const zone = await openStops('Refused Quarter')
    await remove('Mill')
    const [church, mill] = await stopsOf(zone)
    // The page hears nothing of the route, as when the connection has just been lost.
    calls.answer(api.zoneDesigns.show, noNetwork)
    const stops = [church!, mill!].map(({ id }) => ({ zone_stop_id: id, dwell_seconds: 30 }))
    await office().call(api.zoneDesigns.save, {
      params: { id: zone.id },
      body: { service_routes: { added: [{ id: '$shore', name: 'Shoreline', stops }] } },
    })
    await keys('s')
    await save()
    const refused = await dialog()
    expect(await refused.findByText('Oops! Something went wrong.')).toBeVisible()
    expect(await refused.findByText('Error: Mill is still used by route Shoreline')).toBeVisible()
    await press('Keep editing')
    await portal.noDialog()
    expect(await option('Mill')).toHaveTextContent('Deleted')
    await keys('z')
    await waitFor(async () => expect(await option('Mill')).not.toHaveTextContent('Deleted'))
  })
})

test('a file of areas or stops can be chosen again once it is corrected', async () => {
  const { id } = await openStops('Imported Quarter')
  const choose = async (text: string, name: string, place: Element) => {
    const field = place.querySelector<HTMLInputElement>('input[type=file]')
    if (field === null) throw new Error('There is no field for a file')
    await portal.user.upload(field, new File([text], name))
    return field
  }
  await press('Import and export')
  await portal.user.click(await screen.findByRole('menuitem', { name: 'Import file ...' }))
  const importing = await screen.findByRole('dialog', { name: 'Import stops' })
  const stops = await choose('name,latitude\nPier,-27', 'stops.csv', importing)
  expect(await screen.findByText('These columns are missing: longitude.')).toBeVisible()
  expect(stops).toHaveValue('')
  await choose('name,latitude,longitude\nPier,-27,153', 'stops.csv', importing)
  await press('Import 1 stop')
  expect(await option('Pier')).toHaveTextContent('New')
  await portal.go(`/ZoneManagement/zones/${id}/designer/service-area`)
  await press('Import')
  const pane = await screen.findByRole('region', { name: 'Import areas' })
  const areas = await choose('{', 'areas.geojson', pane)
  expect(await screen.findByText('This is not GeoJSON: it cannot be read as JSON')).toBeVisible()
  expect(areas).toHaveValue('')
})

describe('Two users who change the same zone', () => {
  // @test-tag long
  test('changes by one of them merge, conflicting ones are asked about', async () => {
    const zone = await openStops('Shared Quarter')
    const [church, mill, quay] = await stopsOf(zone)
    await change('Church', 'Name', 'Chapel')
    await change('Mill', 'Note', 'By the river')
    await change('Quay', 'Name', 'Pier')
    // The page does not get the other user's work before it saves, so that the save is refused as stale.
    const late = Promise.withResolvers<void>()
    calls.answer(api.zoneDesigns.show, (ask) => late.promise.then(ask))
    const set = (id: number, body: { name?: string; note?: string; hub_stop?: boolean }) =>
      office().call(api.zoneStops.update, { params: { id }, body })
    await set(church!.id, { name: 'Cathedral', hub_stop: true })
    await set(mill!.id, { note: 'At the weir' })
    await set(quay!.id, { note: 'Deep water' })
    await keys('s')
    await save()
    await waitFor(() => expect(calls.of(api.zoneDesigns.save)).toHaveLength(1))
    late.resolve()
    const question = within(await screen.findByRole('alert', { name: 'Another user has changed this in the meantime' }))
    expect(question.getAllByRole('radiogroup')).toHaveLength(2)
    await portal.user.click(question.getByText('Theirs: Cathedral'))
    await waitFor(async () => expect((await dialog()).getByRole('region')).not.toHaveTextContent('Chapel'))
    await press('Save both')
    await isSaved()
    const after = await stopsOf(zone)
    expect(after.map(({ name, note, hub_stop }) => [name, note, hub_stop])).toEqual([
      ['Cathedral', 'Old', true],
      ['Mill', 'By the river', false],
      ['Pier', 'Deep water', false],
    ])
  })

  test("a user takes a colleague's saved changes into an open draft", async () => {
    const zone = await openStops('Heard Quarter')
    const [church] = await stopsOf(zone)
    await change('Quay', 'Name', 'Pier')
    await office().call(api.zoneStops.update, { params: { id: church!.id }, body: { name: 'Chapel' } })
    expect(await screen.findByText('Another user has saved changes to this zone.')).toBeVisible()
    await press('Load their changes')
    expect(await (await dialog()).findByText('You changed different things: saving keeps both.')).toBeVisible()
    await press('Save both')
    await isSaved()
    expect((await stopsOf(zone)).map(({ name }) => name)).toEqual(['Chapel', 'Mill', 'Pier'])
    // With everything saved there is nothing to save.
    await portal.noDialog()
    expect(await button('Save')).toBeDisabled()
    await keys('s')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a stop that is being filled in takes what a colleague saves meanwhile, but for the fields that were touched', async () => {
    const zone = await openStops('Followed Quarter')
    const [church] = await stopsOf(zone)
    await portal.user.dblClick(await option('Church'))
    await portal.fill(await (await dialog()).findByRole('textbox', { name: 'Note' }), 'By the river')
    await office().call(api.zoneStops.update, { params: { id: church!.id }, body: { name: 'Chapel' } })
    expect(await screen.findByRole('dialog', { name: 'Chapel' })).toBeVisible()
    await press('Submit')
    await portal.noDialog()
    await keys('s')
    await save()
    await isSaved()
    expect((await stopsOf(zone)).map(({ name, note }) => [name, note])).toContainEqual(['Chapel', 'By the river'])
  })

  test('several stops that are being edited take what a colleague saves meanwhile, but for what was set', async () => {
    const zone = await openStops('Bulk Quarter')
    const [church, mill] = await stopsOf(zone)
    await portal.user.click(await option('Church'))
    await portal.user.keyboard('{Control>}')
    await portal.user.click(await option('Mill'))
    await portal.user.keyboard('{/Control}')
    await press('Edit')
    await portal.user.click(await (await dialog()).findByRole('checkbox', { name: 'Break' }))
    for (const { id } of [church!, mill!])
      await office().call(api.zoneStops.update, { params: { id }, body: { hub_stop: true } })
    await waitFor(() => expect(screen.queryAllByTitle('Hub Stop')).toHaveLength(2))
    await press('Submit')
    await portal.noDialog()
    await keys('s')
    await save()
    await isSaved()
    const saved = (await stopsOf(zone)).map((stop) => [stop.name, stop.break, stop.hub_stop])
    expect(saved).toEqual([
      ['Church', true, true],
      ['Mill', true, true],
      ['Quay', false, false],
    ])
  })

  // @test-tag long
  test('discarding a draft after a colleague saved leaves the zone as the colleague saved it', async () => {
    const zone = await openStops('Yielded Quarter')
    const [church] = await stopsOf(zone)
    await change('Quay', 'Name', 'Pier')
    await office().call(api.zoneStops.update, { params: { id: church!.id }, body: { name: 'Chapel' } })
    expect(await screen.findByText('Another user has saved changes to this zone.')).toBeVisible()
    await press('Discard')
    await press('Discard changes')
    expect(await option('Chapel')).toBeVisible()
    expect(await option('Quay')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Another user has saved changes to this zone.')).toBeNull())
    expect(await button('Undo')).toBeDisabled()
    // What the user does next is done to what is there now.
    await change('Chapel', 'Note', 'New')
    await keys('s')
    await save()
    await isSaved()
    expect((await stopsOf(zone)).map(({ name, note }) => [name, note])).toContainEqual(['Chapel', 'New'])
  })
})
