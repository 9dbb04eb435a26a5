import type { Actor } from './timeline.ts'

/** Timers are renewed at least this often (real milliseconds), as the service's clock may be corrected in between. */
const LONGEST_WAIT_MS = 20_000

export type ServiceClock = {
  /** milliseconds since 1970 of the service's time */
  now: () => number
  speed: () => number
  /** what the server says its clock shows at this moment */
  set: (now: number, speed: number) => void
}

/** The server's clock, carried on between two readings. `monotonic` gives milliseconds of a clock that never jumps. */
export const createServiceClock = (monotonic: () => number): ServiceClock => {
  let anchor = { wall: monotonic(), service: 0, speed: 1 }
  return {
    now: () => anchor.service + (monotonic() - anchor.wall) * anchor.speed,
    speed: () => anchor.speed,
    set: (service, speed) => void (anchor = { wall: monotonic(), service, speed }),
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
          const timer = setTimeout(resolve, Math.min(left, LONGEST_WAIT_MS))
          if (bell !== undefined)
            bell.ring = () => {
              bell.ring = () => {}
              woken.yet = true
              clearTimeout(timer)
              resolve()
            }
        })
      }
    },
    spawn: (name, live) => void live(actor).catch((error: unknown) => onEnd(name, error)),
  }
  return { spawn: actor.spawn }
}
