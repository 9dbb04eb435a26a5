import type { Language } from '../texts/say.ts'

export type Preferences = {
  theme: 'auto' | 'day' | 'night'
  hand: 'right' | 'left'
  /** null: the device's */
  language: Language | null
  /** whether turns are spoken */
  voice: 'off' | 'on'
  /** whether the map is shown on the way */
  map: 'shown' | 'dimmed' | 'hidden'
}

const KEY = 'drive-preferences'
const usual: Preferences = { theme: 'auto', hand: 'right', language: null, voice: 'off', map: 'shown' }
const allowed: { [K in keyof Preferences]: readonly Preferences[K][] } = {
  theme: ['auto', 'day', 'night'],
  hand: ['right', 'left'],
  language: [null, 'en', 'de', 'es'],
  voice: ['off', 'on'],
  map: ['shown', 'dimmed', 'hidden'],
}

const fitting = <K extends keyof Preferences>(key: K, kept: Partial<Record<string, unknown>>): Preferences[K] =>
  allowed[key].find((value) => value === kept[key]) ?? usual[key]

/** A browser that keeps nothing, or something else, leaves everything as usual. */
const read = (): Preferences => {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const kept: Partial<Record<string, unknown>> = typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
    return {
      theme: fitting('theme', kept),
      hand: fitting('hand', kept),
      language: fitting('language', kept),
      voice: fitting('voice', kept),
      map: fitting('map', kept),
    }
  } catch {
    return usual
  }
}

let current: Preferences | null = null
const listeners = new Set<() => void>()

/** How this device shows the app: no driver's data, so they stay through signing out. */
export const preferences = {
  state: (): Preferences => (current ??= read()),
  set: (change: Partial<Preferences>): void => {
    current = { ...preferences.state(), ...change }
    try {
      localStorage.setItem(KEY, JSON.stringify(current))
    } catch {
      // They hold until the app is closed.
    }
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
