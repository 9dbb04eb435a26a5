import { api, expect, type Page, test } from '../fixtures.ts'

/** Of the newest mail with one: other mails tell of sign-ins. */
const linkFor = (page: Page) => page.getByRole('article').locator('a[href^="/Admin/ResetPassword/"]').first()

test.describe('A user who forgot the password', () => {
  // covers: AUTH-57, AUTH-58, AUTH-60..65, AUTH-69, AUTH-70, AUTH-73, AUTH-75..83, AUTH-85..88, AUTH-90
  test('a user asks for a reset link, finds it in the outbox and chooses a new password', async ({
    page,
    browser,
    demo,
    signIn,
    apiAs,
  }) => {
    // A user of this story's own: a new password ends all sessions of the user who chooses it.
    const sam = await apiAs('superadmin')
    const [arun] = (await sam.call(api.users.list, { query: { search: 'arun' } })).data
    const username = `asha-${Date.now().toString(36)}`
    const asha = { first_name: 'Asha', last_name: 'Rao', username, email: `${username}@ambit.example` }
    const me = await sam.call(api.users.create, { body: { ...asha, groups: arun?.groups ?? [] } })
    await page.goto('/Admin/ForgotPassword')
    await expect(page).toHaveTitle('Forgot password · Ambit')
    const send = page.getByRole('button', { name: 'Reset Password' })
    await page.getByLabel('E-mail').fill(username)
    await expect(send).toBeHidden()
    await page.getByLabel('E-mail').fill(me.data.email)
    await send.click()
    await expect(page.getByText('Thank you', { exact: true })).toBeVisible()
    await expect(page.getByText('You have been sent an email with a link to reset your password.')).toBeVisible()
    await expect(page).toHaveURL(/\/Login$/)

    const administrator = await browser.newPage({ baseURL: demo.url })
    await signIn(administrator, 'superadmin', '/Mail')
    const link = linkFor(administrator)
    await expect(link).toHaveAttribute('href', /^\/Admin\/ResetPassword\/.{6,}/)
    await page.goto((await link.getAttribute('href')) ?? '')
    await administrator.close()

    await expect(page).toHaveTitle('Reset password · Ambit')
    await expect(page.getByLabel('Token from your e-mail')).toBeHidden()
    const update = page.getByRole('button', { name: 'Update Password' })
    const password = page.getByLabel('New password', { exact: true })
    const confirmation = page.getByLabel('Confirm new password')
    await password.fill('short')
    await expect(page.getByText('You need 3 more characters')).toBeVisible()
    await password.fill('a long password')
    await expect(page.getByText('Your password looks fine')).toBeVisible()
    await confirmation.fill('another password')
    await expect(page.getByText("Your passwords don't match")).toBeVisible()
    await expect(update).toBeDisabled()
    await confirmation.fill('a long password')
    await expect(page.getByText('Your confirmation looks fine')).toBeVisible()
    const call = page.waitForRequest('**/passwords/reset')
    await update.click()
    expect((await call).postDataJSON()).toMatchObject({
      reset_password_token: expect.stringMatching(/.{6,}/),
      password: 'a long password',
      password_confirmation: 'a long password',
    })
    await expect(page.getByText('Your password has been successfully reset. You can login now.')).toBeVisible()
    await expect(page).toHaveURL(/\/Login$/)
    await page.getByLabel('Email or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill('a long password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  })
})
