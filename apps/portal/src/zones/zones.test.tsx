import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { calls, refusal } from '../testing/calls.ts'
import { timers } from '../testing/timers.ts'
import { notices } from '../testing/notices.ts'
import { NOW, startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const time_zone = 'Australia/Brisbane'
const office = () => portal.server.client('operations_manager')
const foundRegion = async (name: string) =>
  (await office().call(api.regions.create, { body: { name, time_zone } })).data
let coast: Awaited<ReturnType<typeof foundRegion>>
beforeAll(async () => {
  coast = await foundRegion('Coast')
})
const foundZone = async (name: string, region_id = coast.id) =>
  (await office().call(api.zones.create, { body: { name, abbreviation: name.slice(0, 3), region_id, time_zone } })).data

const grid = () => screen.findByRole('grid', { name: 'Zones' })
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name })
const names = async () => [...(await grid()).querySelectorAll('tbody tr')].map((line) => line.textContent)
const tone = (line: HTMLElement) => line.querySelector('[data-tone]')
const thanks = 'Your zone details have been successfully updated'
const openEditing = async (zone: { id: number; name: string }) => {
  await portal.open('operations_manager', `/ZoneManagement/zones?d=ZoneDialog-edit-${zone.id}`)
  const dialog = await portal.dialog(zone.name)
  await dialog.findByLabelText(/Abbreviation/)
  return dialog
}
const submit = (dialog: Awaited<ReturnType<typeof portal.dialog>>) =>
  portal.user.click(dialog.getByRole('button', { name: 'Submit' }))

