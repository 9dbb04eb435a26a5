/** An actor in simulated time: a driver, a rider, the planner. Times are milliseconds since 1970. */
export type Actor = {
  now: () => number
  /** resumes at that service time, at once when it is past; earlier only when the bell rings */
  until: (moment: number, bell?: Bell) => Promise<void>
  /** starts another actor now */
  spawn: (name: string, live: (actor: Actor) => Promise<void>) => void
}

/** Wakes the actors that wait with it; does nothing when there are none. */
export type Bell = { ring: () => void }
export const createBell = (): Bell => ({ ring: () => {} })

export const SECOND = 1000
export const MINUTE = 60_000
export const HOUR = 3_600_000
