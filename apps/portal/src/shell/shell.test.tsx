import { api } from '@ambit/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { isOfSession } from '../testing/session.ts'
import { startPortal } from '../testing/start-portal.ts'
import { timers } from '../testing/timers.ts'

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

  // covers: SHELL-27
  test('each item of the menu links to a path named for its module', async () => {
    await portal.open('superadmin', '/')
    const links = await (await menu()).findAllByRole('link')
    const paths = links.map((link) => [
      link.textContent,
      new URL(link.getAttribute('href') ?? '', location.href).pathname,
    ])
    const specified = [
      ['Sunline', '/'],
      ['Drivers', '/DriverManagement'],
      ['Vehicles', '/VehicleManagement'],
      ['Passengers', '/TravellerManagement'],
      ['Regions', '/RegionManagement'],
      ['Zones', '/ZoneManagement'],
      ['In-Service Schedules', '/ServicePlans'],
      ['Service Monitoring', '/VehicleMonitoring'],
      ['Vehicle Trips', '/TripManagement'],
      ['Bookings', '/LiveBookings'],
      ['Reports', '/ReportManagement'],
      ['Users', '/UserManagement'],
      ['User Groups', '/UserGroupManagement'],
      ['Discounts', '/DiscountManagement'],
    ]
    expect(paths).toEqual(expect.arrayContaining(specified))
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

// covers: SHELL-46
test('The header asks for schedules without a vehicle three seconds after it was drawn', async () => {
  const asked: number[] = []
  calls.answer(api.servicePlans.list, (ask) => {
    asked.push(Date.now())
    return ask()
  })
  timers.hold()
  await portal.open('operations_manager', '/NoSuchPage')
  await timers.until(() => expect(screen.getByRole('button', { name: /^Unallocated/ })).toBeInTheDocument())
  const drawn = Date.now()
  await timers.until(() => expect(asked).toHaveLength(1))
  const after = asked[0]! - drawn
  expect([after > 2500, after < 5000]).toEqual([true, true])
})

// covers: SHELL-57..60, API-29, API-30, VERCHK-32, VERCHK-36
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
  const [call] = calls.of(api.regions.list)
  expect(isOfSession(call!)).toBe(true)
  expect([call?.query.get('page'), call?.query.get('per_page')]).toEqual(['1', '1000'])
  await waitFor(() => expect(portal.address()).toContain(`region=${region.id}`))
  expect(localStorage.getItem('global_region_filter')).toBe(String(region.id))
  await portal.user.click(banner.getByRole('combobox', { name: 'Zones' }))
  const zones = () => screen.getAllByRole('option').map((zone) => zone.textContent)
  await waitFor(() => expect(zones().toSorted()).toEqual(['Bayside', 'Harbour']))
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

test('Two zones that are chosen in quick succession are both kept', async () => {
  const office = portal.server.client('operations_manager')
  const { data: region } = await office.call(api.regions.create, { body: { name: 'Quick coast', time_zone } })
  const made = []
  for (const name of ['Quick east', 'Quick west']) {
    const body = { name, abbreviation: name.slice(6, 9), region_id: region.id, time_zone }
    made.push((await office.call(api.zones.create, { body })).data.id)
  }
  await portal.open('superadmin', `/DriverManagement?region=${region.id}`)
  const banner = within(await screen.findByRole('banner'))
  await portal.user.click(await banner.findByRole('combobox', { name: 'Zones' }))
  await screen.findByRole('option', { name: 'Quick east' })
  const [east, west] = ['Quick east', 'Quick west'].map((name) => screen.getByRole('option', { name }))
  // Both before the address has changed.
  for (const option of [east, west]) fireEvent.click(option ?? document.body)
  await waitFor(() => expect(decodeURIComponent(portal.address())).toContain(`zone=${made.join(',')}`))
  // And one that is taken away while the other is already shown goes alone.
  await waitFor(() => expect(screen.getAllByRole('option', { selected: true })).toHaveLength(2))
  fireEvent.click(screen.getByRole('option', { name: 'Quick east' }))
  await waitFor(() => expect(portal.address()).toMatch(new RegExp(`zone=${made[1]}(&|$)`)))
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
