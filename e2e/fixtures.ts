import { AxeBuilder } from '@axe-core/playwright'
import { api, type Client, createClient } from '@ambit/contract'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { Server } from './server.ts'

type Tests = {
  /** the demo town, without the simulator */
  demo: Server
  /** an installation that nobody has used when the run begins */
  bare: Server
  /** the API, as somebody of this role */
  apiAs: (role: string) => Promise<Client>
  /** signs in as somebody of this role and waits for the first page */
  signIn: (page: Page, role: string, path?: string) => Promise<void>
  /** fails with every violation of WCAG 2.2 AA on the page as it is, in the light theme and in the dark one */
  expectAccessible: (page: Page) => Promise<void>
}

/** Left by `start-servers.ts` for the process of the stories. */
const servers = JSON.parse(process.env['AMBIT_E2E_SERVERS'] ?? '{}') as { demo: Server; bare: Server }

export const test = base.extend<Tests>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern
  demo: async ({}, use) => use(servers.demo),
  // oxlint-disable-next-line no-empty-pattern -- as above
  bare: async ({}, use) => use(servers.bare),
  baseURL: async ({ demo }, use) => use(demo.url),
  apiAs: async ({ demo }, use) => {
    await use(async (role) => clientFor(demo, role))
  },
  signIn: async ({ demo }, use) => {
    await use(async (page, role, path = '/DriverManagement') => {
      // The cookie alone signs in: the way through the sign-in page has its own stories.
      const token = await tokenFor(demo, role)
      await page.context().addCookies([{ name: 'ambit_token', value: token, url: demo.url }])
      await page.goto(path)
      await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    })
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  expectAccessible: async ({}, use) => {
    await use(async (page) => {
      await settled(page)
      const found = await violations(new AxeBuilder({ page }).withTags(WCAG))
      await page.emulateMedia({ colorScheme: 'dark' })
      await settled(page)
      const inTheDark = await violations(new AxeBuilder({ page }).withRules(OF_COLOURS))
      await page.emulateMedia({ colorScheme: 'light' })
      expect([...found, ...inTheDark.map((line) => `in the dark theme: ${line}`)], page.url()).toEqual([])
    })
  },
})

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** the rules that the theme can change */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

const violations = async (axe: AxeBuilder): Promise<string[]> =>
  (await axe.analyze()).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} — ${failureSummary ?? ''}`),
  )

/** Colours are judged when what fades or slides has arrived; what turns for ever may turn. */
const settled = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const moving = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    // `finished` is not to be waited for: an animation whose element goes may never tell.
    const since = performance.now()
    do {
      await frame()
      await frame()
    } while (document.getAnimations().some(moving) && performance.now() < since + 3000)
  })
}

const tokens = new Map<string, Promise<string>>()

/** One token for each role of a server: signing in is throttled, as it should be. */
const tokenFor = (server: Server, role: string): Promise<string> => {
  const key = `${server.url} ${role}`
  const making = tokens.get(key) ?? signInAs(server, role)
  tokens.set(key, making)
  return making
}

const signInAs = async (server: Server, role: string): Promise<string> => {
  const { username, password } = credentialsOf(server, role)
  const nobody = createClient({ origin: server.url, token: () => null })
  const { data } = await nobody.call(api.sessions.create, { body: { email: username, password } })
  return data.token
}

export const credentialsOf = (server: Server, role: string) => {
  const found = server.signIns.find((signIn) => signIn.role === role)
  if (found === undefined) throw new Error(`The demo has nobody of the role ${role}`)
  return found
}

export const clientFor = async (server: Server, role: string): Promise<Client> => {
  const token = await tokenFor(server, role)
  return createClient({ origin: server.url, token: () => token })
}

/** With the clock standing still: small steps until it is there, so that little of its time has passed by then. */
export const stepUntilVisible = async (page: Page, locator: Locator): Promise<void> => {
  await expect(async () => {
    await page.clock.runFor(20)
    expect(await locator.isVisible()).toBe(true)
  }).toPass({ timeout: 15_000, intervals: [100] })
}

export { api, expect, type Page }
