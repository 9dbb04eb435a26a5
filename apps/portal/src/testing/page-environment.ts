import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** CSS px: every element fills the window, as nothing is laid out. Menus stay open then, and long lists draw some rows. */
const WINDOW = { width: 1280, height: 800 }

const matchesMedia = (query: string): boolean => {
  if (query.includes('prefers-reduced-motion')) return true
  const [, bound, width, unit] = /(min|max)-width:\s*([\d.]+)(px|r?em)/.exec(query) ?? []
  if (width === undefined) return false
  const px = Number(width) * (unit === 'px' ? 1 : 16)
  return bound === 'min' ? WINDOW.width >= px : WINDOW.width <= px
}

/** Never reports anything: without a layout nothing changes its size or becomes visible. */
class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const nothing = (): void => {}

/** what a browser's window has and jsdom's has not */
const ofWindow = {
  matchMedia: (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: matchesMedia(media),
      addListener: nothing,
      removeListener: nothing,
    }),
  ResizeObserver: SilentObserver,
  IntersectionObserver: SilentObserver,
  scrollTo: nothing,
}
const ofElements = {
  getBoundingClientRect: () => new DOMRect(0, 0, WINDOW.width, WINDOW.height),
  scrollIntoView: nothing,
  scrollTo: nothing,
  hasPointerCapture: () => false,
  setPointerCapture: nothing,
  releasePointerCapture: nothing,
  getAnimations: () => [],
}

/** jsdom's own, of which a page's scripts see some */
type Jar = { getCookieStringSync: (url: string) => string; setCookieSync: (cookie: string, url: string) => unknown }

/**
 * jsdom's page around code that is resolved as Node resolves it: the portal, the real server and its database share a
 * process. Addresses and bytes stay Node's own, because its workers and cryptography take no others. A call without a
 * host goes to where the page comes from, and calls carry and set cookies as a browser's do.
 */
export default {
  ...builtinEnvironments.jsdom,
  name: 'page',
  viteEnvironment: 'ssr',
  setup: async (global, options) => {
    const page = global as typeof globalThis // becomes one below
    const { URL, URLSearchParams, Uint8Array, fetch } = page
    const environment = await builtinEnvironments.jsdom.setup(global, options)
    Object.assign(page, { URL, URLSearchParams, Uint8Array }, ofWindow)
    Object.assign(page.Element.prototype, ofElements)
    for (const [size, value] of Object.entries(WINDOW))
      for (const kind of ['client', 'offset'])
        Object.defineProperty(page.HTMLElement.prototype, kind + size.replace(/^./, (c) => c.toUpperCase()), {
          get: () => value,
        })
    Object.assign(page.HTMLCanvasElement.prototype, { getContext: () => null })
    Object.assign(page.document, { fonts: new EventTarget() })
    const { cookieJar: jar } = global.jsdom as { cookieJar: Jar } // set by the environment above
    page.fetch = async (to, init) => {
      const url = new URL(to instanceof Request ? to.url : to, page.location.href)
      const headers = new Headers(init?.headers)
      headers.set('cookie', jar.getCookieStringSync(url.href))
      const response = await fetch(to instanceof Request ? to : url, { ...init, headers })
      for (const cookie of response.headers.getSetCookie()) jar.setCookieSync(cookie, url.href)
      return response
    }
    return environment
  },
} satisfies Environment
