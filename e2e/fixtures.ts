import { api, bearerOf, type Client, createClient } from '@ambit/contract'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { keepSession, visitor } from './portal-session.ts'
import { type Server, startServer } from './server.ts'
import type { Servers } from './start-servers.ts'

type Tests = {
  /** Maps without streets: for files of stories that look at what lies on the map, which is drawn in software. */
  blankMap: boolean
  /** the demo town of this worker, without the simulator */
  demo: Server
  /** the data folder of a demo town that is not running, to start a server of one's own on a copy */
  town: string
  /** the API, as a user of this role */
  apiAs: (role: string) => Promise<Client>
  /** signs in as a user of this role and waits for the first page */
  signIn: (page: Page, role: string, path?: string) => Promise<void>
  /** the page that is open goes to another address of the portal, without being loaded again */
  goWithin: (page: Page, path: string) => Promise<void>
  /**
   * Fails with every violation of WCAG 2.2 AA on the page as it is: in both themes when a file comes to a page or dialog
   * for the first time, in the light one after that. Pairs of colours are the same on every page, and all of them
   * are checked in both themes (`theme/colours.test.ts` of the portal).
   */
  expectAccessible: (page: Page) => Promise<void>
}

type OfAWorker = {
  /** an installation that has not been used when the first story asks for it */
  bare: Server
}

/** Left by `start-servers.ts` for the processes of the stories. */
const servers = (): Servers => JSON.parse(process.env['AMBIT_E2E_SERVERS'] ?? '') as Servers // written there alone

const demoOf = (worker: number): Server => {
  const demo = servers().demos[worker]
  if (demo === undefined) throw new Error(`There is no demo for worker ${worker}`)
  return demo
}

export const test = base.extend<Tests, OfAWorker>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern
  demo: async ({}, use, { parallelIndex }) => use(demoOf(parallelIndex)),
  bare: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const server = await startServer({})
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  town: async ({}, use) => use(servers().town),
  baseURL: async ({ demo }, use) => use(demo.url),
  blankMap: [false, { option: true }],
  context: async ({ context, blankMap }, use) => {
    await context.addInitScript(keepNotices)
    if (blankMap)
      await context.route('**/api/v2/ops/settings', async (route) => {
        const response = await route.fetch()
        const json = (await response.json()) as { data: { streets: { tiles: string | null } } } // the contract's Settings
        json.data.streets.tiles = null
        await route.fulfill({ response, json })
      })
    await use(context)
    // What a page still asks when its story has ended is of no story.
    for (const routed of [context, ...context.pages()]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
  },
  apiAs: async ({ demo }, use) => {
    await use(async (role) => clientFor(demo, role))
  },
  signIn: async ({ demo }, use) => {
    await use(async (page, role, path = '/DriverManagement') => {
      // The cookies alone sign in: the way through the sign-in page has its own stories.
      await keepSession(page.context(), demo.url, await sessionFor(demo, role))
      await page.goto(path)
      await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    })
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  goWithin: async ({}, use) => {
    await use(async (page, path) => {
      // The portal's router hears of every new entry of the history.
      await page.evaluate((address) => history.pushState(null, '', address), path)
    })
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  expectAccessible: async ({}, use, { file }) => {
    await use(async (page) => {
      const where = `${file} ${kindOf(page.url())}`
      const themes = seenInBoth.has(where) ? 'light' : 'both'
      expect(await violationsOn(page, themes), page.url()).toEqual([])
      seenInBoth.add(where)
    })
  },
})

/** The first line of a story that `npm test` leaves to `npm run test:long`, or of a file for all of its stories. */
export const leftToLongRun = (): void => test.skip(process.env['AMBIT_QUICK'] === '1', 'left to npm run test:long')

/** In the page: keeps the words of every notice since it was loaded. A notice goes after 3.5 s, seen or not. */
const keepNotices = (): void => {
  const NOTICE = '[data-tone][data-type]'
  const kept: string[] = []
  Object.assign(globalThis, { notices: kept })
  const keep = (node: Node): void => {
    if (!(node instanceof Element)) return
    const notices = node.matches(NOTICE) ? [node] : node.querySelectorAll(NOTICE)
    for (const notice of notices) kept.push(notice.textContent)
  }
  new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach(keep)
  }).observe(document, { childList: true, subtree: true })
}

/** A notice with this text was shown since the page was loaded, whether it has gone since or not. */
export const expectNotice = async (page: Page, text: string): Promise<void> => {
  const kept = () => page.evaluate(() => (globalThis as unknown as { notices: string[] }).notices) // by `keepNotices`
  await expect.poll(kept, `notice ${text}`).toContainEqual(expect.stringContaining(text))
}

const seenInBoth = new Set<string>()

/** `/DriverManagement?search=x&d=DriverDialog-view-12` → `/DriverManagement DriverDialog-view-#`: which page or dialog it is. */
const kindOf = (address: string): string => {
  const { pathname, searchParams } = new URL(address)
  return `${pathname} ${searchParams.get('d') ?? ''} ${searchParams.get('tab') ?? ''}`.replaceAll(/\d+/g, '#')
}

type Credentials = { email: string; password: string }

/** Once for each role of a server: signing in is throttled, as it should be. */
const oncePerRole = <T>(make: (server: Server, body: Credentials) => Promise<T>) => {
  const made = new Map<string, Promise<T>>()
  return (server: Server, role: string): Promise<T> => {
    const key = `${server.url} ${role}`
    const { username, password } = credentialsOf(server, role)
    const making = made.get(key) ?? make(server, { email: username, password })
    made.set(key, making)
    return making
  }
}

const sessionFor = oncePerRole(({ url }, body) => visitor(url).fetch(api.sessions.create, { body }))

const tokenOf = async ({ url }: Server, body: Credentials): Promise<string> => {
  const anonymous = createClient({ origin: url, token: () => null })
  return bearerOf((await anonymous.call(api.sessions.create, { body })).data)
}
const tokenFor = oncePerRole(tokenOf)

export const credentialsOf = (server: Server, role: string) => {
  const found = server.signIns.find((signIn) => signIn.role === role)
  if (found === undefined) throw new Error(`The demo has no user with the role ${role}`)
  return found
}

export const clientFor = async (server: Server, role: string): Promise<Client> => {
  const token = await tokenFor(server, role)
  return createClient({ origin: server.url, token: () => token })
}

/** For what asks for the password again, as it does ten minutes after a sign-in. */
export const freshClientFor = async (server: Server, role: string): Promise<Client> => {
  const { username, password } = credentialsOf(server, role)
  const token = await tokenOf(server, { email: username, password })
  return createClient({ origin: server.url, token: () => token })
}

/** With the clock standing still: small steps until it is there, so that little of its time has passed by then. */
export const stepUntilVisible = async (page: Page, locator: Locator): Promise<void> => {
  await expect(async () => {
    await page.clock.runFor(20)
    expect(await locator.isVisible()).toBe(true)
  }).toPass({ timeout: 15_000, intervals: [100] })
}

export { api, expect, type Locator, type Page }
