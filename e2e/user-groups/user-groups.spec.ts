import type { Client } from '@ambit/contract'
import { api, expect, type Page, stepUntilVisible, test } from '../fixtures.ts'

/** A group of this story's own. */
const found = async (apiAs: (role: string) => Promise<Client>, name: string, roleNames: string[]) => {
  const client = await apiAs('administrator')
  const { data: before } = await client.call(api.userGroups.list, { query: { search: name } })
  for (const { id } of before) await client.call(api.userGroups.destroy, { params: { id } })
  const { data: roles } = await client.call(api.userRoles.list, { query: { per_page: 999 } })
  const idOf = (role: string) => roles.find((known) => known.name === role)?.id ?? 0
  const { data } = await client.call(api.userGroups.create, { body: { name, roles: roleNames.map(idOf) } })
  return { ...data, idOf }
}

const grid = (page: Page) => page.getByRole('grid', { name: 'User Groups' })

test.describe('User groups', () => {
  // covers: GROUP-02, GROUP-03, GROUP-05..07, GROUP-21..23
  test('an administrator finds all user groups on one page from the menu', async ({ page, signIn, apiAs }) => {
    await found(apiAs, 'Zyx desk', ['analyst', 'dispatcher'])
    await signIn(page, 'administrator', '/')
    const asked = page.waitForRequest((request) => request.url().includes('/user_groups?'))
    const system = page.getByRole('navigation', { name: 'Main menu' }).getByRole('region', { name: 'System' })
    await system.getByRole('link', { name: 'User Groups' }).click()
    await expect(page).toHaveURL(/\/UserGroupManagement/)
    const query = new URL((await asked).url()).searchParams
    expect([query.get('per_page'), query.get('page')]).toEqual(['999', '1'])
    await expect(page.getByRole('heading', { name: 'User Groups', level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create Group' })).toBeVisible()
    await expect(grid(page).getByRole('columnheader')).toHaveText(['ID', 'Name', 'Active Roles', 'Actions'])
    await expect(
      grid(page)
        .getByRole('row', { name: /Zyx desk/ })
        .getByRole('gridcell', { name: '2', exact: true }),
    ).toBeVisible()
  })

  // covers: GROUP-04, GROUP-08..10, GROUP-13, GROUP-14, GROUP-24, GROUP-26, GROUP-27, GROUP-31, GROUP-32
  test('an administrator changes name, users and roles of a group by its address', async ({ page, signIn, apiAs }) => {
    const desk = await found(apiAs, 'Early desk', ['analyst', 'fleet_manager'])
    const [dana] = (await (await apiAs('administrator')).call(api.users.list, { query: { search: 'dana' } })).data
    await page.clock.install()
    await signIn(page, 'administrator', `/UserGroupManagement/edit/${desk.id}`)
    await expect(page).toHaveURL(new RegExp(`/UserGroupManagement\\?.*d=UserGroupDialog-edit-${desk.id}`))
    const dialog = page.getByRole('dialog', { name: 'Early desk' })
    await dialog.getByLabel('Name').fill('Earlier desk')
    await dialog.getByRole('combobox', { name: 'Users' }).fill('dana')
    await page.getByRole('option', { name: /\(dana\)/ }).click()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('switch', { name: 'analyst' })).toBeChecked()
    await expect(dialog.getByRole('switch', { name: 'superadmin' })).toBeDisabled()
    await dialog.getByRole('switch', { name: 'fleet_manager' }).uncheck()
    await dialog.getByRole('switch', { name: 'dispatcher' }).check()
    await page.clock.pauseAt(Date.now() + 60_000)
    const call = page.waitForRequest((request) => request.method() === 'PATCH')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    expect((await call).url()).toContain(`/user_groups/${desk.id}`)
    const body: { name: string; users: number[]; roles: number[] } = (await call).postDataJSON()
    expect(body).toMatchObject({ name: 'Earlier desk', users: [dana?.id] })
    expect(new Set(body.roles)).toEqual(new Set([desk.idOf('analyst'), desk.idOf('dispatcher')]))
    const toast = page.getByText('Your User Group has been successfully updated')
    await stepUntilVisible(page, toast)
    await page.clock.runFor(2500)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1500)
    await expect(toast).toBeHidden()
    await (await apiAs('administrator')).call(api.userGroups.destroy, { params: { id: desk.id } })
  })

  // covers: GROUP-06, GROUP-12, GROUP-25, GROUP-29, GROUP-30
  test('an administrator creates a group; a failed save shows no notice and can be tried again', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const old = await found(apiAs, 'Late desk', [])
    await (await apiAs('administrator')).call(api.userGroups.destroy, { params: { id: old.id } })
    await signIn(page, 'administrator', '/UserGroupManagement')
    await page.getByRole('button', { name: 'Create Group' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create User Group' })
    const submit = dialog.getByRole('button', { name: 'Submit' })
    await dialog.getByRole('switch', { name: 'analyst' }).check()
    await submit.click()
    await expect(dialog.getByText('Please enter a group name')).toBeVisible()
    await dialog.getByLabel('Name').fill('Late desk')
    await page.route('**/user_groups', (route) => route.fulfill({ status: 500, json: { errors: [] } }))
    const failed = page.waitForResponse((response) => response.request().method() === 'POST')
    await submit.click()
    await failed
    await expect(submit).toBeEnabled()
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
    await expect(dialog.getByRole('alert')).toHaveText('')
    await page.unroute('**/user_groups')
    const call = page.waitForRequest((request) => request.method() === 'POST')
    await submit.click()
    expect((await call).postDataJSON()).toEqual({ name: 'Late desk', roles: [old.idOf('analyst')], users: [] })
    await expect(page.getByText('Your User Group has been successfully updated')).toBeVisible()
    await expect(grid(page).getByRole('row', { name: /Late desk/ })).toBeVisible()
  })

  test('an administrator creates a role and cannot tick permissions that he does not have', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const client = await apiAs('administrator')
    const { data: before } = await client.call(api.userRoles.list, { query: { search: 'Night clerk' } })
    for (const { id } of before) await client.call(api.userRoles.destroy, { params: { id } })
    await signIn(page, 'administrator', '/UserGroupManagement')
    await page.getByRole('link', { name: 'Roles' }).click()
    const roles = page.getByRole('grid', { name: 'Roles' })
    await expect(roles.getByText('Enabled').first()).toHaveAttribute('data-tone', 'success')
    await page.getByRole('button', { name: 'Create Role' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Role' })
    await dialog.getByLabel('Name').fill('Night clerk')
    await dialog.getByLabel('Search permissions').fill('environment')
    await expect(dialog.getByRole('checkbox', { name: 'Change' })).toBeDisabled()
    await dialog.getByLabel('Search permissions').fill('live booking')
    await expect(dialog.getByRole('region')).toHaveCount(1)
    await dialog.getByRole('checkbox', { name: 'See' }).check()
    await dialog.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Disabled' }).click()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Your role has been successfully updated')).toBeVisible()
    const row = roles.getByRole('row', { name: /Night clerk/ })
    await expect(row.getByText('Disabled')).toHaveAttribute('data-tone', 'danger')
    const [made] = (await client.call(api.userRoles.list, { query: { search: 'Night clerk' } })).data
    const granted = Object.entries(made?.permissions ?? {}).flatMap(([key, allowed]) => (allowed ? [key] : []))
    expect(granted.toSorted()).toEqual(['LiveBooking:Module', 'LiveBooking:booking:canRead'])
  })
})

test.describe('User groups for a user who may only read', () => {
  test('an operations manager finds nothing on the page that changes a group', async ({ page, signIn, apiAs }) => {
    const desk = await found(apiAs, 'Quiet desk', ['analyst'])
    await signIn(page, 'operations_manager', '/UserGroupManagement?search=quiet')
    await expect(page.getByRole('button', { name: 'Create Group' })).toHaveCount(0)
    await grid(page)
      .getByRole('row', { name: /Quiet desk/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Quiet desk' })
    await expect(dialog.getByText('analyst')).toBeVisible()
    await expect(dialog.getByText('Edit Mode')).toHaveCount(0)
    await page.goto(`/UserGroupManagement?d=UserGroupDialog-edit-${desk.id}`)
    await expect(page.getByText('You do not have the correct permissions to view this content.')).toBeVisible()
  })
})
