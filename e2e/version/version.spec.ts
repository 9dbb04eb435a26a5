import { expect, type Page, test, leftToLongRun } from '../fixtures.ts'

type Told = { title: string; body: string; stays: boolean }
declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the library's own
  interface Window {
    told: Told[]
    alerts: string[]
  }
}

/** A desktop that shows nothing and keeps what it was given. */
const listenToDesktop = (page: Page) =>
  page.addInitScript(() => {
    window.told = []
    class Quiet extends EventTarget {
      static readonly permission = 'granted'
      static readonly requestPermission = () => Promise.resolve('granted')
      constructor(title: string, { body, requireInteraction }: NotificationOptions) {
        super()
        window.told.push({ title, body: body ?? '', stays: requireInteraction === true })
      }
      close(): void {}
    }
    Object.defineProperty(window, 'Notification', { value: Quiet, configurable: true })
  })

const offer = async (page: Page, version: () => string): Promise<URL[]> => {
  const asked: URL[] = []
  await page.route('**/version.json?*', async (route) => {
    expect(route.request().method()).toBe('GET')
    asked.push(new URL(route.request().url()))
    await route.fulfill({ json: { version: version() } })
  })
  return asked
}

const LONG =
  "A new update is available. Click Update to reload this page or close this message and we'll remind you later."
const toast = (page: Page) => page.getByRole('alert').filter({ hasText: 'A new Ambit update is available.' })

// covers: VERCHK-06
test('The server’s version is never cached', async ({ page, demo }) => {
  const answer = await page.request.get(`${demo.url}/version.json?v=1`)
  expect(await answer.json()).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  expect(answer.headers()['cache-control']).toBe('no-store')
})

// covers: VER-09..16, VERCHK-01..05, VERCHK-07..09, NOTE-06
test('A new version is announced by toast and desktop notification; Later waits an hour, Update Now loads it', async ({
  page,
  signIn,
}) => {
  await page.clock.install()
  await listenToDesktop(page)
  let version = '0.0.0'
  const asked = await offer(page, () => version)
  await signIn(page, 'dispatcher')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await expect(toast(page)).toBeVisible()
  await expect(toast(page)).toContainText(LONG)
  expect(await page.evaluate(() => window.told)).toEqual([
    { title: 'A new Ambit update is available.', body: LONG, stays: true },
  ])
  const now = Math.floor((await page.evaluate(() => Date.now())) / 1000)
  const sent = Number(asked[0]!.searchParams.get('v'))
  expect(now - sent).toBeGreaterThanOrEqual(0)
  expect(now - sent).toBeLessThan(60)

  // It stays until a user acts on it; every 18 seconds the file is asked for again.
  for (let more = 0; more < 3; more += 1) {
    const before = asked.length
    await page.clock.runFor(18_000)
    // Its clock runs from the answer before, which may have come a little late.
    await expect(async () => {
      if (asked.length === before) await page.clock.runFor(1000)
      expect(asked.length).toBe(before + 1)
    }).toPass()
  }
  await expect(toast(page)).toBeVisible()
  const times = asked.map((url) => Number(url.searchParams.get('v')))
  for (const [index, at] of times.slice(1).entries()) {
    expect(at - times[index]!).toBeGreaterThanOrEqual(17)
    expect(at - times[index]!).toBeLessThan(36)
  }

  await toast(page).getByRole('button', { name: 'Later' }).click()
  await expect(toast(page)).toHaveCount(0)
  await page.clock.runFor(5 * 60_000)
  await expect(toast(page)).toHaveCount(0)
  // An even newer version is announced at once.
  version = '0.0.1'
  await page.clock.runFor(20_000)
  await expect(toast(page)).toBeVisible()
  await page.evaluate(() => (document.body.dataset['loaded'] = 'before'))
  await toast(page).getByRole('button', { name: 'Update Now' }).click()
  await expect(page.locator('body[data-loaded]')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('ambit:current-version'))).toBe('0.0.1')
  await page.clock.runFor(40_000)
  await expect(toast(page)).toHaveCount(0)
})

// covers: VERCHK-10
test('A browser without desktop notifications shows an alert', async ({ page, signIn }) => {
  leftToLongRun()
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/no-dynamic-delete -- an older browser has none
    delete (window as { Notification?: unknown }).Notification
  })
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.accept()
  })
  await offer(page, () => '0.0.0')
  await signIn(page, 'dispatcher')
  await expect(toast(page)).toBeVisible()
  await expect.poll(() => alerts).toEqual(['alert: A new Ambit update is available.'])
})
