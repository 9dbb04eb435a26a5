import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const time_zone = 'Australia/Brisbane'
const menu = async () => within(await screen.findByRole('navigation', { name: 'Main menu' }))

describe('The menu', () => {
  // covers: PERM-01, PERM-02
  test('the menu shows operators, dispatchers and administrators the modules of their work', async () => {
    for (const [role, modules] of [
      ['operations_manager', ['Drivers', 'Vehicles', 'Zones', 'Service Monitoring']],
      ['dispatcher', ['Passengers', 'Service Monitoring']],
      ['administrator', ['Regions', 'Zones']],
    ] as const) {
      await portal.open(role, '/')
      for (const name of modules) expect(await (await menu()).findByRole('link', { name })).toBeVisible()
    }
  })

  // covers: SHELL-28, PERM-65
  test('the menu hides modules that a user may not read', async () => {
    await portal.open('customer_service', '/')
    expect(await (await menu()).findByRole('link', { name: 'Passengers' })).toBeVisible()
    expect((await menu()).queryByRole('link', { name: 'Drivers' })).toBeNull()
    await portal.open('customer_service', '/DriverManagement')
    expect(await screen.findByRole('heading', { name: 'No permission' })).toBeInTheDocument()
  })
})

// covers: SHELL-57..60
test('The header keeps region and zones in the address, and the region for the next visit', async () => {
  const office = portal.server.client('operations_manager')
  const { data: region } = await office.call(api.regions.create, { body: { name: 'Coast', time_zone } })
  const { data: other } = await office.call(api.regions.create, { body: { name: 'Inland', time_zone } })
  for (const [name, region_id] of [
    ['Bayside', region.id],
    ['Harbour', region.id],
    ['Plateau', other.id],
  ] as const)
    await office.call(api.zones.create, { body: { name, abbreviation: name.slice(0, 3), region_id, time_zone } })
  await portal.open('superadmin', '/DriverManagement')
  const banner = within(await screen.findByRole('banner'))
  await portal.choose(await banner.findByRole('combobox', { name: 'Region' }), 'Coast')
  await waitFor(() => expect(portal.address()).toContain(`region=${region.id}`))
  expect(localStorage.getItem('global_region_filter')).toBe(String(region.id))
  await portal.user.click(banner.getByRole('combobox', { name: 'Zones' }))
  await screen.findByRole('option', { name: 'Harbour' })
  const zones = screen.getAllByRole('option')
  expect(zones.map((zone) => zone.textContent).toSorted()).toEqual(['Bayside', 'Harbour'])
  for (const [chosen, zone] of ['Bayside', 'Harbour'].entries()) {
    await portal.user.click(screen.getByRole('option', { name: zone }))
    await waitFor(() => expect(screen.getAllByRole('option', { selected: true })).toHaveLength(chosen + 1))
  }
  await waitFor(() => expect(decodeURIComponent(portal.address())).toMatch(/zone=\d+,\d+/))
  await portal.go('/NoSuchPage')
  await screen.findByRole('heading', { name: 'Page not found' })
  await portal.reload()
  await portal.go('/DriverManagement')
  await waitFor(() => expect(portal.address()).toMatch(new RegExp(`^/DriverManagement.*region=${region.id}`)))
})

describe('Titles and errors', () => {
  // covers: SHELL-21, SHELL-24, SHELL-25
  test('a page gets its title and breadcrumb from its route', async () => {
    await portal.open('superadmin', '/DriverManagement')
    const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))
    await waitFor(() => expect(document.title).toBe('Drivers · Ambit'))
    const places = crumbs.getAllByRole('listitem').map((place) => place.textContent)
    expect(places).toEqual(['Resources & Passengers', 'Drivers'])
  })

  test('an unknown address shows an error inside the portal’s frame', async () => {
    await portal.open('superadmin', '/NoSuchPage')
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
    expect((await menu()).getByRole('link', { name: 'Drivers' })).toBeVisible()
    await portal.user.click(screen.getByRole('link', { name: 'Go to the start page' }))
    await waitFor(() => expect(portal.address()).toBe('/Dashboard'))
  })
})
