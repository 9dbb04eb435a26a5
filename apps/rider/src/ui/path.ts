import { useSyncExternalStore } from 'react'

const BASE = '/Ride'

/** What is answered with the app at the address of a link that opens nothing. */
export const LINK_OVER = 'Track/over'

/** What follows /Ride, without slashes at its ends: `rides/12`. */
const pathNow = (): string =>
  location.pathname.startsWith('/t/') ? LINK_OVER : location.pathname.slice(BASE.length).replaceAll(/^\/+|\/+$/g, '')

const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) addEventListener('popstate', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', tell)
  }
}

export const usePath = (): string => useSyncExternalStore(subscribe, pathNow)

/** The address of a page; which app the visitor came by goes along. */
export const hrefOf = (path: string): string => `${BASE}${path === '' ? '' : `/${path}`}${location.search}`

/** Opens a page, in the place of the present one where going back to that makes no sense. */
export const go = (path: string, { replace = false } = {}): void => {
  history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(path))
  scrollTo(0, 0)
  tell()
}
