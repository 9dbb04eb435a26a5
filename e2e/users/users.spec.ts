import { api, expect, freshClientFor, test, leftToLongRun } from '../fixtures.ts'

test('A user who is blocked while at work is signed out', async ({ page, demo }) => {
  leftToLongRun()
  const client = await freshClientFor(demo, 'administrator')
  const username = 'boblocked'
  const { data: before } = await client.call(api.users.list, { query: { search: username } })
  for (const { id } of before) await client.call(api.users.destroy, { params: { id } })
  const { data: groups } = await client.call(api.userGroups.list, { query: { search: 'Fleet managers' } })
  const body = {
    first_name: 'Bo',
    last_name: 'Blocked',
    username,
    email: `${username}@example.org`,
    groups: groups.map(({ id }) => id),
  }
  const { data: bo } = await client.call(api.users.create, { body })
  const password = 'a quiet harbour'
  await client.call(api.users.changePassword, { params: { id: bo.id }, body: { password, password_confirm: password } })
  await page.goto(`${demo.url}/Login`)
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  // An administrator knows this one.
  const own = 'a quiet harbour of my own'
  await page.getByLabel('New password', { exact: true }).fill(own)
  await page.getByLabel('Confirm new password').fill(own)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL(/\/Login/)
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(own)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await client.call(api.users.update, {
    params: { id: bo.id },
    body: { status: 'blocked' },
    reason: 'The board decided so',
  })
  await expect(page).toHaveURL(/\/Login/)
})
