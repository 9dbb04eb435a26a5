import { api, type SchemaField } from '@ambit/contract'
import { demoStages } from '@ambit/server/testing'
import { screen, waitFor, within } from '@testing-library/dom'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls, noNetwork, refusal } from '../testing/calls.ts'
import { buy, withStages } from '../testing/fleet.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { notice, notices } from '../testing/notices.ts'
import { startPortal } from '../testing/start-portal.ts'
import { timers } from '../testing/timers.ts'
import { schemaChanged } from './schema/queries.ts'

const portal = startPortal()
beforeAll(async () => void (await withStages(portal.server)))

const opened = (name: string) => openedDialog(portal, name)
const editing = async (name: string, more: object = {}, tab = 'VehicleDetails') => {
  const bus = await buy(portal.server, name, more)
  await portal.open('fleet_manager', `/VehicleManagement?d=VehicleDialog-edit-${bus.id}-${tab}`)
  return { bus, dialog: await opened(`N ${name}`) }
}
const stored = async (id: number) =>
  (await portal.server.client('dispatcher').call(api.vehicles.show, { params: { id } })).data
const row = async (name: string) =>
  within(await screen.findByRole('grid', { name: 'Vehicles' })).findByRole('row', { name: new RegExp(name) })

describe("A vehicle's dialog", () => {
  // covers: VEH-03, VEH-26, VEH-33..35, VEH-38, VEH-40..44, VEH-67..70, VEH-80
  test('a fleet manager creates a vehicle, and each field says what it needs when left', async () => {
    const { user } = portal
    await portal.open('fleet_manager', '/VehicleManagement')
    await user.click(await screen.findByRole('button', { name: 'Create Vehicle' }))
    const dialog = await opened('Create Vehicle')
    const first = await dialog.field('Registration Number')
    await waitFor(() => expect(first).toHaveFocus())
    await user.keyboard('x{Backspace}')
    for (let field = 0; field < 4; field++) await user.tab()
    expect(await dialog.findByText('Please enter a vehicle registration number')).toBeVisible()
    expect(dialog.getByText('Please enter a vehicle number')).toBeVisible()
    expect(dialog.getByText('Please enter a capacity')).toBeVisible()
    expect(await dialog.findByText('Please enter a mobility capacity')).toBeVisible()
    await dialog.fill('Registration Number', 'P created')
    await dialog.fill('Vehicle ID', 'N created')
    await dialog.fill('Actual Passenger Capacity', '12')
    await dialog.fill('Wheelchair Passenger Capacity', '2')
    const choices = {
      'Body Type': 'Convertible, Coupe, Estate, Hatchback, MPV, Pickup, Saloon, SUV, Van, Other',
      'Fuel Type': 'Diesel, Electric, Hybrid, Hydrogen, Petrol, Other',
      Transmission: 'Automatic, Electric/hydrogen, Manual, Other',
    }
    for (const [name, texts] of Object.entries(choices)) {
      await user.click(dialog.getByRole('combobox', { name }))
      const options = await screen.findAllByRole('option')
      expect(options.map(({ textContent }) => textContent).join(', ')).toBe(texts)
      if (options[0] !== undefined) await user.click(options[0])
      await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    }
    await dialog.fill('Supplier', 'Coastline')
    await dialog.submit()
    expect(await screen.findByText('Vehicle successfully created.')).toBeVisible()
    expect(calls.of(api.vehicles.create).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        license_plate: 'P created',
        vehicle_number: 'N created',
        capacity: 12,
        mobility_capacity: 2,
        body_type: 'convertible',
        fuel_type: 'diesel',
        transmission: 'automatic',
        vendor: 'Coastline',
        make: null,
        year: null,
        status: 'active',
        extra_attributes: {},
      }),
    ])
    await dialog.closes()
    expect(await row('N created')).toBeVisible()
  })

  // covers: VEH-27, VEH-39, VEH-66, VEH-80, VEH-81, DLG-07, VERCHK-22
  test('a deep link opens a vehicle in edit mode on the first tab, and its custom fields are saved with it', async () => {
    const { user } = portal
    const { dialog } = await editing('linked', { extra_attributes: { paint: { colour: 'teal' } } })
    expect((await dialog.findAllByText('Active'))[0]?.closest('[data-tone]')).toHaveAttribute('data-tone', 'success')
    expect(dialog.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true')
    await dialog.fill('Doors', '11')
    await user.click(await dialog.field('Color'))
    expect(await dialog.findByText('Doors are from 0 to 10')).toBeVisible()
    expect(dialog.getByRole('tab', { name: 'Details, has fields to correct' })).toBeVisible()
    await dialog.fill('Doors', '5')
    await dialog.tab('Allocation')
    await waitFor(() => expect(portal.address()).toContain('-Stage_allocation'))
    await dialog.choose('Functional Area', 'South')
    await dialog.tab('Safety inspection')
    await dialog.fill('Odometer (km)', '1204.05')
    await dialog.fill('Remarks', 'Fine')
    await dialog.switch('Completed')
    await dialog.submit()
    expect(await screen.findByText('Vehicle successfully updated.')).toBeVisible()
    expect(calls.of(api.vehicles.update)[0]?.body).toMatchObject({
      doors: 5,
      extra_attributes: {
        paint: { colour: 'teal' },
        allocation: { service_allocation_details: { functional_area: 'south' } },
        safety_inspection: { odometer: 1204.05, remarks: 'Fine' },
        safety_inspection_completed: true,
      },
    })
    await portal.open('fleet_manager', '/VehicleManagement?search=linked')
    const cells = within(await row('N linked'))
    expect(await cells.findByText('Safety inspection')).toBeVisible()
    expect(cells.getByText('South')).toBeVisible()
  })

  test('a custom field that an administrator adds joins the form of a new vehicle, which keeps what was typed', async () => {
    await portal.open('fleet_manager', '/VehicleManagement?d=VehicleDialog-create')
    const dialog = await opened('Create Vehicle')
    await dialog.fill('Make', 'Ford')
    const ramp: SchemaField = { key: 'ramp', label: 'Ramp', type: 'text', options: [], fields: [] }
    const ramps = { key: 'ramps', label: 'Ramps', color: '#334455', completable: true, fields: [ramp] }
    await withStages(portal.server, [...demoStages, ramps])
    schemaChanged()
    await dialog.tab('Ramps')
    expect(await dialog.field('Ramp')).toHaveValue('')
    await dialog.fill('Ramp', 'Rear')
    await dialog.tab('Details')
    expect(await dialog.field('Make')).toHaveValue('Ford')
    await portal.user.click(dialog.getByRole('button', { name: 'Reset' }))
    expect(await dialog.field('Make')).toHaveValue('')
    await dialog.tab('Ramps')
    expect(await dialog.field('Ramp')).toHaveValue('')
    expect(dialog.queryByRole('button', { name: 'Reset' })).toBeNull()
    await withStages(portal.server)
  })

  // @test-tag long
  test('an edit conflict of a vehicle is resolved for each custom field by itself', async () => {
    const livery = (words: string) => ({ extra_attributes: { fit_out: { livery: words } } })
    const { bus, dialog } = await editing('contested', livery('Sunline'), 'Stage_fit_out')
    await dialog.fill('Livery', 'Harbour')
    await portal.server.client('operations_manager').call(api.vehicles.update, {
      params: { id: bus.id },
      body: { make: 'Ford', extra_attributes: { fit_out: { livery: 'Council' }, fit_out_completed: true } },
    })
    await dialog.submit()
    const conflict = within(await dialog.findByRole('alert', { name: 'Another user has changed this record' }))
    expect(await conflict.findByText('Fit-out: Livery')).toBeVisible()
    expect(conflict.getByText('Theirs: Council')).toBeVisible()
    await portal.user.click(conflict.getByRole('button', { name: 'Save over it' }))
    await dialog.closes()
    expect(await stored(bus.id)).toMatchObject({
      make: 'Ford',
      extra_attributes: { fit_out: { livery: 'Harbour' }, fit_out_completed: true },
    })
  })

  // covers: DLG-35, DLG-36, NOTE-06
  test('a failed save of a vehicle shows a toast that stays until it is closed', async () => {
    const { dialog } = await editing('failing')
    await dialog.fill('Make', 'Ford')
    calls.answer(api.vehicles.update, () => refusal(500, 'internal', 'The disk is full'))
    timers.hold()
    await dialog.submit()
    await timers.until(() => expect(notices('Error submitting form')).toHaveLength(1))
    expect(notices('Error submitting form')[0]).toHaveTextContent('The disk is full')
    await timers.pass(60_000)
    const [toast] = notices('Error submitting form')
    expect(toast).toBeVisible()
    await portal.user.click(within(toast ?? document.body).getByRole('button'))
    await timers.pass(1000)
    await timers.until(() => expect(notices()).toEqual([]))
    timers.go()
    expect(await dialog.field('Make')).toHaveValue('Ford')
  })
})

