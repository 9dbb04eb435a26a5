import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls, noNetwork } from '../testing/calls.ts'
import { buy, withStages } from '../testing/fleet.ts'
import { nextDownload } from '../testing/downloads.ts'
import { notice } from '../testing/notices.ts'
import { startPortal } from '../testing/start-portal.ts'
import { timers } from '../testing/timers.ts'

const portal = startPortal()

const grid = () => screen.findByRole('grid', { name: 'Vehicles' })
const row = async (name: string) => within(await grid()).findByRole('row', { name: new RegExp(name) })
const headings = async () =>
  within(await grid())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
const inArea = (functional_area: string) => ({ allocation: { service_allocation_details: { functional_area } } })
const combobox = (name: string) => screen.findByRole('combobox', { name })
const asked = () => calls.of(api.vehicles.list).map(({ query }) => query)

/** Waits until the list shows these vehicles and no other. */
const lists = async (...names: string[]) => {
  const table = within(await grid())
  await waitFor(() =>
    expect(
      table
        .queryAllByText(/^N /)
        .map(({ textContent }) => textContent)
        .toSorted(),
    ).toEqual(names.map((name) => `N ${name}`).toSorted()),
  )
}

describe('The list of vehicles without custom fields', () => {
  // covers: VEH-13, VEH-15
  test('the list has no column or filter for stages when there are none', async () => {
    await buy(portal.server, 'plain')
    await portal.open('fleet_manager', '/VehicleManagement')
    await row('N plain')
    expect(await headings()).not.toEqual(expect.arrayContaining(['Completed Stage']))
    expect(await headings()).not.toEqual(expect.arrayContaining(['Functional Area']))
    for (const name of ['Completed Stage', 'Functional Area', 'Display Extra Columns'])
      expect(screen.queryByRole('combobox', { name })).toBeNull()

    const { stages } = await withStages(portal.server)
    await withStages(
      portal.server,
      stages.filter(({ key }) => key !== 'allocation'),
    )
    await portal.open('fleet_manager', '/VehicleManagement')
    await row('N plain')
    await waitFor(async () => expect(await headings()).toContain('Completed Stage'))
    expect(await headings()).not.toContain('Functional Area')
    expect(screen.queryByRole('combobox', { name: 'Functional Area' })).toBeNull()
  })
})

