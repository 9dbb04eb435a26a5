import type { Clock, Logger } from '../deps.ts'

/** Clocks are corrected by less than this, in milliseconds, without harm. */
const TOLERANCE_MS = 2000
/** After this the present time is taken for right, so that a clock that was wrong for a minute is not told for days. */
const TOLD_FOR_MS = 10 * 60_000

export type ClockWatch = {
  /** the latest moment that the clock has shown, also before the process started */
  reached: () => Date
  /** tells the watch what the clock had reached before the process started */
  startFrom: (mark: Date) => void
  /** compares the clock with one that never jumps, and logs when it went back; to be called every second or so */
  look: () => void
  /** one sentence while the clock is behind what it had reached; else null */
  trouble: () => string | null
}

/** Watches the wall's clock, which an operator or a time server may set back. */
export const createClockWatch = (clock: Pick<Clock, 'wall' | 'monotonic'>, log: Logger): ClockWatch => {
  const now = (): number => clock.wall().getTime()
  let last = { wall: now(), monotonic: clock.monotonic() }
  let reached = last.wall
  /** since when it is told that the clock went back, by the clock that never jumps */
  let toldSince: number | null = null
  const behind = (): number => (reached - now() > TOLERANCE_MS ? reached - now() : 0)
  const notice = (): void => {
    if (behind() === 0) toldSince = null
    else if (toldSince === null) {
      toldSince = clock.monotonic()
      log.error(
        { behind_s: Math.round(behind() / 1000), reached: new Date(reached) },
        'the clock of this machine went back',
      )
    } else if (clock.monotonic() - toldSince > TOLD_FOR_MS) {
      reached = now()
      toldSince = null
      log.warn({ now: clock.wall() }, 'the present time of this machine is taken for right')
    }
  }
  return {
    reached: () => new Date(reached),
    startFrom: (mark) => {
      reached = Math.max(reached, mark.getTime())
      notice()
    },
    look: () => {
      const monotonic = clock.monotonic()
      const expected = last.wall + monotonic - last.monotonic
      last = { wall: now(), monotonic }
      reached = Math.max(reached, last.wall)
      if (expected - last.wall > TOLERANCE_MS) reached = Math.max(reached, expected)
      notice()
    },
    trouble: () =>
      toldSince === null
        ? null
        : `The clock of this machine went back by ${inWords(behind())}: check its time. It had reached ${new Date(reached).toISOString()}`,
  }
}

const inWords = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
}
