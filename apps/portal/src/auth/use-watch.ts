import { api } from '@ambit/contract'
import { client } from '../api/client.ts'

/** Told to the server so often at most; it keeps the time to half a minute. */
const TELL_MS = 60_000
/** Tabs share it: who types in one is there for all. */
const KEY = 'ambit:used-at'
const USES = ['keydown', 'pointerdown', 'touchstart'] as const

const usedAt = (): number => Number(localStorage.getItem(KEY) ?? 0)

const used = (): void => {
  const now = Date.now()
  const before = usedAt()
  if (now - before < TELL_MS && now >= before) return
  localStorage.setItem(KEY, String(now))
  // Where the server does not hear of it, the next use is told again.
  void client.call(api.sessions.use).catch(() => {
    if (usedAt() === now) localStorage.setItem(KEY, String(before))
  })
}

/** Keys, clicks and touches keep the session; what the page does by itself does not. Returns the way to stop watching. */
export const watchUse = (): (() => void) => {
  used()
  for (const use of USES) document.addEventListener(use, used, { capture: true, passive: true })
  return () => {
    for (const use of USES) document.removeEventListener(use, used, { capture: true })
  }
}

/** Milliseconds until the session ends for want of use, by what the server was told. */
export const leftOf = (idleMinutes: number): number => usedAt() + idleMinutes * 60_000 - Date.now()