describe('A vehicle without permission', () => {
  // covers: VEH-96..98, PERM-48..50
  // @test-tag long
  test('a user without the right to a vehicle sees a warning instead of its dialog', async () => {
    const bus = await buy(portal.server, 'guarded')
    const warned = async () => {
      expect(await screen.findByText(/You do not have the correct permissions to view this content/)).toBeVisible()
      expect(screen.queryByRole('dialog')).toBeNull()
    }
    await portal.open('dispatcher', '/VehicleManagement?d=VehicleImportDialog-create')
    await warned()
    // Customer service may not read vehicles at all.
    for (const dialog of [`VehicleDialog-view-${bus.id}-VehicleDetails`, `VehicleNoteDialog-create-${bus.id}`]) {
      await portal.open('customer_service', `/TravellerManagement?d=${dialog}`)
      await warned()
    }
    await portal.open('dispatcher', `/VehicleManagement?d=VehicleDialog-view-${bus.id}-VehicleDetails`)
    const dialog = await opened('N guarded')
    expect(await dialog.findByRole('tab', { name: 'Details' })).toBeVisible()
    expect(dialog.queryByText('Edit Mode')).toBeNull()
    await portal.open('dispatcher', `/VehicleManagement?d=VehicleNoteDialog-create-${bus.id}`)
    await opened('Add vehicle note')
  })

  // covers: PERM-68
  test('a user who may not read the schema sees no custom field and loses none of their values', async () => {
    const extra_attributes = { fit_out: { livery: 'Sunline' } }
    const bus = await buy(portal.server, 'hidden', { extra_attributes })
    const vehicle = (action: string) => `VehicleManagement:vehicle:${action}`
    const as = { permissions: [vehicle('canRead'), vehicle('canUpdate')] }
    await portal.open(as, `/VehicleManagement?d=VehicleDialog-edit-${bus.id}-VehicleDetails`)
    const dialog = await opened('N hidden')
    await dialog.fill('Make', 'Ford')
    expect(dialog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Details', 'Notes'])
    const table = screen.getByRole('grid', { name: 'Vehicles', hidden: true })
    expect(within(table).getAllByRole('columnheader', { hidden: true }).length).toBeGreaterThan(5)
    expect(within(table).queryByText('Completed Stage')).toBeNull()
    await dialog.submit()
    await dialog.closes()
    expect(await stored(bus.id)).toMatchObject({ make: 'Ford', extra_attributes })
  })
})

describe('Custom fields of a vehicle', () => {
  // covers: VEH-46..50, VEH-54
  // @test-tag long
  test('a fleet manager fills in custom fields of each type, reads them and clears them again', async () => {
    const { user } = portal
    const { bus, dialog } = await editing('typed', {}, 'Stage_allocation')
    expect(await dialog.findByRole('heading', { name: 'Service allocation details' })).toBeVisible()
    const area = dialog.getByRole('combobox', { name: 'Functional Area' })
    await user.click(area)
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['North', 'Centre', 'South', 'Reserve'])
    await portal.fill(area, 'sou{Enter}')
    await waitFor(() => expect(area).toHaveValue('South'))
    await dialog.switch('Completed')
    await dialog.fill('Allocated on', '05/03/2026')
    await dialog.tab('Safety inspection')
    await dialog.fill('Odometer (km)', '120400.5')
    await dialog.switch('Passed')
    await dialog.fill('Remarks', 'New tyres{Enter}at the front')
    await dialog.tab('Fit-out')
    await dialog.choose('Equipment', 'Ramp')
    await user.click(await screen.findByRole('option', { name: 'Bicycle rack' }))
    await user.keyboard('{Escape}')
    await dialog.fill('Livery', 'Sunline')
    await dialog.submit()
    await dialog.closes()
    expect((await stored(bus.id)).extra_attributes).toEqual({
      allocation: { service_allocation_details: { functional_area: 'south', allocated_on: '2026-03-05' } },
      allocation_completed: true,
      safety_inspection: { odometer: 120400.5, passed: true, remarks: 'New tyres\nat the front' },
      fit_out: { equipment: ['ramp', 'bicycle_rack'], livery: 'Sunline' },
    })

    await portal.open('fleet_manager', `/VehicleManagement?d=VehicleDialog-view-${bus.id}-Stage_allocation`)
    const view = await opened('N typed')
    /** What is said of a field in view mode. */
    const shown = async (label: string) => {
      const term = await waitFor(() => within(view.getByRole('tabpanel')).getByText(label))
      return term.closest('dt')?.nextElementSibling?.textContent
    }
    expect(await shown('Completed')).toBe('Yes')
    expect(await shown('Functional Area')).toBe('South')
    expect(await shown('Allocated on')).toBe('05/03/2026')
    expect(await shown('Depot')).toBe('–')
    await view.tab('Safety inspection')
    expect(await shown('Odometer (km)')).toBe('120400.5')
    expect(await shown('Passed')).toBe('Yes')
    await view.tab('Fit-out')
    expect(await shown('Equipment')).toBe('Ramp, Bicycle rack')

    await user.click(view.getByText('Edit Mode'))
    await user.click(await view.findByRole('combobox', { name: 'Equipment' }))
    await user.keyboard('{Backspace}')
    await view.fill('Livery', '')
    await view.tab('Safety inspection')
    await view.fill('Odometer (km)', '')
    await view.fill('Remarks', '')
    await view.switch('Passed')
    await view.tab('Allocation')
    await view.fill('Allocated on', '')
    await view.switch('Completed')
    await view.submit()
    await view.closes()
    expect((await stored(bus.id)).extra_attributes).toEqual({
      allocation: { service_allocation_details: { functional_area: 'south' } },
      allocation_completed: false,
      safety_inspection: { passed: false },
      fit_out: { equipment: ['ramp'] },
    })
  })
})

