import { credentialsOf, expect, type Page, stepUntilVisible, test } from '../fixtures.ts'

const SLOW_MS = 400

test.describe('Signing in', () => {
  // covers: AUTH-01, AUTH-02, AUTH-16, AUTH-18..23, AUTH-30..33, AUTH-46, AUTH-47, SHELL-02, SHELL-44
  test('a dispatcher signs in with a username and lands on the start page', async ({ page, demo }) => {
    const { username, password } = credentialsOf(demo, 'dispatcher')
    await page.goto('/Login')
    await expect(page).toHaveTitle('Login · Ambit')
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
    const button = page.getByRole('button', { name: 'Login', exact: true })
    await expect(button).toBeHidden()
    await page.getByLabel('Email or username').fill(username)
    await expect(button).toBeHidden()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await expect(page.getByRole('link', { name: 'I forgot my password' })).toHaveAttribute(
      'href',
      '/Admin/ForgotPassword',
    )
    const call = page.waitForRequest((request) => request.method() === 'POST')
    await button.click()
    expect((await call).postDataJSON()).toEqual({ email: username, password })
    await expect(page.getByText('Successful Login')).toBeVisible()
    await expect(page.getByText('We have successfully logged you in.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await expect(page.getByRole('button', { name: /account menu/ })).toContainText('Dana')
  })

  // covers: AUTH-34..37
  test('the token is kept in a cookie until it expires', async ({ page, context, demo }) => {
    const { username, password } = credentialsOf(demo, 'dispatcher')
    await page.goto('/Login')
    await page.getByLabel('Email or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    const cookie = (await context.cookies()).find((candidate) => candidate.name === 'ambit_token')
    const payload = JSON.parse(Buffer.from(cookie?.value.split('.')[1] ?? '', 'base64url').toString()) as {
      exp: number
      email: string
      roles: string[]
      fullName: string
    } // the claims that the server's token names
    expect(cookie?.expires).toBe(payload.exp)
    expect(payload.roles).toEqual(['dispatcher'])
    expect(payload.email).toContain('@')
    await expect(page.getByRole('button', { name: /account menu/ })).toContainText(payload.fullName)
  })

  // covers: AUTH-39
  test('a wrong password is refused with a reason and keeps what was typed', async ({ page, demo }) => {
    await page.goto('/Login')
    await page.getByLabel('Email or username').fill(credentialsOf(demo, 'dispatcher').username)
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: /^.+: .+$/ })).toBeVisible()
    await expect(page.getByLabel('Email or username')).toHaveValue(credentialsOf(demo, 'dispatcher').username)
    await expect(page).toHaveURL(/\/Login$/)
  })

  // covers: AUTH-40, AUTH-41
  test('a failing server shows each error on a line of its own, or a plain sentence when it names none', async ({
    page,
  }) => {
    const answers = [
      {
        errors: [
          { status: '422', code: 'invalid', title: 'Invalid', detail: 'One.' },
          { status: '422', code: 'invalid', title: '', detail: 'Two.', source: { pointer: '/email' } },
        ],
      },
      null,
    ]
    await page.route('**/sessions', (route) => {
      const answer = answers.shift()
      return answer ? route.fulfill({ status: 422, json: answer }) : route.fulfill({ status: 201, json: {} })
    })
    await page.goto('/Login')
    await page.getByLabel('Email or username').fill('dana')
    await page.getByLabel('Password', { exact: true }).fill('secret')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.locator('form').getByRole('alert')).toHaveText('Invalid: One.\n/email: Two.')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.locator('form').getByRole('alert')).toHaveText('Login error. Please try again.')
  })

  // covers: AUTH-48
  test('the welcome notice disappears after three and a half seconds', async ({ page, demo }) => {
    const { username, password } = credentialsOf(demo, 'dispatcher')
    await page.clock.install()
    await page.goto('/Login')
    await page.getByLabel('Email or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    const toast = page.getByText('We have successfully logged you in.')
    await stepUntilVisible(page, toast)
    await page.clock.runFor(2500)
    await expect(toast).toBeVisible()
    await page.clock.runFor(2000)
    await expect(toast).toBeHidden()
  })
})