describe('The list of vehicles', () => {
  beforeAll(async () => void (await withStages(portal.server)))

  // covers: VEH-16, VEH-17, VEH-77
  test('the list shows the fields of at most two stages as columns', async () => {
    await buy(portal.server, 'columned', {
      extra_attributes: {
        ...inArea('centre'),
        safety_inspection: { odometer: 4711, passed: true },
        fit_out: { equipment: ['ramp', 'lift'], livery: 'Sunline' },
      },
    })
    await portal.open('fleet_manager', '/VehicleManagement?search=columned')
    const { user } = portal
    await row('N columned')
    const starting = async (words: string) => (await headings()).filter((heading) => heading.startsWith(words))
    expect(await starting('Fit-out:')).toEqual([])
    await user.click(await combobox('Display Extra Columns'))
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Allocation', 'Safety inspection', 'Fit-out'])
    await user.click(screen.getByRole('option', { name: 'Fit-out' }))
    await waitFor(async () => expect(await starting('Fit-out:')).toEqual(['Fit-out: Equipment', 'Fit-out: Livery']))
    expect(await within(await row('N columned')).findByText('Ramp, Lift')).toBeVisible()
    await user.click(screen.getByRole('option', { name: 'Safety inspection' }))
    expect(await within(await row('N columned')).findByText('4,711')).toBeVisible()
    expect(asked().at(-1)?.get('stages')?.split(',')).toEqual(expect.arrayContaining(['fit_out', 'safety_inspection']))
    await user.click(screen.getByRole('option', { name: 'Allocation' }))
    expect(portal.address()).toMatch(/stages=fit_out(,|%2C)safety_inspection(&|$)/)
    expect(await starting('Allocation:')).toEqual([])
    await portal.open('fleet_manager', '/VehicleManagement?search=columned&stages=fit_out,safety_inspection,allocation')
    await waitFor(async () => expect((await starting('Safety inspection:')).length).toBeGreaterThan(0))
    expect(await starting('Allocation:')).toEqual([])
  })

  // covers: VEH-06, VEH-07, VEH-73..76, VEH-94
  test('the list is searched half a second after the last key', async () => {
    await buy(portal.server, 'wanted', { make: 'Zanzibus', model: 'Quayliner' })
    await portal.open('fleet_manager', '/VehicleManagement')
    await row('N wanted')
    const searched = () => asked().filter((query) => query.has('search'))
    timers.hold()
    await portal.user.type(screen.getByRole('searchbox', { name: 'Search vehicles' }), 'zanzibus qua')
    await timers.pass(499)
    expect(searched()).toEqual([])
    expect(portal.address()).not.toContain('zanzibus')
    await timers.pass(1)
    await timers.until(() => expect(searched()).toHaveLength(1))
    const [query] = searched()
    expect(['search', 'page', 'per_page'].map((name) => query?.get(name))).toEqual(['zanzibus qua', '1', '25'])
    expect(portal.address()).toMatch(/[?&]search=zanzibus(\+|%20)qua/)
    timers.go()
    await lists('wanted')
    for (const words of ['N wanted', 'P wanted', 'zanzibus', 'quayliner']) {
      await portal.open('fleet_manager', `/VehicleManagement?search=${words}`)
      await lists('wanted')
    }
  })

  // covers: VEH-18..23, VEH-45, VEH-64, VEH-65, VEH-76
  test('the list is filtered by status, completed stages and functional area, all of it in the address', async () => {
    const { server, user } = portal
    const [north, south, fitted] = [
      { ...inArea('north'), allocation_completed: true },
      { ...inArea('south'), allocation_completed: true, fit_out_completed: true },
      { ...inArea('south'), fit_out_completed: true },
    ]
    await buy(server, 'sieve north', { extra_attributes: north })
    await buy(server, 'sieve south', { status: 'inactive', extra_attributes: south })
    await buy(server, 'sieve fitted', { extra_attributes: fitted })
    await buy(server, 'sieve bare')
    await portal.open('fleet_manager', '/VehicleManagement?search=sieve')
    const found = (...names: string[]) => lists(...names.map((name) => `sieve ${name}`))
    await found('north', 'south', 'fitted', 'bare')
    const tone = async (name: string, tag: string) =>
      within(await row(name))
        .getByText(tag)
        .closest('[data-tone]')
        ?.getAttribute('data-tone')
    expect(await tone('N sieve north', 'Active')).toBe('success')
    expect(await tone('N sieve south', 'Inactive')).toBe('danger')

    const status = within(screen.getByRole('radiogroup', { name: 'Status' }))
    await user.click(status.getByText('Inactive'))
    await found('south')
    expect(asked().at(-1)?.get('filter[status]')).toBe('inactive')
    expect(portal.address()).toContain('filter.status=inactive')
    await user.click(status.getByText('Active'))
    await found('north', 'fitted', 'bare')

    const choose = async (name: string, option: string) => {
      await portal.choose(await combobox(name), option)
      await user.keyboard('{Escape}')
    }
    const attributes = () => asked().at(-1)?.get('filter[vehicle_attributes]')
    await choose('Completed Stage', 'Allocation')
    await found('north')
    await choose('Completed Stage', 'Fit-out')
    await found('north', 'fitted')
    expect(attributes()).toBe('completed:allocation,completed:fit_out')
    const area = 'allocation.service_allocation_details.functional_area:south'
    await choose('Functional Area', 'South')
    await found('fitted')
    expect(attributes()).toBe(`completed:allocation,completed:fit_out,${area}`)
    await portal.open('fleet_manager', portal.address())
    await found('fitted')
    await user.click(within(screen.getByRole('radiogroup', { name: 'Status' })).getByText('All'))
    await found('south', 'fitted')
    await portal.open(
      'fleet_manager',
      `/VehicleManagement?search=sieve&filter.vehicle_attributes=${area}&filter.status=active`,
    )
    await found('fitted')
  })

  // @test-tag long
  test('search and filters that find nothing are cleared by one button', async () => {
    await buy(portal.server, 'always there')
    await portal.open('fleet_manager', '/VehicleManagement?search=nobodyatall&filter.status=active')
    expect(await within(await grid()).findByText('No data available')).toBeVisible()
    await portal.user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    expect(await row('N always there')).toBeVisible()
    expect(portal.address()).not.toMatch(/search=|filter/)
    const { meta } = await portal.server.client('fleet_manager').call(api.vehicles.list, { query: { per_page: 1 } })
    expect(within(await grid()).getAllByRole('row')).toHaveLength(meta.total + 1)
  })

  // covers: VEH-24, VEH-25
  test('the filter by notes states that it has no effect yet', async () => {
    const { server } = portal
    await buy(server, 'unnoted')
    const body = { vehicle_id: (await buy(server, 'noted')).id, category: 'comment' as const, details: 'Rattles' }
    await server.client('fleet_manager').call(api.vehicleNotes.create, { body })
    await portal.open('fleet_manager', '/VehicleManagement?search=noted')
    await lists('unnoted', 'noted')
    const notes = await combobox('Notes')
    expect(notes).toHaveAttribute('title', expect.stringMatching(/stays as it is/))
    for (const choice of ['With notes', 'Without notes']) {
      await portal.choose(notes, choice)
      await waitFor(() => expect(notes).toHaveValue(choice))
      await lists('unnoted', 'noted')
    }
    expect(portal.address()).toContain('filter.notes=without')
    expect(asked().filter((query) => [...query.keys()].some((name) => name.includes('notes')))).toEqual([])
    await portal.open('fleet_manager', portal.address())
    expect(await combobox('Notes')).toHaveValue('Without notes')
    await lists('unnoted', 'noted')
    expect(asked().filter((query) => [...query.keys()].some((name) => name.includes('notes')))).toEqual([])
  })

  // covers: VEH-79, VEH-93
  test("the list shows a colleague's change without a reload", async () => {
    const bus = await buy(portal.server, 'polled', { make: 'Before' })
    timers.hold()
    // Nothing comes by the live stream: what is seen was asked for.
    calls.answer(api.live.stream, noNetwork)
    await portal.open('fleet_manager', '/VehicleManagement')
    await timers.until(() => expect(screen.getByText('Before')).toBeVisible())
    const params = { id: bus.id }
    await portal.server.client('operations_manager').call(api.vehicles.update, { params, body: { make: 'After' } })
    expect(screen.queryByText('After')).toBeNull()
    await timers.pass(10_000)
    await timers.until(() => expect(screen.getByText('After')).toBeVisible())
  })

  // covers: VEH-78
  test('a search that is no longer needed is cancelled', async () => {
    await buy(portal.server, 'second thought')
    await portal.open('fleet_manager', '/VehicleManagement')
    await row('N second thought')
    const search = screen.getByRole('searchbox', { name: 'Search vehicles' })
    // The first answer never comes.
    calls.answer(api.vehicles.list, (ask, { query }) =>
      query.get('search') === 'first' ? new Promise<Response>(() => {}) : ask(),
    )
    const first = () => calls.of(api.vehicles.list).find(({ query }) => query.get('search') === 'first')
    await portal.fill(search, 'first{Enter}')
    await waitFor(() => expect(first()).toBeDefined())
    expect(first()?.signal?.aborted).toBe(false)
    await portal.fill(search, 'second thought{Enter}')
    await lists('second thought')
    expect(first()?.signal?.aborted).toBe(true)
  })
})

