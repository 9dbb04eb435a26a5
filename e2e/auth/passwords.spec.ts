import { api, expect, type Page, stepUntilVisible, test } from '../fixtures.ts'

const linkFor = (page: Page) => page.getByRole('article').first().getByRole('link').first()

test.describe('A user who forgot the password', () => {
  // covers: AUTH-57..66, AUTH-69, AUTH-70, AUTH-72, AUTH-73, AUTH-75..83, AUTH-85..88, AUTH-90
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

  // covers: AUTH-71, AUTH-74, AUTH-84, AUTH-95..98
  test('a reset link that was used before is refused and empties the fields', async ({ page }) => {
    await page.goto('/Admin/ResetPassword')
    const token = page.getByLabel('Token from your e-mail')
    await page.getByLabel('New password', { exact: true }).fill('a long password')
    await page.getByLabel('Confirm new password').fill('a long password')
    await token.fill('12345')
    await expect(page.getByRole('button', { name: 'Update Password' })).toBeDisabled()
    await token.fill('123456')
    await page.getByRole('button', { name: 'Update Password' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Reset Password Failed')
    await expect(token).toHaveValue('')
    await expect(page.getByLabel('New password', { exact: true })).toHaveValue('')
    await expect(page.getByLabel('Confirm new password')).toHaveValue('')

    await page.route('**/passwords/reset', (route) =>
      route.fulfill({
        status: 422,
        json: { errors: [{ status: '422', code: 'invalid', title: 'Invalid', detail: 'Something else.' }] },
      }),
    )
    await token.fill('123456')
    await page.getByLabel('New password', { exact: true }).fill('a long password')
    await page.getByLabel('Confirm new password').fill('a long password')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(alert).toContainText('Reset Password Error.')
  })
})

test.describe('A passenger who forgot the password', () => {
  // covers: AUTH-57, AUTH-62, AUTH-93
  test('a dialog confirms the new password of a passenger', async ({ page }) => {
    await page.goto('/Traveller/ForgotPassword')
    await page.getByLabel('E-mail').fill('passenger@example.org')
    const asked = page.waitForRequest('**/passwords/forgot')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    expect((await asked).postDataJSON()).toEqual({ email: 'passenger@example.org', kind: 'traveller' })

    // The link of a passenger's mail; the server's answer is its own, only the token is made up.
    await page.route('**/passwords/reset', (route) =>
      route.fulfill({ status: 200, json: { data: { message: 'done' } } }),
    )
    await page.goto('/Traveller/ResetPassword/abcdef123456')
    await page.getByLabel('New password', { exact: true }).fill('a long password')
    await page.getByLabel('Confirm new password').fill('a long password')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByRole('dialog')).toContainText(
      'Password reset successful. You can now login using your new password',
    )
  })
})

// covers: AUTH-91, NOTE-09
test('The notice of a reset password stays for five seconds', async ({ page }) => {
  await page.route('**/passwords/reset', (route) => route.fulfill({ status: 200, json: { data: { message: 'done' } } }))
  await page.clock.install()
  await page.goto('/Admin/ResetPassword/abcdef123456')
  await page.getByLabel('New password', { exact: true }).fill('a long password')
  await page.getByLabel('Confirm new password').fill('a long password')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Update Password' }).click()
  const toast = page.getByText('Your password has been successfully reset. You can login now.')
  await stepUntilVisible(page, toast)
  await page.clock.runFor(4000)
  await expect(toast).toBeVisible()
  await page.clock.runFor(2000)
  await expect(toast).toBeHidden()
})

test.describe('A reset while signed in', () => {
  // covers: AUTH-92
  test('an administrator who is signed in continues to the portal after choosing a new password', async ({
    page,
    signIn,
  }) => {
    await signIn(page, 'administrator')
    await page.route('**/passwords/reset', (route) =>
      route.fulfill({ status: 200, json: { data: { message: 'done' } } }),
    )
    await page.goto('/DriverManagement')
    await expect(page.getByRole('heading', { name: 'Drivers', level: 1 })).toBeVisible()
    await page.evaluate(() => {
      history.pushState(null, '', '/Admin/ResetPassword/abcdef123456')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.getByLabel('New password', { exact: true }).fill('a long password')
    await page.getByLabel('Confirm new password').fill('a long password')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page).toHaveURL(/\/Dashboard$/)
  })
})
