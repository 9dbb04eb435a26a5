import { api, permissionKeys } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const time_zone = 'Australia/Brisbane'
const office = () => portal.server.client('operations_manager')
const foundRegion = async (name: string) =>
  (await office().call(api.regions.create, { body: { name, time_zone } })).data
let coast: Awaited<ReturnType<typeof foundRegion>>
beforeAll(async () => {
  coast = await foundRegion('Coast')
})
// The tabs of a window are kept there.
beforeEach(() => sessionStorage.clear())
const foundZone = async (name: string, region_id = coast.id) =>
  (await office().call(api.zones.create, { body: { name, abbreviation: name.slice(0, 3), region_id, time_zone } })).data

const tabs = async () => within(await screen.findByRole('navigation', { name: 'Open zones' }))
const tabNames = async () => (await tabs()).getAllByRole('link').map((link) => link.textContent)
const hasTabs = (...names: string[]) => waitFor(async () => expect(await tabNames()).toEqual(['List View', ...names]))
const close = async (name: string) => portal.user.click((await tabs()).getByRole('button', { name: `Close ${name}` }))
const grid = () => screen.findByRole('grid', { name: 'Zones' })
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name })

describe('Tabs of open zones', () => {
  // covers: ZONE-03..07, ZONE-12, ZONE-13, ZONE-21, ZONE-22
  test('an opened zone gets a tab that survives a reload until it is closed', async () => {
    const east = await foundZone('Tab East')
    const west = await foundZone('Tab West')
    await portal.open('operations_manager', '/ZoneManagement/zones?search=tab')
    await row(/Tab East/)
    await hasTabs()
    expect((await tabs()).queryByRole('button')).toBeNull()
    await portal.user.click(await row(/Tab East/))
    await waitFor(() => expect(portal.address()).toMatch(new RegExp(`/ZoneManagement/zones/${east.id}/designer$`)))
    await waitFor(() => expect(document.title).toMatch(/^Zone Designer · /))
    await hasTabs('Tab East')
    expect((await tabs()).getByRole('link', { name: 'Tab East' })).toHaveAttribute('aria-current', 'page')
    await portal.go(`/ZoneManagement/zones/${west.id}/designer/stops`)
    await hasTabs('Tab East', 'Tab West')
    expect(screen.getByRole('heading', { name: 'Zones', level: 1 })).toBeVisible()
    await portal.reload()
    await hasTabs('Tab East', 'Tab West')
    // Closing another zone's tab keeps the current one; closing the current one opens the list.
    await close('Tab East')
    await hasTabs('Tab West')
    expect(portal.address()).toMatch(/\/designer\/stops$/)
    await close('Tab West')
    await waitFor(() => expect(portal.address()).toMatch(/\/ZoneManagement\/zones$/))
    await hasTabs()
    expect(await row(/Tab West/)).toBeVisible()
    history.back()
    await hasTabs('Tab West')
    await waitFor(() => expect(portal.address()).toMatch(/\/designer\/stops$/))
    history.forward()
    await waitFor(() => expect(portal.address()).toMatch(/\/ZoneManagement\/zones$/))
    await hasTabs('Tab West')
  })

  // covers: ZONE-08
  test('a tab waits for its name when its zone is not loaded yet', async () => {
    const there = await foundRegion('Far Region')
    const zone = await foundZone('Far Away', there.id)
    const held = Promise.withResolvers<void>()
    calls.answer(api.zones.show, (ask) => held.promise.then(ask))
    await portal.open('operations_manager', `/ZoneManagement/zones/${zone.id}/designer?region=${coast.id}`)
    await waitFor(async () => expect(await tabNames()).toEqual(['List View', 'loading...']))
    held.resolve()
    await waitFor(async () => expect(await tabNames()).toEqual(['List View', 'Far Away']))
  })
})

describe('The layout of the zones', () => {
  const hold = (endpoint: Parameters<typeof calls.answer>[0]) => {
    const held = Promise.withResolvers<void>()
    calls.answer(endpoint, (ask) => held.promise.then(ask))
    return held
  }
  const waits = () => document.querySelector('main [aria-busy="true"]') !== null
  const noStops = () => screen.findByText('No stops yet')

  // covers: ZONE-26, ZONE-28
  test('no page is shown before the zones are loaded, fifty at most', async () => {
    const zone = await foundZone('Behind Zones')
    const held = hold(api.zones.list)
    await portal.open('operations_manager', `/ZoneManagement/zones/${zone.id}/designer/stops?region=${coast.id}`)
    // The header has the regions by then.
    const header = within(await screen.findByRole('banner'))
    await waitFor(() => expect(header.getByRole('combobox', { name: 'Region' })).toHaveValue('Coast'))
    await tabs()
    expect(waits()).toBe(true)
    held.resolve()
    expect(await noStops()).toBeVisible()
    expect(calls.of(api.zones.list).some(({ query }) => query.get('per_page') === '50')).toBe(true)
  })

  // covers: ZONE-27
  test('no page is shown before the regions are loaded', async () => {
    const zone = await foundZone('Behind Regions')
    const held = hold(api.regions.list)
    // The tab's name can come from the loaded zones alone.
    hold(api.zones.show)
    await portal.open('operations_manager', `/ZoneManagement/zones/${zone.id}/designer/stops`)
    await hasTabs('Behind Regions')
    expect(waits()).toBe(true)
    held.resolve()
    expect(await noStops()).toBeVisible()
  })
})

const refusal = () => screen.findByText(/You do not have the correct permissions to view this content\./)

describe('A page without permission', () => {
  // covers: ZONE-15, ZONE-16, ZONE-24, ZONE-72, PERM-55
  test('a user without the right to design stays on the page they are on', async () => {
    const zone = await foundZone('Not Designed')
    const permissions = permissionKeys.filter(
      (key) => key.endsWith(':canRead') && key !== 'ZoneManagement:zoneDesigner:canRead',
    )
    await portal.open({ permissions }, '/ZoneManagement/zones?search=not')
    await row(/Not Designed/)
    // A tab from before is a link to a page that the user may not open.
    const user = await portal.server.deps.db
      .selectFrom('users')
      .select('id')
      .where('username', 'like', 'custom%')
      .executeTakeFirstOrThrow()
    sessionStorage.setItem(`ambit:open-zones:${user.id}`, String(zone.id))
    await portal.reload()
    await hasTabs('Not Designed')
    await portal.user.click((await tabs()).getByRole('link', { name: 'Not Designed' }))
    expect(await refusal()).toBeVisible()
    await waitFor(() => expect(portal.address()).toMatch(/\/ZoneManagement\/zones\?search=not$/))
    // The row opens the dialog instead.
    await portal.user.click(await row(/Not Designed/))
    expect(await screen.findByRole('dialog', { name: 'Not Designed' })).toBeVisible()
    await portal.user.keyboard('{Escape}')
    await portal.noDialog()
    await portal.user.click(screen.getByRole('button', { name: 'Actions for Not Designed' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['Booking rules', 'View details'])
  })
})