describe('Exporting vehicles', () => {
  // covers: VEH-82, VEH-83
  test('the export holds every vehicle that search and filters find, on all pages', async () => {
    const body = Array.from({ length: 13 }, (_, at) => ({
      license_plate: `P taken ${at}`,
      vehicle_number: `N taken ${at}`,
      make: 'Škoda',
      capacity: 8,
      mobility_capacity: 1,
      status: at === 0 ? 'inactive' : 'active',
    }))
    await portal.server.client('fleet_manager').call(api.vehicles.bulkImport, { body })
    await portal.open('fleet_manager', '/VehicleManagement?search=taken&filter.status=active&per_page=10')
    const table = within(await grid())
    await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(11))
    const download = nextDownload()
    await portal.user.click(screen.getByRole('button', { name: 'Export' }))
    const { name, content } = await download
    expect(calls.of(api.vehicles.export).map(({ body: sent }) => sent)).toEqual([null])
    expect(name).toBe('vehicles.csv')
    const lines = (await content.text()).trim().split('\r\n')
    expect(lines).toHaveLength(13)
    expect(lines[0]).toContain('Registration Number,Vehicle ID,Make')
    expect(lines.slice(1).every((line) => line.includes('Škoda') && line.includes('active'))).toBe(true)
    expect(lines.join()).not.toContain('N taken 0,')
  })

  test('an export that cannot be made is reported', async () => {
    await portal.open('fleet_manager', '/VehicleManagement')
    const button = await screen.findByRole('button', { name: 'Export' })
    calls.answer(api.vehicles.export, noNetwork)
    await portal.user.click(button)
    expect(await notice('Vehicles could not be exported')).toBeVisible()
    expect(button).toBeEnabled()
  })
})

