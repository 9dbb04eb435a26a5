import { api } from '@ambit/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { calls } from '../testing/calls.ts'
import { notices } from '../testing/notices.ts'
import { openedDialog } from '../testing/opened-dialog.ts'
import { startPortal } from '../testing/start-portal.ts'
import { timers } from '../testing/timers.ts'

const portal = startPortal()

const administrator = () => portal.server.client('administrator')
const hire = async (username: string, name: string, groups: string[] = []) => {
  const [first_name = '', last_name = ''] = name.split(' ')
  const { data: all } = await administrator().call(api.userGroups.list, { query: { per_page: 999 } })
  const body = {
    first_name,
    last_name,
    username,
    email: `${username}@example.org`,
    groups: all.filter((group) => groups.includes(group.name)).map(({ id }) => id),
  }
  return (await administrator().call(api.users.create, { body })).data
}
const grid = async () => within(await screen.findByRole('grid', { name: 'Users' }))
const act = async (name: string, action: string) => {
  await portal.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await portal.user.click(await screen.findByRole('menuitem', { name: action }))
}
const saved = 'Your details have been successfully updated'

describe('Users', () => {
  // covers: USER-02, USER-03, USER-06..11, USER-13, USER-55
  test('an administrator finds users from the menu, by name, with the actions that are allowed', async () => {
    const { user } = portal
    await hire('zyxquill', 'Quill Zyx', ['Analysts', 'Dispatchers'])
    await portal.open('administrator', '/')
    const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }))
    const system = within(menu.getByRole('region', { name: 'System' }))
    await user.click(system.getByRole('link', { name: 'Users' }))
    expect(await screen.findByRole('button', { name: 'Create User' })).toBeVisible()
    expect(portal.address()).toContain('/UserManagement')
    const headings = (await grid()).getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headings).toEqual(['ID', 'First Name', 'Last Name', 'Username', 'User Groups', 'Email', 'Phone', 'Actions'])
    await user.type(screen.getByPlaceholderText('Search by name or email'), 'zyx')
    const table = await grid()
    await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(2))
    const query = calls.of(api.users.list).at(-1)?.query
    expect([query?.get('search'), query?.get('page')]).toEqual(['zyx', '1'])
    expect(table.getByText('Analysts, Dispatchers')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Actions for Quill Zyx' }))
    // Edit Permissions is hidden.
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items).toEqual(['Edit User', 'Send Password via Email', 'Delete User'])
  })

  // covers: USER-06, USER-18..26, USER-48, USER-57
  test('an administrator creates a user, and each field says what it needs when left', async () => {
    const { user } = portal
    await portal.open('administrator', '/UserManagement')
    await user.click(await screen.findByRole('button', { name: 'Create User' }))
    const dialog = await openedDialog(portal, 'Create New User')
    await waitFor(async () => expect(await dialog.field('First Name')).toHaveFocus())
    await user.click(await dialog.field('Email'))
    await user.tab()
    expect(await dialog.findByText('Please enter email address')).toBeVisible()
    await user.type(await dialog.field('Email'), 'noe')
    expect(await dialog.findByText('Please enter a valid email address')).toBeVisible()
    await user.type(await dialog.field('Email'), '@example.org')
    await waitFor(() => expect(dialog.queryByText('Please enter a valid email address')).toBeNull())
    await dialog.submit()
    expect(await dialog.findByText('Please enter a username')).toBeVisible()
    for (const message of ['Please enter first name', 'Please enter last name'])
      expect(dialog.getByText(message)).toBeVisible()
    await dialog.fill('First Name', 'Noe')
    await dialog.fill('Last Name', 'Created')
    await dialog.fill('Username', 'noecreated')
    expect(await dialog.field('Phone')).toHaveAttribute('type', 'tel')
    expect(await dialog.field('Phone')).toHaveAttribute('placeholder', '+61')
    for (const group of ['Analysts', 'Dispatchers']) {
      await portal.fill(dialog.getByRole('combobox', { name: 'User Groups' }), group)
      await user.click(await screen.findByRole('option', { name: group }))
    }
    await user.keyboard('{Escape}')
    await dialog.submit()
    await waitFor(() => expect(notices(saved)).toHaveLength(1))
    expect(notices(saved)[0]).toHaveTextContent('Thank you')
    expect(calls.of(api.users.create).map(({ body }) => body)).toEqual([
      {
        first_name: 'Noe',
        last_name: 'Created',
        username: 'noecreated',
        email: 'noe@example.org',
        phone_number: null,
        status: 'active',
        groups: [expect.any(Number), expect.any(Number)],
        region_ids: null,
        organisation_id: null,
      },
    ])
    await dialog.closes()
  })

  // covers: USER-04, USER-05, USER-09, USER-14, USER-49, USER-50
  test('an administrator edits a user by address, blocks the user, and deletes the user after confirming', async () => {
    const otto = await hire('ottoleaves', 'Otto Leaving')
    await portal.open('administrator', `/UserManagement/edit/${otto.id}?search=ottoleaves`)
    const dialog = await openedDialog(portal, 'Edit User')
    expect(portal.address()).toMatch(new RegExp(`/UserManagement\\?.*d=UserDialog-edit-${otto.id}`))
    await dialog.fill('Last Name', 'Left')
    await dialog.choose('Status', 'Blocked')
    await dialog.submit()
    await portal.sayWhy()
    await waitFor(() => expect(notices(saved)).toHaveLength(1))
    const [change] = calls.of(api.users.update)
    expect(change?.path).toMatch(new RegExp(`/users/${otto.id}$`))
    expect(change?.body).toMatchObject({ last_name: 'Left', status: 'blocked', username: 'ottoleaves' })
    await dialog.closes()
    const tag = (await (await grid()).findByText('Blocked')).closest('[data-tone]')
    expect(tag).toHaveAttribute('data-tone', 'danger')
    await act('Otto Left', 'Delete User')
    const question = within(await screen.findByRole('dialog', { name: 'Delete User' }))
    expect(question.getByText('Do you want to delete this user?')).toBeVisible()
    await portal.user.click(question.getByRole('button', { name: 'Delete User' }))
    expect(await screen.findByText('Otto Left was deleted.')).toBeVisible()
    await portal.open('administrator', '/UserManagement/edit')
    await openedDialog(portal, 'Create New User')
  })

  // covers: USER-27..29, USER-51, USER-52, USER-58, USER-59
  test('two passwords that differ are reported and not sent', async () => {
    const { user } = portal
    const pia = await hire('piapass', 'Pia Pass')
    await portal.open('administrator', `/UserManagement?d=UserDialog-edit-${pia.id}`)
    await user.click(await screen.findByRole('button', { name: 'Change Password' }))
    const dialog = await openedDialog(portal, 'Change Password')
    await dialog.submit()
    await waitFor(() => expect(dialog.getAllByText('Please enter a password')).toHaveLength(2))
    const sent = () => calls.of(api.users.changePassword).map(({ body }) => body)
    await dialog.fill('Password', 'a quiet harbour')
    await dialog.fill('Confirm Password', 'a loud harbour')
    await dialog.submit()
    expect(await dialog.findByRole('alert')).toHaveTextContent(/^The two passwords don't match.$/)
    expect(sent()).toEqual([])
    await dialog.fill('Confirm Password', 'a quiet harbour')
    timers.hold()
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    await timers.until(() => expect(notices(saved)).toHaveLength(1))
    expect(sent()).toEqual([{ password: 'a quiet harbour', password_confirm: 'a quiet harbour' }])
    await timers.pass(2500)
    expect(notices(saved)).toHaveLength(1)
    await timers.pass(2000)
    await timers.until(() => expect(notices(saved)).toEqual([]))
  })

  // covers: USER-11, USER-12, USER-30, USER-53, USER-54, USER-60, USER-61
  test('an administrator has a reset link sent to a user who forgot the password', async () => {
    const finn = await hire('finnforgets', 'Finn Forgets')
    await portal.open('administrator', '/UserManagement?search=finnforgets')
    await act('Finn Forgets', 'Send Password via Email')
    const question = within(await screen.findByRole('dialog', { name: 'Send Password via Email' }))
    expect(question.getByText("Do you want to reset Finn Forgets's password?")).toBeVisible()
    const words = 'The password for Finn Forgets has been successfully reset.'
    timers.hold()
    await portal.user.click(question.getByRole('button', { name: 'Send' }))
    await timers.until(() => expect(notices(words)).toHaveLength(1))
    const [call] = calls.of(api.users.forgotPassword)
    expect(call?.path).toMatch(new RegExp(`/users/${finn.id}/forgot_password$`))
    await timers.pass(3700)
    expect(notices(words)).toHaveLength(1)
    await timers.pass(1300)
    await timers.until(() => expect(notices(words)).toEqual([]))
  })
})

