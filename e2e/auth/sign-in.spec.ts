import { credentialsOf, expect, type Page, test } from '../fixtures.ts'

const SLOW_MS = 400

test.describe('Signing in', () => {
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
})

test.describe('The guard', () => {
  const signInHere = async (page: Page, username: string, password: string) => {
    await page.getByLabel('Email or username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
  }

  // covers: AUTH-28
  test('an old hash link works and becomes an ordinary address', async ({ page, demo }) => {
    const { username, password } = credentialsOf(demo, 'fleet_manager')
    await page.goto('/#/DriverManagement?search=walsh')
    await expect(page).toHaveURL(/\/Login$/)
    await signInHere(page, username, password)
    await expect(page).toHaveURL(/\/DriverManagement\?search=walsh$/)
  })
})
