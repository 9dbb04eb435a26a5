import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { timers } from '../testing/timers.ts'
import { notices } from '../testing/notices.ts'
import { startPortal } from '../testing/start-portal.ts'

const portal = startPortal()

const grid = () => screen.findByRole('grid', { name: 'Drivers' })
const row = async (name: RegExp) => within(await grid()).findByRole('row', { name })
const rows = async () => within(await grid()).getAllByRole('row')
const tags = async () => [...(await grid()).querySelectorAll('[data-tone]')]
const manager = () => portal.server.client('fleet_manager')

const hire = async (username: string, name: string, status: 'approved' | 'blocked' = 'approved') => {
  const [first_name = '', last_name = ''] = name.split(' ')
  const body = { first_name, last_name, username, email: `${username}@example.org`, status }
  return (await manager().call(api.drivers.create, { body })).data
}
const openEditing = async (driver: { id: number; full_name: string }) => {
  await portal.open('fleet_manager', `/DriverManagement?d=DriverDialog-edit-${driver.id}`)
  return portal.dialog(driver.full_name)
}

describe('Drivers', () => {
  // covers: DRV-01..04, DRV-06..10, DRV-18, DRV-19, DRV-30..33, SHELL-01, SHELL-04, TABLE-15
  test('a fleet manager sees drivers in a table, searches and filters them', async () => {
    await hire('qtest', 'Quentin Zyx')
    await hire('btest', 'Bruno Away', 'blocked')
    await portal.open('fleet_manager', '/')
    const { user } = portal
    const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }))
    await user.click(await menu.findByRole('link', { name: 'Drivers' }))
    expect(await screen.findByRole('heading', { name: 'Drivers', level: 1 })).toBeVisible()
    expect(portal.address()).toMatch(/^\/DriverManagement/)
    expect(screen.getByRole('button', { name: 'Create Driver' })).toBeVisible()
    const headings = within(await grid()).getAllByRole('columnheader')
    const words = ['', 'ID', 'First Name', 'Last Name', 'Username', 'Email', 'Status', 'Actions']
    expect(headings.map((heading) => heading.textContent)).toEqual(words)

    await row(/Bruno/)
    await user.type(screen.getByPlaceholderText('Filter by Driver name, username and email ...'), 'zyx')
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    const asked = calls.of(api.drivers.list).at(-1)?.query
    expect([asked?.get('search'), asked?.get('per_page')]).toEqual(['zyx', '25'])
    expect(portal.address()).toContain('search=zyx')
    expect((await row(/Quentin/)).querySelector('[data-tone]')).toHaveTextContent('Approved')
    expect(await tags()).toHaveLength(1)
    expect((await tags())[0]).toHaveAttribute('data-tone', 'success')

    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await row(/Bruno/)
    const filter = within(screen.getByRole('radiogroup', { name: 'Driver Status' }))
    await user.click(filter.getByText('Blocked'))
    await waitFor(async () => expect((await tags()).map((tag) => tag.textContent)).toEqual(['Blocked']))
    expect((await tags())[0]).toHaveAttribute('data-tone', 'danger')
    expect(calls.of(api.drivers.list).at(-1)?.query.get('filter[approved]')).toBe('false')
    expect(portal.address()).toContain('filter.approved=false')
    await portal.open('fleet_manager', '/DriverManagement?filter.approved=true')
    await row(/Quentin/)
    expect(new Set((await tags()).map((tag) => tag.textContent))).toEqual(new Set(['Approved']))
  })

  // covers: DRV-20, DRV-21, TABLE-11
  test('a driver without a status is shown in grey', async () => {
    const nils = await hire('nils', 'Nils Newcomer')
    await manager().call(api.drivers.update, { params: { id: nils.id }, body: { status: null } })
    await portal.open('fleet_manager', '/DriverManagement?search=newcomer')
    const tag = (await row(/Nils/)).querySelector('[data-tone]')
    expect(tag).toHaveTextContent(/inactive/i)
    expect(tag).toHaveAttribute('data-tone', 'neutral')
    await portal.open('fleet_manager', `/DriverManagement?d=DriverDialog-view-${nils.id}`)
    const dialog = await portal.dialog('Nils Newcomer')
    await dialog.findByText('nils@example.org')
    expect(dialog.getAllByRole('definition')[4]).toHaveTextContent(/^–$/)
  })

  // covers: DRV-05, DRV-12, DRV-34, DRV-36, DRV-39, DLG-08, DLG-14, DLG-23..26, DLG-31
  test("a fleet manager changes a driver's name and reads that it was saved", async () => {
    const mia = await hire('mopen', 'Mia Opened')
    await portal.open('fleet_manager', '/DriverManagement?search=mopen')
    const { user } = portal
    await user.click(await row(/Mia/))
    const dialog = await portal.dialog('Mia Opened')
    expect(portal.address()).toMatch(new RegExp(`d=DriverDialog-view-${mia.id}$`))
    expect(await dialog.findByText('mopen@example.org')).toBeVisible()
    expect(document.querySelector('[role=dialog] .mantine-InputWrapper-required')).toBeNull()
    await user.click(dialog.getByText('Edit Mode'))
    const firstName = await dialog.findByLabelText(/First Name/)
    expect(portal.address()).toContain('DriverDialog-edit')
    expect(dialog.queryByRole('button', { name: 'Submit' })).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Reset' })).toBeNull()
    await portal.fill(firstName, 'Maya')
    await user.click(dialog.getByRole('button', { name: 'Reset' }))
    expect(dialog.getByLabelText(/First Name/)).toHaveValue('Mia')
    await portal.fill(dialog.getByLabelText(/First Name/), 'Maya')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText('Your driver details have been successfully updated')).toBeVisible()
    const [call] = calls.of(api.drivers.update)
    expect(call?.path).toMatch(new RegExp(`/drivers/${mia.id}$`))
    expect(call?.headers.get('if-match')).toBe(`"${mia.version}"`)
    await portal.noDialog()
    await row(/Maya/)
  })

  // covers: DRV-03, DRV-15, DRV-16, DRV-22..28, DRV-35, DLG-10, DLG-22, DLG-28, NOTE-15
  test('a fleet manager creates a driver, and each field says what it needs when left', async () => {
    await portal.open('fleet_manager', '/DriverManagement')
    const { user } = portal
    await user.click(await screen.findByRole('button', { name: 'Create Driver' }))
    const dialog = await portal.dialog('Create Driver')
    await waitFor(() => expect(dialog.getByLabelText(/First Name/)).toHaveFocus())
    await user.tab()
    expect(await dialog.findByText('Please enter first name')).toBeVisible()
    await user.type(dialog.getByLabelText(/Email/), 'noe')
    expect(await dialog.findByText('Please enter a valid email address')).toBeVisible()
    await user.type(dialog.getByLabelText(/Email/), '@example.org')
    await waitFor(() => expect(dialog.queryByText('Please enter a valid email address')).toBeNull())
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await dialog.findByText('Please fill out all required fields.')).toBeVisible()
    expect(dialog.getByText('Please enter last name')).toBeVisible()
    expect(dialog.getByText('Please enter username')).toBeVisible()
    await portal.fill(dialog.getByLabelText(/First Name/), 'Noe')
    await portal.fill(dialog.getByLabelText(/Last Name/), 'Created')
    await portal.fill(dialog.getByLabelText(/Username/), 'noecreated')
    expect(dialog.getByLabelText(/Phone Number/)).toHaveAttribute('type', 'tel')
    expect(dialog.getByLabelText(/Phone Number/)).toHaveAttribute('placeholder', '+61 ')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByText('Driver successfully created.')).toBeVisible()
    expect(calls.of(api.drivers.create).map(({ body }) => body)).toEqual([
      {
        first_name: 'Noe',
        last_name: 'Created',
        username: 'noecreated',
        email: 'noe@example.org',
        phone_number: null,
        status: 'approved',
        region_id: null,
      },
    ])
    await portal.noDialog()
    await row(/Noe/)
  })

  // covers: SHELL-64, SHELL-65
  test('a fleet manager deletes a driver after confirming', async () => {
    await hire('odelete', 'Otto Leaving')
    await portal.open('fleet_manager', '/DriverManagement?search=odelete')
    const { user } = portal
    const ask = async () => {
      await row(/Otto/)
      await user.click(screen.getByRole('button', { name: 'Actions for Otto Leaving' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
      return portal.dialog('Delete this driver?')
    }
    await user.click((await ask()).getByRole('button', { name: 'Cancel' }))
    await portal.noDialog()
    await user.click((await ask()).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Otto Leaving was deleted.')).toBeVisible()
    expect(await within(await grid()).findByText('No data available')).toBeVisible()
  })

  // covers: DLG-13, DLG-32, SHELL-63
  test('a fleet manager blocks two drivers at once', async () => {
    await hire('bulka', 'Bea Bulk')
    await hire('bulkb', 'Ben Bulk')
    await portal.open('fleet_manager', '/DriverManagement?search=bulk')
    const { user } = portal
    await user.click(await screen.findByRole('checkbox', { name: 'Select Bea Bulk' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Ben Bulk' }))
    expect(screen.getByText('2 items selected')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit status' }))
    const dialog = await portal.dialog('Edit 2 drivers')
    const status = await dialog.findByRole('combobox', { name: 'Status' })
    expect(dialog.queryByLabelText(/First Name/)).toBeNull()
    await portal.choose(status, 'Blocked')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    await portal.sayWhy()
    expect(await screen.findByText('2 drivers successfully updated.')).toBeVisible()
    await waitFor(async () =>
      expect((await tags()).map((tag) => tag.getAttribute('data-tone'))).toEqual(['danger', 'danger']),
    )
    const reasons = calls.of(api.drivers.update).map(({ headers }) => headers.get('x-reason'))
    expect(reasons.toSorted()).toEqual(['The%20board%20decided%20so', 'The%20board%20decided%20so', null, null])
  })
})

describe('Saving a driver', () => {
  // covers: DRV-41, DRV-42, DLG-24
  test('a username that is taken is reported beside its field, without a toast, and can be corrected', async () => {
    await hire('taken', 'Tom Taken')
    const dialog = await openEditing(await hire('ute', 'Ute Unique'))
    await portal.fill(await dialog.findByLabelText(/Username/), 'taken')
    await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(dialog.getByLabelText(/Username/)).toHaveAccessibleDescription(/taken/))
    expect(notices()).toHaveLength(0)
    await portal.fill(dialog.getByLabelText(/Username/), 'ute2')
    await portal.user.click(await dialog.findByRole('button', { name: 'Submit' }))
    await portal.noDialog()
  })

  // covers: DLG-27
  test('a double click saves a driver once', async () => {
    const dialog = await openEditing(await hire('dora', 'Dora Double'))
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    calls.answer(api.drivers.update, async (ask) => {
      await held
      return ask()
    })
    await portal.fill(await dialog.findByLabelText(/First Name/), 'Dorothea')
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await portal.user.dblClick(submit)
    expect(submit).toBeDisabled()
    await portal.user.keyboard('{Enter}')
    release()
    await portal.noDialog()
    expect(calls.of(api.drivers.update)).toHaveLength(1)
  })

  // @test-tag long
  test('a user resolves an edit conflict by keeping one field and taking the other from a colleague', async () => {
    const carl = await hire('carl', 'Carl Conflict')
    const dialog = await openEditing(carl)
    await portal.fill(await dialog.findByLabelText(/First Name/), 'Karl')
    await portal.fill(dialog.getByLabelText(/Username/), 'karl')
    const params = { id: carl.id }
    const client = portal.server.client('operations_manager')
    const body = { first_name: 'Charles', username: 'charles', phone_number: '+61 400 000 000' }
    await client.call(api.drivers.update, { params, body })
    await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
    const conflict = within(await dialog.findByRole('alert', { name: 'Another user has changed this record' }))
    expect(conflict.getByText('Yours: Karl')).toBeVisible()
    await portal.user.click(conflict.getByText('Theirs: charles'))
    await portal.user.click(conflict.getByRole('button', { name: 'Save over it' }))
    await portal.noDialog()
    const { data } = await client.call(api.drivers.show, { params })
    expect(data).toMatchObject({ first_name: 'Karl', username: 'charles', phone_number: '+61 400 000 000' })
  })

  // @test-tag long
  test("a user resolves an edit conflict by taking the colleague's version", async () => {
    const rita = await hire('rita', 'Rita Reload')
    const dialog = await openEditing(rita)
    await portal.fill(await dialog.findByLabelText(/First Name/), 'Margarita')
    const client = portal.server.client('operations_manager')
    await client.call(api.drivers.update, { params: { id: rita.id }, body: { first_name: 'Greta' } })
    await portal.user.click(dialog.getByRole('button', { name: 'Submit' }))
    await portal.user.click(await dialog.findByRole('button', { name: 'Reload their version' }))
    await waitFor(() => expect(dialog.getByLabelText(/First Name/)).toHaveValue('Greta'))
    expect(dialog.queryByRole('button', { name: 'Submit' })).toBeNull()
  })
})

// covers: DLG-15, PERM-64, PERM-66, PERM-67
test('A dispatcher finds nothing on the page of drivers that changes one', async () => {
  const vera = await hire('vera', 'Vera View')
  await portal.open('dispatcher', `/DriverManagement?search=vera&d=DriverDialog-view-${vera.id}`)
  const { user } = portal
  const dialog = await portal.dialog('Vera View')
  expect(await dialog.findByText('vera@example.org')).toBeVisible()
  expect(dialog.queryByText('Edit Mode')).toBeNull()
  expect(dialog.queryByRole('tab', { name: 'Reset password' })).toBeNull()
  await user.keyboard('{Escape}')
  await portal.noDialog()
  await row(/Vera/)
  expect(screen.queryByRole('button', { name: 'Create Driver' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Actions for Vera View' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['View'])
})

// covers: DLG-19, DLG-20, DLG-21, DRV-43, PERM-47, PERM-69, VERCHK-15, VERCHK-16
test('A link to a dialog without the right to it is answered with a warning of five seconds', async () => {
  const vito = await hire('vito', 'Vito View')
  timers.take()
  await portal.open('dispatcher', `/DriverManagement?d=DriverResetPasswordDialog-edit-${vito.id}`)
  const words =
    'You do not have the correct permissions to view this content. Please contact an administrator to request access.'
  expect(await screen.findByText(words)).toBeVisible()
  await row(/Vito/)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(portal.address()).toMatch(/\/DriverManagement$/)
  await timers.pass(3500)
  expect(screen.getByText(words)).toBeVisible()
  await timers.pass(1500)
  await waitFor(() => expect(screen.queryByText(words)).toBeNull(), { timeout: 500 })
})
