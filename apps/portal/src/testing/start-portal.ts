import '@testing-library/jest-dom/vitest'
import { calls } from './calls.ts'
import { api } from '@ambit/contract'
import { configure } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { startTestServer, type TestServer } from '@ambit/server/testing'
import { client, cookie } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { session } from '../auth/session.ts'
import { mountPortal } from '../mount.tsx'
import { router } from '../routes.tsx'

type As = Parameters<TestServer['token']>[0]
type Page = {
  /** the real server, with an empty database of this file's own; its clock shows `NOW` */
  server: TestServer
  /** one who clicks and types without pauses */
  user: UserEvent
  /** Opens the portal at an address, as a user who has just signed in; an open page is closed first. */
  open: (as: As, path: string) => Promise<void>
  /** Clicks into a field and puts a text in the place of what it holds, key by key. */
  fill: (field: HTMLElement, text: string) => Promise<void>
  /** path and search of the address */
  address: () => string
}

/** the time of the server's clock, which is stopped; the page's clock starts there and runs */
export const NOW = '2026-11-23T08:00:00+10:00'

// Ceilings, not waits: on a machine that others use as well a page takes several times as long to come.
const SLOWEST_MS = 20_000
configure({
  asyncUtilTimeout: SLOWEST_MS,
  // Without the page's whole markup, of which a terminal shows a fraction.
  getElementError: (message) => new Error(message ?? 'The element was not found'),
})

/** jsdom's own, given to each test process by its environment */
declare const jsdom: { reconfigure: (to: { url: string }) => void }

/**
 * The whole portal on the real server, in a page without layout: for what lists, forms and permissions do. Maps,
 * timelines, dragging, focus order and whatever else needs a browser stays in `e2e`.
 */
export const startPortal = (options: Parameters<typeof startTestServer>[0] = {}): Page => {
  const page = { user: userEvent.setup({ delay: null }) } as Page // completed before the first test
  let leave = (): void => {}
  const close = (): void => {
    leave()
    leave = () => {}
    // The transitions of a page that is gone would be waited for.
    router.startTransition = async (change) => {
      change()
      return true
    }
    calls.forget()
    session.forget()
    queryClient.clear()
    localStorage.clear()
    document.body.replaceChildren()
  }
  page.open = async (as, path) => {
    close()
    const token = await page.server.token(as)
    cookie.write(token)
    session.accept({ token, user: (await client.call(api.sessions.current)).data })
    router.history.replace(path)
    await router.load()
    const place = document.body.appendChild(document.createElement('div'))
    leave = mountPortal(place)
  }
  page.fill = async (field, text) => {
    if (text === '') return page.user.clear(field)
    const initialSelectionEnd = (field as HTMLInputElement).value.length // fields are inputs and text areas
    await page.user.type(field, text, { initialSelectionStart: 0, initialSelectionEnd })
  }
  page.address = () => location.pathname + location.search
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW), shouldAdvanceTime: true })
    page.server = await startTestServer({ now: NOW, ...options })
    jsdom.reconfigure({ url: page.server.url })
  })
  afterEach(close)
  afterAll(() => page.server.close())
  return page
}
