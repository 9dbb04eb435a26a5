/** An actor in simulated time: a driver, a rider, the planner. Times are milliseconds since 1970. */
export type Actor = {
  now: () => number
  /** goes on at that moment of the service, at once when it is over; earlier only when the bell is rung */
  until: (moment: number, bell?: Bell) => Promise<void>
  /** another life that begins now */
  spawn: (name: string, live: (actor: Actor) => Promise<void>) => void
}

/** Wakes the actors that wait with it; does nothing when there are none. */
export type Bell = { ring: () => void }
export const createBell = (): Bell => ({ ring: () => {} })

export const SECOND = 1000
export const MINUTE = 60_000
export const HOUR = 3_600_000