describe('Edit Permissions', () => {
  const shows = () =>
    portal.server.client('superadmin').call(api.settings.update, {
      body: { featureFlags: { 'UserManagement:userRoles': { enabled: true, disabled_in: [] } } },
    })
  const hire = async (last_name: string) => {
    const groups = (await portal.server.client('superadmin').call(api.userGroups.list)).data
    const fleet = groups.find(({ name }) => name === 'Fleet managers')?.id ?? 0
    const username = `perm.${last_name.toLowerCase()}`
    const body = { first_name: 'Perm', last_name, username, email: `${username}@example.org`, groups: [fleet] }
    return (await portal.server.client('superadmin').call(api.users.create, { body })).data
  }

  // covers: USER-10
  test('the action is hidden until the installation switches it on', async () => {
    const user = await hire('Hidden')
    await portal.open('superadmin', `/UserManagement?search=${user.username}`)
    await portal.user.click(await screen.findByRole('button', { name: 'Actions for Perm Hidden' }))
    await screen.findByRole('menuitem', { name: 'Edit User' })
    expect(screen.queryByRole('menuitem', { name: 'Edit Permissions' })).toBeNull()
  })

  // covers: USER-15, USER-31..40
  test('the switches of a user name the groups behind each right, and take away what is switched off', async () => {
    await shows()
    const user = await hire('Switched')
    await portal.open('superadmin', `/UserManagement?search=${user.username}`)
    await portal.user.click(await screen.findByRole('button', { name: 'Actions for Perm Switched' }))
    await portal.user.click(await screen.findByRole('menuitem', { name: 'Edit Permissions' }))
    const dialog = await openedDialog(portal, 'Edit Permissions for User')
    const of = async (name: string) => within(await dialog.findByRole('group', { name }))
    const groups = {
      'Driver management': 'Can access drivers, Can view, Can create, Can edit, Can delete, Can reset driver passwords',
      'Vehicle management': 'Can access vehicles, Can view, Can create, Can edit, Can delete, Can edit vehicle status',
      'Traveller management': 'Can access passengers, Can view, Can create, Can edit, Can delete',
      'Region management': 'Can access regions, Can view, Can create, Can edit, Can delete',
      'Zone management': 'Can access zones, Can view, Can create, Can edit, Can delete',
      'Trip management': 'Can access trips, Can view trips, Can create, Can edit, Can delete, Can view trip statistics',
    }
    await of('Driver management')
    expect(dialog.getAllByRole('group').map((group) => group.querySelector('legend')?.textContent)).toEqual(
      Object.keys(groups),
    )
    for (const [name, labels] of Object.entries(groups)) {
      const group = await of(name)
      const named = labels.split(', ').map((label) => group.getByRole('switch', { name: label }))
      expect(group.getAllByRole('switch')).toEqual(named)
    }
    const drivers = await of('Driver management')
    expect(drivers.getByRole('switch', { name: 'Can view' })).toBeChecked()
    expect(drivers.getByRole('switch', { name: 'Can reset driver passwords' })).not.toBeChecked()
    expect(drivers.getAllByText('Given by Fleet managers').length).toBeGreaterThan(3)
    expect((await of('Zone management')).getAllByText('No group gives this').length).toBeGreaterThan(2)
    await portal.user.click(drivers.getByRole('switch', { name: 'Can delete' }))
    await dialog.submit()
    await portal.sayWhy()
    await dialog.closes()
    const sent = calls.of(api.users.updatePermissions)[0]?.body
    expect(sent).toEqual({
      switches: {
        ...Object.fromEntries(['access', 'view', 'create', 'edit'].map((flag) => [`DriverManagement.${flag}`, true])),
        'DriverManagement.delete': false,
        resetDriverPassword: false,
        ...Object.fromEntries(
          ['access', 'view', 'create', 'edit', 'delete'].map((flag) => [`VehicleManagement.${flag}`, true]),
        ),
        editVehicleStatus: true,
        ...Object.fromEntries(
          ['TravellerManagement', 'RegionManagement', 'ZoneManagement'].flatMap((module) =>
            ['access', 'view', 'create', 'edit', 'delete'].map((flag) => [`${module}.${flag}`, null]),
          ),
        ),
        ...Object.fromEntries(['access', 'create', 'edit', 'delete'].map((flag) => [`TripManagement.${flag}`, null])),
        viewTrip: null,
        viewTripStatistics: null,
      },
    })
  })
})
