import type { Actor } from './timeline.ts'

/** Timers are renewed at least this often (real milliseconds), as the service's clock may be corrected in between. */
const LONGEST_WAIT_MS = 20_000

export type ServiceClock = {
  /** milliseconds since 1970 of the service's time */
  now: () => number
  speed: () => number
  /** what the server says its clock shows at this moment */
  set: (now: number, speed: number) => void
  /** Calls it whenever the speed has changed, until the function that it returns is called. */
  onSpeed: (listener: () => void) => () => void
}

/** The server's clock, carried on between two readings. `monotonic` gives milliseconds of a clock that never jumps. */
export const createServiceClock = (monotonic: () => number): ServiceClock => {
  let anchor = { wall: monotonic(), service: 0, speed: 1 }
  const listeners = new Set<() => void>()
  return {
    now: () => anchor.service + (monotonic() - anchor.wall) * anchor.speed,
    speed: () => anchor.speed,
    set: (service, speed) => {
      const changed = speed !== anchor.speed
      anchor = { wall: monotonic(), service, speed }
      if (changed) for (const listener of listeners) listener()
    },
    onSpeed: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Real time; actors run concurrently. An error of an actor ends only that actor. */
export const createRealTimeline = (
  clock: ServiceClock,
  onEnd: (name: string, error: unknown) => void,
): { spawn: Actor['spawn'] } => {
  const actor: Actor = {
    now: clock.now,
    until: async (moment, bell) => {
      const woken = { yet: false }
      while (!woken.yet) {
        const left = (moment - clock.now()) / clock.speed()
        if (left <= 0) return
        await new Promise<void>((resolve) => {
          const go = (): void => {
            clearTimeout(timer)
            forget()
            resolve()
          }
          const timer = setTimeout(go, Math.min(left, LONGEST_WAIT_MS))
          const forget = clock.onSpeed(go)
          if (bell !== undefined)
            bell.ring = () => {
              bell.ring = () => {}
              woken.yet = true
              go()
            }
        })
      }
    },
    spawn: (name, live) => void live(actor).catch((error: unknown) => onEnd(name, error)),
  }
  return { spawn: actor.spawn }
}
