import type { Client } from '@ambit/contract'
import { api, expect, type Page, stepUntilVisible, test } from '../fixtures.ts'

/** A user of this story's own. */
const hire = async (
  apiAs: (role: string) => Promise<Client>,
  username: string,
  name: string,
  groups: string[] = [],
) => {
  const client = await apiAs('administrator')
  const [first_name = '', last_name = ''] = name.split(' ')
  const { data: before } = await client.call(api.users.list, { query: { search: username } })
  for (const user of before.filter((known) => known.username === username))
    await client.call(api.users.destroy, { params: { id: user.id } })
  const { data: all } = await client.call(api.userGroups.list, { query: { per_page: 999 } })
  const body = {
    first_name,
    last_name,
    username,
    email: `${username}@example.org`,
    groups: all.filter((group) => groups.includes(group.name)).map(({ id }) => id),
  }
  return (await client.call(api.users.create, { body })).data
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Users' })
const saved = 'Your details have been successfully updated'

test.describe('Users', () => {
  // covers: USER-02, USER-03, USER-06..11, USER-13, USER-55
  test('an administrator finds users from the menu, by name, with the actions that are allowed', async ({
    page,
    signIn,
    apiAs,
  }) => {
    await hire(apiAs, 'zyxquill', 'Quill Zyx', ['Analysts', 'Dispatchers'])
    await signIn(page, 'administrator', '/')
    const system = page.getByRole('navigation', { name: 'Main menu' }).getByRole('region', { name: 'System' })
    await system.getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL(/\/UserManagement/)
    await expect(page.getByRole('button', { name: 'Create User' })).toBeVisible()
    await expect(grid(page).getByRole('columnheader')).toHaveText([
      'ID',
      'First Name',
      'Last Name',
      'Username',
      'User Groups',
      'Email',
      'Phone',
      'Actions',
    ])
    const asked = page.waitForRequest((request) => request.url().includes('search=zyx'))
    await page.getByPlaceholder('Search by name or email').fill('zyx')
    expect(new URL((await asked).url()).searchParams.get('page')).toBe('1')
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    await expect(grid(page).getByText('Analysts, Dispatchers')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Quill Zyx' }).click()
    // Edit Permissions is hidden.
    await expect(page.getByRole('menuitem')).toHaveText(['Edit User', 'Send Password via Email', 'Delete User'])
  })

  // covers: USER-06, USER-18..26, USER-48, USER-57
  test('an administrator creates a user, and each field says what it needs when left', async ({
    page,
    signIn,
    apiAs,
  }) => {
    await (async () => {
      const made = await hire(apiAs, 'noecreated', 'Noe Created')
      await (await apiAs('administrator')).call(api.users.destroy, { params: { id: made.id } })
    })()
    await signIn(page, 'administrator', '/UserManagement')
    await page.getByRole('button', { name: 'Create User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New User' })
    await expect(dialog.getByLabel('First Name')).toBeFocused()
    await dialog.getByLabel('Email').focus()
    await page.keyboard.press('Tab')
    await expect(dialog.getByText('Please enter email address')).toBeVisible()
    await dialog.getByLabel('Email').pressSequentially('noe')
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
    await dialog.getByLabel('Email').pressSequentially('@example.org')
    await expect(dialog.getByText('Please enter a valid email address')).toBeHidden()
    await dialog.getByRole('button', { name: 'Submit' }).click()
    for (const message of ['Please enter a username', 'Please enter first name', 'Please enter last name'])
      await expect(dialog.getByText(message)).toBeVisible()
    await dialog.getByLabel('First Name').fill('Noe')
    await dialog.getByLabel('Last Name').fill('Created')
    await dialog.getByLabel('Username').fill('noecreated')
    await expect(dialog.getByLabel('Phone')).toHaveAttribute('type', 'tel')
    await expect(dialog.getByLabel('Phone')).toHaveAttribute('placeholder', '+61')
    for (const group of ['Analysts', 'Dispatchers']) {
      await dialog.getByRole('combobox', { name: 'User Groups' }).fill(group)
      await page.getByRole('option', { name: group }).click()
    }
    await page.keyboard.press('Escape')
    const call = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/users'))
    await dialog.getByRole('button', { name: 'Submit' }).click()
    expect((await call).postDataJSON()).toEqual({
      first_name: 'Noe',
      last_name: 'Created',
      username: 'noecreated',
      email: 'noe@example.org',
      phone_number: null,
      status: 'active',
      groups: [expect.any(Number), expect.any(Number)],
      region_ids: null,
    })
    await expect(page.getByText(saved)).toBeVisible()
    await expect(page.getByText('Thank you', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  // covers: USER-04, USER-05, USER-09, USER-14, USER-49, USER-50
  test('an administrator edits a user by address, blocks the user, and deletes the user after confirming', async ({
    page,
    signIn,
    apiAs,
  }) => {
    const otto = await hire(apiAs, 'ottoleaves', 'Otto Leaving')
    await signIn(page, 'administrator', `/UserManagement/edit/${otto.id}?search=ottoleaves`)
    await expect(page).toHaveURL(new RegExp(`/UserManagement\\?.*d=UserDialog-edit-${otto.id}`))
    const dialog = page.getByRole('dialog', { name: 'Edit User' })
    await dialog.getByLabel('Last Name').fill('Left')
    await dialog.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Blocked' }).click()
    const call = page.waitForRequest((request) => request.method() === 'PATCH')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    expect((await call).url()).toContain(`/users/${otto.id}`)
    expect((await call).postDataJSON()).toMatchObject({ last_name: 'Left', status: 'blocked', username: 'ottoleaves' })
    await expect(page.getByText(saved)).toBeVisible()
    await expect(grid(page).getByText('Blocked')).toHaveAttribute('data-tone', 'danger')
    await page.getByRole('button', { name: 'Actions for Otto Left' }).click()
    await page.getByRole('menuitem', { name: 'Delete User' }).click()
    const question = page.getByRole('dialog', { name: 'Delete User' })
    await expect(question.getByText('Do you want to delete this user?')).toBeVisible()
    await question.getByRole('button', { name: 'Delete User' }).click()
    await expect(page.getByText('Otto Left was deleted.')).toBeVisible()
    await page.goto('/UserManagement/edit')
    await expect(page.getByRole('dialog', { name: 'Create New User' })).toBeVisible()
  })

  // covers: USER-27..29, USER-51, USER-52, USER-58, USER-59
  test('two passwords that differ are reported and not sent', async ({ page, signIn, apiAs }) => {
    const pia = await hire(apiAs, 'piapass', 'Pia Pass')
    await page.clock.install()
    await signIn(page, 'administrator', `/UserManagement?d=UserDialog-edit-${pia.id}`)
    await page.getByRole('button', { name: 'Change Password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Password' })
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Please enter a password')).toHaveCount(2)
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/password')) sent.push(request.postDataJSON())
    })
    await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('a quiet harbour')
    await dialog.getByRole('textbox', { name: 'Confirm Password' }).fill('a loud harbour')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByRole('alert')).toHaveText("The two passwords don't match.")
    expect(sent).toEqual([])
    await dialog.getByRole('textbox', { name: 'Confirm Password' }).fill('a quiet harbour')
    await page.clock.pauseAt(Date.now() + 60_000)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    const toast = page.getByText(saved)
    await stepUntilVisible(page, toast)
    expect(sent).toEqual([{ password: 'a quiet harbour', password_confirm: 'a quiet harbour' }])
    await page.clock.runFor(2500)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1500)
    await expect(toast).toBeHidden()
  })

  // covers: USER-11, USER-12, USER-30, USER-53, USER-54, USER-60, USER-61
  test('an administrator has a reset link sent to a user who forgot the password', async ({ page, signIn, apiAs }) => {
    const finn = await hire(apiAs, 'finnforgets', 'Finn Forgets')
    await page.clock.install()
    await signIn(page, 'administrator', '/UserManagement?search=finnforgets')
    await page.getByRole('button', { name: 'Actions for Finn Forgets' }).click()
    await page.getByRole('menuitem', { name: 'Send Password via Email' }).click()
    const question = page.getByRole('dialog', { name: 'Send Password via Email' })
    await expect(question.getByText("Do you want to reset Finn Forgets's password?")).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    const call = page.waitForRequest((request) => request.method() === 'POST')
    await question.getByRole('button', { name: 'Send' }).click()
    expect((await call).url()).toContain(`/users/${finn.id}/forgot_password`)
    const toast = page.getByText('The password for Finn Forgets has been successfully reset.')
    await stepUntilVisible(page, toast)
    await page.clock.runFor(3700)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1300)
    await expect(toast).toBeHidden()
  })
})

test('A user who is blocked while at work is signed out', async ({ page, demo, apiAs }) => {
  const bo = await hire(apiAs, 'boblocked', 'Bo Blocked', ['Fleet managers'])
  const client = await apiAs('administrator')
  const password = 'a quiet harbour'
  await client.call(api.users.changePassword, { params: { id: bo.id }, body: { password, password_confirm: password } })
  await page.goto(`${demo.url}/Login`)
  await page.getByLabel('Email or username').fill('boblocked')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await client.call(api.users.update, { params: { id: bo.id }, body: { status: 'blocked' } })
  await expect(page).toHaveURL(/\/Login/)
})