describe('Vehicles that cannot be saved', () => {
  // @test-tag long
  test('text that is too long is reported on the tab of each field, and nothing is sent', async () => {
    const { dialog } = await editing('verbose')
    const sent = () => calls.of(api.vehicles.update)
    await dialog.paste('Registration Number', 'R'.repeat(41))
    await dialog.paste('VIN', 'V'.repeat(41))
    await dialog.fill('Year', '1066')
    await dialog.tab('Fit-out')
    await dialog.paste('Livery', 'L'.repeat(256))
    await dialog.submit()
    expect(await dialog.findByText('Please enter at most 255 characters')).toBeVisible()
    expect(await dialog.findByRole('tab', { name: 'Fit-out, has fields to correct' })).toBeVisible()
    await dialog.tab('Details, has fields to correct')
    await waitFor(() => expect(dialog.getAllByText('Please enter at most 40 characters')).toHaveLength(2))
    expect(dialog.getByText('The year is a number from 1950 to 2100')).toBeVisible()
    expect(sent()).toEqual([])
    await dialog.fill('Registration Number', 'R 1 verbose')
    await dialog.fill('VIN', '')
    await dialog.fill('Year', '')
    await waitFor(() => expect(dialog.queryByText('Please enter at most 40 characters')).toBeNull())
    await dialog.tab('Fit-out, has fields to correct')
    await dialog.paste('Livery', 'L'.repeat(255))
    await portal.user.dblClick(dialog.getByRole('button', { name: 'Submit' }))
    await dialog.closes()
    expect(sent()).toHaveLength(1)
  })

  // @test-tag long
  test('a plate that is taken and a lost network are reported, and nothing is lost', async () => {
    await buy(portal.server, 'holder')
    const { bus, dialog } = await editing('claimer')
    await dialog.fill('Registration Number', 'p HOLDER')
    await dialog.tab('Fit-out')
    await dialog.fill('Livery', 'Harbour')
    await dialog.submit()
    await dialog.tab('Details, has fields to correct')
    expect(await dialog.findByText('This license plate is already taken')).toBeVisible()
    await dialog.fill('Registration Number', 'P claimer 2')
    const reconnect = calls.answer(api.vehicles.update, noNetwork)
    await dialog.submit()
    expect(await notice('The server cannot be reached.')).toHaveTextContent('Error submitting form')
    expect(await dialog.field('Registration Number')).toHaveValue('P claimer 2')
    reconnect()
    await dialog.submit()
    await dialog.closes()
    expect(await stored(bus.id)).toMatchObject({
      license_plate: 'P claimer 2',
      extra_attributes: { fit_out: { livery: 'Harbour' } },
    })
  })

  // @test-tag long
  test('a vehicle that does not exist is reported as missing', async () => {
    const bus = await buy(portal.server, 'no more')
    await portal.server.client('fleet_manager').call(api.vehicles.destroy, { params: { id: bus.id } })
    for (const id of [bus.id, 'x']) {
      await portal.open('fleet_manager', `/VehicleManagement?d=VehicleDialog-edit-${id}-VehicleDetails`)
      const dialog = within(await screen.findByRole('dialog'))
      expect(await dialog.findByRole('alert')).toBeVisible()
      expect(dialog.queryByRole('button', { name: 'Submit' })).toBeNull()
    }
  })
})
