import { session } from '../../auth/session.ts'
import { me } from '../../auth/use-me.ts'

/**
 * The searches and bookings of drafts that run in this page, by the draft's uuid. They go on while the wizard is closed;
 * what comes of them is written to the draft.
 */
const running = new Map<string, AbortController>()

export const begin = (uuid: string): AbortController => {
  running.get(uuid)?.abort()
  const controller = new AbortController()
  running.set(uuid, controller)
  return controller
}
export const end = (uuid: string, controller: AbortController): void => {
  if (running.get(uuid) === controller) running.delete(uuid)
}
export const abort = (uuid: string): void => {
  running.get(uuid)?.abort()
  running.delete(uuid)
}
export const isRunning = (uuid: string): boolean => running.has(uuid)

const cutOff = (): void => {
  for (const controller of running.values()) controller.abort()
  running.clear()
}

// What is cut off because the page goes, or its user, has not failed: it is taken up again by the user's next page.
addEventListener('pagehide', cutOff)
let user = me()
session.subscribe(() => {
  const now = me()
  if (now !== user) cutOff()
  user = now
})
