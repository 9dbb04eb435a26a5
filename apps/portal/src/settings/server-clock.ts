/** The server's time, carried on between answers: a demo may run faster than the wall, and walls disagree. */
export type ServerClock = {
  now: () => Date
  /** the server said what time it is */
  adjust: (clock: { now: string; speed: number }) => void
  /** how many of its seconds pass in one of ours */
  speed: () => number
}

/** `monotonic` gives milliseconds that never jump; `start` is the time before the first answer. */
export const createServerClock = (monotonic: () => number, start: Date): ServerClock => {
  let base = start.getTime()
  let at = monotonic()
  let speed = 1
  return {
    now: () => new Date(base + (monotonic() - at) * speed),
    adjust: (clock) => {
      base = Date.parse(clock.now)
      at = monotonic()
      speed = clock.speed
    },
    speed: () => speed,
  }
}
