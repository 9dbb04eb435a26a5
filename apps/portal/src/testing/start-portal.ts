import '@testing-library/jest-dom/vitest'
import { calls } from './calls.ts'
import { api } from '@ambit/contract'
import { type BoundFunctions, configure, type queries, screen, waitFor, within } from '@testing-library/dom'
import { notifications } from '@mantine/notifications'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { startTestServer, TEST_PASSWORD, type TestServer } from '@ambit/server/testing'
import { client } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { session } from '../auth/session.ts'
import { mountPortal } from '../mount.tsx'
import { router } from '../routes.tsx'
import { forgetErrors } from '../ui/error-list.ts'
import { pageTimers } from './page-timers.ts'
import { forgetSession, keepSession } from './session.ts'
import { timers } from './timers.ts'

type As = Parameters<TestServer['token']>[0]
export type Page = {
  /** the real server, with an empty database of this file's own; its clock shows `NOW` */
  server: TestServer
  /** one who clicks and types without pauses */
  user: UserEvent
  /** Opens the portal at an address, as a user who has just signed in or as a visitor; an open page is closed first. */
  open: (as: As | null, path: string) => Promise<void>
  /** Loads the open page again: what the browser stores is kept. */
  reload: () => Promise<void>
  /** Follows a link to another address of the portal. */
  go: (path: string) => Promise<void>
  /** Clicks into a field and puts a text in the place of what it holds, key by key. */
  fill: (field: HTMLElement, text: string) => Promise<void>
  /** Opens a list of choices and takes the one of that name. */
  choose: (combobox: HTMLElement, name: string | RegExp) => Promise<void>
  /** what is in the dialog of that name, once it is open */
  dialog: (name: string | RegExp) => Promise<BoundFunctions<typeof queries>>
  /** Waits until every dialog is closed. */
  noDialog: () => Promise<void>
  /** Answers the question why; the call goes on. */
  sayWhy: () => Promise<void>
  /** path and search of the address */
  address: () => string
}

/** of every user of a built-in role, whose username is the role's name */
export { TEST_PASSWORD }

/** the time of the server's clock, which is stopped; the page's clock starts there and runs */
export const NOW = '2026-11-23T08:00:00+10:00'

// Ceilings, not waits: on a machine that others use as well a page takes several times as long to come.
const SLOWEST_MS = 20_000
configure({
  asyncUtilTimeout: SLOWEST_MS,
  // Without the page's whole markup, of which a terminal shows a fraction.
  getElementError: (message) => new Error(message ?? 'The element was not found'),
})

/** What is kept in the browser goes, and the page hears of it as of a change in another tab. */
const forgetStored = (): void => {
  const keys = Object.keys(localStorage)
  localStorage.clear()
  for (const key of keys) dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
}

const noDialog = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

const answerWhy = async ({ dialog, user }: Page): Promise<void> => {
  const question = await dialog('Please give a reason')
  await user.type(question.getByRole('textbox', { name: 'Reason' }), 'The board decided so')
  await user.click(question.getByRole('button', { name: 'Continue' }))
}

/** jsdom's own, given to each test process by its environment */
declare const jsdom: { reconfigure: (to: { url: string }) => void }

const forgetShown = (): void => {
  notifications.clean()
  forgetErrors()
  queryClient.clear()
}

/**
 * The whole portal on the real server, in a page without layout: for what lists, forms and permissions do. Maps,
 * timelines, dragging, focus order and everything else that needs a browser stay in `e2e`.
 */
export const startPortal = (options: Parameters<typeof startTestServer>[0] = {}): Page => {
  const page = { user: userEvent.setup({ delay: null }), noDialog } as Page // completed before the first test
  let unmount = (): void => {}
  const leave = async (): Promise<void> => {
    unmount()
    unmount = () => {}
    await calls.abort()
    pageTimers.runOut()
    await calls.abort()
    // The transitions of a page that is gone would be waited for.
    router.startTransition = async (change) => {
      change()
      return true
    }
    forgetShown()
  }
  const close = async (): Promise<void> => {
    await leave()
    calls.forget()
    await forgetSession()
    session.forget()
    forgetStored()
    document.body.replaceChildren()
  }
  const draw = async (): Promise<void> => {
    await router.load()
    unmount = mountPortal(document.body.appendChild(document.createElement('div')))
    // The start page leads on by itself: a click before that would lead nowhere.
    if (location.pathname === '/') await waitFor(() => expect(location.pathname).not.toBe('/'))
  }
  page.open = async (as, path) => {
    await close()
    if (as !== null) {
      await keepSession(await page.server.cookies(as))
      session.accept((await client.call(api.sessions.current)).data)
    }
    router.history.replace(path)
    await draw()
  }
  page.reload = async () => {
    dispatchEvent(new Event('pagehide'))
    await leave()
    await draw()
  }
  page.go = (to) => router.navigate({ href: to })
  page.fill = async (field, text) => {
    if (text === '') return page.user.clear(field)
    const initialSelectionEnd = (field as HTMLInputElement).value.length // fields are inputs and text areas
    await page.user.type(field, text, { initialSelectionStart: 0, initialSelectionEnd })
  }
  page.choose = async (combobox, name) => {
    await page.user.click(combobox)
    await page.user.click(await screen.findByRole('option', { name }))
  }
  page.dialog = async (name) => within(await screen.findByRole('dialog', { name }))
  page.sayWhy = () => answerWhy(page)
  page.address = () => location.pathname + location.search
  beforeAll(async () => {
    timers.go(new Date(NOW))
    page.server = await pageTimers.beside(() => startTestServer({ now: NOW, ...options }))
    jsdom.reconfigure({ url: page.server.url })
  })
  afterEach(async () => {
    await close()
    // Other files are tested in the same process.
    sessionStorage.clear()
    calls.release()
    timers.go()
  })
  afterAll(() => page.server.close())
  return page
}