describe('Zones', () => {
  // covers: ZONE-01, ZONE-02, ZONE-09..11, ZONE-50..52, ZONE-57, ZONE-58
  test('zones are listed fifty at a time, those of the chosen region', async () => {
    const there = await foundRegion('Hinterland')
    const quarry = await foundZone('Quarry Bend')
    await office().call(api.zones.update, { params: { id: quarry.id }, body: { status: 'blocked' } })
    await foundZone('Open Plain')
    await foundZone('Inner Hill', there.id)
    await portal.open('operations_manager', '/ZoneManagement')
    const { user } = portal
    expect(await screen.findByRole('heading', { name: 'Zones', level: 1 })).toBeVisible()
    const blocked = await row(/Quarry Bend/)
    expect(portal.address()).toBe('/ZoneManagement/zones')
    expect(document.title).toMatch(/^Zones · /)
    expect(calls.of(api.zones.list).some(({ query }) => query.get('per_page') === '50')).toBe(true)
    const headings = within(await grid()).getAllByRole('columnheader')
    const words = ['ID', 'Name', 'Status', 'Abbreviation', 'Region', 'Time Zone', 'Default Price', 'Stops', 'Actions']
    expect(headings.map((heading) => heading.textContent)).toEqual(words)
    expect(tone(blocked)).toHaveTextContent('Blocked')
    expect(tone(blocked)).toHaveAttribute('data-tone', 'danger')
    expect(blocked).toHaveTextContent('$3.50')
    expect(tone(await row(/Open Plain/))).toHaveTextContent('Active')
    expect(tone(await row(/Open Plain/))).toHaveAttribute('data-tone', 'success')

    const filter = within(screen.getByRole('radiogroup', { name: 'Zone Status' }))
    expect(filter.getAllByRole('radio')).toHaveLength(3)
    await user.click(filter.getByText('Blocked'))
    await waitFor(async () => expect(await names()).toEqual([expect.stringContaining('Quarry Bend')]))
    expect(portal.address()).toContain('filter.status=blocked')
    await user.click(filter.getByText('Active'))
    await row(/Open Plain/)
    expect((await names()).join()).not.toContain('Quarry Bend')
    await user.click(filter.getByText('All'))
    await row(/Quarry Bend/)

    const header = within(screen.getByRole('banner')).getByRole('combobox', { name: 'Region' })
    await portal.fill(header, there.name)
    await user.click(await screen.findByRole('option', { name: there.name }))
    await waitFor(async () => expect(await names()).toEqual([expect.stringContaining('Inner Hill')]))
    expect(calls.of(api.zones.list).at(-1)?.query.get('filter[region]')).toBe(String(there.id))
    // The list's own filter is the same region.
    expect(within(screen.getByRole('main')).getByRole('combobox', { name: 'Region' })).toHaveValue(there.name)
  })

  // covers: ZONE-29, ZONE-36..38, ZONE-41, ZONE-42, ZONE-46..49, ZONE-75, ZONE-76, TABLE-19, API-28
  test('an operations manager opens a zone from the list, changes it and is thanked', async () => {
    const zone = await foundZone('Fern Gully')
    await portal.open('operations_manager', '/ZoneManagement/zones?search=fern')
    const { user } = portal
    await user.click(await screen.findByRole('button', { name: 'Actions for Fern Gully' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit details' }))
    const dialog = await portal.dialog('Fern Gully')
    expect(portal.address()).toMatch(new RegExp(`d=ZoneDialog-edit-${zone.id}$`))
    const price = await dialog.findByLabelText(/Default Price/)
    expect(price).toHaveValue('AUD 3.50')
    price.focus()
    await user.keyboard('{ArrowUp}')
    expect(price).toHaveValue('AUD 3.60')
    await user.clear(price)
    await user.paste('4.256')
    expect(price).toHaveValue('AUD 4.25')
    await user.click(dialog.getByRole('combobox', { name: 'Payment Methods' }))
    const methods = within((await screen.findByText('Opal card')).closest<HTMLElement>('[role=listbox]')!)
    const offered = methods.getAllByRole('option').map((option) => option.textContent)
    expect(offered).toEqual(['Cash', 'Card', 'Opal card', 'Metrocard', 'myki'])
    await user.click(methods.getByText('Opal card'))
    await user.click(methods.getByText('Metrocard'))
    await user.keyboard('{Escape}')
    await portal.choose(dialog.getByRole('combobox', { name: 'Allowed Apps' }), 'Passenger App')
    await user.click(await screen.findByRole('option', { name: 'Passenger Website' }))
    expect(calls.of(api.consumerApps.list).length).toBeGreaterThan(0)
    await portal.fill(dialog.getByLabelText(/Abbreviation/), 'FG')
    await submit(dialog)
    const words = await screen.findByText(thanks)
    expect(words.closest('.mantine-Notification-root')).toHaveTextContent('Thank you')
    const payment_methods = ['cash', 'card', 'opalcard', 'metrocard']
    const bodies = calls.of(api.zones.update).map(({ body }) => body)
    expect(bodies).toMatchObject([{ abbreviation: 'FG', default_price: 4.25, payment_methods }])
    expect((bodies[0] as { allowed_apps: string[] }).allowed_apps).toHaveLength(2) // a zone's, as matched above
    await portal.noDialog()
    await waitFor(async () => expect(await row(/Fern Gully/)).toHaveTextContent('$4.25'))
  })

  test('a reload of the apps that fails leaves what is typed in the form', async () => {
    const zone = await foundZone('Kept Gully')
    const dialog = await openEditing(zone)
    await portal.fill(dialog.getByLabelText(/Abbreviation/), 'KG')
    const reach = calls.answer(api.consumerApps.list, () => refusal(500, 'internal'))
    await queryClient.invalidateQueries()
    reach()
    await office().call(api.zones.update, { params: { id: zone.id }, body: { name: 'Kept Valley' } })
    const renamed = await portal.dialog('Kept Valley')
    expect(await renamed.findByLabelText(/Abbreviation/)).toHaveValue('KG')
  })

  // covers: DAPP-135
  // @test-tag long
  test('whether drivers ask passengers of a zone for a code is set in its dialog', async () => {
    const zone = await foundZone('Coded Gully')
    expect(zone.boarding_code).toBe('off')
    const dialog = await openEditing(zone)
    await portal.choose(dialog.getByRole('combobox', { name: 'Boarding Code' }), 'Required')
    await submit(dialog)
    await screen.findByText(thanks)
    const { data } = await office().call(api.zones.show, { params: { id: zone.id } })
    expect(data.boarding_code).toBe('required')
  })

  // covers: ZONE-77
  test('the thanks for a saved zone stay for three and a half seconds', async () => {
    const dialog = await openEditing(await foundZone('Brief Point'))
    await portal.fill(dialog.getByLabelText(/Abbreviation/), 'BP')
    timers.take()
    await submit(dialog)
    await screen.findByText(thanks)
    await timers.pass(2800)
    expect(screen.getByText(thanks)).toBeVisible()
    await timers.pass(1000)
    await waitFor(() => expect(screen.queryByText(thanks)).toBeNull(), { timeout: 500 })
  })

  // covers: ZONE-35, ZONE-53..56, ZONE-61
  // @test-tag long
  test('each empty field of a new zone states what it needs, and the region sets the time zone', async () => {
    const body = { name: 'Far West', time_zone: 'Australia/Perth' }
    const { data: region } = await office().call(api.regions.create, { body })
    await portal.open('operations_manager', '/ZoneManagement/zones')
    await portal.user.click(await screen.findByRole('button', { name: 'Create Zone' }))
    const dialog = await portal.dialog('Create Zone')
    const name = await dialog.findByLabelText(/^Name/)
    await waitFor(() => expect(name).toHaveFocus())
    expect(dialog.getByLabelText(/Default Price/)).toHaveValue('AUD 3.50')
    const zone = dialog.getByRole('combobox', { name: 'Time Zone' })
    await portal.fill(zone, '')
    await portal.fill(dialog.getByLabelText(/Abbreviation/), ' ')
    await submit(dialog)
    expect(await dialog.findByText('Please fill out all required fields.')).toBeVisible()
    for (const words of ['Please enter a zone name', 'Please enter a short abbreviation', 'Please select a region'])
      expect(dialog.getByText(words)).toBeVisible()
    await portal.fill(name, 'New Harbour')
    await portal.fill(dialog.getByLabelText(/Abbreviation/), 'NH')
    await portal.fill(dialog.getByRole('combobox', { name: 'Region' }), region.name)
    await portal.user.click(await screen.findByRole('option', { name: region.name }))
    await waitFor(() => expect(zone).toHaveValue(region.time_zone))
    await submit(dialog)
    expect(await screen.findByText('Zone successfully created.')).toBeVisible()
    await row(/New Harbour/)
    const { data } = await office().call(api.zones.list, { query: { search: 'New Harbour' } })
    const query = { filter: { zone: data.map(({ id }) => id) } }
    const { data: strategies } = await office().call(api.serviceStrategies.list, { query })
    expect(strategies.map((strategy) => strategy.name)).toEqual(['DRT [coverage]'])
    await portal.user.click(screen.getByRole('button', { name: 'Open designer' }))
    await waitFor(() => expect(portal.address()).toContain(`/ZoneManagement/zones/${data[0]?.id}/designer`))
  })

  // @test-tag long
  test('an unused zone is deleted, and one in use stays and gives the reason', async () => {
    await foundZone('Short Lived')
    const used = await foundZone('Much Used')
    const inHours = (hours: number): string => new Date(Date.parse(NOW) + hours * 3600_000).toISOString()
    await office().call(api.servicePlans.create, {
      body: { zone_id: used.id, start_time: inHours(1), end_time: inHours(3) },
    })
    await portal.open('operations_manager', '/ZoneManagement/zones')
    const { user } = portal
    const remove = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
      await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
      await user.click((await portal.dialog('Delete this zone?')).getByRole('button', { name: 'Delete' }))
    }
    await remove('Short Lived')
    expect(await screen.findByText('Short Lived was deleted.')).toBeVisible()
    await waitFor(async () => expect((await names()).join()).not.toContain('Short Lived'))
    await remove('Much Used')
    expect(await screen.findByText(/Much Used has .*schedule.*Block it instead/)).toBeVisible()
    await row(/Much Used/)
  })
})

describe('Saving a zone', () => {
  // covers: ZONE-79, ZONE-80
  test('a failed save of a zone shows a toast with the reason until it is dismissed', async () => {
    const dialog = await openEditing(await foundZone('Broken Ridge'))
    await portal.fill(dialog.getByLabelText(/Abbreviation/), 'BR')
    const mend = calls.answer(api.zones.update, () => refusal(500, 'internal', 'It broke.'))
    timers.take()
    await submit(dialog)
    const title = await screen.findByText('Error submitting form')
    const notice = title.closest<HTMLElement>('.mantine-Notification-root')!
    expect(notice).toHaveTextContent('It broke.')
    await timers.pass(600_000)
    expect(notices()).toContain(notice)
    await portal.user.click(within(notice).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('Error submitting form')).toBeNull())
    mend()
    await submit(dialog)
    await portal.noDialog()
  })

  // @test-tag long
  test('text that is too long or taken is reported beside its field, nothing is lost offline, and the toast disappears after saving', async () => {
    await foundZone('Taken Bay')
    const dialog = await openEditing(await foundZone('Long Reach'))
    await portal.fill(dialog.getByLabelText(/Abbreviation/), 'x'.repeat(21))
    await submit(dialog)
    expect(await dialog.findByText('Please enter at most 20 characters')).toBeVisible()
    await portal.fill(dialog.getByLabelText(/Abbreviation/), 'LR')
    await portal.fill(dialog.getByLabelText(/^Name/), 'taken bay')
    await submit(dialog)
    expect(await dialog.findByText('This name is already taken')).toBeVisible()
    await portal.fill(dialog.getByLabelText(/^Name/), 'Longer Reach')
    const mend = calls.answer(api.zones.update, () => Promise.reject(new TypeError('Failed to fetch')))
    await submit(dialog)
    const lost = await screen.findByText(/Your changes are still here: save again once it can be reached/)
    expect(lost.closest('.mantine-Notification-root')).toHaveTextContent('Error submitting form')
    mend()
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    calls.answer(api.zones.update, (ask) => held.then(ask))
    const before = calls.of(api.zones.update).length
    const again = dialog.getByRole('button', { name: 'Submit' })
    await waitFor(() => expect(again).toBeEnabled())
    await portal.user.dblClick(again)
    release()
    await portal.noDialog()
    await waitFor(() => expect(screen.queryByText('Error submitting form')).toBeNull())
    expect(calls.of(api.zones.update)).toHaveLength(before + 1)
  })
})

// @test-tag long
test('A chosen region that has been deleted is reported beside its field, and nothing else is lost', async () => {
  const region = await foundRegion('Shortlived Shire')
  await portal.open('operations_manager', '/ZoneManagement/zones')
  await portal.user.click(await screen.findByRole('button', { name: 'Create Zone' }))
  const dialog = await portal.dialog('Create Zone')
  await portal.fill(await dialog.findByLabelText(/^Name/), 'Orphan Flat')
  await portal.fill(dialog.getByLabelText(/Abbreviation/), 'OF')
  const field = dialog.getByRole('combobox', { name: 'Region' })
  await portal.fill(field, region.name)
  await portal.user.click(await screen.findByRole('option', { name: region.name }))
  await office().call(api.regions.destroy, { params: { id: region.id } })
  await submit(dialog)
  await waitFor(() => expect(field).toHaveAccessibleDescription(/There is no such/))
  expect(dialog.getByLabelText(/^Name/)).toHaveValue('Orphan Flat')
  expect(dialog.getByLabelText(/Abbreviation/)).toHaveValue('OF')
})

// @test-tag long
test('A user sees what differs in an edit conflict of a zone, and changes by only one user merge', async () => {
  const zone = await foundZone('Contested Cove')
  const params = { id: zone.id }
  const dialog = await openEditing(zone)
  await portal.fill(dialog.getByLabelText(/^Name/), 'Contested Mine')
  await portal.fill(dialog.getByLabelText(/Abbreviation/), 'MIN')
  const body = { name: 'Contested Theirs', abbreviation: 'THE', default_price: 9.9 }
  await portal.server.client('administrator').call(api.zones.update, { params, body })
  await submit(dialog)
  const conflict = within(await dialog.findByRole('alert', { name: 'Another user has changed this record' }))
  expect(conflict.getAllByRole('radiogroup')).toHaveLength(2)
  expect(conflict.getByText('Yours: Contested Mine')).toBeVisible()
  await portal.user.click(conflict.getByText('Theirs: THE'))
  await portal.user.click(conflict.getByRole('button', { name: 'Save over it' }))
  await portal.noDialog()
  const { data } = await office().call(api.zones.show, { params })
  expect(data).toMatchObject({ name: 'Contested Mine', abbreviation: 'THE', default_price: 9.9 })
})

// @test-tag long
test('A dispatcher may read zones but not change them', async () => {
  const zone = await foundZone('Looked Lagoon')
  await portal.open('dispatcher', '/ZoneManagement/zones?search=looked')
  await portal.user.click(await screen.findByRole('button', { name: 'Actions for Looked Lagoon' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent).join()).not.toMatch(/Edit|Delete|Block/)
  expect(screen.queryByRole('button', { name: 'Create Zone' })).toBeNull()
  // Typed into the address, the form to edit does not open.
  await portal.open('dispatcher', `/ZoneManagement/zones?d=ZoneDialog-edit-${zone.id}`)
  await row(/Looked Lagoon/)
  await waitFor(() => expect(portal.address()).toBe('/ZoneManagement/zones'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await portal.open('dispatcher', `/ZoneManagement/zones?d=ZoneDialog-view-${zone.id}`)
  const dialog = await portal.dialog('Looked Lagoon')
  expect(await dialog.findByText('$3.50')).toBeVisible()
  // Nothing to do is proposed to those who may only look.
  expect(await dialog.findByText('No location chosen')).toBeVisible()
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(dialog.queryByText('Edit Mode')).toBeNull()
})

// covers: ZONE-23, ZONE-25, ZONE-73, PERM-56
test('A user without the module of zones stays on the page they are on', async () => {
  const words = /^You do not have the correct permissions to view this content/
  for (const path of ['/ZoneManagement', '/ZoneManagement/zones', '/ZoneManagement/zones/1/designer']) {
    await portal.open({ permissions: ['DriverManagement:driver:canRead'] }, '/DriverManagement')
    const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }))
    expect(await menu.findByRole('link', { name: 'Drivers' })).toBeVisible()
    expect(menu.queryByRole('link', { name: 'Zones' })).toBeNull()
    await portal.go(path)
    expect(await screen.findByText(words)).toBeVisible()
    expect(portal.address()).toBe('/DriverManagement')
    expect(screen.getByRole('heading', { name: 'Drivers', level: 1 })).toBeVisible()
  }
})
