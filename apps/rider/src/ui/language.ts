import { z } from 'zod'
import { keptIn } from '../api/kept.ts'
import { type Language, languages } from '../texts/say.ts'

const kept = keptIn(() => localStorage, 'ride-language', z.enum(languages))

let current: Language | null | undefined
const listeners = new Set<() => void>()

/** What was chosen on this device, before an account says it; null: the device's own. */
export const chosenLanguage = {
  state: (): Language | null => (current === undefined ? (current = kept.read()) : current),
  set: (language: Language | null): void => {
    current = language
    if (language === null) kept.forget()
    else kept.write(language)
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
