import { z } from 'zod'
import { isApple } from '@ambit/phone-push'
import { keptIn } from '../api/kept.ts'

/** How the app comes to the home screen: by the browser's own question, by hand on an iPhone or iPad, or not at all. */
export type InstallWay = 'ask' | 'by_hand' | null

type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const DAY_MS = 86_400_000
const NOT_AGAIN_MS = 90 * DAY_MS
/** when it was offered, or refused, last */
const offered = keptIn(() => localStorage, 'ride-install-offered', z.number())

/** Until the app is closed: it is offered beside the ride that was just booked. */
let isOffered = false
let prompt: InstallPrompt | null = null
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const listener of listeners) listener()
}

const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)

export const installing = {
  /** Keeps what the browser offers before anything asks for it. */
  watch: (): void => {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault()
      prompt = event as InstallPrompt // the DOM's types do not know what Chromium sends with this name
      tell()
    })
    addEventListener('appinstalled', () => {
      installing.done()
    })
  },
  /** A ride was booked on this device. */
  booked: (): void => {
    const last = offered.read()
    isOffered = last === null || Date.now() >= last + NOT_AGAIN_MS
    tell()
  },
  way: (): InstallWay => {
    if (!isOffered || isInstalled()) return null
    if (prompt !== null) return 'ask'
    return isApple() ? 'by_hand' : null
  },
  /** Once it was seen it is not offered again for 90 days, tapped or not. */
  shown: (): void => offered.write(Date.now()),
  /** Lets the browser ask, which it does once. */
  ask: (): void => {
    void prompt?.prompt()
    installing.done()
  },
  notNow: (): void => {
    installing.shown()
    isOffered = false
    tell()
  },
  done: (): void => {
    isOffered = false
    prompt = null
    tell()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
