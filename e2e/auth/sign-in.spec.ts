import { credentialsOf, expect, type Page, test, leftToLongRun } from '../fixtures.ts'

const SLOW_MS = 400

test.describe('Signing in', () => {
  // covers: AUTH-34..37
  test('the token is kept in a cookie until it expires, where no script reads it', async ({ page, context, demo }) => {
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
    // Browsers allow for the server's clock, which tells whole seconds.
    expect(Math.abs((cookie?.expires ?? 0) - payload.exp)).toBeLessThan(3)
    expect([cookie?.httpOnly, cookie?.sameSite]).toEqual([true, 'Strict'])
    const readable = await page.evaluate(() => [
      document.cookie,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    ])
    expect(readable.join()).not.toContain(cookie?.value.split('.')[2])
    expect(payload.roles).toEqual(['dispatcher'])
    expect(payload.email).toContain('@')
    await expect(page.getByRole('button', { name: /account menu/ })).toContainText(payload.fullName)
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
    const seen: { step: string; text: string }[] = []
    await page.exposeFunction('sawStep', (step: string, text: string) => seen.push({ step, text }))
    // Each step is there for a moment only: it is noted when it is, and looked at afterwards.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const status = document.querySelector('[role=status]')
        const step = status?.querySelector('h1')?.textContent
        const { sawStep } = globalThis as unknown as { sawStep: (step: string, text: string) => void } // exposed above
        if (step) sawStep(step, status?.textContent ?? '')
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await page.goto('/Login')
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    expect(seen.map(({ step }) => step).filter((step, index, all) => step !== all[index - 1])).toEqual([
      'Checking token...',
      'Signing in...',
      'Sign in successful!',
    ])
    expect(seen.at(-1)?.text).toContain('We are logging you in now.')
  })

  // covers: AUTH-43, API-34
  test('an expired saved token returns to the form with a notice', async ({ page, context, demo }) => {
    const payload = Buffer.from(JSON.stringify({ exp: 4_000_000_000, roles: [] })).toString('base64url')
    await context.addCookies([
      { name: 'ambit_token', value: `x.${payload}.x`, url: demo.url, httpOnly: true },
      { name: 'ambit_session', value: '1.x', url: demo.url },
    ])
    await page.goto('/Login')
    await expect(page.getByRole('alert')).toHaveText('Your login details are incorrect. Please try again!')
    expect((await context.cookies()).some((cookie) => cookie.name === 'ambit_session')).toBe(false)
  })
})

test.describe('The guard', () => {
  const signInHere = async (page: Page, username: string, password: string) => {
    await page.getByLabel('Email or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
  }

  // covers: AUTH-28
  test('an old hash link works and becomes an ordinary address', async ({ page, demo }) => {
    leftToLongRun()
    const { username, password } = credentialsOf(demo, 'fleet_manager')
    await page.goto('/#/DriverManagement?search=walsh')
    await expect(page).toHaveURL(/\/Login$/)
    await signInHere(page, username, password)
    await expect(page).toHaveURL(/\/DriverManagement\?search=walsh$/)
  })
})

test('A page of another site can neither read nor change anything with the user’s session', async ({
  page,
  context,
  demo,
  signIn,
}) => {
  await signIn(page, 'administrator')
  // The demo's address under the machine's other name is another site to the browser.
  const other = demo.url.replace('127.0.0.1', 'localhost')
  const stranger = await context.newPage()
  await stranger.goto(`${other}/Login`)
  const outcomes = await stranger.evaluate(async (api) => {
    const ask = (init: RequestInit) =>
      fetch(`${api}/sessions/current`, { credentials: 'include', ...init }).then(
        ({ status }) => String(status),
        () => 'not sent or not read',
      )
    return [
      await ask({}),
      await ask({ headers: { 'ambit-session': 'none' } }),
      await ask({ method: 'DELETE' }),
      await ask({ method: 'DELETE', headers: { 'ambit-session': 'none' } }),
    ]
  }, `${demo.url}/api/v2/ops`)
  expect(outcomes).toEqual(Array(4).fill('not sent or not read'))
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
})

test('Two tabs share a session: logging out in one leaves none in the other', async ({ page, context, demo }) => {
  leftToLongRun()
  const { username, password } = credentialsOf(demo, 'analyst')
  await page.goto('/Login')
  await page.getByLabel('Email or username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  const second = await context.newPage()
  await second.goto('/')
  await expect(second.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await page.getByRole('button', { name: /account menu/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/Login$/)
  // Its live stream ends with the session.
  await expect(second).toHaveURL(/\/Login$/)
  // By the one that is left the browser is known at the next sign-in.
  const left = (await context.cookies()).map(({ name }) => name).filter((name) => name.startsWith('ambit_'))
  expect(left).toEqual(['ambit_device'])
})
