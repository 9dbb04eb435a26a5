import { api } from '@ambit/contract'
import { seeding } from '@ambit/server/testing'
import { buildSmallTown } from '@ambit/server/testing/small-town'
import { straightStreets } from '@ambit/server/testing/straight-streets'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { momentWords } from '../records/audit-words.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal({ streets: straightStreets() })

const olivia = () => portal.server.client('operations_manager')
const sam = () => portal.server.client('superadmin')
const hire = async (username: string) => {
  const body = { first_name: 'Otto', last_name: username, username, email: `${username}@example.org` }
  return (await olivia().call(api.drivers.create, { body })).data
}

describe('the tab History', () => {
  // @test-tag long
  test('tells in sentences what changed a driver, and shows the record as it was then', async () => {
    const { id } = await hire('told')
    const set = (phone_number: string) => olivia().call(api.drivers.update, { params: { id }, body: { phone_number } })
    await set('+61 7 5550 0100')
    await set('+61 7 5550 0200')
    await portal.open('operations_manager', `/DriverManagement?d=DriverDialog-view-${id}-History`)
    const dialog = await portal.dialog('Otto told')
    const list = within(await dialog.findByRole('list', { name: 'History of this record' }))
    const entries = list.getAllByRole('listitem')
    expect(entries.map((entry) => entry.querySelector('p')?.textContent)).toEqual([
      'Test operations_manager changed Phone from +61 7 5550 0100 to +61 7 5550 0200',
      'Test operations_manager changed Phone from nothing to +61 7 5550 0100',
      'Test operations_manager created it',
    ])
    const first = within(entries[1]!)
    await portal.user.click(first.getByRole('button', { name: 'Show the record as it was then' }))
    const whole = within(await dialog.findByRole('region', { name: 'The whole record' }))
    const phone = async () => within(await whole.findByRole('row', { name: /^Phone/ }))
    expect((await phone()).getByRole('deletion')).toHaveTextContent('+61 7 5550 0100')
    expect((await phone()).getByRole('insertion')).toHaveTextContent('+61 7 5550 0200')
    expect(whole.queryByRole('row', { name: /^Email/ })).toBeNull()
    await portal.user.click(whole.getByRole('checkbox', { name: 'Only what differs' }))
    expect(await whole.findByRole('row', { name: 'Email told@example.org told@example.org' })).toBeVisible()
  })

  // @test-tag long
  test('shows a record that is older than the audit as it stood before its first known change', async () => {
    const { db, clock } = portal.server.deps
    const person = { first_name: 'Otto', last_name: 'older', username: 'older', email: 'older@example.org' }
    const stamps = { created_at: clock.now(), updated_at: clock.now() }
    // As the demo's own data are written: without events.
    const { id } = await seeding(() =>
      db
        .insertInto('drivers')
        .values({ ...person, ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    await olivia().call(api.drivers.update, { params: { id }, body: { phone_number: '+61 7 5550 0100' } })
    await portal.open('superadmin', `/DriverManagement?d=DriverDialog-view-${id}-History`)
    const dialog = await portal.dialog('Otto older')
    const whole = within(await dialog.findByRole('region', { name: 'The whole record' }))
    await portal.choose(whole.getByRole('combobox', { name: 'As it stood' }), 'before these changes')
    const phone = within(await whole.findByRole('row', { name: /^Phone/ }))
    expect(phone.getByRole('insertion')).toHaveTextContent('+61 7 5550 0100')
    await portal.user.click(await whole.findByRole('button', { name: 'Restore this version' }))
    const form = within(await whole.findByRole('form', { name: 'Restore a version' }))
    await portal.user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Typed wrongly')
    await portal.user.click(form.getByRole('button', { name: 'Restore' }))
    await waitFor(async () =>
      expect((await olivia().call(api.drivers.show, { params: { id } })).data.phone_number).toBeNull(),
    )
  })

  // covers: AUD-27
  // @test-tag long
  test('shows the whole record at any moment, and any two of its versions side by side', async () => {
    const { clock } = portal.server.deps
    const { id } = await hire('versions')
    const set = async (phone_number: string) => {
      clock.advance(3600_000)
      await olivia().call(api.drivers.update, { params: { id }, body: { phone_number } })
    }
    for (const phone of ['+61 7 5550 0100', '+61 7 5550 0200', '+61 7 5550 0300']) await set(phone)
    const { data: told } = await olivia().call(api.recordVersions.list, {
      query: { record_kind: 'drivers', record_id: String(id) },
    })
    await portal.open('operations_manager', `/DriverManagement?d=DriverDialog-view-${id}-History`)
    const dialog = await portal.dialog('Otto versions')
    const whole = within(await dialog.findByRole('region', { name: 'The whole record' }))
    const sides = async () => {
      const cells = within(await whole.findByRole('row', { name: /^Phone/ })).getAllByRole('cell')
      return cells.map(({ textContent }) => textContent)
    }
    const named = (event: number) => `${momentWords(told[event]!.at, 'en-AU')}, Test operations_manager`
    await portal.choose(whole.getByRole('combobox', { name: 'As it stood' }), named(2))
    await portal.choose(whole.getByRole('combobox', { name: 'Compared with' }), named(1))
    await waitFor(async () => expect(await sides()).toEqual(['+61 7 5550 0100', '+61 7 5550 0200']))
    await portal.choose(whole.getByRole('combobox', { name: 'As it stood' }), /at another time/)
    await portal.user.click(whole.getByRole('button', { name: /^Time/ }))
    await portal.user.click(await screen.findByRole('button', { name: 'Yesterday' }))
    expect(await whole.findByText('It did not exist then.')).toBeVisible()
  })
})

/** The dialogs of records, in their first mode. */
const dialogs = [
  'DiscountDialog-edit',
  'DriverDialog-view',
  'LiveBookingDialog-view',
  'RegionDialog-view',
  'ServicePlanDialog-view',
  'TravelerDialog-view',
  'TripDialog-view',
  'UserDialog-view',
  'UserGroupDialog-view',
  'UserRoleDialog-view',
  'VehicleDialog-view',
  'ZoneDialog-view',
] as const
type Dialog = (typeof dialogs)[number]

const makeRecords = async (): Promise<Record<Dialog, number>> => {
  const town = await buildSmallTown(portal.server)
  const crew = await town.vehicle('Van 1')
  const who = await town.passenger('Mia Moreau')
  const booking = await town.book({ who, from: 'Harbour', to: 'Hospital', at: '09:00' })
  const plan = (await sam().call(api.servicePlans.list)).data[0]!
  const discount = { name: 'Spring', code: 'SPRING', discount_amount: 5 }
  const user = { first_name: 'Ada', last_name: 'Lind', username: 'ada', email: 'ada@example.org' }
  return {
    'DiscountDialog-edit': (await sam().call(api.discounts.create, { body: discount })).data.id,
    'DriverDialog-view': crew.driver_id,
    'LiveBookingDialog-view': booking.id,
    'RegionDialog-view': town.region_id,
    'ServicePlanDialog-view': plan.id,
    'TravelerDialog-view': who,
    'TripDialog-view': crew.trip_id,
    'UserDialog-view': (await sam().call(api.users.create, { body: user })).data.id,
    'UserGroupDialog-view': (await sam().call(api.userGroups.create, { body: { name: 'Planners' } })).data.id,
    'UserRoleDialog-view': (await sam().call(api.userRoles.create, { body: { name: 'Planner', permissions: {} } })).data
      .id,
    'VehicleDialog-view': crew.vehicle_id,
    'ZoneDialog-view': town.zone_id,
  }
}
let records: Promise<Record<Dialog, number>> | null = null

// covers: AUD-26
test.each(dialogs)('%s has the tab History, with what changed the record', async (dialog) => {
  const id = (await (records ??= makeRecords()))[dialog]
  await portal.open('superadmin', `/DriverManagement?d=${dialog}-${id}-History`)
  const opened = within(await screen.findByRole('dialog'))
  expect(await opened.findByRole('tab', { name: 'History', selected: true })).toBeVisible()
  const list = within(await opened.findByRole('list', { name: 'History of this record' }))
  expect(list.getAllByRole('listitem').length).toBeGreaterThan(0)
})

test('the tab is not there for those who see no histories', async () => {
  const body = { license_plate: 'H 1', vehicle_number: 'H-1', capacity: 8, mobility_capacity: 0 }
  const { data: vehicle } = await sam().call(api.vehicles.create, { body })
  await portal.open('fleet_manager', `/VehicleManagement?d=VehicleDialog-view-${vehicle.id}`)
  const dialog = await portal.dialog('H-1')
  await dialog.findByRole('tab', { name: /Details/ })
  expect(dialog.queryByRole('tab', { name: 'History' })).toBeNull()
})

describe('restoring', () => {
  // covers: AUD-29, AUD-31
  test('shows each field now and then, leaves out what is not chosen, and brings the rest back with a reason', async () => {
    const driver = await hire('undone')
    const body = { first_name: 'Otty', phone_number: '+61 7 5550 0100' }
    await olivia().call(api.drivers.update, { params: { id: driver.id }, body })
    await portal.open('superadmin', `/DriverManagement?d=DriverDialog-view-${driver.id}-History`)
    const dialog = await portal.dialog(/undone/)
    const entries = await dialog.findAllByRole('button', { name: 'Show the record as it was then' })
    await portal.user.click(entries.at(-1)!)
    await portal.user.click(await dialog.findByRole('button', { name: 'Restore this version' }))
    const form = within(await dialog.findByRole('form', { name: 'Restore a version' }))
    const run = form.getByRole('button', { name: 'Restore' })
    expect(form.getByRole('checkbox', { name: 'First name: Otty becomes Otto' })).toBeChecked()
    await portal.user.click(form.getByRole('checkbox', { name: 'Phone: +61 7 5550 0100 becomes nothing' }))
    await portal.fill(form.getByRole('textbox', { name: /^Reason/ }), 'oops')
    expect(run).toBeDisabled()
    await portal.fill(form.getByRole('textbox', { name: /^Reason/ }), 'A slip of the pen')
    await portal.user.click(run)
    await waitFor(async () => {
      const { data } = await olivia().call(api.drivers.show, { params: { id: driver.id } })
      expect(data).toMatchObject({ first_name: 'Otto', phone_number: '+61 7 5550 0100' })
    })
    await dialog.findByText('Test superadmin changed First name from Otty to Otto')
    expect(dialog.getByText('Reason: A slip of the pen')).toBeVisible()
  })

  // covers: AUD-30
  // @test-tag long
  test('is not offered for bookings, trips and schedules, where it says what does the like', async () => {
    const town = await buildSmallTown(portal.server)
    const crew = await town.vehicle('Van 2')
    const who = await town.passenger('Ada Moreau')
    const booking = await town.book({ who, from: 'Harbour', to: 'Hospital', at: '09:00' })
    await town.dispatcher.call(api.serviceRequests.cancel, { params: { id: booking.id }, body: {} })
    await crew.client.call(api.driver.signOn, { params: { id: crew.trip_id } })
    for (const [dialog, words] of [
      [`LiveBookingDialog-view-${booking.id}`, /^A booking is not restored/],
      [`TripDialog-view-${crew.trip_id}`, /^A trip is not restored/],
    ] as const) {
      await portal.open('superadmin', `/DriverManagement?d=${dialog}-History`)
      const opened = within(await screen.findByRole('dialog'))
      const entries = await opened.findAllByRole('button', { name: 'Show the record as it was then' })
      await portal.user.click(entries.at(-1)!)
      expect(await opened.findByText(words)).toBeVisible()
      expect(opened.queryByRole('button', { name: 'Restore this version' })).toBeNull()
    }
  })

  // @test-tag long
  test('is offered for a deleted record where it is listed', async () => {
    const driver = await hire('back')
    await sam().call(api.drivers.destroy, { params: { id: driver.id } })
    await portal.open('superadmin', '/Audit/deleted')
    const grid = within(await screen.findByRole('grid', { name: 'Deleted' }))
    await portal.user.click(await grid.findByRole('row', { name: /Otto back/ }))
    const dialog = await portal.dialog(/Otto back/)
    await portal.user.click(await dialog.findByRole('button', { name: 'Restore this version' }))
    const form = within(await dialog.findByRole('form', { name: 'Restore a version' }))
    await portal.fill(form.getByRole('textbox', { name: /^Reason/ }), 'Deleted by mistake')
    await portal.user.click(form.getByRole('button', { name: 'Restore' }))
    await waitFor(async () => {
      const { data } = await olivia().call(api.drivers.show, { params: { id: driver.id } })
      expect(data.username).toBe('back')
    })
  })

  test('is not there for those who may only read', async () => {
    const driver = await hire('kept')
    await olivia().call(api.drivers.update, { params: { id: driver.id }, body: { first_name: 'Otty' } })
    await portal.open('operations_manager', `/DriverManagement?d=DriverDialog-view-${driver.id}-History`)
    const dialog = await portal.dialog(/kept/)
    const entries = await dialog.findAllByRole('button', { name: 'Show the record as it was then' })
    await portal.user.click(entries.at(-1)!)
    await dialog.findByRole('row', { name: /^First name/ })
    expect(dialog.queryByRole('button', { name: 'Restore this version' })).toBeNull()
  })
})
