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
const roleId = async (name: string): Promise<number> => {
  const { data } = await administrator().call(api.userRoles.list, { query: { per_page: 999 } })
  return data.find((role) => role.name === name)?.id ?? 0
}
const found = async (name: string, roleNames: string[]) => {
  const body = { name, roles: await Promise.all(roleNames.map(roleId)) }
  return (await administrator().call(api.userGroups.create, { body })).data
}
const grid = async () => within(await screen.findByRole('grid', { name: 'User Groups' }))
const saved = 'Your User Group has been successfully updated'

describe('User groups', () => {
  // covers: GROUP-02, GROUP-03, GROUP-05..07, GROUP-21..23
  test('an administrator finds all user groups on one page from the menu', async () => {
    await found('Zyx desk', ['analyst', 'dispatcher'])
    await portal.open('administrator', '/')
    const menu = within(await screen.findByRole('navigation', { name: 'Main menu' }))
    const system = within(menu.getByRole('region', { name: 'System' }))
    await portal.user.click(system.getByRole('link', { name: 'User Groups' }))
    expect(await screen.findByRole('heading', { name: 'User Groups', level: 1 })).toBeVisible()
    expect(portal.address()).toContain('/UserGroupManagement')
    expect(screen.getByRole('button', { name: 'Create Group' })).toBeVisible()
    const row = await (await grid()).findByRole('row', { name: /Zyx desk/ })
    expect(within(row).getByRole('cell', { name: '2' })).toBeVisible()
    const query = calls.of(api.userGroups.list)[0]?.query
    expect([query?.get('per_page'), query?.get('page')]).toEqual(['999', '1'])
    const headings = (await grid()).getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headings).toEqual(['ID', 'Name', 'Active Roles', 'Actions'])
  })

  // covers: GROUP-04, GROUP-08..10, GROUP-13, GROUP-14, GROUP-24, GROUP-26, GROUP-27, GROUP-31, GROUP-32
  test('an administrator changes name, users and roles of a group by its address', async () => {
    const { user } = portal
    const desk = await found('Early desk', ['analyst', 'fleet_manager'])
    const dana = { first_name: 'Dana', last_name: 'Desk', username: 'dana', email: 'dana@example.org', groups: [] }
    const { data: member } = await administrator().call(api.users.create, { body: dana })
    await portal.open('administrator', `/UserGroupManagement/edit/${desk.id}`)
    const dialog = await openedDialog(portal, 'Early desk')
    expect(portal.address()).toMatch(new RegExp(`/UserGroupManagement\\?.*d=UserGroupDialog-edit-${desk.id}`))
    await dialog.fill('Name', 'Earlier desk')
    await screen.findByRole('option', { name: /\(dana\)/, hidden: true })
    await portal.fill(dialog.getByRole('combobox', { name: 'Users' }), 'dana')
    await user.click(await screen.findByRole('option', { name: /\(dana\)/ }))
    await user.keyboard('{Escape}')
    expect(await dialog.findByRole('switch', { name: 'analyst' })).toBeChecked()
    expect(dialog.getByRole('switch', { name: 'superadmin' })).toBeDisabled()
    await dialog.switch('fleet_manager')
    await dialog.switch('dispatcher')
    await user.click(dialog.getByRole('button', { name: 'Submit' }))
    const question = await portal.dialog('Please give a reason')
    await user.type(question.getByRole('textbox', { name: 'Reason' }), 'Dana works early now')
    timers.hold()
    await user.click(question.getByRole('button', { name: 'Continue' }))
    await timers.until(() => expect(notices(saved)).toHaveLength(1))
    const [change] = calls.of(api.userGroups.update)
    expect(change?.path).toMatch(new RegExp(`/user_groups/${desk.id}$`))
    const body = change?.body as { roles: number[] } // its shape is checked next
    expect(body).toMatchObject({ name: 'Earlier desk', users: [member.id] })
    await timers.pass(2500)
    expect(notices(saved)).toHaveLength(1)
    await timers.pass(2000)
    await timers.until(() => expect(notices(saved)).toEqual([]))
    timers.go()
    expect(new Set(body.roles)).toEqual(new Set([await roleId('analyst'), await roleId('dispatcher')]))
  })

  // covers: GROUP-06, GROUP-12, GROUP-25, GROUP-29, GROUP-30
  test('an administrator creates a group; a failed save shows no notice and can be tried again', async () => {
    await portal.open('administrator', '/UserGroupManagement')
    await portal.user.click(await screen.findByRole('button', { name: 'Create Group' }))
    const dialog = await openedDialog(portal, 'Create User Group')
    const sent = () => calls.of(api.userGroups.create)
    await dialog.switch('analyst')
    await dialog.submit()
    expect(await dialog.findByText('Please enter a group name')).toBeVisible()
    await dialog.fill('Name', 'Late desk')
    const recover = calls.answer(api.userGroups.create, () => Response.json({ errors: [] }, { status: 500 }))
    await dialog.submit()
    await waitFor(() => expect(sent()).toHaveLength(1))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Submit' })).toBeEnabled())
    expect(notices()).toEqual([])
    expect(dialog.getByRole('alert')).toBeEmptyDOMElement()
    recover()
    await dialog.submit()
    await waitFor(() => expect(notices(saved)).toHaveLength(1))
    expect(sent().at(-1)?.body).toEqual({ name: 'Late desk', roles: [await roleId('analyst')], users: [] })
    await dialog.closes()
    expect(await (await grid()).findByRole('row', { name: /Late desk/ })).toBeVisible()
  })

  // @test-tag long
  test('an administrator creates a role and cannot tick permissions that he does not have', async () => {
    const { user } = portal
    await portal.open('administrator', '/UserGroupManagement')
    await user.click(await screen.findByRole('link', { name: 'Roles' }))
    const roles = within(await screen.findByRole('grid', { name: 'Roles' }))
    const [enabled] = await roles.findAllByText('Enabled')
    expect(enabled?.closest('[data-tone]')).toHaveAttribute('data-tone', 'success')
    await user.click(screen.getByRole('button', { name: 'Create Role' }))
    const dialog = await openedDialog(portal, 'Create Role')
    await dialog.fill('Name', 'Night clerk')
    await dialog.fill('Search permissions', 'environment')
    await waitFor(() => expect(dialog.getByRole('checkbox', { name: 'Change' })).toBeDisabled())
    await dialog.fill('Search permissions', 'LiveBooking:booking')
    await waitFor(() => expect(dialog.getAllByRole('region')).toHaveLength(1))
    await user.click(dialog.getByRole('checkbox', { name: 'See' }))
    await dialog.choose('Status', 'Disabled')
    await dialog.submit()
    expect(await screen.findByText('Your role has been successfully updated')).toBeVisible()
    await dialog.closes()
    const row = await roles.findByRole('row', { name: /Night clerk/ })
    expect(within(row).getByText('Disabled').closest('[data-tone]')).toHaveAttribute('data-tone', 'danger')
    const [made] = (await administrator().call(api.userRoles.list, { query: { search: 'Night clerk' } })).data
    const granted = Object.entries(made?.permissions ?? {}).flatMap(([key, allowed]) => (allowed ? [key] : []))
    expect(granted.toSorted()).toEqual(['LiveBooking:Module', 'LiveBooking:booking:canRead'])
  })
})

describe('User groups for a user who may only read', () => {
  test('an operations manager finds nothing on the page that changes a group', async () => {
    const desk = await found('Quiet desk', ['analyst'])
    await portal.open('operations_manager', '/UserGroupManagement?search=quiet')
    const row = await (await grid()).findByRole('row', { name: /Quiet desk/ })
    expect(screen.queryByRole('button', { name: 'Create Group' })).toBeNull()
    await portal.user.click(row)
    const dialog = await openedDialog(portal, 'Quiet desk')
    expect(await dialog.findByText('analyst')).toBeVisible()
    expect(dialog.queryByText('Edit Mode')).toBeNull()
    await portal.open('operations_manager', `/UserGroupManagement?d=UserGroupDialog-edit-${desk.id}`)
    expect(await screen.findByText(/You do not have the correct permissions to view this content./)).toBeVisible()
  })
})