test.describe('A saved token', () => {
  // covers: AUTH-24..26, AUTH-42
  test('the sign-in page checks a saved token step by step', async ({ page, signIn }) => {
    await signIn(page, 'dispatcher')
    await page.route('**/sessions/current', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      await route.continue()
    })
    const seen: string[] = []
    await page.exposeFunction('sawStep', (text: string) => seen.push(text))
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const text = document.querySelector('[role=status] h1')?.textContent
        if (text) (globalThis as unknown as { sawStep: (text: string) => void }).sawStep(text) // exposed above
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await page.goto('/Login')
    await expect(page.getByText('Sign in successful!')).toBeVisible()
    await expect(page.getByText('We are logging you in now.')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    expect(seen.filter((text, index) => text !== seen[index - 1])).toEqual([
      'Checking token...',
      'Signing in...',
      'Sign in successful!',
    ])
  })

  // covers: AUTH-43, API-34
  test('an expired saved token returns to the form with a notice', async ({ page, context, demo }) => {
    const payload = Buffer.from(JSON.stringify({ exp: 4_000_000_000, roles: [] })).toString('base64url')
    await context.addCookies([{ name: 'ambit_token', value: `x.${payload}.x`, url: demo.url }])
    await page.goto('/Login')
    await expect(page.getByRole('alert')).toHaveText('Your login details are incorrect. Please try again!')
    expect((await context.cookies()).some((cookie) => cookie.name === 'ambit_token')).toBe(false)
  })

  // covers: AUTH-44
  test('the form is shown at once when there is no saved token', async ({ page }) => {
    let asked = false
    page.on('request', (request) => {
      asked ||= request.url().includes('/sessions/current')
    })
    await page.goto('/Login')
    await expect(page.getByLabel('Email or username')).toBeFocused()
    expect(asked).toBe(false)
  })
})

test.describe('The guard', () => {
  const signInHere = async (page: Page, username: string, password: string) => {
    await page.getByLabel('Email or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
  }

  // covers: AUTH-03, AUTH-04, AUTH-07, AUTH-08, AUTH-27, VERCHK-19
  test('a visitor is sent to Login and then back to the requested page', async ({ page, demo }) => {
    const { username, password } = credentialsOf(demo, 'fleet_manager')
    await page.goto('/DriverManagement?filter.approved=true#list')
    await expect(page).toHaveURL(/\/Login$/)
    expect(await page.evaluate(() => localStorage.getItem('fromUrl'))).toBe(
      '/DriverManagement?filter.approved=true#list',
    )
    await signInHere(page, username, password)
    await expect(page).toHaveURL(/\/DriverManagement\?filter\.approved=true#list$/)
    await expect(page.getByRole('heading', { name: 'Drivers', level: 1 })).toBeVisible()
  })

  // covers: AUTH-28
  test('an old hash link works and becomes an ordinary address', async ({ page, demo }) => {
    const { username, password } = credentialsOf(demo, 'fleet_manager')
    await page.goto('/#/DriverManagement?search=walsh')
    await expect(page).toHaveURL(/\/Login$/)
    await signInHere(page, username, password)
    await expect(page).toHaveURL(/\/DriverManagement\?search=walsh$/)
  })

  // covers: AUTH-10..14, AUTH-29, VERCHK-20
  test('addresses of the sign-in pages are not remembered as the return address', async ({ page, demo }) => {
    const { username, password } = credentialsOf(demo, 'fleet_manager')
    for (const path of [
      '/Admin/Nothing',
      '/Traveller/Nothing',
      '/nowhere?code=1',
      '/nowhere?State=x',
      '/login/again',
    ]) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/Login$/)
      expect(await page.evaluate(() => localStorage.getItem('fromUrl')), path).toBeNull()
    }
    await page.evaluate(() => localStorage.setItem('fromUrl', '/login'))
    await signInHere(page, username, password)
    await expect(page).toHaveURL(/\/Dashboard$/)
  })

  // covers: AUTH-05
  test('the password pages are open to visitors', async ({ page }) => {
    await page.goto('/Admin/ResetPassword')
    await expect(page.getByRole('button', { name: 'Update Password' })).toBeVisible()
    await page.goto('/Admin/ForgotPassword')
    await expect(page.getByLabel('E-mail')).toBeVisible()
  })
})

test.describe('Logging out', () => {
  // covers: AUTH-49..56, SHELL-45
  test('logging out asks first, then removes the token in the browser and on the server', async ({
    page,
    context,
    demo,
  }) => {
    const { username, password } = credentialsOf(demo, 'customer_service')
    await page.goto('/Login')
    await page.getByLabel('Email or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /account menu/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    const question = page.getByRole('dialog', { name: 'Do you really want to log out?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    const cookie = (await context.cookies()).find((candidate) => candidate.name === 'ambit_token')
    await page.getByRole('button', { name: /account menu/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await question.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/Login$/)
    expect((await context.cookies()).some((candidate) => candidate.name === 'ambit_token')).toBe(false)
    expect(await page.evaluate(() => localStorage.getItem('fromUrl'))).toBe('/')
    await expect
      .poll(async () => {
        const answer = await page.request.get(`${demo.url}/api/v2/ops/sessions/current`, {
          headers: { authorization: `Bearer ${cookie?.value ?? ''}` },
        })
        return answer.status()
      })
      .toBe(401)
  })
})
