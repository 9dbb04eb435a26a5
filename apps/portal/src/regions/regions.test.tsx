import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls, noNetwork, refusal } from '../testing/calls.ts'
import { notices } from '../testing/notices.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const grid = () => screen.findByRole('grid', { name: 'Regions' })
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name })
const rows = async () => within(await grid()).getAllByRole('row')
const found = async (name: string, more: object = {}) => {
  const body = { name, time_zone: 'Australia/Brisbane', ...more }
  return (await portal.server.client('operations_manager').call(api.regions.create, { body })).data
}

describe('Regions', () => {
  // covers: REG-01..04, REG-10..12
  test('an operations manager sees regions in a table, searches and filters them', async () => {
    await found('Rolling Downs', { status: 'blocked' })
    await found('Plain Plateau')
    await portal.open('operations_manager', '/')
    const { user } = portal
    await user.click(await screen.findByRole('link', { name: 'Regions' }))
    expect(await screen.findByRole('heading', { name: 'Regions', level: 1 })).toBeVisible()
    expect(portal.address()).toBe('/RegionManagement')
    expect(screen.getByRole('button', { name: 'Create Region' })).toBeVisible()
    const headings = within(await grid()).getAllByRole('columnheader')
    const words = ['ID', 'Region Name', 'Status', 'Time Zone', 'Zones', 'Vehicles', 'Schedules', 'Actions']
    expect(headings.map((heading) => heading.textContent)).toEqual(words)
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeVisible()

    expect(
      within(await row(/Rolling Downs/))
        .getByText('Blocked')
        .closest('[data-tone]'),
    ).toHaveAttribute('data-tone', 'danger')
    expect(
      within(await row(/Plain Plateau/))
        .getByText('Active')
        .closest('[data-tone]'),
    ).toHaveAttribute('data-tone', 'success')
    const filter = screen.getByRole('radiogroup', { name: 'Region Status' })
    expect(within(filter).getAllByRole('radio')).toHaveLength(3)
    await user.click(within(filter).getByText('Blocked'))
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    expect(portal.address()).toContain('filter.status=blocked')
    expect(calls.of(api.regions.list).at(-1)?.query.get('filter[status]')).toBe('blocked')
    await user.click(within(filter).getByText('Active'))
    await row(/Plain Plateau/)
    expect(portal.address()).toContain('filter.status=active')
    expect(within(await grid()).queryByText('Rolling Downs')).toBeNull()
    await user.click(within(filter).getByText('All'))
    await row(/Rolling Downs/)
    await user.type(screen.getByPlaceholderText('Filter by region name ...'), 'rolling')
    await waitFor(async () => expect(await rows()).toHaveLength(2))
  })

  // covers: REG-18
  test("an operations manager changes a region's name and reads that it was saved", async () => {
    const region = await found('Upper Valley')
    await portal.open('operations_manager', '/RegionManagement?search=upper')
    const { user } = portal
    await user.click(await row(/Upper Valley/))
    const dialog = within(await screen.findByRole('dialog', { name: 'Upper Valley' }))
    expect(portal.address()).toMatch(new RegExp(`d=RegionDialog-view-${region.id}$`))
    await user.click(await dialog.findByText('Edit Mode'))
    await portal.fill(await dialog.findByLabelText(/Region Name/), 'Upper Valleys')
    await portal.fill(dialog.getByRole('combobox', { name: 'Time Zone' }), 'perth')
    await user.click(await screen.findByRole('option', { name: 'Australia/Perth' }))
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText('Your region details have been successfully updated')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await row(/Upper Valleys/)).toHaveTextContent('Australia/Perth')
  })

  // covers: REG-22
  test('a region that cannot be shown is deselected and reported in the error list', async () => {
    await found('Lost Island')
    await portal.open('operations_manager', '/RegionManagement')
    calls.answer(api.regions.show, () => refusal(404, 'not_found'))
    await row(/Lost Island/)
    const crumb = screen.getByRole('combobox', { name: 'Region of this page' })
    await portal.fill(crumb, 'lost')
    await portal.user.click(await screen.findByRole('option', { name: 'Lost Island' }))
    expect(await screen.findByText('Error in Select Region')).toBeVisible()
    expect(portal.address()).toMatch(/\/RegionManagement$/)
    await portal.open('operations_manager', '/RegionManagement/nowhere')
    expect(await screen.findByText('Error in Select Region')).toBeVisible()
    expect(portal.address()).toMatch(/\/RegionManagement$/)
  })

  // covers: REG-03, REG-14, DLG-28
  // @test-tag long
  test('creating a region needs a name and takes only a valid email address', async () => {
    const { user } = portal
    await portal.open('operations_manager', '/RegionManagement')
    await user.click(await screen.findByRole('button', { name: 'Create Region' }))
    const dialog = await openedDialog(portal, 'Create Region')
    await waitFor(async () => expect(await dialog.field('Region Name')).toHaveFocus())
    await user.tab()
    expect(await dialog.findByText('Please enter a region name')).toBeVisible()
    await dialog.fill('Contact Email', 'plain')
    await dialog.submit()
    expect(await dialog.findByText('Please enter a valid email address')).toBeVisible()
    await dialog.fill('Contact Email', '')
    await dialog.fill('Region Name', 'Great Plain')
    await dialog.submit()
    expect(await screen.findByText('Region successfully created.')).toBeVisible()
    expect(calls.of(api.regions.create).map(({ body }) => body)).toEqual([
      {
        name: 'Great Plain',
        receipt_note: null,
        status: 'active',
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        contact_email: null,
        contact_phone: null,
        emergency_number: '112',
        navigation_apps: ['apple_maps', 'google_maps', 'waze', 'osmand', 'organic_maps'],
        quick_replies: {},
        override_reasons: [],
        odometer: 'ask',
        track_breaks: false,
      },
    ])
    await dialog.closes()
    expect(await row(/Great Plain/)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create Region' })).toHaveFocus())
    // The header's selector lists it at once.
    await user.click(screen.getByRole('combobox', { name: 'Region' }))
    expect(await screen.findByRole('option', { name: 'Great Plain' })).toBeVisible()
  })

  // @test-tag long
  test('a region lists and links to its zones and cannot be deleted while it has any', async () => {
    const { user } = portal
    const region = await found('Two Bays')
    const manager = portal.server.client('operations_manager')
    for (const name of ['North Bay', 'South Bay']) {
      const body = { name, abbreviation: name, region_id: region.id, time_zone: region.time_zone }
      await manager.call(api.zones.create, { body })
    }
    await portal.open('operations_manager', `/RegionManagement?d=RegionDialog-view-${region.id}-Usage`)
    const dialog = await openedDialog(portal, 'Two Bays')
    expect((await dialog.findAllByRole('definition'))[0]).toHaveTextContent('2')
    await user.click(dialog.getByRole('link', { name: 'Show zones' }))
    const zones = within(await screen.findByRole('grid', { name: 'Zones' }))
    await waitFor(() => expect(zones.getAllByRole('row')).toHaveLength(3))
    expect(portal.address()).toMatch(new RegExp(`/ZoneManagement/zones\\?region=${region.id}$`))
    await portal.open('operations_manager', `/RegionManagement/${region.id}`)
    await user.click(await screen.findByRole('button', { name: 'Actions for Two Bays' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete this region?' }))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(/Two Bays has 2 zones/)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await row(/Two Bays/)).toBeVisible()
  })
})

// covers: REG-07
test('Another region in the header leads to its page in Service Monitoring, and the breadcrumb names it', async () => {
  const region = await found('Windy Point')
  await portal.open('operations_manager', '/VehicleMonitoring/region')
  await portal.fill(await screen.findByRole('combobox', { name: 'Region' }), 'windy')
  await portal.user.click(await screen.findByRole('option', { name: 'Windy Point' }))
  const path = new RegExp(`/VehicleMonitoring/region/${region.id}\\?region=${region.id}$`)
  await waitFor(() => expect(portal.address()).toMatch(path))
})

describe('Saving a region', () => {
  const editing = async (name: string) => {
    const region = await found(name)
    await portal.open('operations_manager', `/RegionManagement?d=RegionDialog-edit-${region.id}`)
    return { region, dialog: await openedDialog(portal, name) }
  }
  const sent = () => calls.of(api.regions.update)

  // covers: DAPP-135
  // @test-tag long
  test('what drivers of a region do about odometer, navigation, breaks, emergencies and replies is set in its dialog', async () => {
    const { region, dialog } = await editing('Driven Hills')
    await dialog.fill('Emergency Number', '000')
    const apps = await dialog.findByRole('combobox', { name: 'Navigation Apps of Drivers' })
    await portal.choose(apps, 'Waze')
    await portal.user.keyboard('{Escape}')
    await dialog.choose('Odometer at Start and End', 'Require')
    await dialog.switch('Follow Vehicles During Breaks')
    await dialog.paste('Quick Replies of Drivers, English', 'On my way\nFive minutes late')
    await dialog.submit()
    await dialog.closes()
    const { data } = await portal.server.client('operations_manager').call(api.regions.show, { params: region })
    expect(data).toMatchObject({
      emergency_number: '000',
      navigation_apps: ['apple_maps', 'google_maps', 'osmand', 'organic_maps'],
      odometer: 'require',
      track_breaks: true,
      quick_replies: { en: ['On my way', 'Five minutes late'] },
    })
  })

  // covers: REG-20, REG-21
  test('a failed save of a region leaves the form usable and shows no notice', async () => {
    const { dialog } = await editing('Stony Creek')
    await dialog.fill('Region Name', 'Stonier Creek')
    const submit = () => dialog.getByRole('button', { name: 'Submit' })
    let fail = (): void => {}
    const answered = new Promise<void>((resolve) => {
      fail = resolve
    })
    const recover = calls.answer(api.regions.update, async () => {
      await answered
      return refusal(500, 'internal', 'It broke.')
    })
    await dialog.submit()
    await waitFor(() => expect(submit()).toBeDisabled())
    fail()
    await waitFor(() => expect(submit()).toBeEnabled())
    expect(notices()).toEqual([])
    expect(dialog.getByRole('alert')).toBeEmptyDOMElement()
    recover()
    const reconnect = calls.answer(api.regions.update, noNetwork)
    await dialog.submit()
    await waitFor(() => expect(sent()).toHaveLength(2))
    await waitFor(() => expect(submit()).toBeEnabled())
    reconnect()
    await dialog.submit()
    await dialog.closes()
    expect(await row(/Stonier Creek/)).toBeVisible()
  })

  // @test-tag long
  test('a region name that is taken or too long is reported beside its field, and a double click saves once', async () => {
    await found('Taken Hill')
    const { dialog } = await editing('Free Hill')
    await dialog.fill('Region Name', 'taken hill')
    await dialog.submit()
    expect(await dialog.findByText('This name is already taken')).toBeVisible()
    await dialog.paste('Region Name', 'x'.repeat(256))
    await dialog.submit()
    expect(await dialog.findByText('Please enter at most 255 characters')).toBeVisible()
    await dialog.fill('Region Name', 'Freer Hill')
    const before = sent().length
    await portal.user.dblClick(dialog.getByRole('button', { name: 'Submit' }))
    await dialog.closes()
    expect(sent()).toHaveLength(before + 1)
  })

  // @test-tag long
  test('a user resolves an edit conflict of a region field by field', async () => {
    const { region, dialog } = await editing('Contested Flat')
    await dialog.fill('Region Name', 'Contested Mine')
    const client = portal.server.client('administrator')
    const params = { id: region.id }
    const body = { name: 'Contested Theirs', contact_phone: '+61 7 0000 0000' }
    await client.call(api.regions.update, { params, body })
    await dialog.submit()
    const conflict = within(await dialog.findByRole('alert', { name: 'Another user has changed this record' }))
    expect(await conflict.findByText(/^Theirs: Contested Theirs/)).toBeVisible()
    await portal.user.click(conflict.getByRole('button', { name: 'Save over it' }))
    await dialog.closes()
    const { data } = await client.call(api.regions.show, { params })
    expect(data).toMatchObject({ name: 'Contested Mine', contact_phone: '+61 7 0000 0000' })
  })
})

test('A dispatcher may read regions but not change them', async () => {
  const { user } = portal
  await found('Read Only')
  await portal.open('dispatcher', '/RegionManagement?search=read+only')
  await user.click(await row(/Read Only/))
  const dialog = await openedDialog(portal, 'Read Only')
  expect(await dialog.findByRole('tab', { name: 'In Use' })).toBeVisible()
  expect(dialog.queryByText('Edit Mode')).toBeNull()
  await user.keyboard('{Escape}')
  await dialog.closes()
  expect(screen.queryByRole('button', { name: 'Create Region' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Actions for Read Only' }))
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual(['View', 'Show zones'])
})