describe('Deleting vehicles', () => {
  // @test-tag long
  test('a fleet manager takes two vehicles out of service at once and deletes them', async () => {
    const { server, user } = portal
    for (const name of ['heap one', 'heap two']) await buy(server, name)
    await portal.open('fleet_manager', '/VehicleManagement?search=heap')
    await user.click(await screen.findByRole('checkbox', { name: 'Select N heap one' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select N heap two' }))
    await user.click(screen.getByRole('button', { name: 'Edit status' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 vehicles' }))
    const status = await dialog.findByRole('combobox', { name: 'Status' })
    expect(dialog.queryByLabelText(/Registration Number/)).toBeNull()
    await portal.choose(status, 'Inactive')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText('2 vehicles successfully updated.')).toBeVisible()
    const table = await grid()
    await waitFor(() => expect(table.querySelectorAll('[data-tone=danger]')).toHaveLength(2))
    const chosen = (await screen.findByText(/2 items selected/)).closest<HTMLElement>('[role=status]')
    await user.click(within(chosen ?? document.body).getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete 2 vehicles?' }))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('2 vehicles were deleted.')).toBeVisible()
    expect(await within(await grid()).findByText('No data available')).toBeVisible()
  })

  // @test-tag long
  test('a vehicle with a schedule cannot be deleted, and the reason is given', async () => {
    const { server, user } = portal
    const bus = await buy(server, 'busy')
    const sam = server.client('superadmin')
    const time_zone = 'Australia/Brisbane'
    const { data: region } = await sam.call(api.regions.create, { body: { name: 'Coast', time_zone } })
    const body = { name: 'Bay', abbreviation: 'BAY', region_id: region.id, time_zone }
    const { data: zone } = await sam.call(api.zones.create, { body })
    const [start_time, end_time] = ['2026-11-24T08:00:00+10:00', '2026-11-24T09:00:00+10:00']
    const plan = { zone_id: zone.id, vehicle_id: bus.id, start_time, end_time }
    await sam.call(api.servicePlans.create, { body: plan })
    await portal.open('fleet_manager', '/VehicleManagement?search=busy')
    await user.click(await screen.findByRole('button', { name: 'Actions for N busy' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete this vehicle?' }))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await notice('Vehicle could not be deleted')).toHaveTextContent(/used/)
    expect(await row('N busy')).toBeVisible()
  })
})

// @test-tag long
test('A dispatcher, who may only read vehicles, is offered nothing else', async () => {
  const { server, user } = portal
  await buy(server, 'read only')
  await portal.open('dispatcher', '/VehicleManagement?search=read only')
  await row('N read only')
  expect(screen.getByRole('button', { name: 'Export' })).toBeVisible()
  for (const name of ['Create Vehicle', 'Import']) expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Custom fields' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Actions for N read only' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['View', 'Add note'])
  await user.click(screen.getByRole('menuitem', { name: 'View' }))
  expect(await screen.findByRole('dialog', { name: 'N read only' })).toBeVisible()
  await portal.open('dispatcher', '/VehicleManagement/schema')
  expect(await screen.findByText(/You do not have the correct permissions/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save as new version' })).toBeNull()
})
